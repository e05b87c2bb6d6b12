//! Presets and the builder: every choice that a caller has.

use core::fmt;

/// A named set of builder options; each option can be changed on top of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// RFC 3986 as it stands: any scheme, ASCII, nothing repaired, Appendix C inside delimiters.
    Rfc,
    /// Mail and everyday prose: known schemes, `www.`, addresses, IRIs, broken lines.
    #[default]
    Mail,
    /// Chat messages: as `Mail`, with bare domains, and no joining of lines.
    Chat,
    /// The autolink extension of GitHub Flavored Markdown, its oddities included.
    Gfm,
    /// Harvesting: any scheme, everything that could be meant, every reading.
    Archive,
}

impl Preset {
    /// Every preset, in the order of the documentation.
    pub const ALL: [Preset; 5] =
        [Preset::Rfc, Preset::Mail, Preset::Chat, Preset::Gfm, Preset::Archive];

    /// The name of the preset on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Rfc => "rfc",
            Preset::Mail => "mail",
            Preset::Chat => "chat",
            Preset::Gfm => "gfm",
            Preset::Archive => "archive",
        }
    }

    /// The preset of that name.
    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }
}

/// Which schemes are linked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schemes {
    /// Those that people use in text: web, mail, files, chat, calls, identifiers.
    Known,
    /// Every scheme that IANA has registered, and every `x://`.
    Any,
    /// These and no others.
    Only(Vec<String>),
}

/// How far URIs are put back together over blanks and line breaks (Appendix C).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrap {
    /// Never.
    Off,
    /// Inside angle brackets and quotes.
    Delimited,
    /// As mail is wrapped: inside delimiters, and bare where a hyphen, a cut percent triplet or
    /// the width of the line speaks for it (see [`Folds`]).
    Mail,
}

/// Which hard wraps of bare URIs are undone, where [`Wrap::Mail`] is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Folds {
    /// None.
    Off,
    /// Those that two facts prove: the URI begins its line, and the rest stands alone.
    Conservative,
    /// Any line of 60 columns or more with a structured token below.
    Eager,
}

/// Which reading of a hyphen at a line break comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HyphenOrder {
    /// The hyphen is the URI's. It was in every break that was counted in mail.
    Keep,
    /// The hyphen is the typesetter's.
    Typeset,
}

/// Which readings become matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Readings {
    /// The primary one; the others are its alternates.
    Best,
    /// Each one, for archivers. The matches may overlap.
    All,
}

/// A pattern of the caller's own, with the target of its matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserRule {
    pub(crate) name: String,
    pub(crate) pattern: String,
    pub(crate) href: String,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the builder")]
pub(crate) struct Config {
    pub(crate) preset: Preset,
    pub(crate) schemes: Schemes,
    pub(crate) www: bool,
    pub(crate) domains: bool,
    pub(crate) emails: bool,
    pub(crate) ip: bool,
    pub(crate) iri: bool,
    pub(crate) repair: bool,
    pub(crate) bare: bool,
    pub(crate) zone_ids: bool,
    pub(crate) wrap: Wrap,
    pub(crate) flowed: bool,
    pub(crate) delsp: bool,
    pub(crate) folds: Folds,
    pub(crate) page_breaks: bool,
    pub(crate) hyphen: HyphenOrder,
    pub(crate) readings: Readings,
    pub(crate) default_scheme: String,
    pub(crate) max_len: usize,
    pub(crate) max_lines: usize,
    pub(crate) max_bytes: usize,
    pub(crate) rules: Vec<UserRule>,
    pub(crate) without: Vec<String>,
}

impl Config {
    pub(crate) fn preset(preset: Preset) -> Config {
        let plain = Config {
            preset,
            schemes: Schemes::Known,
            www: true,
            domains: false,
            emails: true,
            ip: false,
            iri: true,
            repair: true,
            bare: true,
            zone_ids: false,
            wrap: Wrap::Mail,
            flowed: false,
            delsp: false,
            folds: Folds::Conservative,
            page_breaks: false,
            hyphen: HyphenOrder::Keep,
            readings: Readings::Best,
            default_scheme: "http".to_owned(),
            max_len: 8 * 1024,
            max_lines: 24,
            max_bytes: 4096,
            rules: Vec::new(),
            without: Vec::new(),
        };
        match preset {
            Preset::Mail => plain,
            Preset::Rfc => Config {
                schemes: Schemes::Any,
                www: false,
                emails: false,
                iri: false,
                repair: false,
                wrap: Wrap::Delimited,
                ..plain
            },
            Preset::Chat => Config { domains: cfg!(feature = "domains"), wrap: Wrap::Off, ..plain },
            Preset::Gfm => Config {
                schemes: Schemes::Only(
                    ["http", "https", "ftp", "mailto", "xmpp"].map(str::to_owned).into(),
                ),
                wrap: Wrap::Off,
                ..plain
            },
            Preset::Archive => Config {
                schemes: Schemes::Any,
                domains: cfg!(feature = "domains"),
                readings: Readings::All,
                ..plain
            },
        }
    }
}

/// Why a finder could not be built: the option, and what is wrong with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    pub(crate) option: &'static str,
    pub(crate) message: String,
}

impl BuildError {
    /// The name of the option, as the builder's method.
    pub const fn option(&self) -> &'static str {
        self.option
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.option, self.message)
    }
}

impl core::error::Error for BuildError {}

/// Builds a [`Finder`](super::Finder) with options of the caller's own.
///
/// ```
/// use linkwright::{Finder, find::Preset};
///
/// let finder = Finder::builder()
///     .preset(Preset::Chat)
///     .ip(true)
///     .build()?;
/// let found: Vec<String> =
///     finder.find_iter("try 192.0.2.1:8080/x").map(|m| m.text().to_owned()).collect();
/// assert_eq!(found, ["192.0.2.1:8080/x"]);
/// # Ok::<(), linkwright::find::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FinderBuilder {
    pub(crate) config: Config,
}

impl Default for FinderBuilder {
    fn default() -> FinderBuilder {
        FinderBuilder { config: Config::preset(Preset::Mail) }
    }
}

impl FinderBuilder {
    /// A builder with the options of [`Preset::Mail`].
    pub fn new() -> FinderBuilder {
        FinderBuilder::default()
    }

    /// All options of `preset`, in place of what was set before; user rules stay.
    pub fn preset(&mut self, preset: Preset) -> &mut FinderBuilder {
        let rules = core::mem::take(&mut self.config.rules);
        self.config = Config { rules, ..Config::preset(preset) };
        self
    }

    /// Which schemes are linked.
    pub fn schemes(&mut self, schemes: Schemes) -> &mut FinderBuilder {
        self.config.schemes = schemes;
        self
    }

    /// Whether `www.example.com` is linked.
    pub fn www(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.www = yes;
        self
    }

    /// Whether bare domains such as `example.com/a` are linked. Needs the feature `domains`.
    pub fn domains(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.domains = yes;
        self
    }

    /// Whether e-mail addresses are linked.
    pub fn emails(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.emails = yes;
        self
    }

    /// Whether bare IPv4 addresses are linked.
    pub fn ip(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.ip = yes;
        self
    }

    /// Whether characters outside ASCII may stand in a match (RFC 3987).
    pub fn iri(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.iri = yes;
        self
    }

    /// Whether characters that people write although the grammar has no place for them are
    /// percent-encoded in path, query and fragment.
    pub fn repair(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.repair = yes;
        self
    }

    /// Whether URIs that stand in the open are linked, or only those inside delimiters.
    pub fn bare(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.bare = yes;
        self
    }

    /// Whether an IPv6 host may have a zone id (RFC 6874).
    pub fn zone_ids(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.zone_ids = yes;
        self
    }

    /// How far URIs are put back together over blanks and line breaks.
    pub fn wrap(&mut self, wrap: Wrap) -> &mut FinderBuilder {
        self.config.wrap = wrap;
        self
    }

    /// Which hard wraps of bare URIs are undone.
    pub fn folds(&mut self, folds: Folds) -> &mut FinderBuilder {
        self.config.folds = folds;
        self
    }

    /// Whether the text is declared format=flowed (RFC 3676): a blank at the end of a line then
    /// ends a bare URI.
    pub fn flowed(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.flowed = yes;
        self
    }

    /// Whether flowed text is declared `DelSp`=yes: the blank at the end of a line is then deleted,
    /// and a bare URI goes on.
    pub fn delsp(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.delsp = yes;
        self
    }

    /// Whether the page breaks of RFCs (footer, form feed, header) are skipped inside delimiters.
    pub fn page_breaks(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.page_breaks = yes;
        self
    }

    /// Which reading of a hyphen at a line break comes first.
    pub fn hyphen(&mut self, order: HyphenOrder) -> &mut FinderBuilder {
        self.config.hyphen = order;
        self
    }

    /// Which readings become matches.
    pub fn readings(&mut self, readings: Readings) -> &mut FinderBuilder {
        self.config.readings = readings;
        self
    }

    /// The scheme of matches that have none, `http` if it is not set.
    pub fn default_scheme(&mut self, scheme: &str) -> &mut FinderBuilder {
        scheme.clone_into(&mut self.config.default_scheme);
        self
    }

    /// The length of the longest URI in bytes, 8 KiB if it is not set; 16 to 65,536.
    pub fn max_len(&mut self, bytes: usize) -> &mut FinderBuilder {
        self.config.max_len = bytes;
        self
    }

    /// Over how many lines a URI inside delimiters may run, 24 if it is not set.
    pub fn max_lines(&mut self, lines: usize) -> &mut FinderBuilder {
        self.config.max_lines = lines;
        self
    }

    /// Over how many bytes a URI inside delimiters may run, 4,096 if it is not set.
    pub fn max_bytes(&mut self, bytes: usize) -> &mut FinderBuilder {
        self.config.max_bytes = bytes;
        self
    }

    /// Adds a rule of the caller's own: what `pattern` matches is linked to `href`, in which
    /// `$0`, `$1`, `$name` stand for the groups. Needs the feature `rules`.
    ///
    /// Case folding in `pattern` is ASCII only, a match does not cross a line break, and where
    /// two matches begin together the rule wins over the URI and the earlier rule over the later.
    pub fn rule(&mut self, name: &str, pattern: &str, href: &str) -> &mut FinderBuilder {
        self.config.rules.push(UserRule {
            name: name.to_owned(),
            pattern: pattern.to_owned(),
            href: href.to_owned(),
        });
        self
    }

    /// Turns one of the delimiting rules off; [`rules`](super::rules) lists them.
    pub fn without_rule(&mut self, name: &str) -> &mut FinderBuilder {
        self.config.without.push(name.to_owned());
        self
    }
}
