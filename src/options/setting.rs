//! The types that an option can have in the settings of a builder, with conversions from and to [`Value`].

use super::kind::ValueKind;
use super::value::{Pattern, Value};

/// A type that an option can have in the settings of a builder.
pub(crate) trait Setting: Sized {
    /// The values that the option takes.
    const KIND: ValueKind;

    /// Whether the option may be unset.
    const IS_OPTIONAL: bool = false;

    fn to_value(&self) -> Value;

    /// Converts a value of the kind `KIND`; `None` for other values.
    fn from_value(value: &Value) -> Option<Self>;
}

impl Setting for bool {
    const KIND: ValueKind = ValueKind::Switch;

    fn to_value(&self) -> Value {
        (*self).into()
    }

    fn from_value(value: &Value) -> Option<bool> {
        match value {
            Value::Switch(yes) => Some(*yes),
            _ => None,
        }
    }
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Setting for $number {
            const KIND: ValueKind = ValueKind::Number { least: 0, most: i64::MAX };

            fn to_value(&self) -> Value {
                (*self).into()
            }

            fn from_value(value: &Value) -> Option<$number> {
                match value {
                    Value::Number(number) => (*number).try_into().ok(),
                    _ => None,
                }
            }
        }
    )* };
}

numbers!(u8 usize);

impl Setting for String {
    const KIND: ValueKind = ValueKind::Text;

    fn to_value(&self) -> Value {
        self.as_str().into()
    }

    fn from_value(value: &Value) -> Option<String> {
        value.as_text().map(str::to_owned)
    }
}

impl Setting for Vec<String> {
    const KIND: ValueKind = ValueKind::List { instead: &[], members: &[] };

    fn to_value(&self) -> Value {
        self.iter().map(String::as_str).collect()
    }

    fn from_value(value: &Value) -> Option<Vec<String>> {
        value.as_list()?.iter().map(String::from_value).collect()
    }
}

impl Setting for Vec<(String, String)> {
    const KIND: ValueKind = ValueKind::Map;

    fn to_value(&self) -> Value {
        let members = self.iter().map(|(name, text)| (name.clone(), text.as_str().into()));
        Value::Map(members.collect())
    }

    fn from_value(value: &Value) -> Option<Vec<(String, String)>> {
        let Value::Map(members) = value else { return None };
        members
            .iter()
            .map(|(name, value)| Some((name.clone(), String::from_value(value)?)))
            .collect()
    }
}

impl Setting for Vec<Pattern> {
    const KIND: ValueKind = ValueKind::Patterns;

    fn to_value(&self) -> Value {
        self.iter().cloned().collect()
    }

    fn from_value(value: &Value) -> Option<Vec<Pattern>> {
        value.as_list()?.iter().map(Pattern::of).collect()
    }
}

impl<T: Setting> Setting for Option<T> {
    const KIND: ValueKind = T::KIND;
    const IS_OPTIONAL: bool = true;

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Unset, Setting::to_value)
    }

    fn from_value(value: &Value) -> Option<Option<T>> {
        if *value == Value::Unset { Some(None) } else { T::from_value(value).map(Some) }
    }
}
