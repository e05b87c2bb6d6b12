//! The tables of options: each row has the name, the kind, the default, the description and the two accessors.

use core::fmt;

use super::error::{OptionError, OptionProblem};
use super::kind::ValueKind;
use super::near::near;
use super::setting::Setting;
use super::value::Value;
use crate::find::choices::Preset;

/// An option of a builder: its name, its kind of values, its default and its description.
///
/// The name is the key in JSON, the name of the builder's method, and, with a few exceptions, the name of the flag of
/// the command (with `-` for `_`). Most lists have methods for a single member instead: `patterns` has [`pattern`],
/// `without_rules` has [`without_rule`], `attributes` has [`attribute`], `link_schemes` has [`link_scheme`], and
/// `elements_without_links` has [`without_links`] and [`with_links`]. The method [`shorten`] also sets `shorten_how`.
///
/// [`attribute`]: crate::link::HtmlLinkerBuilder::attribute
/// [`link_scheme`]: crate::link::HtmlLinkerBuilder::link_scheme
/// [`pattern`]: crate::find::FinderBuilder::pattern
/// [`shorten`]: crate::link::HtmlLinkerBuilder::shorten
/// [`with_links`]: crate::link::HtmlLinkerBuilder::with_links
/// [`without_links`]: crate::link::HtmlLinkerBuilder::without_links
/// [`without_rule`]: crate::find::FinderBuilder::without_rule
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    pub(crate) name: &'static str,
    #[cfg(feature = "descriptions")]
    pub(crate) about: &'static str,
    pub(crate) kind: ValueKind,
    pub(crate) is_optional: bool,
    pub(crate) default: fn(Preset) -> Value,
}

impl OptionInfo {
    /// The name, in `snake_case`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The effect of the option, in a sentence without a full stop; for a switch, its effect if it is on.
    #[cfg(feature = "descriptions")]
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// The kind of values that the option takes. An [optional](OptionInfo::is_optional) option may also be unset.
    pub const fn kind(&self) -> ValueKind {
        self.kind
    }

    /// Whether the option may be unset: with [`Value::Unset`], with `null` in JSON, or with an empty string in
    /// `set_text`.
    pub const fn is_optional(&self) -> bool {
        self.is_optional
    }

    /// The value in `preset`. The options of linkers have the same default in each preset.
    pub fn default(&self, preset: Preset) -> Value {
        (self.default)(preset)
    }

    /// Checks that the option takes `value`.
    pub(crate) fn check(&self, value: &Value) -> Result<(), OptionError> {
        if self.kind.accepts(value) || self.is_optional && *value == Value::Unset {
            return Ok(());
        }
        Err(self.refuse(value))
    }

    fn refuse(&self, value: &Value) -> OptionError {
        let problem = OptionProblem::Value { expected: self.kind, found: value.clone() };
        OptionError::new(self.name, problem)
    }

    /// Parses a value of the option from `text`.
    pub(crate) fn parse(&self, text: &str) -> Result<Value, OptionError> {
        if self.is_optional && text.is_empty() {
            return Ok(Value::Unset);
        }
        self.kind.parse(text).ok_or_else(|| self.refuse(&text.into()))
    }
}

/// A row of a table of options, with access to the option in the settings `S`.
#[derive(Debug)]
pub(crate) struct OptionRow<S> {
    pub(crate) info: OptionInfo,
    pub(crate) get: fn(&S) -> Value,
    /// Sets the option to a value; `None` if the value is not of the kind of the option.
    pub(crate) set: fn(&mut S, &Value) -> Option<()>,
}

/// Defines a table of [`OptionRow`]s. Each row consists of the name of the field, which is also the name of the option,
/// a range if the value is a number, and the description.
macro_rules! rows {
    ($settings:ty, $default:expr; $($name:ident $([$range:expr])? $about:literal;)*) => {
        &[$($crate::options::table::OptionRow::<$settings> {
            info: $crate::options::table::OptionInfo {
                name: stringify!($name),
                #[cfg(feature = "descriptions")]
                about: $about,
                kind: $crate::options::table::kind(|settings: &$settings| &settings.$name)
                    $(.within($range))?,
                is_optional: $crate::options::table::is_optional(|settings: &$settings| &settings.$name),
                default: |preset| {
                    let default: fn($crate::find::choices::Preset) -> $settings = $default;
                    $crate::options::setting::Setting::to_value(&default(preset).$name)
                },
            },
            get: |settings| $crate::options::setting::Setting::to_value(&settings.$name),
            set: |settings, value| {
                settings.$name = $crate::options::setting::Setting::from_value(value)?;
                Some(())
            },
        }),*]
    };
}

/// Adds the methods for access by name to a builder.
macro_rules! by_name {
    ($builder:ident, $rows:expr) => {
        impl $builder {
            /// Every option of this builder, in the order of the documentation.
            pub fn options()
            -> impl ExactSizeIterator<Item = &'static $crate::options::table::OptionInfo>
            + core::iter::FusedIterator {
                $rows.iter().map(|row| &row.info)
            }

            /// Sets an option by its name. A list replaces the previous list, whereas the methods for a single member
            /// change it; [`OptionInfo`](crate::options::OptionInfo) lists these methods. For every other option, the
            /// method with the same name has the same effect.
            ///
            /// # Errors
            /// Returns an error if no option has the name, or if the option does not take the value. The builder is
            /// then unchanged.
            pub fn set(
                &mut self,
                name: &str,
                value: impl Into<$crate::options::value::Value>,
            ) -> Result<&mut $builder, $crate::options::error::OptionError> {
                let row = $crate::options::table::find($rows, name)?;
                row.change(&mut self.config, &value.into())?;
                Ok(self)
            }

            /// Sets an option by its name to a value that is parsed from `text`
            /// ([`ValueKind::parse`](crate::options::ValueKind::parse)), such as the value of an environment
            /// variable. The empty text unsets an option that may be unset.
            ///
            /// # Errors
            /// Returns an error if no option has the name, or if `text` is not a value of the option. The builder is
            /// then unchanged.
            pub fn set_text(
                &mut self,
                name: &str,
                text: &str,
            ) -> Result<&mut $builder, $crate::options::error::OptionError> {
                let value = $crate::options::table::find($rows, name)?.info.parse(text)?;
                self.set(name, value)
            }

            /// The current value of an option; `None` if no option has that name.
            pub fn get(&self, name: &str) -> Option<$crate::options::value::Value> {
                let row = $crate::options::table::find($rows, name).ok()?;
                Some((row.get)(&self.config))
            }
        }
    };
}

pub(crate) use {by_name, rows};

/// The kind of a field.
pub(crate) const fn kind<S, T: Setting>(_: fn(&S) -> &T) -> ValueKind {
    T::KIND
}

/// Whether a field may be unset.
pub(crate) const fn is_optional<S, T: Setting>(_: fn(&S) -> &T) -> bool {
    T::IS_OPTIONAL
}

/// The row with this name. The error contains similar names.
pub(crate) fn find<S>(
    rows: &'static [OptionRow<S>],
    name: &str,
) -> Result<&'static OptionRow<S>, OptionError> {
    rows.iter().find(|row| row.info.name == name).ok_or_else(|| {
        let near = near(name, rows.iter().map(|row| row.info.name));
        OptionError::new(name, OptionProblem::UnknownOption { near })
    })
}

impl<S> OptionRow<S> {
    /// Sets the option to `value`.
    pub(crate) fn change(&self, settings: &mut S, value: &Value) -> Result<(), OptionError> {
        self.info.check(value)?;
        (self.set)(settings, value).ok_or_else(|| self.info.refuse(value))
    }
}

/// Checks that each option has a valid value, because the typed methods do not check ranges.
pub(crate) fn check<S>(rows: &'static [OptionRow<S>], settings: &S) -> Result<(), OptionError> {
    rows.iter().try_for_each(|row| row.info.check(&(row.get)(settings)))
}

/// Writes the values of all options, and whether the builder has a `decide` closure.
pub(crate) fn debug<S>(
    f: &mut fmt::Formatter<'_>,
    rows: &'static [OptionRow<S>],
    settings: &S,
    has_closure: bool,
) -> fmt::Result {
    let mut map = f.debug_map();
    for row in rows {
        map.entry(&row.info.name(), &(row.get)(settings));
    }
    map.entry(&"decide", &has_closure.then_some("Fn(&mut Link)")).finish()
}
