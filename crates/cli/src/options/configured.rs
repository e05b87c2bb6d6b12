//! Options that come from a configuration file, with their positions.

use core::fmt;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use linkwright::find::Preset;
use linkwright::options::Value;

use crate::show::visible;

/// A value from a configuration file, with its position.
#[derive(Clone, Debug)]
pub(crate) struct Configured<T> {
    pub(crate) value: T,
    pub(crate) origin: Origin,
}

/// The options of the finder or of the linkers, by name.
pub(crate) type ConfiguredOptions = BTreeMap<String, Configured<Value>>;

/// The preset, if a configuration file sets one.
pub(crate) type ConfiguredPreset = Option<Configured<Preset>>;

/// The position of a value, displayed as `FILE:LINE`.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) file: Arc<Path>,
    /// The line number, from 1.
    pub(crate) line: usize,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", visible(&self.file.to_string_lossy()), self.line)
    }
}
