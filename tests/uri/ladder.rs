//! Tests the comparison ladder (RFC 3986, section 6.2): examples for each rung, and the laws of normalization.

use core::hash::{BuildHasher, BuildHasherDefault};
use core::hint::black_box;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::hash::DefaultHasher;

use linkwright::find::text_mismatch;
use linkwright::uri::{Aliases, IriReference, Resolver, Rung, Uri, UriReference};
use proptest::prelude::*;

use crate::generate::{count, texts};
use crate::pairs::pairs;
use crate::pseudo_code::remove_dot_segments;

fn form(text: &str, rung: Rung) -> String {
    UriReference::parse(text).unwrap().normalize(rung).into_owned()
}

#[test]
fn rungs_have_names() {
    for &rung in Rung::ALL {
        assert_eq!(rung.name().parse(), Ok(rung));
        assert_eq!(rung.to_string(), rung.name());
    }
    assert!("Scheme".parse::<Rung>().is_err());
    assert!(Rung::ALL.is_sorted());
}

/// Each case consists of a text and the results of the rungs that change it. A rung without an entry changes nothing.
#[test]
fn what_each_rung_adds() {
    use Rung::{Case, Path, Percent, Scheme};
    check_rungs(&[
        // The example of section 6.2.2.
        (
            "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
            &[
                (Case, "example://a/./b/../b/%63/%7Bfoo%7D"),
                (Percent, "example://a/./b/../b/c/%7Bfoo%7D"),
                (Path, "example://a/b/c/%7Bfoo%7D"),
            ][..],
        ),
        // Section 6.2.2.1
        ("HTTP://www.EXAMPLE.com/", &[(Case, "http://www.example.com/")]),
        ("http://a/%3a", &[(Case, "http://a/%3A")]),
        ("s://U:P@H/P?Q#F", &[(Case, "s://U:P@h/P?Q#F")]),
        ("s://[2001:DB8::A]/", &[(Case, "s://[2001:db8::a]/")]),
        ("s://[VF.AB]/", &[(Case, "s://[vf.ab]/")]),
        // Section 6.2.2.2, in every component. A decoded letter in a host becomes lower-case.
        (
            "s://%75%40@%48%2F/%7E%2f?%7e%26#%2D%23",
            &[
                (Case, "s://%75%40@%48%2F/%7E%2F?%7E%26#%2D%23"),
                (Percent, "s://u%40@h%2F/~%2F?~%26#-%23"),
            ],
        ),
        // Section 6.2.2.3
        (
            "s://h/%2e/a/%2E%2e/b",
            &[(Case, "s://h/%2E/a/%2E%2E/b"), (Percent, "s://h/./a/../b"), (Path, "s://h/b")],
        ),
        ("s://h/a/..", &[(Path, "s://h/")]),
        ("s:a/../b", &[(Path, "s:/b")]),
        ("s:../a", &[(Path, "s:a")]),
        ("s:..", &[(Path, "s:")]),
        ("s:/a/..//b", &[(Path, "s:/.//b")]),
        ("s:/.//b", &[]),
        ("s:/a//../..", &[(Path, "s:/")]),
        ("s:..//", &[(Path, "s:/")]),
        ("s:..///", &[(Path, "s:/.//")]),
        // Section 6.2.3: the four equivalent URIs of the section.
        ("http://example.com", &[(Scheme, "http://example.com/")]),
        ("http://example.com/", &[]),
        ("http://example.com:/", &[(Scheme, "http://example.com/")]),
        ("http://example.com:80/", &[(Scheme, "http://example.com/")]),
        ("https://h:80", &[(Scheme, "https://h:80/")]),
        ("http://h?q", &[(Scheme, "http://h/?q")]),
        ("unknown://h:", &[(Scheme, "unknown://h/")]),
        ("//h:", &[(Scheme, "//h")]),
        // "Normalization should not remove delimiters when their associated component is empty"
        ("http://h/?", &[]),
        ("http://h/#", &[]),
        ("http://@h/", &[]),
        ("http://:@h/", &[]),
        ("http://h./", &[]),
        ("http://h:080/", &[]),
        // Section 3.2.2: files
        ("file://localhost/a", &[(Scheme, "file:///a")]),
        ("file://LocalHost:/a", &[(Case, "file://localhost:/a"), (Scheme, "file:///a")]),
        ("file:/a", &[(Scheme, "file:///a")]),
        ("file:a/../b", &[(Path, "file:/b"), (Scheme, "file:///b")]),
        ("file:a", &[]),
        ("file:/.//a", &[(Scheme, "file:////a")]),
        ("file://h/a", &[]),
        ("file://u@localhost/a", &[]),
        // RFC 5952
        ("s://[0:0:0::1]/", &[(Scheme, "s://[::1]/")]),
        (
            "s://[::FFFF:C000:201]/",
            &[(Case, "s://[::ffff:c000:201]/"), (Scheme, "s://[::ffff:192.0.2.1]/")],
        ),
        // RFC 6068, RFC 8141
        (
            "mailto:Joe%40x@EXAMPLE.com,A@B?to=C@D",
            &[(Scheme, "mailto:Joe%40x@example.com,A@b?to=C@d")],
        ),
        (
            "mailto:?TO=A@B,C@D&Subject=E@F&cc=G@H",
            &[(Scheme, "mailto:?to=A@b,C@d&subject=E@F&cc=G@h")],
        ),
        // RFC 3261, RFC 7565, RFC 7622
        ("sip:Al;X=Y@Ex.COM:5060;Lr=A?B=C", &[(Scheme, "sip:Al;X=Y@ex.com:5060;Lr=A?B=C")]),
        ("SIPS:Ex.COM", &[(Case, "sips:Ex.COM"), (Scheme, "sips:ex.com")]),
        ("acct:Juliet%40Capulet@Shop.Example", &[(Scheme, "acct:Juliet%40Capulet@shop.example")]),
        ("xmpp:Romeo@Montague.Net/Orchard?A", &[(Scheme, "xmpp:romeo@montague.net/Orchard?A")]),
        ("xmpp://Guest@Example.COM/A@B", &[(Case, "xmpp://Guest@example.com/A@B")]),
        ("URN:ISBN:A%2c", &[(Case, "urn:ISBN:A%2C"), (Scheme, "urn:isbn:A%2C")]),
        ("urn:/A:B", &[]),
        ("urn:A/B:C", &[]),
    ]);
}

/// In a relative path, only the dot segments that have the same effect with every base are removed.
#[test]
fn dot_segments_of_relative_references_are_removed() {
    use Rung::{Case, Path, Percent};
    check_rungs(&[
        ("mid/content=5/../6", &[(Path, "mid/6")]),
        ("../a/./b", &[(Path, "../a/b")]),
        (
            "./%2E/.%2e/a/%2e",
            &[(Case, "./%2E/.%2E/a/%2E"), (Percent, "././../a/."), (Path, "../a/")],
        ),
        ("a/b/../../../c/../d?q#f", &[(Path, "a/../../d?q#f")]),
        ("../..", &[(Path, "../../")]),
        ("./.", &[(Path, "./")]),
        ("a//../b", &[(Path, "a/b")]),
        // With the base `s:x`, `a/../b` resolves to `s:/b`, but `b` to `s:b`.
        ("a/../b", &[]),
        ("a/..", &[(Path, "a/../")]),
        // Without the dot segment, the text would begin with a scheme or an authority, or be empty.
        ("./a:b", &[]),
        ("././a:b/./c:d", &[(Path, "./a:b/c:d")]),
        ("../a:b", &[]),
        (".//a", &[]),
        ("././/./a", &[(Path, ".//a")]),
        ("..//a", &[]),
        ("./", &[]),
        ("", &[]),
        ("/../a/./b", &[(Path, "/a/b")]),
        ("//H/../a", &[(Case, "//h/../a"), (Path, "//h/a")]),
    ]);
}

/// Checks the result of each rung. A rung without an entry must not change the result of the rung before it.
fn check_rungs(cases: &[(&str, &[(Rung, &str)])]) {
    for &(text, changes) in cases {
        let mut expected = text;
        for &rung in Rung::ALL {
            let change = changes.iter().find(|(changing, _)| *changing == rung);
            expected = change.map_or(expected, |(_, form)| form);
            assert_eq!(form(text, rung), expected, "{text:?} {rung}");
        }
    }
}

#[test]
fn comparisons() {
    for (a, b, expected) in [
        ("http://h/", "http://h/", Some(Rung::String)),
        ("http://h/", "HTTP://H/", Some(Rung::Case)),
        ("http://h/%7e", "http://h/%7E", Some(Rung::Case)),
        ("http://h/%7e", "http://h/~", Some(Rung::Percent)),
        ("http://h/a/../b", "http://h/b", Some(Rung::Path)),
        ("http://h:80", "http://h/", Some(Rung::Scheme)),
        ("http://h/%2F", "http://h//", None),
        ("http://h/?", "http://h/", None),
        ("http://h/", "http://h/#", None),
        ("http://h/a", "http://h/A", None),
        ("s:a", "s:/a", None),
        ("s:/.//a", "s://a", None),
        ("s:", "s:/", None),
        ("file:/a", "FILE://%6cocalhost:/%61", Some(Rung::Scheme)),
        ("s://[::1]", "s://[0::1]/", Some(Rung::Scheme)),
    ] {
        let [a, b] = [a, b].map(|text| Uri::parse(text).unwrap());
        assert_eq!(a.first_equal_rung(&b), expected, "{a} {b}");
        assert_eq!(b.first_equal_rung(&a), expected, "{b} {a}");
    }
}

/// IRIs are first compared as strings (6.2.1). Mapping them to URIs is a separate rung (RFC 3987, 5.3).
#[test]
fn iris_and_uris_are_equal_on_a_separate_rung() {
    for (a, b, expected) in [
        ("http://h/\u{e9}", "http://h/\u{e9}", Some(Rung::String)),
        ("http://h/\u{e9}", "http://h/%C3%A9", Some(Rung::Iri)),
        ("http://h/\u{e9}", "http://h/%c3%a9", Some(Rung::Case)),
        ("http://h/\u{e9}/%7e", "http://h/%C3%A9/~", Some(Rung::Percent)),
        ("?alpha=\u{3b1}", "?alpha=%CE%B1", Some(Rung::Iri)),
        ("http://h/\u{e9}", "http://h/e\u{301}", None),
        ("http://h/", "http://h/", Some(Rung::String)),
        ("http://h/", "HTTP://h/", Some(Rung::Case)),
        ("http://b\u{fc}cher.example/", "http://b%C3%BCcher.example/", Some(Rung::Iri)),
        ("http://b\u{fc}cher.example/", "http://B%c3%bccher.Example/", Some(Rung::Case)),
        ("http://b\u{fc}cher.example/", "http://b%C3%BCch%65r.example/", Some(Rung::Percent)),
        ("//b\u{fc}cher.example/", "//b%C3%BCcher.example/", Some(Rung::Iri)),
        // IDNA does not permit this host.
        ("http://a\u{ff0f}b/", "http://a%EF%BC%8Fb/", Some(Rung::Iri)),
        ("http://a\u{ff0f}b/", "http://a/b", None),
    ] {
        let [a, b] = [a, b].map(|text| IriReference::parse(text).unwrap());
        assert_eq!(a.first_equal_rung(&b), expected, "{a} {b}");
        assert_eq!(b.first_equal_rung(&a), expected, "{b} {a}");
        for &rung in Rung::ALL {
            let forms = [a, b].map(|iri| iri.normalize(rung));
            assert_eq!(a.is_equivalent(&b, rung), forms[0] == forms[1], "{a} {b} {rung}");
        }
    }
}

/// With the feature `idn`, a name equals its A-labels on the rung `Scheme` (RFC 3987, 5.3.3).
#[test]
fn domain_names_are_equal_to_their_a_labels() {
    let equal = if cfg!(feature = "idn") { Some(Rung::Scheme) } else { None };
    let [name, encoded, labels, upper] = [
        "b\u{fc}cher.example",
        "b%c3%bccher.example",
        "xn--bcher-kva.example",
        "B\u{dc}CHER.Example",
    ];
    for (a, b, expected) in [
        (name, labels, equal),
        (encoded, labels, equal),
        (upper, labels, equal),
        (name, upper, equal),
        (encoded, upper, equal),
        (name, "XN--BCHER-KVA.example", equal),
        ("\u{ff4c}ocalhost", "localhost", equal),
        ("%EF%BC%91.2.3.4", "1.2.3.4", equal),
        // These are not domain names: the first contains an octet that is not UTF-8, the second a delimiter.
        ("b%FCcher.example", labels, None),
        ("b%C3%BCcher%2F.example", "xn--bcher-kva%2F.example", None),
    ] {
        for scheme in ["http:", "s:", ""] {
            let [x, y] = [a, b].map(|host| format!("{scheme}//{host}/"));
            let [x, y] = [&x, &y].map(|text| IriReference::parse(text).unwrap());
            assert_eq!(x.first_equal_rung(&y), expected, "{x} {y}");
            let forms = [x, y].map(|iri| iri.normalize(Rung::Scheme));
            assert_eq!(forms[0] == forms[1], expected.is_some(), "{x} {y}");
        }
    }
    let expected = if cfg!(feature = "idn") { "file:///a" } else { "file://%EF%BD%8Cocalhost/a" };
    let file = IriReference::parse("file://\u{ff4c}ocalhost/a").unwrap();
    assert_eq!(file.normalize(Rung::Scheme), expected);
}

#[test]
fn normal_forms_are_ordered_by_their_text() {
    let texts = ["http://h/b", "HTTP://h:80/a", "http://h/%61", "http://h/A"];
    let set: BTreeSet<_> =
        texts.iter().map(|text| Uri::parse(text).unwrap().normalize(Rung::Scheme)).collect();
    let forms: Vec<String> = set.iter().map(ToString::to_string).collect();
    assert_eq!(forms, ["http://h/A", "http://h/a", "http://h/b"]);
}

#[test]
fn fragments_can_be_removed() {
    let uri = Uri::parse("http://h/?q#f").unwrap();
    assert_eq!(uri.without_fragment().as_str(), "http://h/?q");
    assert_eq!(uri.without_fragment().fragment(), None);
    assert_eq!(uri.without_fragment().without_fragment().as_str(), "http://h/?q");
    assert_eq!(UriReference::parse("#").unwrap().without_fragment().as_str(), "");
}

fn hash(text: &str, rung: Rung) -> u64 {
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    hasher.hash_one(UriReference::parse(text).unwrap().normalize(rung))
}

/// A normal form is valid, is its own normal form, and is equivalent to the original text, with an equal hash.
/// Normalizing the form of the previous rung returns the same form.
#[test]
fn laws_of_the_ladder() {
    for (seed, text) in texts(count(20_000)) {
        let Ok(reference) = UriReference::parse(&text) else { continue };
        let mut above = text.clone();
        for &rung in Rung::ALL {
            let normal = reference.normalize(rung);
            let form = normal.to_string();
            let context = format!("{text:?} {rung} {form:?} ({seed})");
            // The form can be parsed, and has the same scheme, and a query and a fragment if the reference has them.
            let parsed = UriReference::parse(&form).expect(&context);
            assert_eq!(parsed.scheme(), reference.scheme(), "{context}");
            assert_eq!(parsed.query().is_some(), reference.query().is_some(), "{context}");
            assert_eq!(parsed.fragment().is_some(), reference.fragment().is_some(), "{context}");
            // The form is its own normal form.
            assert_eq!(parsed.normalize(rung).to_string(), form, "{context}");
            assert!(matches!(parsed.normalize(rung), Cow::Borrowed(_)), "{context}");
            assert_eq!(matches!(normal, Cow::Borrowed(_)), form == text, "{context}");
            // The form is equivalent to the original text, with an equal hash.
            assert!(reference.is_equivalent(&parsed, rung), "{context}");
            assert_eq!(hash(&text, rung), hash(&form, rung), "{context}");
            // Normalizing the form of the previous rung returns the same form, so texts that are equivalent on one rung
            // are equivalent on the next.
            let above_form = UriReference::parse(&above).unwrap().normalize(rung).to_string();
            assert_eq!(above_form, form, "{context}");
            if let Some(uri) = reference.to_uri() {
                assert_eq!(uri.to_normalized(rung), form.as_str(), "{context}");
            }
            above = form;
        }
    }
}

/// `is_equivalent` compares two references without building their normal forms. Its result must agree with a comparison
/// of the forms.
#[test]
fn comparison_agrees_with_normal_forms() {
    let mut rungs: HashMap<Option<Rung>, usize> = HashMap::new();
    for (seed, a, b) in pairs(count(20_000)) {
        let [x, y] = [&a, &b].map(|text| UriReference::parse(text).unwrap());
        for &rung in Rung::ALL {
            let expected = form(&a, rung) == form(&b, rung);
            assert_eq!(x.is_equivalent(&y, rung), expected, "{a:?} {b:?} {rung} ({seed})");
            assert_eq!(x.normalize(rung) == y.normalize(rung), expected);
            assert!(!expected || hash(&a, rung) == hash(&b, rung), "{a:?} {b:?} {rung} ({seed})");
        }
        *rungs.entry(x.first_equal_rung(&y)).or_default() += 1;
    }
    assert!(rungs.len() >= 6, "too few different results: {rungs:?}");
}

proptest! {
    /// The normalizer processes segments in blocks of 64, so some paths have more segments than one block.
    #[test]
    fn dot_segments_are_removed_as_in_the_pseudo_code(
        segments in prop::collection::vec(prop::sample::select(vec!["..", "a", "b", "", "."]), 0..400),
        head in prop::sample::select(vec!["/", ""]),
    ) {
        let path = format!("{head}{}", segments.join("/"));
        let authority = if path.is_empty() || path.starts_with('/') { "//h" } else { "" };
        let text = format!("s:{authority}{path}");
        prop_assume!(Uri::parse(&text).is_ok());
        let found = form(&text, Rung::Path);
        let expected = remove_dot_segments(&path);
        let guard = if authority.is_empty() && expected.starts_with("//") { "/." } else { "" };
        prop_assert_eq!(found, format!("s:{authority}{guard}{expected}"));
    }

    /// With every base, a reference and its normal form resolve to equivalent URIs. The reference is first normalized
    /// to the rung `Percent`, because normalization decodes `%2e` and resolution does not.
    #[test]
    fn normalized_references_resolve_to_the_same_uri(
        segments in prop::collection::vec(
            prop::sample::select(vec!["..", ".", "", "a", "b:c", "%2e", "%2E."]), 0..12),
        head in prop::sample::select(vec!["", "/", "./", "//h/"]),
        base_segments in prop::collection::vec(
            prop::sample::select(vec!["..", ".", "", "x", "y"]), 0..5),
        base_head in prop::sample::select(vec!["s:", "s:/", "s://h/", "s://h", "", "/", "//h/"]),
    ) {
        let text = format!("{head}{}", segments.join("/"));
        let slash = if base_head == "s://h" && !base_segments.is_empty() { "/" } else { "" };
        let base = format!("{base_head}{slash}{}", base_segments.join("/"));
        let (Ok(reference), Ok(base)) = (UriReference::parse(&text), UriReference::parse(&base)) else {
            return Ok(());
        };
        let resolver = Resolver::relative(base);
        let [plain, normal] = [Rung::Percent, Rung::Path].map(|rung| {
            let reference = reference.to_normalized(rung);
            form(resolver.target(reference.as_reference()).unwrap().as_str(), Rung::Path)
        });
        prop_assert_eq!(normal, plain, "{:?} + {:?}", base.as_str(), text);
    }

    #[test]
    fn nothing_panics(text in any::<String>(), scheme in r"|s:|http://|//h/|mailto:|urn:|file:") {
        let text = format!("{scheme}{text}");
        if let Ok(reference) = UriReference::parse(&text) {
            for &rung in Rung::ALL {
                let _ = reference.normalize(rung);
            }
            let _ = reference.hazards();
        }
    }
}

#[test]
fn chains_and_loops_of_aliases() {
    let uri = |text| Uri::parse(text).unwrap();
    let aliases = Aliases::from_iter([
        (uri("http://a/1"), uri("HTTP://a:80/2#x")),
        (uri("http://a/2"), uri("http://a/3")),
        (uri("http://a/3#ignored"), uri("http://b")),
        (uri("http://l/2"), uri("http://l/3")),
        (uri("http://l/3"), uri("http://l/1")),
        (uri("http://l/1"), uri("http://l/2")),
        (uri("http://l/in"), uri("http://l/3")),
        (uri("http://self/"), uri("http://self")),
        (uri("http://twice/"), uri("http://first/")),
        (uri("http://twice/"), uri("http://second/")),
    ]);
    let follow = |text| aliases.follow(uri(text)).into_string();
    assert_eq!(follow("http://a/1"), "http://b/#x");
    assert_eq!(follow("http://a/1#own"), "http://b/#x");
    assert_eq!(follow("http://a/2#own"), "http://b/#own");
    assert_eq!(follow("http://a/4"), "http://a/4");
    assert_eq!(follow("http://self"), "http://self/");
    assert_eq!(follow("http://twice"), "http://second/");
    for text in ["http://l/1", "http://l/2", "http://l/3", "http://l/in"] {
        assert_eq!(follow(text), "http://l/1");
    }
    assert!(aliases.is_equivalent(uri("http://a/2"), uri("HTTP://B")));
    assert_eq!(aliases.first_equal_rung(uri("http://b"), uri("HTTP://B")), Some(Rung::Case));
    assert_eq!(aliases.first_equal_rung(uri("http://b"), uri("http://c")), None);
    assert_eq!(Aliases::new().follow(uri("http://B")), "http://b/");
}

/// Calls the functions for URIs on texts that can cause backtracking, repeated counting or nesting. The test does not
/// measure the time: if a function took quadratic time, the test would not finish in a reasonable time.
#[test]
fn long_hostile_texts_take_linear_time() {
    for unit in [
        "../",
        "./",
        "a/",
        "a/../",
        "a/a/a/../",
        "/",
        "%2e/",
        "%2e%2E/",
        "%",
        "%25",
        "%41",
        "%2541",
        "a@B,",
        ":",
        "&a=http:",
        "//",
        "%0D%0A",
        "%E2%80%AE",
        "A",
        "0.",
        "a.",
        "@",
        "..",
    ] {
        let text = unit.repeat((64 << 10) / unit.len());
        for prefix in ["s:/", "s:", "mailto:", "http://h?", "http://", "file:///", "urn:a"] {
            call_all_functions(&format!("{prefix}{text}"));
        }
    }
}

fn call_all_functions(text: &str) {
    let base = Uri::parse("http://h/a/b?c").unwrap();
    let resolver = Resolver::new(base);
    let _ = black_box((resolver.resolve(text), resolver.resolve(text.split_at(3).1)));
    let Ok(uri) = Uri::parse(text) else { return };
    for &rung in Rung::ALL {
        black_box(uri.normalize(rung));
    }
    black_box((uri.first_equal_rung(&base), uri.hazards(), text_mismatch(text, uri)));
    black_box(Resolver::new(uri).relativize(base));
    black_box(Aliases::from_iter([(uri, base), (base, uri)]).follow(uri));
}
