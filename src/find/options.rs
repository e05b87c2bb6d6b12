//! Presets and the builder: every choice that a caller has.

use core::fmt;

/// A named set of builder options; each option can be changed on top of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// RFC 3986 to the letter: any scheme, ASCII, nothing repaired, Appendix C inside delimiters.
    Rfc,
    /// Mail and everyday prose: known schemes, `www.`, addresses, IRIs, broken lines.
    #[default]
    Mail,
    /// Chat messages: as `Mail`, with bare domains, and no joining of lines.
    Chat,
    /// The autolink extension of GitHub Flavored Markdown, its oddities included. `docs/gfm.md` in the repository
    /// lists where it differs from cmark-gfm and from comrak.
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
    /// As mail is wrapped: inside delimiters, and bare where the [`evidence`](crate::find::evidence()) or a
    /// cut percent triplet speaks for it (see [`Folds`]).
    Mail,
}

/// From which confidence on bare URIs are joined: in mail, so that one join in twenty is wrong, and where
/// every break counts.
const CONSERVATIVE: u8 = 65;
const EAGER: u8 = 35;

/// Which hard wraps of bare URIs are undone, where [`Wrap::Mail`] is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Folds {
    /// None.
    Off,
    /// Those that are likely: few joins are wrong.
    Conservative,
    /// Those that are possible: few breaks are missed.
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

/// A pattern of the caller, with the template for the target of its matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternConfig {
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
    pub(crate) join_confidence: Option<u8>,
    pub(crate) page_breaks: bool,
    pub(crate) hyphen: HyphenOrder,
    pub(crate) readings: Readings,
    pub(crate) default_scheme: String,
    pub(crate) max_len: usize,
    pub(crate) max_lines: usize,
    pub(crate) max_bytes: usize,
    pub(crate) patterns: Vec<PatternConfig>,
    pub(crate) base: Option<String>,
    pub(crate) without: Vec<String>,
    /// The rule of the tests that is in force.
    #[cfg(test)]
    pub(crate) synthetic: Option<&'static str>,
}

impl Config {
    /// How likely a bare URI has to go on below its line to be joined, in percent.
    pub(crate) fn join_confidence(&self) -> u8 {
        let by_folds = if self.folds == Folds::Eager { EAGER } else { CONSERVATIVE };
        self.join_confidence.unwrap_or(by_folds)
    }

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
            join_confidence: None,
            page_breaks: false,
            hyphen: HyphenOrder::Keep,
            readings: Readings::Best,
            default_scheme: "http".to_owned(),
            max_len: 8 * 1024,
            max_lines: 24,
            max_bytes: 4096,
            patterns: Vec::new(),
            base: None,
            without: Vec::new(),
            #[cfg(test)]
            synthetic: None,
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
                folds: Folds::Eager,
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

/// Builds a [`Finder`](crate::find::Finder) with the options of the caller.
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

    /// All options of `preset`, in place of what was set before; patterns and their base stay.
    pub fn preset(&mut self, preset: Preset) -> &mut FinderBuilder {
        let patterns = core::mem::take(&mut self.config.patterns);
        let base = self.config.base.take();
        self.config = Config { patterns, base, ..Config::preset(preset) };
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

    /// Whether a match may have characters outside ASCII (RFC 3987).
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

    /// Whether URIs without delimiters are linked, or only those inside delimiters.
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

    /// The least probability, in percent from 0 to 100, with which a bare URI at the end of its line is joined
    /// with the next line. If it is not set, it is 65 with [`Folds::Conservative`] and 35 with [`Folds::Eager`].
    /// With 0 every possible continuation is joined. More than 100 is an error of `build`.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let text = "see http://example.com/minutes-\nof-march.html";
    /// let found = Finder::new().find_iter(text).next().ok_or("no match")?;
    /// assert_eq!(found.uri().as_str(), "http://example.com/minutes-of-march.html");
    /// let strict = Finder::builder().join_confidence(100).build()?;
    /// let found = strict.find_iter(text).next().ok_or("no match")?;
    /// assert_eq!(found.uri().as_str(), "http://example.com/minutes-");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn join_confidence(&mut self, percent: u8) -> &mut FinderBuilder {
        self.config.join_confidence = Some(percent);
        self
    }

    /// Whether the text is declared format=flowed (RFC 3676). The blank at the end of a line is then weighed
    /// with the rest of the evidence.
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

    /// Over how many lines a URI may run, 24 if it is not set.
    pub fn max_lines(&mut self, lines: usize) -> &mut FinderBuilder {
        self.config.max_lines = lines;
        self
    }

    /// Over how many bytes a URI inside delimiters may run, 4,096 if it is not set.
    pub fn max_bytes(&mut self, bytes: usize) -> &mut FinderBuilder {
        self.config.max_bytes = bytes;
        self
    }

    /// Adds a pattern: what the regular expression `pattern` matches is linked to `href`. `name` tells
    /// the matches of several patterns apart ([`Match::pattern`](crate::find::Match::pattern)). Needs the
    /// feature `patterns`.
    ///
    /// `href` is a template of a URI, or of a relative reference that begins with `/`, `?` or `#` (RFC
    /// 3986, section 4.2). `$1`, `$name` and `${1}` are the groups of the pattern, `$0` is the whole
    /// match, `$$` a dollar sign. A group is percent-encoded for its component, `/`, `?` and `#` included;
    /// `${1:raw}` keeps the ASCII characters of the group unchanged. A group in a host has letters, digits
    /// and hyphens only, a group in a port is a number, and a scheme has no group. A match is not a link if its
    /// groups do not fit, if they are dot segments of the path, or if the URI is longer than
    /// [`max_len`](FinderBuilder::max_len).
    ///
    /// A relative reference is resolved against [`base`](FinderBuilder::base). Without one it is an `href`
    /// for HTML and Markdown ([`Match::href`](crate::find::Match::href)).
    ///
    /// Case folding in `pattern` is ASCII only, unless it has Unicode classes. A match does not cross a
    /// line break or a multiple of `max_len` in its line. A match that cuts a character ends before it.
    /// Where two matches begin together, the pattern wins over the URI, and the earlier pattern over the
    /// later.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let finder = Finder::builder()
    ///     .pattern("issue", r"#(\d+)", "https://example.com/issues/$1")
    ///     .pattern("user", r"@(\w+)", "/users/$1")
    ///     .build()?;
    /// let found: Vec<_> = finder.find_iter("#12 by @ann").collect();
    /// assert_eq!(found[0].uri().as_str(), "https://example.com/issues/12");
    /// assert_eq!(found[0].pattern(), Some("issue"));
    /// assert_eq!(found[1].href(), "/users/ann");
    /// # Ok::<(), linkwright::find::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// [`build`](FinderBuilder::build) refuses an invalid regular expression, a pattern that can match the
    /// empty text, and a template that can never give a URI reference or has a group that the pattern
    /// lacks. The message has a caret under the place.
    pub fn pattern(&mut self, name: &str, pattern: &str, href: &str) -> &mut FinderBuilder {
        self.config.patterns.push(PatternConfig {
            name: name.to_owned(),
            pattern: pattern.to_owned(),
            href: href.to_owned(),
        });
        self
    }

    /// The base URI that relative references of patterns are resolved against (RFC 3986, section 5.1).
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let mut builder = Finder::builder();
    /// builder.pattern("issue", r"#(\d+)", "/issues/$1").base("https://example.com/a/b");
    /// let found = builder.build()?.find_iter("#12").next().map(|found| found.uri().to_string());
    /// assert_eq!(found.as_deref(), Some("https://example.com/issues/12"));
    /// # Ok::<(), linkwright::find::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// [`build`](FinderBuilder::build) refuses an invalid URI. If the finder has patterns, it also
    /// refuses one without a root (`mailto:a@b.example`), and a web URI without a host.
    pub fn base(&mut self, base: &str) -> &mut FinderBuilder {
        self.config.base = Some(base.to_owned());
        self
    }

    /// Turns one of the delimiting rules off; [`rules`](crate::find::rules) lists them.
    pub fn without_rule(&mut self, name: &str) -> &mut FinderBuilder {
        self.config.without.push(name.to_owned());
        self
    }
}
