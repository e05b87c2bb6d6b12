//! Finds the texts that would be links with another option, and the changes of an option that admit them.
//!
//! The search does not use the reasons for which the finder rejected a text. It makes each change that the table of
//! options allows, one at a time, and searches the text again.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use linkwright::find::{Explained, Match, MatchKind, Outcome};
use linkwright::{Finder, Span};
use regex::bytes::{Captures, Regex};

use crate::options::{Change, FinderArgs};

/// A text that is a link only with another option.
#[derive(Debug)]
pub(super) struct Admission {
    /// The text that becomes a link with the first change in `ways`.
    pub(super) span: Span,
    pub(super) kind: MatchKind,
    /// The changes, the smallest first. Each makes a link at this place.
    pub(super) ways: Vec<Change>,
    /// Whether the options in force already find a link here, and the change extends it to the next line.
    pub(super) is_longer: bool,
}

/// Searches a text with options other than the options in force.
pub(super) struct AdmissionSearch<'t> {
    args: &'t FinderArgs,
    text: &'t [u8],
    /// The links that the options in force find, by position: the span, and the number of joins.
    links: Vec<(Span, usize)>,
    /// The candidates that the options in force reject, in the order of the text.
    rejected: Vec<&'t Explained<'t>>,
}

impl<'t> AdmissionSearch<'t> {
    /// Prepares a search of `text`. `candidates` are the links and the rejected parts that the options in force find in
    /// it.
    pub(super) fn new(
        args: &'t FinderArgs,
        text: &'t [u8],
        candidates: &'t [Explained<'t>],
    ) -> AdmissionSearch<'t> {
        let (mut links, mut rejected) = (Vec::new(), Vec::new());
        for candidate in candidates {
            match link(candidate) {
                Some(found) => links.push((found.span(), found.joins().len())),
                None => rejected.push(candidate),
            }
        }
        links.sort_by_key(|(span, _)| span.start());
        rejected.sort_by_key(|candidate| candidate.extent().start());
        AdmissionSearch { args, text, links, rejected }
    }

    /// Returns the places that become links with another option, in text order and without overlaps. Of several matches
    /// at a place, that of the smallest change is its span.
    pub(super) fn places(&self) -> Vec<Admission> {
        let mut changes = Change::each(self.text);
        changes.insert(0, Change::schemes(scheme_names(self.text)));
        let mut news: Vec<Admission> =
            changes.iter().flat_map(|change| self.news(change)).collect();
        // The sort is stable, so changes that admit the same match keep the order of the table.
        news.sort_by_key(|new| (new.ways.first().map(Change::size), new.span.start()));
        let mut places: BTreeMap<usize, Admission> = BTreeMap::new();
        for new in news {
            let last = places.range_mut(..new.span.end()).next_back();
            match last.filter(|(_, place)| overlap(place.span, new.span)) {
                Some((_, place)) => {
                    for way in new.ways {
                        if !place.ways.contains(&way) {
                            place.ways.push(way);
                        }
                    }
                }
                None => _ = places.insert(new.span.start(), new),
            }
        }
        places.into_values().collect()
    }

    /// Returns the matches that `change` adds: matches that do not overlap a link. If `change` does not turn off a rule,
    /// matches that have more joins than the links they overlap are added as well.
    fn news(&self, change: &Change) -> Vec<Admission> {
        let Some(finder) = change.finder(self.args) else { return Vec::new() };
        let found = self.whole_matches(&finder);
        let new = found.iter().filter_map(|found| {
            let (span, kind) = (found.span(), found.kind());
            let is_longer = match self.joins_at(span) {
                None => false,
                Some(joins) if change.rule().is_some() || found.joins().len() <= joins => {
                    return None;
                }
                Some(_) => true,
            };
            // The list has all schemes of the text, but only the scheme of the match is needed. Matches of other kinds get a
            // default scheme, which need not be in the list.
            let way = match found.uri().scheme() {
                _ if !change.is_scheme_list() => change.clone(),
                scheme if kind == MatchKind::Uri => {
                    Change::schemes(vec![scheme.as_str().to_ascii_lowercase()])
                }
                _ => return None,
            };
            Some(Admission { span, kind, ways: vec![way], is_longer })
        });
        new.collect()
    }

    /// The matches of `finder`, except for matches inside a rejected candidate that exist only because `finder` does
    /// not consider that candidate. For example, the candidate `https:example.com` is rejected, and a finder whose list
    /// of schemes does not have `https` finds the host `example.com` in it.
    fn whole_matches(&self, finder: &Finder) -> Vec<Match<'t>> {
        let mut found: Vec<Match<'t>> = finder.find_iter(self.text).collect();
        if found.iter().any(|found| self.rejected_around(found).is_some()) {
            let explanation = finder.explain(self.text);
            let triggers: HashSet<Span> = explanation.iter().map(Explained::trigger).collect();
            let is_whole = |found: &Match<'_>| {
                self.rejected_around(found).is_none_or(|one| triggers.contains(&one.trigger()))
            };
            found.retain(is_whole);
        }
        found
    }

    /// The rejected candidate that contains the start of `found`, but does not start there itself.
    fn rejected_around(&self, found: &Match<'_>) -> Option<&'t Explained<'t>> {
        let start = found.span().start();
        let next = self.rejected.partition_point(|candidate| candidate.extent().start() < start);
        let candidate = self.rejected.get(next.checked_sub(1)?)?;
        (start < candidate.extent().end()).then_some(*candidate)
    }

    /// The greatest number of joins in a link that overlaps `span`; `None` if no link overlaps it.
    fn joins_at(&self, span: Span) -> Option<usize> {
        let first = self.links.partition_point(|(link, _)| link.end() <= span.start());
        let touched = self.links.get(first..)?.iter().take_while(|(link, _)| overlap(*link, span));
        touched.map(|(_, joins)| *joins).max()
    }
}

/// Returns the first place that overlaps `span`. `places` must be in text order and must not overlap.
pub(super) fn place_at(places: &[Admission], span: Span) -> Option<&Admission> {
    let first = places.partition_point(|place| place.span.end() <= span.start());
    places.get(first).filter(|place| overlap(place.span, span))
}

/// The match that a candidate became; `None` if it was rejected.
pub(super) fn link<'e, 'h>(candidate: &'e Explained<'h>) -> Option<&'e Match<'h>> {
    match candidate.outcome() {
        Outcome::Match(found) => Some(found),
        _ => None,
    }
}

/// Whether two spans have a byte in common.
fn overlap(a: Span, b: Span) -> bool {
    a.start() < b.end() && b.start() < a.end()
}

/// Returns the words before a colon that have the form of a scheme (RFC 3986, 3.1), without duplicates, and at most
/// [`MOST_SCHEMES`] of them. A word before a colon and a port, as in `localhost:3000/x`, is a host and is left out.
fn scheme_names(text: &[u8]) -> Vec<String> {
    #[expect(clippy::expect_used, reason = "the pattern is a constant; the tests use it")]
    static SCHEME: LazyLock<Regex> = LazyLock::new(|| {
        // The longest scheme that the finder accepts has 40 characters.
        Regex::new(r"(?-u)([A-Za-z][A-Za-z0-9+.-]{0,39}):([0-9]{1,5}(?:[/?#]|\b))?")
            .expect("it is a regular expression")
    });
    let has_no_port = |found: &Captures<'_>| found.get(2).is_none();
    let names = SCHEME.captures_iter(text).filter(has_no_port).filter_map(|found| {
        let name = core::str::from_utf8(found.get(1)?.as_bytes()).ok()?;
        Some(name.to_ascii_lowercase())
    });
    names.collect::<BTreeSet<String>>().into_iter().take(MOST_SCHEMES).collect()
}

/// The maximum number of schemes of a text that are tried.
const MOST_SCHEMES: usize = 64;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use linkwright::find::Preset;

    use super::*;

    fn plain(preset: Preset) -> FinderArgs {
        FinderArgs::new(preset, crate::options::Settings::new())
    }

    /// The texts of fixture cases, without their marks.
    fn snippets() -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        let mut snippets = Vec::new();
        for folder in ["rules", "policies", "rfc", "mail"] {
            let mut files: Vec<_> = fs::read_dir(root.join(folder))
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .collect();
            files.sort();
            for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "md")) {
                let text = fs::read_to_string(file).unwrap();
                let cases = text.split("\n```case ").skip(1);
                let bodies = cases.filter_map(|case| case.split("\n---").next()?.split_once('\n'));
                snippets.extend(bodies.map(|(_, body)| body.replace(['⟦', '⟧'], "")));
            }
        }
        assert!(snippets.len() > 300, "{}", snippets.len());
        snippets
    }

    fn places(args: &FinderArgs, text: &str) -> Vec<Admission> {
        let finder = Change::Preset(args.preset).finder(args).unwrap();
        let explanation = finder.explain(text);
        AdmissionSearch::new(args, text.as_bytes(), &explanation).places()
    }

    #[test]
    fn each_proposed_change_makes_a_link_at_its_place() {
        let mut tried = 0;
        for (at, text) in snippets().iter().enumerate().filter(|(at, _)| at % 5 == 0) {
            let args = plain(Preset::ALL[at % Preset::ALL.len()]);
            for Admission { span, ways, .. } in places(&args, text) {
                for way in ways {
                    tried += 1;
                    let finder = way.finder(&args).unwrap();
                    let mut found = finder.find_iter(text);
                    assert!(found.any(|link| overlap(link.span(), span)), "{way:?}\n{text}");
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }

    #[test]
    fn every_possible_link_of_a_text_has_a_place() {
        let spans = |text: &str| -> Vec<String> {
            places(&plain(Preset::Mail), text)
                .iter()
                .map(|place| text[place.span.range()].to_owned())
                .collect()
        };
        assert_eq!(spans("see note://this and a.org"), ["note://this", "a.org"]);
        assert_eq!(spans("a.org or foo://bar"), ["a.org", "foo://bar"]);
        assert_eq!(spans("plain words"), Vec::<String>::new());
    }

    #[test]
    fn changes_that_only_hide_the_rejected_candidate_are_not_proposed() {
        for (preset, text) in [
            (Preset::Mail, "https:example.com"),
            (Preset::Mail, "https:/example.com"),
            (Preset::Mail, "https:a@example.com"),
            (Preset::Mail, "see https:example.com and https:a@example.com"),
            (Preset::Rfc, "https:example.com"),
        ] {
            let places = places(&plain(preset), text);
            assert!(places.is_empty(), "{text}: {places:?}");
        }
        let whole = places(&plain(Preset::Mail), "tel:a@example.com").remove(0);
        let without_rule = Change::Option("without_rules", ["scheme-shape"].into());
        assert_eq!((whole.span, whole.ways), (Span::new(0, 17), vec![without_rule]));
    }
}
