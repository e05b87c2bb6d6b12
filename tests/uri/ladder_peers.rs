//! Compares normalization and resolution with fluent-uri and iri-string.
//!
//! The two crates do not agree with each other, so neither of them can be the reference. The tables below list every
//! permitted difference: the component that may differ, the condition, and the reason for the result of linkwright. Any
//! other difference fails the test.

use std::collections::BTreeMap;

use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};
use linkwright::uri::{Resolver, Rung, Uri, UriReference, pct};

use crate::generate::count;
use crate::pairs::pairs;
use crate::pseudo_code::Five;

/// The input: a reference and its base. The tests of normalization use only the base.
struct Case<'a> {
    base: Uri<'a>,
    reference: UriReference<'a>,
}

struct Line {
    component: &'static str,
    when: fn(&Case<'_>) -> bool,
    why: &'static str,
}

const fn line(component: &'static str, when: fn(&Case<'_>) -> bool, why: &'static str) -> Line {
    Line { component, when, why }
}

/// Counts how often each line of a table explains a difference. A line that explains no difference must be removed.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, usize>);

impl Tally {
    /// Checks that a line explains each component in which `ours` and `theirs` differ.
    fn compare(&mut self, lines: &[Line], case: &Case<'_>, ours: &str, theirs: &str) {
        if ours == theirs {
            return;
        }
        let context = format!("{:?} + {:?}: {ours:?}, {theirs:?}", case.base, case.reference);
        let [a, b] = [ours, theirs].map(Five::parse);
        assert_eq!(
            (&a.scheme, &a.query, &a.fragment),
            (&b.scheme, &b.query, &b.fragment),
            "{context}"
        );
        for (component, differs) in
            [("authority", a.authority != b.authority), ("path", a.path != b.path)]
        {
            if differs {
                let fits = |line: &&Line| line.component == component && (line.when)(case);
                let line =
                    lines.iter().find(fits).unwrap_or_else(|| panic!("{component}: {context}"));
                *self.0.entry(line.why).or_default() += 1;
            }
        }
    }

    fn finish(self, lines: &[Line]) {
        for line in lines {
            println!("{:6} {}", self.0.get(line.why).copied().unwrap_or_default(), line.why);
            // In a short run, some lines may explain no difference.
            let is_needed = self.0.contains_key(line.why) || count(0) < 100_000;
            assert!(is_needed, "no difference has this reason: {}", line.why);
        }
    }
}

fn is_rootless(uri: &Uri<'_>) -> bool {
    uri.authority().is_none() && !uri.path().starts_with('/')
}

fn decoded(path: &str) -> String {
    pct::decode_utf8(path).unwrap().into_owned()
}

fn has_dots(path: &str) -> bool {
    path.split('/').any(|segment| matches!(decoded(segment).as_str(), "." | ".."))
}

fn has_encoded_dots(path: &str) -> bool {
    path.split('/').any(|segment| segment.contains('%') && has_dots(segment))
}

fn host_has(uri: &Uri<'_>, test: fn(&str) -> bool) -> bool {
    uri.authority().is_some_and(|authority| test(authority.host().as_str()))
}

fn has_port(uri: &Uri<'_>, ports: &[&str]) -> bool {
    uri.authority().and_then(|authority| authority.port()).is_some_and(|port| ports.contains(&port))
}

const NORMALIZE_FLUENT: &[Line] = &[
    line(
        "authority",
        |case| host_has(&case.base, |host| host.starts_with('[')),
        "IPv6 addresses are written as in RFC 5952 only on the rung `Scheme`",
    ),
    line(
        "authority",
        |case| has_port(&case.base, &["", "80", "443", "21"]),
        "empty and default ports are removed only on the rung `Scheme` (6.2.3)",
    ),
    line(
        "path",
        |case| is_rootless(&case.base) && has_dots(case.base.path()),
        "6.2.2.3 also removes the dot segments of rootless paths",
    ),
];

#[test]
fn normalization_differs_from_fluent_uri_only_as_listed() {
    let mut tally = Tally::default();
    for (_, text, _) in pairs(count(20_000)) {
        let Ok(uri) = Uri::parse(&text) else { continue };
        let theirs = fluent_uri::Uri::parse(text.as_str()).unwrap().normalize();
        let case = Case { base: uri, reference: uri.as_reference() };
        let ours = uri.normalize(Rung::Path).to_string();
        tally.compare(NORMALIZE_FLUENT, &case, &ours, theirs.as_str());
    }
    tally.finish(NORMALIZE_FLUENT);
}

const NORMALIZE_IRI_STRING: &[Line] = &[
    line(
        "authority",
        |case| has_port(&case.base, &[""]),
        "an empty port is removed only on the rung `Scheme` (6.2.3)",
    ),
    line(
        "authority",
        |case| host_has(&case.base, |host| pct::octets(host).any(|octet| octet.value() > 0x7F)),
        "the host is case-insensitive (3.2.2), even if it contains octets beyond ASCII",
    ),
];

#[test]
fn normalization_differs_from_iri_string_only_as_listed() {
    let mut tally = Tally::default();
    for (_, text, _) in pairs(count(20_000)) {
        let Ok(uri) = Uri::parse(&text) else { continue };
        let theirs = UriStr::new(&text).unwrap().normalize().to_string();
        let case = Case { base: uri, reference: uri.as_reference() };
        let ours = uri.normalize(Rung::Path).to_string();
        tally.compare(NORMALIZE_IRI_STRING, &case, &ours, &theirs);
    }
    tally.finish(NORMALIZE_IRI_STRING);
}

const RESOLVE_FLUENT: &[Line] = &[
    line(
        "path",
        |case| case.reference.to_uri().is_some_and(|uri| is_rootless(&uri) && has_dots(uri.path())),
        "5.2.2 removes the dot segments of a reference with a scheme, even of a rootless path",
    ),
    line(
        "path",
        |case| has_encoded_dots(case.base.path()) || has_encoded_dots(case.reference.path()),
        "5.2.4 removes only literal dot segments; only normalization decodes `%2E` (6.2.2.2)",
    ),
    line(
        "path",
        |case| case.reference.path().is_empty() && has_dots(case.base.path()),
        "5.2.2 copies the path of the base unchanged if the reference has an empty path",
    ),
    line(
        "path",
        |case| has_dots(case.base.path().rsplit('/').next().unwrap()),
        "5.2.3 removes the last segment of the base, even if it is a dot segment",
    ),
];

#[test]
fn resolution_differs_from_fluent_uri_only_as_listed() {
    let mut tally = Tally::default();
    let mut refused = 0;
    for (_, base, reference) in pairs(count(20_000)) {
        let Ok(base) = Uri::parse(&base) else { continue };
        let base = base.without_fragment();
        let case = Case { base, reference: UriReference::parse(&reference).unwrap() };
        let theirs = fluent_uri::UriRef::parse(reference.as_str())
            .unwrap()
            .resolve_against(&fluent_uri::Uri::parse(base.as_str()).unwrap());
        let Ok(theirs) = theirs else {
            // fluent-uri rejects a rootless base, which section 5.2 permits.
            assert!(is_rootless(&base), "{base} + {reference}");
            refused += 1;
            continue;
        };
        let ours = Resolver::new(base).resolve(&reference).unwrap();
        tally.compare(RESOLVE_FLUENT, &case, ours.as_str(), theirs.as_str());
    }
    println!("{refused:6} references that fluent-uri rejects because the base is rootless");
    tally.finish(RESOLVE_FLUENT);
}

const RESOLVE_IRI_STRING: &[Line] = &[line(
    "path",
    |case| has_encoded_dots(case.base.path()) || has_encoded_dots(case.reference.path()),
    "5.2.4 removes only literal dot segments; only normalization decodes `%2E` (6.2.2.2)",
)];

#[test]
fn resolution_differs_from_iri_string_only_as_listed() {
    let mut tally = Tally::default();
    for (_, base, reference) in pairs(count(20_000)) {
        let Ok(base) = Uri::parse(&base) else { continue };
        let base = base.without_fragment();
        let case = Case { base, reference: UriReference::parse(&reference).unwrap() };
        let theirs = UriReferenceStr::new(&reference)
            .unwrap()
            .resolve_against(UriAbsoluteStr::new(base.as_str()).unwrap())
            .to_string();
        let ours = Resolver::new(base).resolve(&reference).unwrap();
        tally.compare(RESOLVE_IRI_STRING, &case, ours.as_str(), &theirs);
    }
    tally.finish(RESOLVE_IRI_STRING);
}
