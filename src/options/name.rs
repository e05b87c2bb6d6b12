//! The macro `names!`, which names the variants of an enum: it defines `ALL`, `name`, `FromStr` and `Display`.

use core::fmt;

use super::near::near;

/// The maximum number of names that a message lists.
const MOST_LISTED: usize = 12;

/// The error for a text that is not the name of a value, as in `"chta".parse::<Preset>()`.
///
/// ```
/// use linkwright::find::Preset;
///
/// let error = "chta".parse::<Preset>().unwrap_err();
/// assert_eq!(error.to_string(), "no preset is named \"chta\"; the names are rfc, mail, chat, gfm, uts58, archive");
/// assert_eq!(error.near(), ["chat"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
    names: Vec<&'static str>,
}

impl UnknownName {
    pub(crate) fn new(what: &'static str, name: &str, names: Vec<&'static str>) -> UnknownName {
        UnknownName { what, name: name.to_owned(), names }
    }

    /// The valid names with a similar spelling, at most three.
    pub fn near(&self) -> Vec<&'static str> {
        near(&self.name, self.names.iter().copied())
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} is named {:?}", self.what, self.name)?;
        if self.names.len() <= MOST_LISTED {
            return write!(f, "; the names are {}", self.names.join(", "));
        }
        let near = self.near();
        if near.is_empty() { Ok(()) } else { write!(f, "; did you mean {}?", near.join(" or ")) }
    }
}

impl core::error::Error for UnknownName {}

/// Implements `ALL`, `name`, `FromStr` and `Display` for an enum without fields, and `Setting`, so that it can be the
/// value of an option.
macro_rules! names {
    ($type:ident $what:literal { $($variant:ident $name:literal)* }) => {
        impl $type {
            /// Every value, in the order of the documentation.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// The name, which `parse` accepts.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)* }
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::options::name::UnknownName;

            fn from_str(name: &str) -> Result<$type, $crate::options::name::UnknownName> {
                let found = $type::ALL.iter().copied().find(|one| one.name() == name);
                found.ok_or_else(|| {
                    $crate::options::name::UnknownName::new($what, name, vec![$($name),*])
                })
            }
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl $crate::options::setting::Setting for $type {
            const KIND: $crate::options::kind::ValueKind =
                $crate::options::kind::ValueKind::Choice(&[$($name),*]);

            fn to_value(&self) -> $crate::options::value::Value {
                self.name().into()
            }

            fn from_value(value: &$crate::options::value::Value) -> Option<$type> {
                value.as_text()?.parse().ok()
            }
        }
    };
}

pub(crate) use names;
