//! Compares the text of a link with the target of the link.

use linkwright::Match;
use linkwright::find::MatchKind;
use linkwright::uri::{Rung, Uri, UriBuf, to_uri};

/// The target of a link, for a comparison with the text of the link.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target(Option<UriBuf>);

impl Target {
    /// The target of a link to `reference`.
    pub(super) fn new(reference: &str) -> Target {
        Target(to_uri(reference.trim()).ok())
    }

    /// Whether `found`, a match in the text of the link, is the target or a short form of the target. In that case,
    /// only the target is reported: `<a href="https://a.example/b/c">a.example/b</a>` is one link. If the text names
    /// another target, both are reported.
    pub(super) fn is_repeated_by(&self, found: &Match<'_>) -> bool {
        let Some(target) = self.0.as_ref().map(UriBuf::as_uri) else { return false };
        let (shown, is_bare) = (found.uri(), found.kind() != MatchKind::Uri);
        shown.is_equivalent(&target, Rung::Scheme)
            || spoken(target, is_bare).starts_with(&*spoken(shown, is_bare))
    }
}

/// The normal form of `uri`, without slashes at its end. If `is_bare`, a scheme with `://` and a `www.` at the
/// beginning are also omitted.
fn spoken(uri: Uri<'_>, is_bare: bool) -> String {
    let text = uri.to_normalized(Rung::Scheme).as_str().to_owned();
    let text = match text.split_once("://") {
        Some((_, rest)) if is_bare => rest.strip_prefix("www.").unwrap_or(rest).to_owned(),
        _ => text,
    };
    text.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use linkwright::Finder;
    use linkwright::find::Preset;

    fn says(text: &str, reference: &str) -> bool {
        let finder = Finder::preset(Preset::Chat);
        let found = finder.find_iter(text).next().expect("the text contains a link");
        super::Target::new(reference).is_repeated_by(&found)
    }

    #[test]
    fn a_text_may_be_a_short_form_of_the_target() {
        for (text, reference) in [
            ("http://a.example/b", "http://a.example/b"),
            ("HTTP://A.example:80/", " http://a.example "),
            ("http://a.example/b...", "http://a.example/b/c"),
            ("http://a.example", "http://a.example/b"),
            ("www.example.com", "https://www.example.com/"),
            ("www.example.com/a", "https://example.com/a"),
            ("example.com/a", "https://www.example.com/a/b"),
            ("jane@example.com", "mailto:jane@example.com?subject=x"),
            ("http://a.example/ü", "http://a.example/ü"),
        ] {
            assert!(says(text, reference), "{text} {reference}");
        }
    }

    #[test]
    fn a_text_may_name_another_target() {
        for (text, reference) in [
            ("http://a.example/b", "http://c.example/?to=http://a.example/b"),
            ("https://a.example/", "http://a.example/"),
            ("http://a.example/b", "/b"),
            ("http://a.example/b/c", "http://a.example/b"),
            ("www.example.com", "http://example.org/"),
            ("http://a.example/b", "http://[a"),
        ] {
            assert!(!says(text, reference), "{text} {reference}");
        }
    }
}
