//! Checks that resolution returns the result of the pseudo-code in RFC 3986, section 5.2, that a relative base can be
//! resolved before or after the reference, and that resolution inverts relativization.

use linkwright::uri::{Resolver, Uri, UriBuf, UriReference};

use super::input;
use super::pseudo_code::{Five, transform};

/// Reads `data` as a base and a reference with a line feed between them.
pub fn check(data: &[u8]) {
    let Some((base, reference)) = input::text(data).split_once('\n') else { return };
    let Ok(base) = UriReference::parse(base) else { return };
    let Ok(reference) = UriReference::parse(reference) else { return };
    if let Some(base) = base.to_uri() {
        for strict in [true, false] {
            agrees_with_the_pseudo_code(base, reference, strict);
        }
        relativization_is_inverted(base, reference);
    } else if reference.scheme().is_none() {
        a_relative_base_can_be_resolved_first(base, reference);
    }
}

fn agrees_with_the_pseudo_code(base: Uri<'_>, reference: UriReference<'_>, strict: bool) {
    let resolver = Resolver::new(base).backward_compatible(!strict);
    let found = resolver.target(reference).unwrap().to_string();
    let five = transform(&Five::parse(base.as_str()), &Five::parse(reference.as_str()), strict);
    let expected = five.recompose();
    if found == expected {
        return;
    }
    // The results differ only if a parser would find other components in the result of the pseudo-code.
    assert_ne!(Five::parse(&expected), five);
    let guarded = Five { path: format!("/.{}", five.path), ..five };
    assert_eq!(found, guarded.recompose());
}

/// The pseudo-code needs a base with a scheme. The target for a relative base, resolved against a URI, is the target for
/// the resolved base.
fn a_relative_base_can_be_resolved_first(base: UriReference<'_>, reference: UriReference<'_>) {
    let target = Resolver::relative(base).target(reference).unwrap().to_string();
    for outer in ["http://h/", "s:/"] {
        let Ok(outer) = Uri::parse(outer) else { continue };
        let outer = Resolver::new(outer);
        let first = outer.resolve(base.as_str()).unwrap();
        let expected = Resolver::new(first.as_uri()).resolve(reference.as_str());
        assert_eq!(outer.resolve(&target), expected, "{target:?}");
    }
}

/// `resolve(base, relativize(base, t)) == t`
fn relativization_is_inverted(base: Uri<'_>, reference: UriReference<'_>) {
    let resolver = Resolver::new(base);
    let target = resolver.target(reference).unwrap().to_string();
    for target in [target.as_str(), reference.as_str()] {
        let Ok(target) = Uri::parse(target) else { continue };
        if let Some(found) = resolver.relativize(target) {
            let back = resolver.resolve(&found).map(UriBuf::into_string);
            assert_eq!(back.as_deref(), Ok(target.as_str()), "{found:?}");
        }
    }
}
