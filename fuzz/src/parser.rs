//! Checks that the parser returns the same components as fluent-uri and iri-string.

use iri_string::spec::{IriSpec, UriSpec};
use linkwright::uri::{self, Grammar, repair, split, to_uri};

use super::input;
use super::taken::Taken;
use super::witnesses::{by_fluent_uri, by_iri_string};

/// Reads `data` as a text, which is parsed with several grammars, and repaired.
pub fn check(data: &[u8]) {
    let text = input::text(data);
    for grammar in [Grammar::Uri, Grammar::UriReference, Grammar::Iri, Grammar::IriReference] {
        let expected = by_fluent_uri(text, grammar);
        assert_eq!(Taken::by_parser(text, grammar), expected, "{grammar:?}");
    }
    let uri = Taken::by_parser(text, Grammar::UriReference);
    assert_eq!(uri, by_iri_string::<UriSpec>(text));
    let iri = Taken::by_parser(text, Grammar::IriReference);
    assert_eq!(iri, by_iri_string::<IriSpec>(text));
    assert_eq!(split(text).to_string(), text);
    for grammar in Grammar::ALL.iter().copied() {
        prefix_is_valid(text, grammar);
        repaired_is_valid(text, grammar);
    }
    if let Ok(uri) = to_uri(text) {
        assert!(Taken::by_parser(uri.as_str(), Grammar::Uri).is_some(), "{uri}");
    }
}

/// The valid prefix of an invalid text is valid.
fn prefix_is_valid(text: &str, grammar: Grammar) {
    let valid = uri::check(text, grammar).err().and_then(|error| error.valid_prefix());
    if let Some(len) = valid {
        assert_eq!(uri::check(&text[..len], grammar), Ok(()), "{grammar:?}");
    }
}

/// Repair makes an invalid text valid or fails, and does not change a valid text.
fn repaired_is_valid(text: &str, grammar: Grammar) {
    let is_valid = uri::check(text, grammar).is_ok();
    let Ok(repaired) = repair(text, grammar) else {
        assert!(!is_valid, "{grammar:?}");
        return;
    };
    assert_eq!(is_valid, repaired.edits().is_empty());
    assert_eq!(uri::check(repaired.as_str(), grammar), Ok(()), "{grammar:?}");
}
