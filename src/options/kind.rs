//! The kinds of values that options take.

use core::fmt;
use core::ops::RangeInclusive;

use super::value::{Pattern, Value};

/// The values that an option takes.
///
/// Messages use the `Display` form for the expected value: `true or false`, `a number from 16 to 65536`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueKind {
    /// `true` or `false`.
    Switch,
    /// A number in a range, including both ends.
    #[non_exhaustive]
    Number {
        /// The minimum.
        least: i64,
        /// The maximum.
        most: i64,
    },
    /// One of these names.
    Choice(&'static [&'static str]),
    /// Any string.
    Text,
    /// A list of strings, or one of several names instead of a list.
    #[non_exhaustive]
    List {
        /// The names that are valid instead of a list.
        instead: &'static [&'static str],
        /// The valid members of the list; if this is empty, any string is valid.
        members: &'static [&'static str],
    },
    /// A map from names to strings.
    Map,
    /// A list of maps with the members of a [`Pattern`].
    Patterns,
}

impl ValueKind {
    /// Returns the kind with this range; `self` must be a [`ValueKind::Number`].
    pub(crate) const fn within(self, range: RangeInclusive<i64>) -> ValueKind {
        assert!(matches!(self, ValueKind::Number { .. }), "only a number has a range");
        ValueKind::Number { least: *range.start(), most: *range.end() }
    }

    /// Whether `value` is of this kind.
    pub(crate) fn accepts(self, value: &Value) -> bool {
        match (self, value) {
            (ValueKind::Switch, Value::Switch(_)) | (ValueKind::Text, Value::Text(_)) => true,
            (ValueKind::Number { least, most }, Value::Number(number)) => {
                (least..=most).contains(number)
            }
            (
                ValueKind::Choice(names) | ValueKind::List { instead: names, .. },
                Value::Text(name),
            ) => names.contains(&name.as_str()),
            (ValueKind::List { members, .. }, Value::List(list)) => {
                let is_member = |text| members.is_empty() || members.contains(&text);
                list.iter().all(|value| value.as_text().is_some_and(is_member))
            }
            (ValueKind::Map, Value::Map(members)) => {
                members.iter().all(|(_, value)| value.as_text().is_some())
            }
            (ValueKind::Patterns, Value::List(list)) => {
                list.iter().all(|value| Pattern::of(value).is_some())
            }
            _ => false,
        }
    }

    /// Parses a value of this kind from `text`, as written in an environment variable or after an equals sign on a
    /// command line; `None` if `text` is not such a value.
    ///
    /// - A switch is turned on by `true` or `yes`, and off by `false` or `no`.
    /// - The members of a list are separated by commas. Blanks around a member are removed, and empty members are
    ///   ignored: the empty text is the empty list. A name that is valid instead of a list is not valid in a list.
    /// - A map is written as a single `NAME=VALUE`. `NAME=` sets the empty value.
    /// - Patterns cannot be written as text; use [`set`](crate::find::FinderBuilder::set) with a list of [`Pattern`].
    ///
    /// `set_text` also accepts the empty text for an option that may be unset
    /// ([`OptionInfo::is_optional`](crate::options::OptionInfo::is_optional)). The text `null` has no special meaning.
    ///
    /// ```
    /// use linkwright::options::{Value, ValueKind};
    ///
    /// assert_eq!(ValueKind::Switch.parse("no"), Some(Value::from(false)));
    /// assert_eq!(ValueKind::Choice(&["off", "mail"]).parse("on"), None);
    /// let schemes = linkwright::find::FinderBuilder::options().next().map(|option| option.kind());
    /// let parse = |text| schemes.and_then(|kind| kind.parse(text));
    /// assert_eq!(parse("ftp, sftp"), Some(Value::from(["ftp", "sftp"])));
    /// assert_eq!(parse("any"), Some(Value::from("any")));
    /// assert_eq!(parse("any,ftp"), None);
    /// assert_eq!(parse(""), Some(Value::List(Vec::new())));
    /// ```
    pub fn parse(self, text: &str) -> Option<Value> {
        let value = match self {
            ValueKind::Switch => match text {
                "true" | "yes" => true.into(),
                "false" | "no" => false.into(),
                _ => return None,
            },
            ValueKind::Number { .. } => Value::Number(text.parse().ok()?),
            ValueKind::List { instead, .. } if !instead.contains(&text) => {
                if members(text).any(|member| instead.contains(&member)) {
                    return None;
                }
                members(text).collect()
            }
            ValueKind::Choice(_) | ValueKind::Text | ValueKind::List { .. } => text.into(),
            ValueKind::Map => {
                let (name, value) = text.split_once('=')?;
                Value::Map(vec![(name.to_owned(), value.into())])
            }
            ValueKind::Patterns => return None,
        };
        self.accepts(&value).then_some(value)
    }
}

/// The members of a list that is written as `text`.
pub(crate) fn members(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|member| !member.is_empty())
}

impl Pattern {
    /// The pattern with the members of `value`; `None` if `value` is not a map with exactly the
    /// three members of a pattern.
    pub(super) fn of(value: &Value) -> Option<Pattern> {
        let member = |name| value.member(name)?.as_text();
        let pattern = Pattern::new(member("name")?, member("pattern")?, member("href")?);
        matches!(value, Value::Map(members) if members.len() == 3).then_some(pattern)
    }
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ValueKind::Switch => f.write_str("true or false"),
            ValueKind::Number { least, most } => write!(f, "a number from {least} to {most}"),
            ValueKind::Choice(names) => alternatives(f, names, None),
            ValueKind::Text => f.write_str("a string"),
            ValueKind::List { instead, members: [] } => {
                alternatives(f, instead, Some("a list of strings"))
            }
            ValueKind::List { instead, members } => {
                alternatives(f, instead, Some("a list of "))?;
                alternatives(f, members, None)
            }
            ValueKind::Map => f.write_str("a map from names to strings"),
            ValueKind::Patterns => f.write_str("a list of {\"name\", \"pattern\", \"href\"}"),
        }
    }
}

/// Writes `"a", "b" or c`.
fn alternatives(f: &mut fmt::Formatter<'_>, names: &[&str], other: Option<&str>) -> fmt::Result {
    let quoted = names.iter().map(|name| format!("{name:?}"));
    let mut all: Vec<String> = quoted.chain(other.map(str::to_owned)).collect();
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { f.write_str(&last) } else { write!(f, "{} or {last}", all.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_accept_only_their_own_values() {
        let values: [Value; 8] = [
            Value::Unset,
            true.into(),
            16.into(),
            "any".into(),
            ["any"].into(),
            [1].into(),
            Value::Map(vec![("lang".to_owned(), "en".into())]),
            [Pattern::new("a", "b", "/")].into(),
        ];
        let kinds: [(ValueKind, &[usize]); 9] = [
            (ValueKind::Switch, &[1]),
            (ValueKind::Number { least: 16, most: 16 }, &[2]),
            (ValueKind::Number { least: 17, most: 20 }, &[]),
            (ValueKind::Choice(&["any"]), &[3]),
            (ValueKind::Text, &[3]),
            (ValueKind::List { instead: &[], members: &[] }, &[4]),
            (ValueKind::List { instead: &["any"], members: &["other"] }, &[3]),
            (ValueKind::Map, &[6]),
            (ValueKind::Patterns, &[7]),
        ];
        for (kind, accepted) in kinds {
            for (n, value) in values.iter().enumerate() {
                assert_eq!(kind.accepts(value), accepted.contains(&n), "{kind}: {value}");
            }
        }
    }

    #[test]
    fn a_pattern_must_have_exactly_its_members() {
        let map = |names: &[&str]| {
            Value::Map(names.iter().map(|name| ((*name).to_owned(), "x".into())).collect())
        };
        assert!(Pattern::of(&map(&["href", "name", "pattern"])).is_some());
        assert!(Pattern::of(&map(&["name", "pattern"])).is_none());
        assert!(Pattern::of(&map(&["name", "pattern", "href", "flags"])).is_none());
    }

    #[test]
    fn a_message_lists_the_valid_values() {
        assert_eq!(ValueKind::Choice(&["a"]).to_string(), "\"a\"");
        assert_eq!(ValueKind::Choice(&["a", "b", "c"]).to_string(), "\"a\", \"b\" or \"c\"");
        let list = |instead, members| ValueKind::List { instead, members }.to_string();
        assert_eq!(list(&["a"], &[]), "\"a\" or a list of strings");
        assert_eq!(list(&[], &[]), "a list of strings");
        assert_eq!(list(&["a"], &["b", "c"]), "\"a\" or a list of \"b\" or \"c\"");
    }
}
