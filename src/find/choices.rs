//! Presets, and the types of the options whose value is one of several choices.

use core::iter::FusedIterator;

use crate::candidate::scheme;
use crate::options::kind::ValueKind;
use crate::options::name::names;
use crate::options::setting::Setting;
use crate::options::value::Value;

/// A named set of values for all options. A builder can then change single options.
///
/// ```
/// use linkwright::find::Preset;
///
/// assert_eq!("chat".parse(), Ok(Preset::Chat));
/// assert_eq!(Preset::Chat.to_string(), "chat");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// RFC 3986 to the letter: any scheme, only ASCII, no repairs, and Appendix C inside delimiters.
    Rfc,
    /// Mail and everyday prose: known schemes, `www.`, addresses, IRIs, broken lines.
    #[default]
    Mail,
    /// Chat messages: like `Mail`, but with bare domains, and without joining lines.
    Chat,
    /// The autolink extension of GitHub Flavored Markdown, including its oddities. `docs/gfm.md` in the repository
    /// lists the differences from cmark-gfm and comrak.
    Gfm,
    /// Unicode Technical Standard #58: schemes, bare domains and addresses, delimited by the properties of their
    /// characters. `docs/uts58.md` in the repository lists the differences from the other presets.
    Uts58,
    /// Harvesting: any scheme, everything that may be a link, every reading.
    Archive,
}

impl Preset {
    /// The purpose of the preset, in a sentence without a full stop.
    pub const fn about(self) -> &'static str {
        match self {
            Preset::Rfc => "RFC 3986 to the letter: any scheme, only ASCII, no repairs",
            Preset::Mail => "Mail and prose: known schemes, `www.`, addresses, IRIs, broken lines",
            Preset::Chat => "Chat messages: like mail, with bare domains, without joining lines",
            Preset::Gfm => "The autolinks of GitHub Flavored Markdown",
            Preset::Uts58 => "The link detection of Unicode Technical Standard #58",
            Preset::Archive => "Harvesting: any scheme, bare domains, every reading",
        }
    }
}

names!(Preset "preset" { Rfc "rfc" Mail "mail" Chat "chat" Gfm "gfm" Uts58 "uts58" Archive "archive" });

/// Which schemes are found or linked.
///
/// A value can be made from a list of names, or parsed from names separated by commas:
///
/// ```
/// use linkwright::find::Schemes;
///
/// let schemes = Schemes::from(["http", "https"]);
/// assert_eq!(schemes, Schemes::Only(vec!["http".into(), "https".into()]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schemes {
    /// The schemes that people use in text: web, mail, files, repositories, chat, calls, identifiers and others.
    /// [`Schemes::known`] and `docs/options.md` in the repository list them.
    Known,
    /// The schemes whose links are safe to follow: web, mail, phone, chat, news. [`Schemes::clickable`] lists them.
    /// This is the default of the linkers.
    Clickable,
    /// For a finder: nearly every scheme that IANA has registered, and every `x://`, except `javascript`, `data` and
    /// `vbscript`, which run code and are found only if [`Schemes::Only`] lists them. For a linker: every scheme that
    /// does not run code.
    Any,
    /// These schemes, in upper or lower case, and no others.
    Only(Vec<String>),
}

impl Schemes {
    /// The names of [`Schemes::Known`] in alphabetical order. Finders and linkers use the same list.
    ///
    /// ```
    /// use linkwright::find::Schemes;
    ///
    /// assert!(Schemes::known().any(|scheme| scheme == "ssh"));
    /// assert!(!Schemes::known().any(|scheme| scheme == "javascript"));
    /// ```
    pub fn known() -> impl FusedIterator<Item = &'static str> {
        scheme::known_names()
    }

    /// The names of [`Schemes::Clickable`]: `http`, `https`, `ftp`; `mailto`; `tel`, `sms`, `sip`, `sips`; `xmpp`,
    /// `irc`, `ircs`, `irc6`, `matrix`; `news`, `nntp`, `snews`.
    ///
    /// A scheme is listed if the program that opens it shows a page, a message, a call or a room, and asks before it
    /// sends or calls anything. Not listed are schemes that open files (`file`), log in to a host or mount it (`ssh`,
    /// `smb`, `nfs`, `ldap`, `telnet`, `vnc`), or run a program that fetches data (`git`, `rsync`, `magnet`, `steam`).
    /// Schemes that few programs open (`urn`, `doi`, `cid`) are not listed either.
    ///
    /// ```
    /// use linkwright::find::Schemes;
    ///
    /// assert!(Schemes::clickable().any(|scheme| scheme == "mailto"));
    /// assert!(!Schemes::clickable().any(|scheme| scheme == "file" || scheme == "ssh"));
    /// ```
    pub fn clickable() -> impl FusedIterator<Item = &'static str> {
        CLICKABLE.iter().copied()
    }
}

#[rustfmt::skip]
const CLICKABLE: &[&str] = &[
    "https", "http", "mailto", "ftp", "tel", "sms", "sip", "sips", "xmpp", "irc", "ircs", "irc6", "matrix", "news", "nntp",
    "snews",
];

impl<I: IntoIterator<Item: Into<String>>> From<I> for Schemes {
    fn from(names: I) -> Schemes {
        Schemes::Only(names.into_iter().map(Into::into).collect())
    }
}

impl Setting for Schemes {
    const KIND: ValueKind =
        ValueKind::List { instead: &["known", "clickable", "any"], members: &[] };

    fn to_value(&self) -> Value {
        match self {
            Schemes::Known => "known".into(),
            Schemes::Clickable => "clickable".into(),
            Schemes::Any => "any".into(),
            Schemes::Only(list) => list.to_value(),
        }
    }

    fn from_value(value: &Value) -> Option<Schemes> {
        match value.as_text() {
            Some("known") => Some(Schemes::Known),
            Some("clickable") => Some(Schemes::Clickable),
            Some("any") => Some(Schemes::Any),
            _ => Vec::from_value(value).map(Schemes::Only),
        }
    }
}

/// The rules that determine where a URI begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiting {
    /// The rules of this crate, for any text.
    Text,
    /// The rules of the autolink extension of GitHub Flavored Markdown, as in [`Preset::Gfm`].
    Gfm,
    /// The link detection of Unicode Technical Standard #58, as in [`Preset::Uts58`].
    Uts58,
}

names!(Delimiting "kind of delimiting" { Text "text" Gfm "gfm" Uts58 "uts58" });

/// Which URIs are joined across blanks and line breaks (RFC 3986, Appendix C).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrap {
    /// No URIs.
    Off,
    /// URIs inside angle brackets and quotes.
    Delimited,
    /// URIs inside delimiters, and bare URIs that a mail program broke: at a soft break of quoted-printable or of
    /// `DelSp`, inside a percent triplet, or where the evidence supports a join (see [`Folds`]).
    Mail,
}

names!(Wrap "wrap" { Off "off" Delimited "delimited" Mail "mail" });

/// Which hard-wrapped bare URIs and e-mail addresses are joined with [`Wrap::Mail`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Folds {
    /// No bare URIs or addresses.
    Off,
    /// URIs and addresses that probably continue on the next line. Few joins are wrong.
    Conservative,
    /// URIs and addresses that may continue on the next line. Fewer joins are missed, but more are wrong.
    Eager,
}

names!(Folds "folds" { Off "off" Conservative "conservative" Eager "eager" });

/// Which reading of a hyphen at a line break is the primary one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HyphenOrder {
    /// The hyphen belongs to the URI. In the mail that was examined, this was true of every hyphen at a line break.
    Keep,
    /// A typesetter added the hyphen.
    Typeset,
}

names!(HyphenOrder "order" { Keep "keep" Typeset "typeset" });

/// Which readings become matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Readings {
    /// The primary reading; the other readings are its alternates.
    Best,
    /// Every reading, for archives. The primary match comes first and keeps its
    /// [`alternates`](crate::find::Match::alternates). Each alternate follows as a separate match of the same kind,
    /// without alternates. Its [`confidence`](crate::find::Match::confidence) is the confidence of the primary match,
    /// not the confidence of the reading ([`Alternate::confidence`](crate::find::Alternate::confidence)), except for a
    /// Message-ID. Only the overlap with the primary match shows that a match is an alternate. `spans`, `replace_all` and
    /// the linkers use only the primary matches.
    All,
}

names!(Readings "reading" { Best "best" All "all" });
