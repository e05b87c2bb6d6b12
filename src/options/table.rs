//! The tables of options: one row gives the name, the kind, the default, the description and both accesses by name.

use super::error::{OptionError, OptionProblem};
use super::kind::ValueKind;
use super::near::near;
use super::setting::Setting;
use super::value::Value;
use crate::find::choices::Preset;

/// An option of a builder: its name, what values it takes, what it does.
///
/// The name is that of the builder's method, of the flag of the command (with `-` for `_`) and of the key in JSON.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    pub(crate) name: &'static str,
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

    /// What the option does, in a sentence without a full stop; of a switch, what it does when it is on.
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// What values it takes.
    pub const fn kind(&self) -> ValueKind {
        self.kind
    }

    /// Whether it may also have no value ([`Value::Unset`]).
    pub const fn is_optional(&self) -> bool {
        self.is_optional
    }

    /// The value in `preset`. The options of linkers have the same default in each preset.
    pub fn default(&self, preset: Preset) -> Value {
        (self.default)(preset)
    }

    /// An error unless `value` is one that the option takes.
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

    /// The value that is written as `text`.
    pub(crate) fn parse(&self, text: &str) -> Result<Value, OptionError> {
        self.kind.parse(text).ok_or_else(|| self.refuse(&text.into()))
    }
}

/// An option of the settings `S`.
#[derive(Debug)]
pub(crate) struct Row<S> {
    pub(crate) info: OptionInfo,
    pub(crate) get: fn(&S) -> Value,
    /// Sets a value; `None` if it is not of the kind.
    pub(crate) set: fn(&mut S, &Value) -> Option<()>,
}

/// A table of [`Row`]s: for each the field, which is also the name, a range for a number, and the description.
macro_rules! rows {
    ($settings:ty, $default:expr; $($name:ident $([$least:literal to $most:literal])? $about:literal;)*) => {
        &[$($crate::options::table::Row::<$settings> {
            info: $crate::options::table::OptionInfo {
                name: stringify!($name),
                about: $about,
                kind: $crate::options::table::kind(|settings: &$settings| &settings.$name)
                    $(.within($least, $most))?,
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

/// Gives the builder of these settings the access by name.
macro_rules! by_name {
    ($builder:ident, $rows:expr) => {
        impl $builder {
            /// Every option of this builder, in the order of the documentation.
            pub fn options()
            -> impl ExactSizeIterator<Item = &'static $crate::options::table::OptionInfo>
            + core::iter::FusedIterator {
                $rows.iter().map(|row| &row.info)
            }

            /// Sets an option by its name, as the method of that name does. A list replaces the former one.
            ///
            /// # Errors
            /// No option has the name, or the option does not take the value; the builder is unchanged.
            pub fn set(
                &mut self,
                name: &str,
                value: impl Into<$crate::options::value::Value>,
            ) -> Result<&mut $builder, $crate::options::error::OptionError> {
                $crate::options::table::set($rows, &mut self.config, name, &value.into())?;
                Ok(self)
            }

            /// Sets an option by its name to the value that is written as `text`
            /// ([`ValueKind::parse`](crate::options::ValueKind::parse)), as in an environment variable.
            ///
            /// # Errors
            /// As for `set`.
            pub fn set_text(
                &mut self,
                name: &str,
                text: &str,
            ) -> Result<&mut $builder, $crate::options::error::OptionError> {
                let value = $crate::options::table::find($rows, name)?.info.parse(text)?;
                self.set(name, value)
            }

            /// The value that an option has now; `None` if no option has that name.
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

/// Whether a field may have no value.
pub(crate) const fn is_optional<S, T: Setting>(_: fn(&S) -> &T) -> bool {
    T::IS_OPTIONAL
}

/// The row with that name.
pub(crate) fn find<S>(rows: &'static [Row<S>], name: &str) -> Result<&'static Row<S>, OptionError> {
    rows.iter().find(|row| row.info.name == name).ok_or_else(|| {
        let near = near(name, rows.iter().map(|row| row.info.name));
        OptionError::new(name, OptionProblem::UnknownOption { near })
    })
}

/// Sets the option with that name.
pub(crate) fn set<S>(
    rows: &'static [Row<S>],
    settings: &mut S,
    name: &str,
    value: &Value,
) -> Result<(), OptionError> {
    let row = find(rows, name)?;
    row.info.check(value)?;
    (row.set)(settings, value).ok_or_else(|| row.info.refuse(value))
}

/// An error unless each option has a value that it takes: the typed methods check no ranges.
pub(crate) fn check<S>(rows: &'static [Row<S>], settings: &S) -> Result<(), OptionError> {
    rows.iter().try_for_each(|row| row.info.check(&(row.get)(settings)))
}
