//! Tests reference resolution (RFC 3986, section 5): the examples of 5.4, a comparison with the pseudo-code of 5.2, and
//! the laws of relative references.

use linkwright::uri::{Iri, IriReference, Resolver, Rung, Uri, UriReference};

use crate::generate::count;
use crate::pairs::pairs;
use crate::pseudo_code::{Five, transform};

const BASE: &str = "http://a/b/c/d;p?q";

fn resolver(base: &str) -> Resolver<'_> {
    Resolver::new(Uri::parse(base).unwrap())
}

fn resolve(base: &str, reference: &str) -> String {
    resolver(base).resolve(reference).unwrap().into_string()
}

/// Section 5.4.1
#[test]
fn normal_examples() {
    for (reference, target) in [
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ] {
        assert_eq!(resolve(BASE, reference), target, "{reference:?}");
    }
}

/// Section 5.4.2
#[test]
fn abnormal_examples() {
    for (reference, target) in [
        ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ] {
        assert_eq!(resolve(BASE, reference), target, "{reference:?}");
    }
    // "http:g" = "http:g" for strict parsers, "http://a/b/c/g" for backward compatibility
    let compatible = resolver(BASE).backward_compatible(true);
    assert_eq!(compatible.resolve("http:g").unwrap(), "http://a/b/c/g");
    assert_eq!(compatible.resolve("HTTP:g").unwrap(), "http://a/b/c/g");
    assert_eq!(compatible.resolve("https:g").unwrap(), "https:g");
}

#[test]
fn agrees_with_the_pseudo_code() {
    let mut closed = 0;
    for (seed, base, text) in pairs(count(20_000)) {
        let base_view = UriReference::parse(&base).unwrap();
        let reference = UriReference::parse(&text).unwrap();
        // The pseudo-code needs a base with a scheme. `relative_bases_can_be_resolved_first` tests other bases.
        if base_view.scheme().is_none() {
            continue;
        }
        for strict in [true, false] {
            let resolver = Resolver::relative(base_view).backward_compatible(!strict);
            let found = resolver.target(reference).unwrap().into_string();
            let five = transform(&Five::parse(&base), &Five::parse(&text), strict);
            let expected = five.recompose();
            if found == expected {
                continue;
            }
            // The results differ only if a parser would find other components in the result of the pseudo-code.
            assert_ne!(Five::parse(&expected), five, "{base:?} + {text:?} ({seed})");
            let guarded = Five { path: format!("/.{}", five.path), ..five };
            assert_eq!(found, guarded.recompose(), "{base:?} + {text:?} ({seed})");
            closed += 1;
        }
    }
    assert!(closed > 0, "no target needed the prefix `/.`");
}

#[test]
fn rootless_bases() {
    for (base, reference, target) in [
        ("s:a/b", "../c", "s:/c"),
        ("s:a/b", "c", "s:a/c"),
        ("s:a", "../b", "s:b"),
        ("s:abc", "foo/../bar", "s:/bar"),
        ("urn:a:b", "#f", "urn:a:b#f"),
        ("mailto:a@b", "?subject=x", "mailto:a@b?subject=x"),
        ("s:", "a", "s:a"),
        ("s:a", ".//b", "s:/b"),
        ("s:/a", ".//b", "s:/.//b"),
        ("s:/a", "/.//b", "s:/.//b"),
        ("s:a", "/..//b", "s:/.//b"),
    ] {
        assert_eq!(resolve(base, reference), target, "{base} + {reference}");
    }
}

#[test]
fn relative_bases() {
    let join = |base, reference| {
        let [base, reference] = [base, reference].map(|text| UriReference::parse(text).unwrap());
        Resolver::relative(base).target(reference).unwrap().into_string()
    };
    for (base, reference, target) in [
        ("a/b", "c", "a/c"),
        ("a", "./b:c", "./b:c"),
        ("//h", "a", "//h/a"),
        ("//h/a/b", "../../c", "//h/c"),
        ("/a/b", "../../c", "/c"),
        ("dir/a", "..", ""),
        ("dir/a", ".", "dir/"),
        ("dir/a", "../b", "b"),
        ("a/b/c", "../d", "a/d"),
        ("a", "../b", "b"),
        ("a", ".", ""),
        ("a", ".//b", ".//b"),
        ("a", "./b:c/..", ""),
        ("../a", "../b", "b"),
        ("..", "a", "a"),
        ("a/..", "b", "b"),
        ("/a/..", "b", "/b"),
        ("dir/./a", "", "dir/./a"),
        ("dir/a", "/b/../c", "/c"),
        ("", "../b?q#f", "b?q#f"),
        ("?q", "", "?q"),
    ] {
        assert_eq!(join(base, reference), target, "{base:?} + {reference:?}");
    }
    let relative = Resolver::relative(UriReference::parse("a").unwrap());
    let error = relative.resolve("b").unwrap_err();
    assert_eq!((error.at(), error.valid_prefix()), (1, None));
}

/// A reference can be resolved against a relative base first, and the result against an absolute base. This returns the
/// same URI as resolving the relative base first, and then the reference against the result.
#[test]
fn relative_bases_can_be_resolved_first() {
    let bases = ["http://h/", "s:/"];
    let mut met = 0;
    for (seed, middle, text) in pairs(count(20_000)) {
        let [relative, reference] = [&middle, &text].map(|text| UriReference::parse(text).unwrap());
        if relative.scheme().is_some() || reference.scheme().is_some() {
            continue;
        }
        let target = Resolver::relative(relative).target(reference).unwrap().into_string();
        let is_rooted = |text: &str| text.starts_with('/');
        assert!(
            !is_rooted(&target) || is_rooted(&middle) || is_rooted(&text),
            "{middle:?} {text:?}"
        );
        for base in bases {
            let first = resolve(base, &middle);
            let (expected, found) = (resolve(&first, &text), resolve(base, &target));
            assert_eq!(found, expected, "{base} + {middle:?} + {text:?} ({seed})");
        }
        met += 1;
    }
    assert!(met > 100, "only {met} relative bases were tested");
}

#[test]
fn relative_references() {
    for (base, target, expected) in [
        ("http://a/b/c", "http://a/b/d", Some("d")),
        ("http://a/b/c", "http://a/b/", Some("./")),
        ("http://a/b/c", "http://a/", Some("../")),
        ("http://a/b/c", "http://a", Some("//a")),
        ("http://a/b", "http://b/c", Some("//b/c")),
        ("http://a/b", "http://b", Some("//b")),
        ("http://a/b", "https://a/b", None),
        ("http://a/b/c/d/e/f", "http://a/g", Some("/g")),
        ("s:a/b/c", "s:/", Some("/")),
        ("http://a", "http://a/b", Some("b")),
        ("http://a/b/c", "http://a/b/c", Some("")),
        ("http://a/b/c", "http://a/b/c#", Some("#")),
        ("http://a/b/c?q", "http://a/b/c", Some("c")),
        ("http://a/b/c?q", "http://a/b/c?", Some("?")),
        ("http://a/b/c", "http://a/b/x:y", Some("./x:y")),
        ("http://a/b/c", "http://a/b//c", Some(".//c")),
        ("http://a/b/c", "http://a/b/../c", None),
        ("http://a/b/../c", "http://a/b/../c?q", Some("?q")),
        ("http://a/b/c", "HTTP://a/b/d", None),
        ("http://a/b", "http://A/b", Some("//A/b")),
        ("s:a/b", "s:a/c", Some("c")),
        ("s:a/b", "s:c", None),
        ("s:/a", "s:/.//b", Some(".//b")),
        ("s:a", "s:b", Some("b")),
        ("s:a", "s:/b", Some("/b")),
    ] {
        let found = resolver(base).relativize(Uri::parse(target).unwrap());
        assert_eq!(found.as_deref(), expected, "{base} to {target}");
    }
}

/// `resolve(base, relativize(base, t)) == t`
#[test]
fn resolving_a_relative_reference_returns_its_target() {
    let mut relative = 0;
    for (seed, base, text) in pairs(count(20_000)) {
        let (Ok(base), Ok(reference)) = (Uri::parse(&base), UriReference::parse(&text)) else {
            continue;
        };
        let resolver = Resolver::new(base);
        // The two references of a pair often have nothing in common. So the second target is the result of resolving
        // one reference against the other.
        let target = resolver.target(reference).unwrap().into_string();
        for target in [target.as_str(), &text] {
            let Ok(target) = Uri::parse(target) else { continue };
            if let Some(found) = resolver.relativize(target) {
                let back = resolver.resolve(&found).unwrap();
                assert!(found.len() < target.as_str().len(), "{base} {found:?} ({seed})");
                assert_eq!(back, target.as_str(), "{base} {found:?} ({seed})");
                relative += 1;
            }
        }
    }
    assert!(relative > 1000, "only {relative} targets had a relative reference");
}

/// Tests same-document references (section 4.4). Each case has the first rung on which the target is equivalent to the
/// base.
#[test]
fn same_documents() {
    for (base, reference, expected) in [
        ("http://a/b#x", "#y", Some(Rung::String)),
        ("http://a/b", "", Some(Rung::String)),
        ("http://a/b", "http://a/b#z", Some(Rung::String)),
        ("http://a/b", "/b", Some(Rung::String)),
        ("http://a/b", "?", None),
        ("http://a/b", "http://A/b", Some(Rung::Case)),
        ("http://a/~", "%7e#y", Some(Rung::Percent)),
        ("http://a/./b", "./b", Some(Rung::Path)),
        ("http://a:80", "/", Some(Rung::Scheme)),
        ("s:/.//b", "#c", Some(Rung::String)),
    ] {
        let reference = UriReference::parse(reference).unwrap();
        let is_same = |rung: &Rung| resolver(base).is_same_document(reference, *rung);
        assert_eq!(Rung::ALL.iter().copied().find(is_same), expected, "{base} {reference}");
    }
}

/// RFC 3987, section 6.5: characters outside ASCII are not changed.
#[test]
fn iri_references() {
    for (base, reference, target) in [
        ("http://h/\u{e9}", "x", "http://h/x"),
        ("http://h/\u{e9}/", "x?\u{fc}", "http://h/\u{e9}/x?\u{fc}"),
        ("http://\u{e9}.example/a", "../b", "http://\u{e9}.example/b"),
        ("http://h/a", "//\u{e9}/b", "http://\u{e9}/b"),
        ("s:a", ".//\u{e9}", "s:/\u{e9}"),
    ] {
        let base = Iri::parse(base).unwrap();
        let found = base.resolve(IriReference::parse(reference).unwrap()).unwrap();
        assert_eq!(found, target, "{base} {reference}");
    }
}
