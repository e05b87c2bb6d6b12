//! Checks that the parser returns the same components as fluent-uri and iri-string.

use iri_string::spec::{IriSpec, UriSpec};
use linkwright::uri::{Grammar, Mode, Scan, repair, scan, split, to_uri};

use super::input;
use super::taken::Taken;
use super::witnesses::{by_fluent_uri, by_iri_string};

/// Reads `data` as a text, which is parsed with several grammars, and repaired.
pub fn check(data: &[u8]) {
    let text = input::text(data);
    for grammar in [Grammar::Uri, Grammar::UriReference, Grammar::Iri, Grammar::IriReference] {
        let expected = by_fluent_uri(text, grammar);
        assert_eq!(Taken::by_scan(text, grammar), expected, "{grammar:?}");
    }
    let uri = Taken::by_scan(text, Grammar::UriReference);
    assert_eq!(uri, by_iri_string::<UriSpec>(text));
    let iri = Taken::by_scan(text, Grammar::IriReference);
    assert_eq!(iri, by_iri_string::<IriSpec>(text));
    assert_eq!(split(text).to_string(), text);
    for grammar in Grammar::ALL.iter().copied() {
        prefix_is_valid(text, grammar);
        repaired_is_valid(text, grammar);
    }
    if let Ok(uri) = to_uri(text) {
        assert!(Taken::by_scan(uri.as_str(), Grammar::Uri).is_some(), "{uri}");
    }
}

/// The components of a prefix are the same when the prefix is scanned alone.
fn prefix_is_valid(text: &str, grammar: Grammar) {
    if let Scan::Prefix { parts, .. } = scan(text, grammar, Mode::new()) {
        let again = scan(&text[..parts.len()], grammar, Mode::new());
        assert_eq!(again, Scan::Complete(parts), "{grammar:?}");
    }
}

/// Repair makes an invalid text valid or fails, and does not change a valid text.
fn repaired_is_valid(text: &str, grammar: Grammar) {
    let is_valid = scan(text, grammar, Mode::new()).is_complete();
    let Ok(repaired) = repair(text, grammar, Mode::new()) else {
        assert!(!is_valid, "{grammar:?}");
        return;
    };
    assert_eq!(is_valid, repaired.edits().is_empty());
    let proof = scan(repaired.as_str(), grammar, Mode::new());
    assert_eq!(proof, Scan::Complete(repaired.parts()), "{grammar:?}");
}
