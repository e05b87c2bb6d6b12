//! The options of the finder, once for the command line and for the `options` of `pipe`.
//!
//! One table, [`OPTIONS`]: a flag on the command line becomes the JSON value that `pipe` would
//! have been given (`flags`), and both are applied to the builder by the same few lines.

mod change;
mod error;
mod flags;
mod typed;

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Folds, HyphenOrder, Preset, Readings, Schemes, Wrap};
use serde_json::{Map, Value};

pub(crate) use change::{Change, Limits, changed, pattern_flag};
pub(crate) use error::OptionError;
pub(crate) use flags::FinderArgs;
pub(crate) use typed::Typed;

/// Options by their names, with values as in JSON.
pub(crate) type Settings = Map<String, Value>;

/// One option of the builder.
struct Setting {
    /// As in JSON and as the builder's method; the flag has `-` for `_`.
    name: &'static str,
    /// What the help says; of a switch, what it does when it is on.
    help: &'static str,
    kind: Kind,
}

type Set<T> = fn(&mut FinderBuilder, T) -> &mut FinderBuilder;

type Choose = fn(&mut FinderBuilder) -> &mut FinderBuilder;

/// What values an option takes and what they do.
enum Kind {
    Switch(Set<bool>),
    Number(Set<usize>),
    /// What its value is called, and what it does.
    Word(&'static str, for<'b> fn(&'b mut FinderBuilder, &str) -> &'b mut FinderBuilder),
    Choice(&'static [(&'static str, Choose)]),
    /// `any`, `known` or a list.
    Schemes,
    /// A list of `{"name", "pattern", "href"}`.
    Patterns,
    /// A list of names of delimiting rules.
    WithoutRules,
}

const OPTIONS: &[Setting] = &[
    Setting {
        name: "schemes",
        help: "Schemes to link: `known` (those in everyday use), `any` (registered with IANA, or \
               any `x://`), or a list",
        kind: Kind::Schemes,
    },
    Setting {
        name: "www",
        help: "Link `www.example.com`",
        kind: Kind::Switch(|builder, yes| builder.www(yes)),
    },
    Setting {
        name: "domains",
        help: "Link bare domains such as `example.com/a`",
        kind: Kind::Switch(|builder, yes| builder.domains(yes)),
    },
    Setting {
        name: "emails",
        help: "Link e-mail addresses",
        kind: Kind::Switch(|builder, yes| builder.emails(yes)),
    },
    Setting {
        name: "ip",
        help: "Link bare IPv4 addresses",
        kind: Kind::Switch(|builder, yes| builder.ip(yes)),
    },
    Setting {
        name: "iri",
        help: "Let characters outside ASCII stand in a URI (RFC 3987)",
        kind: Kind::Switch(|builder, yes| builder.iri(yes)),
    },
    Setting {
        name: "repair",
        help: "Percent-encode characters that people write in path, query and fragment although \
               the grammar has no place for them",
        kind: Kind::Switch(|builder, yes| builder.repair(yes)),
    },
    Setting {
        name: "bare",
        help: "Link URIs that stand in the open; without, only those inside delimiters",
        kind: Kind::Switch(|builder, yes| builder.bare(yes)),
    },
    Setting {
        name: "zone_ids",
        help: "Let IPv6 hosts have zone ids (RFC 6874)",
        kind: Kind::Switch(|builder, yes| builder.zone_ids(yes)),
    },
    Setting {
        name: "wrap",
        help: "Where URIs that are broken over lines are put back together: nowhere, inside \
               delimiters, or as mail is wrapped",
        kind: Kind::Choice(&[
            ("off", |builder| builder.wrap(Wrap::Off)),
            ("delimited", |builder| builder.wrap(Wrap::Delimited)),
            ("mail", |builder| builder.wrap(Wrap::Mail)),
        ]),
    },
    Setting {
        name: "folds",
        help: "Which hard wraps of bare URIs are undone, where `wrap` is mail",
        kind: Kind::Choice(&[
            ("off", |builder| builder.folds(Folds::Off)),
            ("conservative", |builder| builder.folds(Folds::Conservative)),
            ("eager", |builder| builder.folds(Folds::Eager)),
        ]),
    },
    Setting {
        name: "join_confidence",
        help: "How likely a bare URI has to go on below its line to be joined, in percent [default: 65, \
               and 35 with eager folds]",
        kind: Kind::Number(|builder, percent| {
            builder.join_confidence(u8::try_from(percent).unwrap_or(u8::MAX))
        }),
    },
    Setting {
        name: "flowed",
        help: "The text is declared format=flowed (RFC 3676)",
        kind: Kind::Switch(|builder, yes| builder.flowed(yes)),
    },
    Setting {
        name: "delsp",
        help: "Flowed text is declared DelSp=yes: blanks at line ends are deleted",
        kind: Kind::Switch(|builder, yes| builder.delsp(yes)),
    },
    Setting {
        name: "page_breaks",
        help: "Skip the page breaks of RFCs inside delimiters",
        kind: Kind::Switch(|builder, yes| builder.page_breaks(yes)),
    },
    Setting {
        name: "hyphen",
        help: "Which reading of a hyphen at a line break comes first: the URI's own, or the \
               typesetter's",
        kind: Kind::Choice(&[
            ("keep", |builder| builder.hyphen(HyphenOrder::Keep)),
            ("typeset", |builder| builder.hyphen(HyphenOrder::Typeset)),
        ]),
    },
    Setting {
        name: "readings",
        help: "Report the best reading, or every one, which may overlap",
        kind: Kind::Choice(&[
            ("best", |builder| builder.readings(Readings::Best)),
            ("all", |builder| builder.readings(Readings::All)),
        ]),
    },
    Setting {
        name: "default_scheme",
        help: "The scheme of matches that have none, such as `www.example.com` [default: http]",
        kind: Kind::Word("SCHEME", |builder, scheme| builder.default_scheme(scheme)),
    },
    Setting {
        name: "max_len",
        help: "The length of the longest URI in bytes, 16 to 65536 [default: 8192]",
        kind: Kind::Number(|builder, bytes| builder.max_len(bytes)),
    },
    Setting {
        name: "max_lines",
        help: "Over how many lines a URI inside delimiters may run [default: 24]",
        kind: Kind::Number(|builder, lines| builder.max_lines(lines)),
    },
    Setting {
        name: "max_bytes",
        help: "Over how many bytes a URI inside delimiters may run [default: 4096]",
        kind: Kind::Number(|builder, bytes| builder.max_bytes(bytes)),
    },
    Setting {
        name: "patterns",
        help: "Link what matches the regular expression PATTERN to HREF, in which `$0`, `$1` and \
               `$name` stand for the groups, percent-encoded, and `${1:raw}` for one as it is; HREF \
               may begin with `/`, `?` or `#`; repeatable",
        kind: Kind::Patterns,
    },
    Setting {
        name: "base",
        help: "The base URI of relative references: those of --pattern, and those of documents that \
               declare none",
        kind: Kind::Word("URI", |builder, base| builder.base(base)),
    },
    Setting {
        name: "without_rules",
        help: "Turn delimiting rules off; `linkwright explain` names them",
        kind: Kind::WithoutRules,
    },
];

/// The finder of `preset` with `settings` on top, where `null` is as if it were left out.
///
/// # Errors
/// The error names the option: it does not exist, or it does not take the value.
pub(crate) fn finder(preset: Preset, settings: &Settings) -> Result<Finder, OptionError> {
    builder(preset, settings)?.build().map_err(|error| OptionError::of(&error))
}

/// What builds that finder.
///
/// # Errors
/// As [`finder`], but for what only shows when it is built.
pub(crate) fn builder(preset: Preset, settings: &Settings) -> Result<FinderBuilder, OptionError> {
    let mut builder = Finder::builder();
    builder.preset(preset);
    for (name, value) in settings.iter().filter(|(_, value)| !value.is_null()) {
        let setting = OPTIONS
            .iter()
            .find(|setting| setting.name == current(name))
            .ok_or_else(|| OptionError::new("", format_args!("unknown option {name:?}")))?;
        setting
            .apply(&mut builder, value)
            .map_err(|problem| OptionError::new(name, format_args!("{problem}, found {value}")))?;
    }
    Ok(builder)
}

/// The name that the option `name` has now.
pub(crate) fn current(name: &str) -> &str {
    if name == "rules" { "patterns" } else { name }
}

/// The preset of that name.
pub(crate) fn preset(name: &str) -> Result<Preset, String> {
    Preset::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = preset_names().collect();
        format!("preset: expected one of {}, found {name:?}", names.join(", "))
    })
}

fn preset_names() -> impl Iterator<Item = &'static str> {
    Preset::ALL.into_iter().map(Preset::name)
}

impl Setting {
    /// Sets the option; the error says what was expected.
    fn apply(&self, builder: &mut FinderBuilder, value: &Value) -> Result<(), String> {
        match &self.kind {
            Kind::Switch(set) => {
                set(builder, value.as_bool().ok_or("expected true or false")?);
            }
            Kind::Number(set) => {
                let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
                set(builder, number.ok_or("expected a number from 0")?);
            }
            Kind::Word(_, set) => {
                set(builder, value.as_str().ok_or("expected a string")?);
            }
            Kind::Choice(words) => {
                let chosen = words.iter().find(|(word, _)| value == word);
                let (_, set) = chosen.ok_or_else(|| format!("expected {}", one_of(words)))?;
                set(builder);
            }
            Kind::Schemes => {
                builder.schemes(schemes(value)?);
            }
            Kind::Patterns => add_patterns(builder, value)?,
            Kind::WithoutRules => {
                for name in strings(value).ok_or("expected a list of names")? {
                    builder.without_rule(name);
                }
            }
        }
        Ok(())
    }
}

fn one_of<T>(words: &[(&str, T)]) -> String {
    let quoted: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
    quoted.join(" or ")
}

fn strings(value: &Value) -> Option<Vec<&str>> {
    value.as_array()?.iter().map(Value::as_str).collect()
}

fn schemes(value: &Value) -> Result<Schemes, &'static str> {
    match value.as_str() {
        Some("any") => Ok(Schemes::Any),
        Some("known") => Ok(Schemes::Known),
        _ => strings(value)
            .map(|list| Schemes::Only(list.into_iter().map(str::to_owned).collect()))
            .ok_or("expected \"any\", \"known\" or a list of schemes"),
    }
}

fn add_patterns(builder: &mut FinderBuilder, value: &Value) -> Result<(), &'static str> {
    const EXPECTED: &str = "expected a list of {\"name\", \"pattern\", \"href\"}";
    for pattern in value.as_array().ok_or(EXPECTED)? {
        let member = |name| pattern.get(name).and_then(Value::as_str).ok_or(EXPECTED);
        builder.pattern(member("name")?, member("pattern")?, member("href")?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(value: &Value) -> Settings {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn names_are_unique() {
        for (n, setting) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[..n].iter().all(|other| other.name != setting.name));
        }
    }

    #[test]
    fn every_flag_is_documented() {
        assert!(OPTIONS.iter().all(|setting| !setting.help.is_empty()));
    }

    #[test]
    fn values_of_every_kind() {
        let options = json!({
            "www": false, "max_len": 100, "default_scheme": "https", "wrap": "mail",
            "schemes": ["http"], "flowed": true, "delsp": false, "folds": "off",
            "page_breaks": false, "patterns": [{"name": "bug", "pattern": "BUG-[0-9]+", "href": "http://b/$0"}],
            "base": "http://b/",
        });
        assert_eq!(finder(Preset::Mail, &settings(&options)).err(), None);
    }

    #[test]
    fn an_error_names_the_option_and_the_value() {
        let error = |options| finder(Preset::Mail, &settings(&options)).unwrap_err().to_string();
        assert_eq!(error(json!({"wwww": true})), "unknown option \"wwww\"");
        assert_eq!(
            error(json!({"www": "yes"})),
            "option www: expected true or false, found \"yes\""
        );
        assert_eq!(
            error(json!({"wrap": "on"})),
            "option wrap: expected \"off\" or \"delimited\" or \"mail\", found \"on\""
        );
        assert_eq!(
            error(json!({"max_len": -1})),
            "option max_len: expected a number from 0, found -1"
        );
        assert!(
            error(json!({"patterns": [{"name": "bug"}]})).starts_with("option patterns: expected")
        );
    }
}
