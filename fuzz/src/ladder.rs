//! Checks the laws of normalization and comparison (RFC 3986, section 6).

use linkwright::uri::{Rung, UriReference};

use super::input;

/// Reads `data` as two references with a line feed between them, or as one reference that is compared with itself.
pub fn check(data: &[u8]) {
    let text = input::text(data);
    let (first, second) = text.split_once('\n').unwrap_or((text, text));
    let Ok(first) = UriReference::parse(first) else { return };
    forms_are_normal(first);
    if let Ok(second) = UriReference::parse(second) {
        comparison_agrees_with_normal_forms(first, second);
    }
}

/// A normal form is valid, is its own normal form, and is equivalent to its original.
fn forms_are_normal(reference: UriReference<'_>) {
    let mut above = reference.as_str().to_owned();
    for &rung in Rung::ALL {
        let form = reference.normalize(rung).to_string();
        let Ok(parsed) = UriReference::parse(&form) else { panic!("{rung}: {form:?}") };
        assert_eq!(parsed.normalize(rung).to_string(), form, "{rung}");
        assert!(matches!(parsed.normalize(rung), std::borrow::Cow::Borrowed(_)), "{rung}");
        assert!(reference.is_equivalent(&parsed, rung), "{rung}: {form:?}");
        let above_form = UriReference::parse(&above).map(|one| one.normalize(rung).to_string());
        assert_eq!(above_form.as_deref(), Ok(form.as_str()), "{rung}");
        above = form;
    }
}

/// A comparison has the same result as a comparison of the normal forms, and references that are equal on one rung are
/// equal on every later rung.
fn comparison_agrees_with_normal_forms(first: UriReference<'_>, second: UriReference<'_>) {
    let mut were_equal = false;
    for &rung in Rung::ALL {
        let forms = [first, second].map(|one| one.normalize(rung).to_string());
        let are_equal = first.is_equivalent(&second, rung);
        assert_eq!(are_equal, forms[0] == forms[1], "{rung}: {forms:?}");
        assert_eq!(are_equal, second.is_equivalent(&first, rung), "{rung}");
        assert!(are_equal || !were_equal, "{rung}");
        were_equal = are_equal;
    }
}
