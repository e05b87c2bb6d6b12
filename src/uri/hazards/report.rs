//! The input of the checks ([`Subject`]) and their findings ([`Report`]).

use core::fmt;
use core::net::IpAddr;

use super::code::{Code, Severity};
use crate::span::Span;
use crate::uri::parts::Parts;
use crate::uri::pct::{self, Octet};
use crate::uri::reference::IriReference;
use crate::uri::schemes::{self, SchemeRules, Special};

/// One hazard of a URI, with its code, severity and position.
///
/// ```
/// use linkwright::uri::{Uri, hazards::Code};
///
/// let hazards = Uri::parse("http://0x7f.1/")?.hazards();
/// assert_eq!(hazards[0].code(), Code::RareIp);
/// assert_eq!(hazards[0].span().range(), 7..13);
/// assert_eq!(hazards[0].address(), Some([127, 0, 0, 1].into()));
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hazard {
    pub(super) code: Code,
    pub(super) severity: Severity,
    pub(super) span: Span,
    pub(super) address: Option<IpAddr>,
}

impl Hazard {
    pub(super) const fn new(code: Code, span: Span) -> Hazard {
        Hazard { code, severity: code.severity(), span, address: None }
    }

    /// The kind of hazard.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// The severity: the default of the code, unless an [`Inspector`](super::Inspector) changed it.
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// The position, in bytes from the start of the text.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The IP address that causes the hazard: the host of a [`PrivateIp`](Code::PrivateIp) or
    /// [`MetadataHost`](Code::MetadataHost), the address that programs read in a [`RareIp`](Code::RareIp), or the IPv4
    /// address inside a [`MappedIp`](Code::MappedIp). `None` for every other hazard, and if the host is a name.
    pub const fn address(&self) -> Option<IpAddr> {
        self.address
    }
}

/// The message, with the address if there is one.
impl fmt::Display for Hazard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.message())?;
        match self.address {
            Some(address) => write!(f, ": {address}"),
            None => Ok(()),
        }
    }
}

/// The hazards that the checks have found.
#[derive(Debug, Default)]
pub(super) struct Report(pub(super) Vec<Hazard>);

impl Report {
    pub(super) fn found(&mut self, code: Code, span: Span) {
        self.0.push(Hazard::new(code, span));
    }

    pub(super) fn found_if(&mut self, is_found: bool, code: Code, span: Span) {
        if is_found {
            self.found(code, span);
        }
    }

    /// Adds a hazard, or extends the last one if it has the same code and ends where this one begins: `%0D%0A` is one
    /// line end.
    pub(super) fn grow(&mut self, code: Code, span: Span) {
        match self.0.last_mut() {
            Some(last) if last.code == code && last.span.end() == span.start() => {
                last.span = Span::new(last.span.start(), span.end());
            }
            _ => self.found(code, span),
        }
    }

    pub(super) fn found_address(&mut self, code: Code, span: Span, address: IpAddr) {
        self.0.push(Hazard { address: Some(address), ..Hazard::new(code, span) });
    }
}

/// A text to be inspected: a URI, an IRI, or a reference of either kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'a> {
    pub(super) text: &'a str,
    pub(super) parts: Parts,
    pub(super) rules: Option<&'static SchemeRules>,
    /// Whether device names are checked in the paths of every scheme, not only of `file`.
    pub(super) has_files: bool,
}

impl<'a> Subject<'a> {
    pub(super) fn new(reference: IriReference<'a>) -> Subject<'a> {
        let rules = reference.scheme().and_then(|scheme| schemes::find(scheme.as_str()));
        Subject { text: reference.as_str(), parts: reference.parts(), rules, has_files: false }
    }

    pub(super) fn part(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    pub(super) fn special(&self) -> Special {
        self.rules.map_or(Special::None, |rules| rules.special)
    }

    /// Whether the path consists of addresses, whose domains are hosts to their readers.
    pub(super) fn has_addresses(&self) -> bool {
        use Special::{Acct, Mailto, Sip, Xmpp};
        self.parts.host().is_none() && matches!(self.special(), Mailto | Sip | Xmpp | Acct)
    }

    pub(super) fn whole(&self) -> Span {
        Span::new(0, self.text.len())
    }

    /// The parts of the component at `span` between the delimiters, each with its position.
    pub(super) fn split(
        &self,
        span: Span,
        delimiters: [u8; 2],
    ) -> impl Iterator<Item = (&'a str, Span)> + use<'a> {
        let text = self.part(span);
        let [a, b] = delimiters;
        let mut start = 0;
        let ends = memchr::memchr2_iter(a, b, text.as_bytes()).chain([text.len()]);
        ends.map(move |end| {
            let piece = text.get(start..end).unwrap_or_default();
            let place = Span::new(span.start() + start, span.start() + end);
            start = end + 1;
            (piece, place)
        })
    }
}

/// A decoded character, and the position of its literal or percent-encoded form in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meant {
    pub(super) char: char,
    pub(super) span: Span,
}

/// The decoded characters of `text`, which starts at the offset `at`. Octets that are not UTF-8 are skipped.
pub(super) fn meant(text: &str, at: usize) -> impl Iterator<Item = Meant> {
    let mut octets = pct::octets(text);
    core::iter::from_fn(move || {
        loop {
            let read = pct::first_char(octets.clone());
            let first = octets.next()?.span();
            let Some((char, len)) = read else { continue };
            let last = octets.by_ref().take(len - 1).last().map_or(first, Octet::span);
            return Some(Meant { char, span: Span::new(at + first.start(), at + last.end()) });
        }
    })
}
