//! The finders by which every promise is tested.

use core::fmt;
use core::ops::Deref;
use std::sync::LazyLock;

use linkwright::Finder;
use linkwright::find::{HyphenOrder, Preset, Readings, Schemes, Wrap};

/// A finder that is shown by the calls that made it.
pub(crate) struct Setting {
    name: &'static str,
    finder: Finder,
}

impl Setting {
    /// Whether every reading is asked for as a match of its own.
    pub(crate) fn gives_every_reading(&self) -> bool {
        let asks = ["Readings::All", "Preset::Archive"].iter().any(|call| self.name.contains(call));
        asks && !self.name.contains("Readings::Best")
    }
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Deref for Setting {
    type Target = Finder;

    fn deref(&self) -> &Finder {
        &self.finder
    }
}

/// A setting of the calls on a builder.
macro_rules! setting {
    ($($call:ident($value:expr)),+) => {{
        let name = concat!($(stringify!($call), "(", stringify!($value), ") "),+);
        let mut builder = Finder::builder();
        builder$(.$call($value))+;
        Setting { name, finder: builder.build().expect("the settings are good") }
    }};
}

/// The settings that differ most.
pub(crate) fn all() -> &'static [Setting] {
    &FINDERS
}

/// Those that read each line by itself, and each place once.
pub(crate) fn unwrapped() -> &'static [Setting] {
    &UNWRAPPED
}

static FINDERS: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    vec![
        setting!(preset(Preset::Rfc)),
        setting!(preset(Preset::Mail)),
        setting!(preset(Preset::Chat)),
        setting!(preset(Preset::Gfm)),
        setting!(preset(Preset::Archive)),
        setting!(preset(Preset::Archive), wrap(Wrap::Off)),
        setting!(preset(Preset::Chat), wrap(Wrap::Mail), ip(true)),
        setting!(wrap(Wrap::Delimited), repair(false)),
        setting!(hyphen(HyphenOrder::Typeset)),
        setting!(readings(Readings::All)),
        setting!(bare(false)),
        setting!(iri(false), schemes(Schemes::Any)),
        setting!(preset(Preset::Archive), max_len(16), max_lines(2), max_bytes(20)),
        setting!(max_len(20), max_lines(1)),
    ]
});

static UNWRAPPED: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    vec![
        setting!(preset(Preset::Chat)),
        setting!(preset(Preset::Gfm)),
        setting!(wrap(Wrap::Off)),
        setting!(preset(Preset::Archive), wrap(Wrap::Off), readings(Readings::Best)),
    ]
});
