//! Hazards of a URI (section 7). Each hazard has a code, a position and a severity, and names the section of an RFC
//! that describes it.
//!
//! A hazard is not an error. `http://127.1/` is a valid URI, and only the caller knows whether it is an attack or part
//! of a developer's work. So every hazard is reported, no URI is rejected, and callers can change the severity of a
//! code or of a port. [`Code`] lists all codes.
//!
//! ```
//! use linkwright::uri::{IriReference, hazards::{Code, Inspector, Severity}};
//!
//! let inspector = Inspector::new()
//!     .severity(Code::PrivateIp, Severity::Danger)
//!     .ignore(Code::Userinfo);
//! let hazards = inspector.inspect(IriReference::parse("http://me@192.168.0.1:25/")?);
//! let found: Vec<_> = hazards.iter().map(|h| (h.code(), h.severity(), h.span().range())).collect();
//! assert_eq!(found, [
//!     (Code::PrivateIp, Severity::Danger, 10..21),
//!     (Code::WellKnownPort, Severity::Warn, 21..24),
//! ]);
//! # Ok::<_, linkwright::uri::ParseError>(())
//! ```
//!
//! If a service has wrapped a URI into another one ([`unwrapped`]), hazards of the inner URI are reported as well:
//! those with a default severity of at least [`Severity::Warn`], and [`PrivateIp`](Code::PrivateIp),
//! [`LocalName`](Code::LocalName), [`Idn`](Code::Idn) and [`Punycode`](Code::Punycode). Their position is that of the
//! inner URI in the outer one:
//!
//! ```
//! use linkwright::uri::{Uri, hazards::Code};
//!
//! let uri = Uri::parse("https://www.google.com/url?q=http%3A%2F%2F0x7f.1%2F")?;
//! let hazards = uri.hazards();
//! let rare = hazards.iter().find(|hazard| hazard.code() == Code::RareIp).unwrap();
//! assert_eq!(&uri.as_str()[rare.span().range()], "http%3A%2F%2F0x7f.1%2F");
//! # Ok::<_, linkwright::uri::ParseError>(())
//! ```
//!
//! Hosts that imitate other hosts ([`MixedScript`](Code::MixedScript), [`ConfusableHost`](Code::ConfusableHost)) are
//! reported in every build, by a small table of scripts and of letters that look like ASCII letters. The feature
//! `security` judges them by all tables of UTS 39, and adds the codes whose [`feature`](Code::feature) it is. With the
//! feature `domains`, [`UserinfoLooksLikeHost`](Code::UserinfoLooksLikeHost) uses the table of top-level domains. With
//! the feature `registrable-domains`, [`ConfusableHost`](Code::ConfusableHost) uses the public suffix list.
//!
//! [`find::text_mismatch`](crate::find::text_mismatch) tells whether the text of a link shows another domain than its
//! target ([`TextMismatch`](Code::TextMismatch)).

mod authority;
mod characters;
mod code;
mod encoded;
mod host;
mod imitation;
mod ipv4;
mod path;
mod punycode;
mod report;
mod scheme;
pub(crate) mod screen;
#[cfg(feature = "security")]
mod uts39;
mod words;
mod wrapped;

pub use code::{Code, Codes, Severity};
pub use report::Hazard;
pub use wrapped::unwrapped;

pub(crate) use scheme::is_harmless_header;

/// The letters that `label` stands for if it begins like an A-label and is valid Punycode.
pub(crate) fn decoded_label(label: &str) -> Option<String> {
    punycode::decode(punycode::encoded(label)?)
}

use self::report::{Report, Subject};
use super::reference::IriReference;

impl IriReference<'_> {
    /// The hazards of the reference, from left to right.
    pub fn hazards(&self) -> Vec<Hazard> {
        Inspector::new().inspect(*self)
    }

    /// The codes of the hazards, without their positions.
    pub fn hazard_codes(&self) -> Codes {
        let mut codes = Codes::default();
        for hazard in check(&Subject::new(*self)) {
            codes.insert(hazard.code());
        }
        codes
    }
}

/// Whether the host or the userinfo in `authority` begins with `-`, literally or percent-encoded. Without an authority,
/// the addresses in `path` are tested instead. A program that receives such a text as an argument may treat it as an
/// option (RFC 3986, section 7.3).
pub(crate) fn is_option_like(authority: Option<&str>, path: &str) -> bool {
    match authority {
        Some(authority) => {
            let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
            host::is_option(authority) || host::is_option(host)
        }
        None => path.split(',').any(host::is_option),
    }
}

/// Reports the hazards of `subject`, and those of the targets that services have wrapped into it ([`unwrapped`]). Of a
/// target, only hazards with a default severity of at least [`Severity::Warn`] and those with a code in [`KINDS`] are
/// reported, each at the position of the outermost target.
fn check(subject: &Subject<'_>) -> Vec<Hazard> {
    let mut found = check_outside(subject);
    let Some(span) = wrapped::place(subject) else { return found };
    let leads =
        |hazard: &Hazard| hazard.code.severity() >= Severity::Warn || KINDS.contains(&hazard.code);
    for target in wrapped::targets(subject) {
        let inner = Subject::new(target.as_iri().as_reference());
        let inner = check_outside(&Subject { has_files: subject.has_files, ..inner });
        found.extend(inner.into_iter().filter(leads).map(|hazard| Hazard { span, ..hazard }));
    }
    found
}

/// Codes below [`Severity::Warn`] that describe the kind of the host.
const KINDS: [Code; 4] = [Code::PrivateIp, Code::LocalName, Code::Idn, Code::Punycode];

/// Reports the hazards of `subject`, but not those of wrapped targets.
fn check_outside(subject: &Subject<'_>) -> Vec<Hazard> {
    let mut report = Report::default();
    scheme::check(subject, &mut report);
    authority::check(subject, &mut report);
    host::check(subject, &mut report);
    path::check(subject, &mut report);
    encoded::check(subject, &mut report);
    imitation::check(subject, &mut report);
    #[cfg(feature = "security")]
    uts39::check_composition(subject, &mut report);
    report.0
}

/// Reports hazards, with severities that the caller can set for codes and ports.
///
/// ```
/// use linkwright::uri::{IriReference, hazards::{Code, Inspector, Severity}};
///
/// let inspector = Inspector::new()
///     .ignore(Code::Userinfo)
///     .port(25, Some(Severity::Danger))
///     .port(22, None);
/// let severities = |text| -> Vec<Severity> {
///     inspector.inspect(IriReference::parse(text).unwrap()).iter().map(|hazard| hazard.severity()).collect()
/// };
/// assert_eq!(severities("http://me@h:25/"), [Severity::Danger]);
/// assert_eq!(severities("http://h:22/"), []);
/// assert_eq!(severities("http://h:23/"), [Severity::Warn]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Inspector {
    /// The severities of codes, or of ports with [`Code::WellKnownPort`], that differ from the defaults. What has `None`
    /// is not reported.
    changes: Vec<(Code, Option<u16>, Option<Severity>)>,
    has_files: bool,
}

impl Inspector {
    /// An inspector that reports all hazards with their default severities.
    pub const fn new() -> Inspector {
        Inspector { changes: Vec::new(), has_files: false }
    }

    /// Sets the severity of `code`.
    #[must_use]
    pub fn severity(self, code: Code, severity: Severity) -> Inspector {
        self.set(code, None, Some(severity))
    }

    /// Disables `code`.
    #[must_use]
    pub fn ignore(self, code: Code) -> Inspector {
        self.set(code, None, None)
    }

    /// Sets the severity of [`Code::WellKnownPort`] for `port`; with `None` the port is not reported.
    #[must_use]
    pub fn port(self, port: u16, severity: Option<Severity>) -> Inspector {
        self.set(Code::WellKnownPort, Some(port), severity)
    }

    /// Sets whether device names ([`Code::DeviceName`]) are reported in every path, for servers that store their
    /// resources in files. By default they are reported only in `file` URIs.
    #[must_use]
    pub const fn paths_are_files(mut self, are_files: bool) -> Inspector {
        self.has_files = are_files;
        self
    }

    fn set(mut self, code: Code, port: Option<u16>, severity: Option<Severity>) -> Inspector {
        self.changes.retain(|change| (change.0, change.1) != (code, port));
        self.changes.push((code, port, severity));
        self
    }

    /// The hazards of `reference` (a URI, an IRI, or a reference of either kind), from left to right.
    pub fn inspect(&self, reference: IriReference<'_>) -> Vec<Hazard> {
        let mut found = check(&Subject { has_files: self.has_files, ..Subject::new(reference) });
        found.retain_mut(|hazard| self.weigh(reference, hazard));
        found.sort_by_key(|hazard| (hazard.span().start(), hazard.code()));
        found
    }

    /// Sets the severity of `hazard`; returns whether it is reported.
    fn weigh(&self, reference: IriReference<'_>, hazard: &mut Hazard) -> bool {
        let port = reference.authority().and_then(|authority| authority.port_number());
        let own =
            |port| self.changes.iter().find(|change| (change.0, change.1) == (hazard.code, port));
        // A port is no subject of other codes.
        match port.and_then(|port| own(Some(port))).or_else(|| own(None)) {
            Some((.., Some(severity))) => hazard.severity = *severity,
            Some((.., None)) => return false,
            None => {}
        }
        true
    }
}
