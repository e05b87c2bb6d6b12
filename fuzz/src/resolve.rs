//! Checks that resolution returns the result of the pseudo-code in RFC 3986, section 5.2, and that it inverts
//! relativization.

use linkwright::uri::{Resolver, Uri, UriBuf, UriReference};

use super::input;
use super::pseudo_code::{Five, transform};

/// Reads `data` as a base and a reference with a line feed between them.
pub fn check(data: &[u8]) {
    let Some((base, reference)) = input::text(data).split_once('\n') else { return };
    let Ok(base) = UriReference::parse(base) else { return };
    let Ok(reference) = UriReference::parse(reference) else { return };
    for strict in [true, false] {
        agrees_with_the_pseudo_code(base, reference, strict);
    }
    if let Some(base) = base.to_uri() {
        relativization_is_inverted(base, reference);
    }
}

fn agrees_with_the_pseudo_code(base: UriReference<'_>, reference: UriReference<'_>, strict: bool) {
    let resolver = Resolver::relative(base).backward_compatible(!strict);
    let found = resolver.target(reference).to_string();
    let five = transform(&Five::parse(base.as_str()), &Five::parse(reference.as_str()), strict);
    let expected = five.recompose();
    if found == expected {
        return;
    }
    // The results may differ only if the result of the pseudo-code is invalid or parses into other components.
    assert!(Five::parse(&expected) != five || UriReference::parse(&expected).is_err());
    let guard = if five.path.starts_with("//") { "/." } else { "./" };
    let guarded = Five { path: format!("{guard}{}", five.path), ..five };
    assert_eq!(found, guarded.recompose());
}

/// `resolve(base, relativize(base, t)) == t`
fn relativization_is_inverted(base: Uri<'_>, reference: UriReference<'_>) {
    let resolver = Resolver::new(base);
    let target = resolver.target(reference).to_string();
    for target in [target.as_str(), reference.as_str()] {
        let Ok(target) = Uri::parse(target) else { continue };
        if let Some(found) = resolver.relativize(target) {
            let back = resolver.resolve(&found).map(UriBuf::into_string);
            assert_eq!(back.as_deref(), Ok(target.as_str()), "{found:?}");
        }
    }
}
