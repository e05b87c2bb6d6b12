//! Properties that hold for all patterns, templates and texts. Property tests and the fuzz target share these
//! functions.

use linkwright::find::Readings;
use linkwright::uri::{Rung, Uri, UriReference};
use linkwright::{Finder, Match};

use super::{doubling, search};

/// For any pattern and any template, the search ends, its work is linear in the length of the text, and it has all
/// properties of other searches. Returns whether the finder was built.
pub(crate) fn any_pattern_keeps_the_properties(
    pattern: &str,
    href: &str,
    text: &[u8],
    seed: u64,
) -> bool {
    let mut built = false;
    for base in [None, Some("https://base.example/a/b?c")] {
        let mut builder = Finder::builder();
        builder.pattern("p", pattern, href).pattern("q", "[a-z]+[0-9]", "s:$0").max_len(64);
        if let Some(base) = base {
            builder.base(base);
        }
        let Ok(finder) = builder.build() else { return false };
        built = true;
        search::chunks_change_nothing(&finder, text, seed);
        search::matches_are_sound(&finder, text);
        search::matches_are_disjoint(&finder, text);
        search::explanations_agree(&finder, text);
        let references = finder.find_iter(text).filter(|found| found.reference().is_some());
        assert!(base.is_none() || references.count() == 0);
        let run = |text: &[u8]| assert!(finder.find_iter(text).count() <= text.len());
        let unit = &text[..text.len().min(64)];
        let growth = doubling::growth(|size| doubling::repeated(unit, size), run);
        assert!(!growth.is_steep(), "{growth:?}");
    }
    built
}

/// Templates whose targets differ only in what the group contains.
const TEMPLATES: &[&str] = &[
    "/$1",
    "/users/$1",
    "/$1/x",
    "/users/$1/x?y",
    "?q=$1",
    "#$1",
    "//h.example/$1",
    "https://h.example/$1",
    "https://h.example/users/$1/x?q=$1&r#$1",
    "https://$1@h.example/",
    "https://$1.h.example/",
    "https://h.example:$1/",
    "s:$1/x",
    "s:/$1/x",
];

/// A group changes only its component of the target. The scheme, the number of segments, and the host except for the
/// label that is the group are unchanged, and no dot segment is added. With `is_raw`, the group may add segments.
pub(crate) fn groups_stay_in_their_component(group: &str, is_raw: bool) {
    let text = format!("<<{group}>>");
    for template in TEMPLATES {
        let href = if is_raw { template.replace("$1", "${1:raw}") } else { (*template).to_owned() };
        let builder = &mut Finder::builder();
        builder.pattern("p", "^<<((?s-u:.)*)>>$", &href).readings(Readings::Best);
        let finder = builder.build().unwrap_or_else(|error| panic!("{error}"));
        let sample = template.replace("$1", "0");
        let sample = UriReference::parse(&sample).expect("a template with a digit is a reference");
        for found in finder.find_iter(&text).filter(|found| found.pattern().is_some()) {
            differs_only_in_the_group(&found, sample, is_raw);
        }
    }
}

fn differs_only_in_the_group(found: &Match<'_>, sample: UriReference<'_>, is_raw: bool) {
    let href = UriReference::parse(found.href()).expect("an href is a reference");
    let scheme =
        |reference: UriReference<'_>| reference.scheme().map(|scheme| scheme.as_str().to_owned());
    assert_eq!(scheme(href), scheme(sample), "{}", found.href());
    // The group may be only the first label of the host; the other labels are those of the template.
    let host = |reference: UriReference<'_>| {
        let host = reference.authority()?.host().as_str().to_owned();
        let labels: Vec<String> = host.split('.').rev().map(str::to_owned).collect();
        Some((labels.len(), labels.into_iter().take(2).collect::<Vec<_>>()))
    };
    if !is_raw {
        assert_eq!(host(href), host(sample), "{}", found.href());
        let segments = |path: &str| path.split('/').count();
        assert_eq!(segments(href.path()), segments(sample.path()), "{}", found.href());
    }
    assert_eq!(href.authority().is_some(), sample.authority().is_some(), "{}", found.href());
    let has =
        |reference: UriReference<'_>| [reference.query().is_some(), reference.fragment().is_some()];
    assert_eq!(has(href), has(sample), "{}", found.href());
    // The path has no dot segments in any spelling, because normalization keeps every segment.
    let uri = found.uri().to_normalized(Rung::Path);
    let normal =
        Uri::parse(uri.as_str()).expect("a normal form is a URI").path().split('/').count();
    assert_eq!(normal, found.uri().path().split('/').count(), "{}", found.href());
}
