//! What is dangerous about a URI (section 7), as data: a code, a place, a severity, a section.
//!
//! A hazard is no error. `http://127.1/` is a valid URI, and whether it is an attack or a developer
//! at work only the caller can know; so everything is reported, nothing refused, and each caller
//! says what weighs how much.
//!
//! ```
//! use linkwright::uri::hazards::{Code, Inspector, Severity};
//!
//! let inspector = Inspector::new()
//!     .severity(Code::PrivateIp, Severity::Danger)
//!     .ignore(Code::Userinfo);
//! let hazards = inspector.inspect("http://me@192.168.0.1:25/")?;
//! let found: Vec<_> = hazards.iter().map(|h| (h.code(), h.severity(), h.span().range())).collect();
//! assert_eq!(found, [
//!     (Code::PrivateIp, Severity::Danger, 10..21),
//!     (Code::WellKnownPort, Severity::Danger, 21..24),
//! ]);
//! # Ok::<_, linkwright::uri::ParseError>(())
//! ```
//!
//! With the feature `security`, the letters of a host are looked up in the tables of UTS 39:
//! [`MixedScript`](Code::MixedScript), [`ConfusableHost`](Code::ConfusableHost) and
//! [`NotNfc`](Code::NotNfc) are found only then.

mod authority;
mod code;
mod encoded;
mod host;
mod ipv4;
mod mismatch;
mod path;
mod report;
mod scheme;
#[cfg(feature = "security")]
mod script;

pub use code::{Code, Codes, Severity};
pub use mismatch::text_mismatch;
pub use report::Hazard;

use self::report::{Report, Subject};
use super::error::ParseError;
use super::grammar::{Grammar, Mode};
use super::parse::scan;
use super::reference::{Uri, UriReference};

impl Uri<'_> {
    /// What is dangerous about the URI, from left to right.
    pub fn hazards(&self) -> Vec<Hazard> {
        self.as_reference().hazards()
    }

    /// Which hazards there are, without their places.
    pub fn hazard_codes(&self) -> Codes {
        self.as_reference().hazard_codes()
    }
}

impl UriReference<'_> {
    /// What is dangerous about the reference, from left to right.
    pub fn hazards(&self) -> Vec<Hazard> {
        Inspector::new().look_at(*self)
    }

    /// Which hazards there are, without their places.
    pub fn hazard_codes(&self) -> Codes {
        let mut codes = Codes::default();
        check(&Subject::new(*self), &mut codes);
        codes
    }

    /// The hazards of scheme, userinfo, host kind and port: what costs next to nothing, and what a
    /// client has to know before it shows the link at all.
    pub fn authority_hazard_codes(&self) -> Codes {
        let subject = Subject::new(*self);
        let mut codes = Codes::default();
        authority::check(&subject, &mut codes);
        host::check(&subject, &mut codes);
        codes
    }
}

fn check(subject: &Subject<'_>, report: &mut impl Report) {
    scheme::check(subject, report);
    authority::check(subject, report);
    host::check(subject, report);
    path::check(subject, report);
    encoded::check(subject, report);
    #[cfg(feature = "security")]
    script::check(subject, report);
}

/// Looks for hazards, with the severities of a caller.
#[derive(Clone, Debug, Default)]
pub struct Inspector {
    /// What differs from the table; `None` is not reported at all.
    overrides: Vec<(Code, Option<Severity>)>,
}

impl Inspector {
    /// Everything is reported, with the severity of the table.
    pub const fn new() -> Inspector {
        Inspector { overrides: Vec::new() }
    }

    /// Reports `code` with another severity.
    #[must_use]
    pub fn severity(self, code: Code, severity: Severity) -> Inspector {
        self.set(code, Some(severity))
    }

    /// Does not report `code`.
    #[must_use]
    pub fn ignore(self, code: Code) -> Inspector {
        self.set(code, None)
    }

    fn set(mut self, code: Code, severity: Option<Severity>) -> Inspector {
        self.overrides.retain(|(other, _)| *other != code);
        self.overrides.push((code, severity));
        self
    }

    /// What is dangerous about `text`: a URI, an IRI or a reference of either kind, with or without
    /// a zone identifier. The error says where it is none of them.
    pub fn inspect(&self, text: &str) -> Result<Vec<Hazard>, ParseError> {
        let mode = Mode::new().zone_ids(true);
        let parts = scan(text, Grammar::IriReference, mode).complete()?;
        Ok(self.look_at(UriReference::from_parts(text, parts)))
    }

    /// What is dangerous about `reference`, from left to right.
    pub fn look_at(&self, reference: UriReference<'_>) -> Vec<Hazard> {
        let mut found = Vec::new();
        check(&Subject::new(reference), &mut found);
        found.retain_mut(|hazard| self.weigh(hazard));
        found.sort_by_key(|hazard| (hazard.span().start(), hazard.code()));
        found
    }

    /// Gives `hazard` its severity, and says whether it is reported.
    fn weigh(&self, hazard: &mut Hazard) -> bool {
        let own = self.overrides.iter().find(|(code, _)| *code == hazard.code());
        match own {
            Some((_, Some(severity))) => *hazard = hazard.weighing(*severity),
            Some((_, None)) => return false,
            None => {}
        }
        true
    }
}
