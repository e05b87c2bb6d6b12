//! References in a document, such as an `href`, and their targets.

use std::borrow::Cow;

use linkwright::find::text_mismatch;
use linkwright::link::href_hazards;
use linkwright::uri::hazards::{Code, Codes};
use linkwright::uri::pct::{self, ByteSet};
use linkwright::uri::{Grammar, IriBuf, Resolver, Uri, UriBuf, UriReference, repair};

/// A reference in a document, such as an `href` or a Markdown destination.
#[derive(Clone, Debug)]
pub struct Existing<'a> {
    reference: Cow<'a, str>,
    name: Cow<'a, str>,
    target: Target,
    shown: Option<String>,
    /// The base of the document. It is kept only if the reference is invalid and the base is not a path in a package.
    base: Option<Box<UriBuf>>,
}

/// All ASCII characters.
const ASCII: ByteSet = ByteSet::range(0, 0x7F);

/// The target of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    /// The reference is absolute.
    Absolute(UriBuf),
    /// The reference is relative, and was resolved against a base.
    Resolved(UriBuf),
    /// The reference is relative, and no base is known. The value is a URI-reference in ASCII.
    Relative(String),
    /// The reference is not a URI-reference, even after repair.
    Invalid,
}

impl<'a> Existing<'a> {
    /// Resolves `reference`, which may have any form that browsers accept, against `base`, the base of the document.
    pub(crate) fn new(reference: &'a str, name: &'a str, base: Option<&UriBuf>) -> Existing<'a> {
        let target = Target::read(reference, base);
        let is_kept = |base: &&UriBuf| target == Target::Invalid && in_package(base).is_none();
        let base = base.filter(is_kept).cloned().map(Box::new);
        Existing {
            reference: Cow::Borrowed(reference),
            name: Cow::Borrowed(name),
            target,
            shown: None,
            base,
        }
    }

    /// The reference before repair, with the escapes of the document decoded.
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// The name of the construct that contains the reference: `href`, `srcset`, `List-Archive`, `definition`, ...
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The URI of the target; `None` if the reference is invalid, or relative without a base.
    pub fn uri(&self) -> Option<Uri<'_>> {
        match &self.target {
            Target::Absolute(uri) | Target::Resolved(uri) => Some(uri.as_uri()),
            Target::Relative(_) | Target::Invalid => None,
        }
    }

    /// The reference as a URI-reference in ASCII, if it is relative and no base is known.
    pub fn relative(&self) -> Option<&str> {
        match &self.target {
            Target::Relative(reference) => Some(reference),
            _ => None,
        }
    }

    /// Whether the reference is not a URI-reference, even after repair.
    pub const fn is_invalid(&self) -> bool {
        matches!(self.target, Target::Invalid)
    }

    /// The base of the document, if the reference is [invalid](Existing::is_invalid): browsers resolve even such a
    /// reference against the base. `None` for all other references, and if the document has no URL as its base.
    ///
    /// ```
    /// use linkwright_harvest::{Harvester, Located};
    ///
    /// let page = br#"<base href="http://a.example/"><a href="http://[::1">no URI</a>"#;
    /// let mut bases = Vec::new();
    /// Harvester::new().read("a.html", &page[..], &mut |link: &Located<'_>| {
    ///     let existing = link.existing().filter(|existing| existing.is_invalid());
    ///     bases.extend(existing.and_then(|existing| Some(existing.base()?.as_str().to_owned())));
    /// });
    /// assert_eq!(bases, ["http://a.example/"]);
    /// ```
    pub fn base(&self) -> Option<Uri<'_>> {
        self.base.as_ref().map(|base| base.as_uri())
    }

    /// The text that the link shows, if the document has such a text. A long text is truncated.
    pub fn displayed(&self) -> Option<&str> {
        self.shown.as_deref()
    }

    /// Sets the text that the link shows.
    pub(crate) fn showing(self, shown: Option<String>) -> Existing<'a> {
        Existing { shown, ..self }
    }

    /// The hazards of the reference: those that the same characters have in text, those of the URI that browsers read in
    /// it, and [`Code::TextMismatch`] if the [displayed](Existing::displayed) text is a URI or a host of another domain.
    pub fn hazards(&self) -> Codes {
        let mut codes = match &self.target {
            // Examines the IRI, because the host in the URI no longer has its original characters.
            Target::Absolute(uri) => iri(&self.reference)
                .map_or_else(|| uri.as_uri().hazard_codes(), |iri| iri.as_iri().hazard_codes()),
            Target::Resolved(uri) => uri.as_uri().hazard_codes(),
            Target::Relative(text) => {
                UriReference::parse(text).map(|text| text.hazard_codes()).unwrap_or_default()
            }
            Target::Invalid => Codes::default(),
        };
        let mismatch = self.shown.as_deref().zip(self.uri());
        if mismatch.is_some_and(|(shown, uri)| text_mismatch(shown, uri)) {
            codes.insert(Code::TextMismatch);
        }
        let shown = self.shown.as_deref().unwrap_or_default();
        href_hazards(&self.reference, shown).iter().for_each(|code| codes.insert(code));
        codes
    }

    pub(crate) fn into_owned(self) -> Existing<'static> {
        Existing {
            reference: Cow::Owned(self.reference.into_owned()),
            name: Cow::Owned(self.name.into_owned()),
            target: self.target,
            shown: self.shown,
            base: self.base,
        }
    }
}

impl Target {
    fn read(reference: &str, base: Option<&UriBuf>) -> Target {
        match Target::resolve(reference, base) {
            Target::Resolved(uri) if base.is_some_and(|base| in_package(base).is_some()) => {
                let path = in_package(&uri).map(str::to_owned);
                // The path is `None` if the reference has a host and no scheme.
                path.map_or_else(|| Target::resolve(reference, None), Target::Relative)
            }
            target => target,
        }
    }

    fn resolve(reference: &str, base: Option<&UriBuf>) -> Target {
        if let Some(uri) = iri(reference).and_then(|iri| iri.as_iri().to_uri().ok()) {
            return Target::Absolute(uri);
        }
        let cleaned = cleaned(reference);
        let Ok(repaired) = repair(&cleaned, Grammar::IriReference) else {
            return Target::Invalid;
        };
        // Even the host of a relative reference with an authority (`//host`) is percent-encoded.
        let reference = pct::encode(repaired.as_str(), &ASCII);
        match base {
            Some(base) => Resolver::new(base.as_uri())
                .resolve(&reference)
                .map_or(Target::Invalid, Target::Resolved),
            None => Target::Relative(reference.into_owned()),
        }
    }
}

/// The base that `reference` declares in a document that already has the base `outer`; `None` if the reference does not
/// resolve to a URI.
pub(crate) fn base(reference: &str, outer: Option<&UriBuf>) -> Option<UriBuf> {
    match Target::resolve(reference, outer) {
        Target::Absolute(uri) | Target::Resolved(uri) => Some(uri),
        Target::Relative(_) | Target::Invalid => None,
    }
}

/// The prefix of the base of a part whose package has no URL. URIs with this prefix are not reported; the path in the
/// package is reported instead.
const IN_PACKAGE: &str = "x-package:///";

/// The base of the part called `name`, in a package without a URL.
pub(crate) fn package_base(name: &str) -> Option<UriBuf> {
    base(
        &format!(
            "{IN_PACKAGE}{}",
            name.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
        ),
        None,
    )
}

/// The path in a package that `uri` refers to; `None` if it refers to something else.
fn in_package(uri: &UriBuf) -> Option<&str> {
    uri.as_str().strip_prefix(IN_PACKAGE)
}

/// The IRI of the cleaned and repaired `reference`; `None` if it is relative or invalid.
fn iri(reference: &str) -> Option<IriBuf> {
    let cleaned = cleaned(reference);
    let repaired = repair(&cleaned, Grammar::Iri).ok()?;
    IriBuf::parse(repaired.into_text().into_owned()).ok()
}

/// Removes all tabs and line ends, and the blanks at both ends, as browsers do.
fn cleaned(reference: &str) -> String {
    let is_kept = |c: &char| !matches!(c, '\t' | '\n' | '\r');
    reference.trim_matches(is_blank).chars().filter(is_kept).collect()
}

/// Whether the URL standard of browsers strips the character: a C0 control or a blank.
const fn is_blank(c: char) -> bool {
    c <= ' '
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(reference: &str, base: Option<&str>) -> Option<String> {
        let base = base.map(|base| UriBuf::parse(base.to_owned()).unwrap());
        Existing::new(reference, "href", base.as_ref()).uri().map(|uri| uri.as_str().to_owned())
    }

    #[test]
    fn absolute_references_are_repaired() {
        assert_eq!(uri(" http://a/b c\n", None).as_deref(), Some("http://a/b%20c"));
        assert_eq!(uri("http://a/\nü", Some("http://x/")).as_deref(), Some("http://a/%C3%BC"));
    }

    /// The readers report what the linkers mark.
    #[test]
    fn references_are_judged_as_browsers_read_them() {
        let mismatch = |reference: &str| {
            let shown = Some("https://bank.example".to_owned());
            Existing::new(reference, "href", None)
                .showing(shown)
                .hazards()
                .contains(Code::TextMismatch)
        };
        for reference in [
            " https://evil.example/",
            "https:\\\\evil.example",
            "https:evil.example",
            "https:///evil.example",
            "https://bank.example@x@evil.example/",
        ] {
            assert!(mismatch(reference), "{reference}");
        }
        assert!(!mismatch("https:/bank.example/a") && !mismatch("/login"));
    }

    #[test]
    fn relative_references_need_a_base() {
        assert_eq!(uri("../c?ü", Some("http://a/b/x")).as_deref(), Some("http://a/c?%C3%BC"));
        let existing = Existing::new("b/ü d", "href", None);
        assert!(existing.uri().is_none() && !existing.is_invalid());
        assert_eq!(existing.relative(), Some("b/%C3%BC%20d"));
    }

    #[test]
    fn references_to_parts_of_a_package_are_reported_as_paths() {
        let base = package_base("OEBPS/a b.xhtml").unwrap();
        let relative = |reference: &str| {
            let existing = Existing::new(reference, "href", Some(&base)).into_owned();
            existing.relative().map(str::to_owned)
        };
        for (reference, expected) in [
            ("../c.xhtml?d#e", "c.xhtml?d#e"),
            ("#f", "OEBPS/a%20b.xhtml#f"),
            ("//host/g", "//host/g"),
        ] {
            assert_eq!(relative(reference).as_deref(), Some(expected));
        }
        assert_eq!(relative("http://a.example/"), None);
        let invalid = Existing::new("http://[::1", "href", Some(&base));
        assert!(invalid.is_invalid() && invalid.base().is_none());
    }

    #[test]
    fn an_invalid_reference_is_kept_unchanged() {
        let existing = Existing::new("http://[::1", "href", None);
        assert!(existing.is_invalid() && existing.uri().is_none());
        assert_eq!(existing.reference(), "http://[::1");
    }

    #[test]
    fn only_an_invalid_reference_keeps_the_base() {
        let base = UriBuf::parse("http://a.example/".to_owned()).unwrap();
        let base_of = |reference: &str| {
            let existing = Existing::new(reference, "href", Some(&base)).into_owned();
            existing.base().map(|base| base.as_str().to_owned())
        };
        assert_eq!(base_of("http://[::1").as_deref(), Some("http://a.example/"));
        assert_eq!([base_of("b"), base_of("http://b.example/")], [None, None]);
        assert!(Existing::new("http://[::1", "href", None).base().is_none());
    }
}
