//! The finders for property tests.

use core::fmt;
use core::ops::Deref;
use std::sync::LazyLock;

use linkwright::Finder;
use linkwright::find::{HyphenOrder, Preset, Readings, Schemes, Wrap};

/// A finder that is printed as the calls that build it.
pub(crate) struct Setting {
    name: &'static str,
    finder: Finder,
}

impl Setting {
    /// Whether the finder returns every reading as a separate match.
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

/// Makes a setting from calls on a builder.
macro_rules! setting {
    ($($call:ident($($value:expr),+)),+) => {{
        let name = concat!($(stringify!($call), "(", $(stringify!($value), " ",)+ ") "),+);
        let mut builder = Finder::builder();
        builder$(.$call($($value),+))+;
        Setting { name, finder: builder.build().expect("the options are valid") }
    }};
}

/// Settings without patterns: every preset, and options that make the search take other code paths.
pub(crate) fn all() -> &'static [Setting] {
    &FINDERS
}

/// Settings with patterns: some match often, some overlap each other and URIs, some cut characters, and many have
/// templates that yield no URI. They are not in [`all`], because the first byte of a kept fuzzer input selects a
/// setting by its position there.
pub(crate) fn with_patterns() -> &'static [Setting] {
    &WITH_PATTERNS
}

/// Settings for which the search has few triggers. They are not in [`all`] either.
pub(crate) fn narrow() -> &'static [Setting] {
    &NARROW
}

/// Settings with patterns that match no plain words; they join no lines.
pub(crate) fn quiet() -> &'static [Setting] {
    &QUIET
}

/// Settings that join no lines and report only the best reading of a text.
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
        setting!(preset(Preset::Archive), wrap(Wrap::Off), localhost(true)),
        setting!(preset(Preset::Chat), wrap(Wrap::Mail), ip(true), localhost(true)),
        setting!(wrap(Wrap::Delimited), repair(false)),
        setting!(hyphen(HyphenOrder::Typeset)),
        setting!(readings(Readings::All)),
        setting!(bare(false)),
        setting!(iri(false), schemes(Schemes::Any)),
        setting!(preset(Preset::Archive), max_len(16), max_lines(2), max_bytes(20)),
        setting!(max_len(20), max_lines(1)),
        setting!(preset(Preset::Uts58)),
        setting!(preset(Preset::Archive), skip_code(true)),
    ]
});

static NARROW: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    vec![
        setting!(schemes(["http", "https"]), emails(false)),
        setting!(schemes(["http", "https"]), emails(false), www(false)),
        setting!(schemes(["https", "tel"]), emails(false)),
        setting!(preset(Preset::Chat), emails(false)),
        setting!(emails(true), uris(false), www(false)),
    ]
});

static WITH_PATTERNS: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    vec![
        setting!(
            max_len(128),
            max_bytes(64),
            pattern("user", r"@(\w+)", "/users/$1"),
            pattern("number", r"\b(\d+)", "https://example.com:$1/$1"),
            pattern("word", r"(?i)\b(the|word|a)\b", "?q=$1#$0")
        ),
        setting!(
            preset(Preset::Chat),
            max_len(128),
            max_bytes(64),
            pattern("any", "..", "https://$0.example/$0"),
            pattern("line", "^.*[a-z]", "https://example.com/?$0"),
            base("https://example.org/a/b")
        ),
        setting!(
            preset(Preset::Archive),
            readings(Readings::Best),
            max_len(128),
            max_bytes(64),
            pattern("raw", r"[^ ]+", "/${0:raw}"),
            pattern("byte", r"(?-u:[\x80-\xFF])+", "s:$0"),
            pattern("empty", "(a?)(b?)[./]", "/$1/$2"),
            base("file:///a/b")
        ),
        setting!(
            max_len(20),
            max_bytes(64),
            pattern("tail", r"\w+$", "//${0:raw}/"),
            pattern("cut", "[a-z].", "s://$0@h/$0?$0#$0")
        ),
        setting!(
            preset(Preset::Gfm),
            skip_code(true),
            max_len(16),
            max_bytes(16),
            pattern("mark", "`+.", "/$0"),
            pattern("user", r"@(\w+)", "/users/$1")
        ),
    ]
});

static QUIET: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    vec![setting!(
        wrap(Wrap::Off),
        pattern("user", r"@(\w+)", "/users/$1"),
        pattern("number", r"\d.", "https://example.com:$0/$0"),
        pattern("mark", "[^ -z]+", "//example.com/$0")
    )]
});

static UNWRAPPED: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    vec![
        setting!(preset(Preset::Chat), localhost(true)),
        setting!(preset(Preset::Gfm)),
        setting!(wrap(Wrap::Off)),
        setting!(preset(Preset::Archive), wrap(Wrap::Off), readings(Readings::Best)),
        setting!(preset(Preset::Uts58)),
    ]
});
