//! The builder of a finder, with all its options.

use super::choices::{Delimiting, Folds, HyphenOrder, Preset, Readings, Schemes, Wrap};
use super::config::{Config, ROWS};
use crate::options::table::by_name;
use crate::options::value::Pattern;
use crate::vocabulary::MatchKind;

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
/// # Ok::<(), linkwright::options::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FinderBuilder {
    pub(crate) config: Config,
}

by_name!(FinderBuilder, ROWS);

impl Default for FinderBuilder {
    /// A builder with the options of [`Preset::Mail`].
    fn default() -> FinderBuilder {
        FinderBuilder { config: Config::preset(Preset::Mail) }
    }
}

impl FinderBuilder {
    /// Sets all options to those of `preset`; patterns and their base are kept.
    pub fn preset(&mut self, preset: Preset) -> &mut FinderBuilder {
        let patterns = core::mem::take(&mut self.config.patterns);
        let base = self.config.base.take();
        self.config = Config { patterns, base, ..Config::preset(preset) };
        self
    }

    /// The schemes that are found: a value of [`Schemes`], or a list of names.
    ///
    /// A linker has a separate list ([`HtmlLinkerBuilder::schemes`]), and links a match of the finder only if its
    /// scheme is on that list. To link a custom scheme, add it to both lists.
    ///
    /// [`HtmlLinkerBuilder::schemes`]: crate::link::HtmlLinkerBuilder::schemes
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let finder = Finder::builder().schemes(["https"]).build()?;
    /// let found = finder.find_iter("http://a.example https://b.example").next();
    /// assert_eq!(found.map(|found| found.text().to_owned()).as_deref(), Some("https://b.example"));
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// [`build`](FinderBuilder::build) rejects a name that is not a scheme (RFC 3986, section 3.1).
    pub fn schemes(&mut self, schemes: impl Into<Schemes>) -> &mut FinderBuilder {
        self.config.schemes = schemes.into();
        self
    }

    /// Finds only these kinds of matches. A shortcut for [`uris`](FinderBuilder::uris), [`www`](FinderBuilder::www),
    /// [`domains`](FinderBuilder::domains), [`emails`](FinderBuilder::emails) and [`ip`](FinderBuilder::ip). The
    /// matches of a [`pattern`](FinderBuilder::pattern) are always found, whether or not the kinds include
    /// [`MatchKind::Pattern`].
    ///
    /// ```
    /// use linkwright::{Finder, find::MatchKind};
    ///
    /// let finder = Finder::builder().kinds([MatchKind::Email]).build()?;
    /// let found = finder.find_iter("http://a.example, jane@b.example").next();
    /// assert_eq!(found.map(|found| found.text().to_owned()).as_deref(), Some("jane@b.example"));
    ///
    /// // The kinds can also be parsed from a text with commas.
    /// let kinds = "uri,www".split(',').map(str::parse).collect::<Result<Vec<MatchKind>, _>>()?;
    /// assert!(!Finder::builder().kinds(kinds).build()?.is_match("jane@b.example"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kinds(&mut self, kinds: impl IntoIterator<Item = MatchKind>) -> &mut FinderBuilder {
        let kinds: Vec<MatchKind> = kinds.into_iter().collect();
        self.uris(kinds.contains(&MatchKind::Uri))
            .www(kinds.contains(&MatchKind::Www))
            .domains(kinds.contains(&MatchKind::Domain))
            .emails(kinds.contains(&MatchKind::Email))
            .ip(kinds.contains(&MatchKind::Ip))
    }

    /// Whether URIs with a scheme are found.
    pub fn uris(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.uris = yes;
        self
    }

    /// Whether hosts that begin with `www.`, such as `www.example.com`, are found.
    pub fn www(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.www = yes;
        self
    }

    /// Whether bare domains such as `example.com/a` are found. Needs the feature `domains`.
    pub fn domains(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.domains = yes;
        self
    }

    /// Whether e-mail addresses are found.
    pub fn emails(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.emails = yes;
        self
    }

    /// Whether bare IPv4 addresses are found.
    pub fn ip(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.ip = yes;
        self
    }

    /// Whether `localhost` with a port, such as `localhost:3000/a`, is found where bare [`domains`] are found. It is a
    /// [`MatchKind::Domain`]. Without a port, `localhost` is a word.
    ///
    /// [`domains`]: FinderBuilder::domains
    ///
    /// ```
    /// use linkwright::{Finder, find::Preset};
    ///
    /// let finder = Finder::builder().preset(Preset::Chat).localhost(true).build()?;
    /// let found = finder.find_iter("localhost is up: see localhost:3000/a").next();
    /// assert_eq!(found.map(|found| found.uri().to_string()).as_deref(), Some("http://localhost:3000/a"));
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn localhost(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.localhost = yes;
        self
    }

    /// Whether a match may have characters outside ASCII (RFC 3987).
    pub fn iri(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.iri = yes;
        self
    }

    /// Whether letters of all scripts are accepted in the local part of an address (RFC 6531), which is on only in
    /// [`Preset::Uts58`].
    ///
    /// If this is off, only letters of scripts with blanks between words are accepted (`josé@example.com`), and only with
    /// [`iri`](FinderBuilder::iri). Letters of other scripts (Han, kana, Hangul, Thai, Lao, Burmese, Khmer) often belong to
    /// the words before the address. If this is on, such a letter directly before an ASCII letter or digit still belongs
    /// to these words; otherwise the local part begins where the run of letters begins. [`Delimiting::Uts58`] always reads
    /// the whole run, and [`Delimiting::Gfm`] accepts only ASCII.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let finder = Finder::builder().email_utf8(true).build()?;
    /// let text = "邮箱：用户@example.com，或发邮件至foo@example.com";
    /// let found: Vec<String> = finder.find_iter(text).map(|m| m.uri().as_str().to_owned()).collect();
    /// assert_eq!(found, ["mailto:%E7%94%A8%E6%88%B7@example.com", "mailto:foo@example.com"]);
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn email_utf8(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.email_utf8 = yes;
        self
    }

    /// Whether characters that people write, but that the grammar does not allow, are percent-encoded in the path, the
    /// query and the fragment. With [`Delimiting::Gfm`] they are also percent-encoded in the host.
    pub fn repair(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.repair = yes;
        self
    }

    /// Whether URIs without delimiters around them are found. If not, only URIs inside delimiters are found.
    pub fn bare(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.bare = yes;
        self
    }

    /// The rules that determine where a URI begins and ends.
    pub fn delimiting(&mut self, delimiting: Delimiting) -> &mut FinderBuilder {
        self.config.delimiting = delimiting;
        self
    }

    /// Whether texts that are probably not links are also found. Examples are a URI directly after a digit, a URI with
    /// a port above 65535, a URI with a host that looks like prose, and a name or an address with a low
    /// [`confidence`](crate::find::Match::confidence). Many of these matches have a [`Flag`](crate::find::Flag).
    pub fn doubtful(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.doubtful = yes;
        self
    }

    /// Whether matches that begin in code are left out, for the texts of chat programs, which show code between
    /// backticks differently. Code begins with a run of one or two backticks if a run of the same length follows on the
    /// same line, within 1,024 bytes, or with a run of three or more and then ends with the next run that is at least as
    /// long, or with the text. A run after a backslash begins no code. These are the runs of `CommonMark` (0.31, 4.5 and
    /// 6.1) without what chat programs leave out: blocks need not begin or end their lines.
    ///
    /// In HTML and Markdown, [`rewrite`](crate::rewrite) leaves the code of the document alone whatever this option is;
    /// the option adds the backticks that stand in their text.
    ///
    /// ```
    /// use linkwright::{Finder, find::Preset};
    ///
    /// let finder = Finder::builder().preset(Preset::Chat).skip_code(true).build()?;
    /// let text = "not `http://a.example/` but http://b.example/\n```\ncurl http://c.example/\n```";
    /// let found: Vec<&str> = finder.find_iter(text).map(|found| &text[found.span().range()]).collect();
    /// assert_eq!(found, ["http://b.example/"]);
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn skip_code(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.skip_code = yes;
        self
    }

    /// Whether defanged text is found: text that is written so that no program makes a link of it, as in reports about
    /// malicious hosts. The signs are `hxxp` and `fxp` in place of `http` and `ftp`, and brackets around the separators of
    /// a host or an address: `[.]`, `(dot)`, `[:]//`, `[://]`, `[at]`. Such a match has the flag
    /// [`Defanged`](crate::find::Flag::Defanged), and no linker links it. Bare names and IPv4 addresses are found even if
    /// [`domains`](Self::domains) and [`ip`](Self::ip) are off. Lines are not joined.
    ///
    /// ```
    /// use linkwright::{Finder, find::Flag};
    ///
    /// let finder = Finder::builder().defanged(true).build()?;
    /// let found = finder.find("from hxxps://evil.example[.]com/a[.]php today").unwrap();
    /// assert_eq!(found.text(), "hxxps://evil.example[.]com/a[.]php");
    /// assert_eq!(found.uri(), "https://evil.example.com/a.php");
    /// assert!(found.flags().contains(Flag::Defanged));
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn defanged(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.defanged = yes;
        self
    }

    /// Which URIs are joined across blanks and line breaks.
    pub fn wrap(&mut self, wrap: Wrap) -> &mut FinderBuilder {
        self.config.wrap = wrap;
        self
    }

    /// Which hard-wrapped bare URIs and e-mail addresses are joined with [`Wrap::Mail`].
    pub fn folds(&mut self, folds: Folds) -> &mut FinderBuilder {
        self.config.folds = folds;
        self
    }

    /// The minimum probability, in percent from 0 to 100, for joining a bare URI or an e-mail address at the end of its
    /// line with the next line. The default is 50 with [`Folds::Conservative`] and 35 with [`Folds::Eager`]. With 0,
    /// every possible continuation is joined. `build` rejects a value above 100.
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

    /// Whether the text is format=flowed (RFC 3676). In such a text the writer intended every line break without a
    /// blank before it, so the evidence for a join at such a break is weaker.
    pub fn flowed(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.flowed = yes;
        self
    }

    /// Whether [`flowed`](FinderBuilder::flowed) text has `DelSp`=yes. The blank at the end of a line is then deleted,
    /// and with [`Wrap::Mail`] a bare URI continues on the next line.
    pub fn delsp(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.delsp = yes;
        self
    }

    /// Whether the page breaks of RFCs (footer, form feed, header) are skipped inside delimiters.
    pub fn page_breaks(&mut self, yes: bool) -> &mut FinderBuilder {
        self.config.page_breaks = yes;
        self
    }

    /// Which reading of a hyphen at a line break is the primary one.
    pub fn hyphen(&mut self, order: HyphenOrder) -> &mut FinderBuilder {
        self.config.hyphen = order;
        self
    }

    /// Which readings become matches.
    pub fn readings(&mut self, readings: Readings) -> &mut FinderBuilder {
        self.config.readings = readings;
        self
    }

    /// The scheme for matches written without one, such as `www.example.com`. The default is `http`. E-mail addresses
    /// always get `mailto`.
    pub fn default_scheme(&mut self, scheme: &str) -> &mut FinderBuilder {
        scheme.clone_into(&mut self.config.default_scheme);
        self
    }

    /// The maximum length of a URI in bytes, 16 to 65,536; the default is 8 KiB.
    pub fn max_len(&mut self, bytes: usize) -> &mut FinderBuilder {
        self.config.max_len = bytes;
        self
    }

    /// The maximum number of lines of a URI inside delimiters, and the maximum number of pieces of a bare URI or an
    /// e-mail address: 1 to 1,000, by default 24. A bare URI never has more than 16 pieces.
    pub fn max_lines(&mut self, lines: usize) -> &mut FinderBuilder {
        self.config.max_lines = lines;
        self
    }

    /// The maximum number of bytes from the opener to the closer of a URI inside delimiters, and from the beginning to
    /// the end of a joined bare URI or e-mail address: 16 to 65,536, by default 4,096.
    pub fn max_bytes(&mut self, bytes: usize) -> &mut FinderBuilder {
        self.config.max_bytes = bytes;
        self
    }

    /// Adds a pattern: the matches of the regular expression `pattern` are linked to `href`. `name` distinguishes the
    /// matches of several patterns ([`Match::pattern`](crate::find::Match::pattern)). Needs the feature `patterns`.
    ///
    /// `href` is a template of a URI, or of a relative reference that begins with `/`, `?` or `#` (RFC 3986, section
    /// 4.2). `$1`, `$name` and `${1}` insert groups of the pattern, `$0` inserts the whole match, and `$$` is a dollar
    /// sign. A group is percent-encoded for its component, including `/`, `?` and `#`; `${1:raw}` keeps the ASCII
    /// characters of the group unchanged. A group in the host may contain only letters, digits and hyphens, a group in
    /// the port must be a number, and the scheme cannot contain a group. The text is not a match if a group does not
    /// fit its component, if a group adds a dot segment to the path, or if the URI is longer than
    /// [`max_len`](FinderBuilder::max_len).
    ///
    /// A relative reference is resolved against [`base`](FinderBuilder::base). If no base is set,
    /// [`Match::href`](crate::find::Match::href) returns the relative reference for use in HTML and Markdown.
    ///
    /// Classes and case folding in `pattern` are ASCII: `\w` is `[0-9A-Za-z_]`, and `\b` is a boundary of such a word.
    /// They are Unicode if the pattern begins with `(?u)` or contains a non-ASCII character class. Without `(?u)`,
    /// `@(\w+)` matches only the `@Zo` of `@Zoé`. Names of properties (`\p{L}`) are not available.
    ///
    /// The regular expression can look at the text before the match on the same line. For example, `\B@` is an `@` that
    /// does not follow a letter, a digit or an underscore, so it is not the `@` of an address; `^` is the beginning of
    /// the line. A long line is searched in pieces of `max_len` bytes, and a match crosses neither a line break nor the
    /// end of a piece. A match that ends inside a character is shortened to end before that character. If two matches
    /// begin at the same offset, a pattern takes precedence over a URI, and an earlier pattern over a later one.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let finder = Finder::builder()
    ///     .pattern("issue", r"#(\d+)", "https://example.com/issues/$1")
    ///     .pattern("user", r"(?u)\B@(\w+)", "/users/$1")
    ///     .build()?;
    /// let found: Vec<_> = finder.find_iter("#12 by @Zoé").collect();
    /// assert_eq!(found[0].uri().as_str(), "https://example.com/issues/12");
    /// assert_eq!(found[0].pattern(), Some("issue"));
    /// assert_eq!(found[1].href(), "/users/Zo%C3%A9");
    /// assert!(!finder.is_match("a@b"));
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// [`build`](FinderBuilder::build) rejects an invalid regular expression, a pattern that can match the empty text,
    /// and a template that can never produce a URI reference or that names a group the pattern does not have. The
    /// message marks the position of the error with a caret.
    pub fn pattern(&mut self, name: &str, pattern: &str, href: &str) -> &mut FinderBuilder {
        self.config.patterns.push(Pattern::new(name, pattern, href));
        self
    }

    /// The base URI for relative references of patterns (RFC 3986, section 5.1).
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let mut builder = Finder::builder();
    /// builder.pattern("issue", r"#(\d+)", "/issues/$1").base("https://example.com/a/b");
    /// let found = builder.build()?.find_iter("#12").next().map(|found| found.uri().to_string());
    /// assert_eq!(found.as_deref(), Some("https://example.com/issues/12"));
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// [`build`](FinderBuilder::build) rejects an invalid URI. If the finder has patterns, it also rejects a URI with
    /// neither an authority nor a path that begins with `/` (`mailto:a@b.example`), and a web URI without a host.
    pub fn base(&mut self, base: &str) -> &mut FinderBuilder {
        self.config.base = Some(base.to_owned());
        self
    }

    /// Disables the delimiting rule with this name; [`rules`](crate::find::rules) lists the rules.
    ///
    /// # Errors
    /// [`build`](FinderBuilder::build) rejects an unknown name.
    pub fn without_rule(&mut self, name: &str) -> &mut FinderBuilder {
        self.config.without_rules.push(name.to_owned());
        self
    }
}
