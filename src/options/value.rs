//! The value of an option of any kind.

use core::fmt;

/// The value of an option: the common types of JSON, TOML and the dictionaries of other languages.
///
/// The `Display` form is JSON. With the feature `serde` a value is deserialized from any self-describing format.
///
/// ```
/// use linkwright::options::Value;
///
/// assert_eq!(Value::from(["http", "https"]).to_string(), r#"["http","https"]"#);
/// assert_eq!(Value::from(None::<bool>), Value::Unset);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// No value, `null` in JSON: for options that may be unset, such as a base URI.
    #[default]
    Unset,
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// A string, or the name of a value.
    Text(String),
    /// Several values.
    List(Vec<Value>),
    /// Values with names, in the order in which they were given.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// The text of a [`Value::Text`].
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The members of a [`Value::List`].
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The member of a [`Value::Map`] with this name.
    pub fn member(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Map(members) => {
                members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Unset => f.write_str("null"),
            Value::Switch(yes) => write!(f, "{yes}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => quoted(f, text),
            Value::List(list) => {
                f.write_str("[")?;
                for (n, value) in list.iter().enumerate() {
                    write!(f, "{}{value}", comma(n))?;
                }
                f.write_str("]")
            }
            Value::Map(members) => {
                f.write_str("{")?;
                for (n, (name, value)) in members.iter().enumerate() {
                    f.write_str(comma(n))?;
                    quoted(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

const fn comma(n: usize) -> &'static str {
    if n == 0 { "" } else { "," }
}

/// Writes `text` as a string of JSON (RFC 8259, section 7).
fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

impl From<bool> for Value {
    fn from(yes: bool) -> Value {
        Value::Switch(yes)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

/// Conversions of numbers. A number that is too large becomes the largest `i64`, which is out of the range of every
/// option.
macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl From<$number> for Value {
            fn from(number: $number) -> Value {
                Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )* };
}

numbers!(u8 u16 u32 u64 usize i32 i64);

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Unset, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Value {
        list.into_iter().collect()
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(list: [T; N]) -> Value {
        list.into_iter().collect()
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(list: I) -> Value {
        Value::List(list.into_iter().map(Into::into).collect())
    }
}

/// A pattern that the caller defines: a regular expression, and the template of its link target.
///
/// See [`FinderBuilder::pattern`](crate::find::FinderBuilder::pattern). As the value of an option it is a map with the
/// members `name`, `pattern` and `href`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pattern {
    /// The name of the pattern and of its matches.
    pub name: String,
    /// The regular expression.
    pub pattern: String,
    /// The template of the target.
    pub href: String,
}

impl Pattern {
    /// A pattern with these parts.
    pub fn new(
        name: impl Into<String>,
        pattern: impl Into<String>,
        href: impl Into<String>,
    ) -> Pattern {
        Pattern { name: name.into(), pattern: pattern.into(), href: href.into() }
    }
}

impl From<Pattern> for Value {
    fn from(pattern: Pattern) -> Value {
        let members =
            [("name", pattern.name), ("pattern", pattern.pattern), ("href", pattern.href)];
        Value::Map(members.map(|(name, text)| (name.to_owned(), Value::Text(text))).into())
    }
}

#[cfg(feature = "serde")]
mod serde_impls {
    use core::fmt;

    use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
    use serde::ser::{Serialize, SerializeMap as _, Serializer};

    use crate::options::value::Value;

    impl Serialize for Value {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Value::Unset => serializer.serialize_unit(),
                Value::Switch(yes) => serializer.serialize_bool(*yes),
                Value::Number(number) => serializer.serialize_i64(*number),
                Value::Text(text) => serializer.serialize_str(text),
                Value::List(list) => serializer.collect_seq(list),
                Value::Map(members) => {
                    let mut map = serializer.serialize_map(Some(members.len()))?;
                    for (name, value) in members {
                        map.serialize_entry(name, value)?;
                    }
                    map.end()
                }
            }
        }
    }

    impl<'de> Deserialize<'de> for Value {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
            deserializer.deserialize_any(AnyValue)
        }
    }

    struct AnyValue;

    impl<'de> Visitor<'de> for AnyValue {
        type Value = Value;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the value of an option")
        }

        fn visit_bool<E: Error>(self, yes: bool) -> Result<Value, E> {
            Ok(Value::Switch(yes))
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
            Ok(Value::Number(number))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
            Ok(Value::from(number))
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
            Ok(Value::from(text))
        }

        fn visit_unit<E: Error>(self) -> Result<Value, E> {
            Ok(Value::Unset)
        }

        fn visit_none<E: Error>(self) -> Result<Value, E> {
            Ok(Value::Unset)
        }

        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
            Value::deserialize(deserializer)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
            let mut values = Vec::new();
            while let Some(value) = list.next_element()? {
                values.push(value);
            }
            Ok(Value::List(values))
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(Value::Map(members))
        }
    }
}
