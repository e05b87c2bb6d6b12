//! Finds the texts that would be links with another option, and the changes of an option that admit them.
//!
//! The search does not use the reasons for which the finder rejected a text. It makes each change that the table of
//! options allows, one at a time, and searches the text again.

use std::collections::BTreeSet;

use linkwright::Span;
use linkwright::find::{Explained, Match, MatchKind, Outcome};

use crate::options::{Change, Settings};

/// Texts that are links only with another option.
#[derive(Debug)]
pub(super) struct Admission {
    /// The new links, in the order of the text.
    pub(super) spans: Vec<Span>,
    /// The changes, each of which makes these links.
    pub(super) ways: Vec<Change>,
}

/// Searches `text` with each change of the options in force, which find `candidates` in it, links and rejected parts.
pub(super) fn admissions(
    settings: &Settings,
    text: &[u8],
    candidates: &[Explained],
) -> Vec<Admission> {
    let known = Known::new(candidates);
    let schemes = scheme_names(text).map(|name| Change::schemes(vec![name]));
    let mut admissions: Vec<Admission> = Vec::new();
    for change in schemes.chain(Change::each(text)) {
        let Some(finder) = change.finder(settings) else { continue };
        let found = finder.find_iter(text).filter(|found| known.is_new(found, &change));
        let spans: Vec<Span> = found.map(|found| found.span()).collect();
        if spans.is_empty() {
            continue;
        }
        match admissions.iter_mut().find(|one| one.spans == spans) {
            Some(same) => same.ways.push(change),
            None => admissions.push(Admission { spans, ways: vec![change] }),
        }
    }
    admissions
}

/// What the options in force find.
struct Known {
    /// The links, by position: the span, and the number of joins.
    links: Vec<(Span, usize)>,
    /// The rejected candidates, in the order of the text.
    rejected: Vec<Span>,
}

impl Known {
    fn new(candidates: &[Explained]) -> Known {
        let mut known = Known { links: Vec::new(), rejected: Vec::new() };
        for candidate in candidates {
            match link(candidate) {
                Some(found) => known.links.push((found.span(), found.joins().len())),
                None => known.rejected.push(candidate.extent),
            }
        }
        known.links.sort_by_key(|(span, _)| span.start());
        known.rejected.sort_by_key(|extent| extent.start());
        known
    }

    /// Whether `change` adds `found`, a match that overlaps no link or, unless the change turns off a rule, has more
    /// joins than the links that it overlaps.
    fn is_new(&self, found: &Match<'_>, change: &Change) -> bool {
        let span = found.span();
        let first = self.links.partition_point(|(link, _)| link.end() <= span.start());
        let links = self.links.get(first..).unwrap_or_default().iter();
        let touched = links.take_while(|(link, _)| link.start() < span.end());
        let is_longer = match touched.map(|(_, joins)| *joins).max() {
            Some(joins) => change.rule().is_none() && found.joins().len() > joins,
            None => true,
        };
        // Matches of other kinds get a default scheme, which need not be in a list of schemes.
        let has_scheme = found.kind() == MatchKind::Uri || !change.is_scheme_list();
        is_longer && has_scheme && !self.is_in_rejected(span.start())
    }

    /// Whether a match that begins at `start` begins inside a rejected candidate. Such a match exists only because its
    /// finder does not consider that candidate. For example, the candidate `https:example.com` is rejected, and a finder
    /// whose list of schemes does not have `https` finds the host `example.com` in it.
    fn is_in_rejected(&self, start: usize) -> bool {
        let next = self.rejected.partition_point(|extent| extent.start() < start);
        let last = next.checked_sub(1).and_then(|last| self.rejected.get(last));
        last.is_some_and(|extent| start < extent.end())
    }
}

/// The match that a candidate became; `None` if it was rejected.
pub(super) fn link(candidate: &Explained) -> Option<&Match<'static>> {
    match &candidate.outcome {
        Outcome::Match(found) => Some(found),
        _ => None,
    }
}

/// Returns the words before a colon that have the form of a scheme (RFC 3986, 3.1), without duplicates, and at most
/// [`MOST_SCHEMES`] of them. A word before a colon and a port, as in `localhost:3000/x`, is a host and is left out.
fn scheme_names(text: &[u8]) -> impl Iterator<Item = String> {
    let text = String::from_utf8_lossy(text);
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"+.-:".contains(c));
    let names = words.filter_map(|word| {
        let (name, rest) = word.split_once(':')?;
        let name = name.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        let is_port = (1..=5).contains(&rest.len()) && rest.bytes().all(|c| c.is_ascii_digit());
        // The longest scheme that the finder accepts has 40 characters.
        ((1..=40).contains(&name.len()) && !is_port).then(|| name.to_ascii_lowercase())
    });
    names.collect::<BTreeSet<String>>().into_iter().take(MOST_SCHEMES)
}

/// The maximum number of schemes of a text that are tried.
const MOST_SCHEMES: usize = 64;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use linkwright::find::Preset;

    use super::*;
    use crate::options::{PRESET, builder};

    fn plain(preset: Preset) -> Settings {
        Settings::from([(PRESET.to_owned(), preset.name().into())])
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

    fn found(settings: &Settings, text: &str) -> Vec<Admission> {
        let finder = builder(settings).unwrap().build().unwrap();
        admissions(settings, text.as_bytes(), &finder.explain(text))
    }

    #[test]
    fn each_proposed_change_makes_its_links() {
        let mut tried = 0;
        for (at, text) in snippets().iter().enumerate().filter(|(at, _)| at % 5 == 0) {
            let args = plain(Preset::ALL[at % Preset::ALL.len()]);
            for Admission { spans, ways } in found(&args, text) {
                for way in ways {
                    tried += 1;
                    let finder = way.finder(&args).unwrap();
                    let links: Vec<Span> = finder.find_iter(text).map(|link| link.span()).collect();
                    assert!(spans.iter().all(|span| links.contains(span)), "{way:?}\n{text}");
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }

    #[test]
    fn every_possible_link_of_a_text_is_found() {
        let links = |text: &str| -> BTreeSet<String> {
            let found = found(&plain(Preset::Mail), text);
            let spans = found.iter().flat_map(|one| &one.spans);
            spans.map(|span| text[span.range()].to_owned()).collect()
        };
        let set = |texts: &[&str]| texts.iter().copied().map(str::to_owned).collect();
        assert_eq!(links("see note://this and a.org"), set(&["a.org", "note://this"]));
        assert_eq!(links("a.org or foo://bar"), set(&["a.org", "foo://bar"]));
        assert_eq!(links("plain words"), set(&[]));
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
            let found = found(&plain(preset), text);
            assert!(found.is_empty(), "{text}: {found:?}");
        }
        let whole = found(&plain(Preset::Mail), "tel:a@example.com").remove(0);
        let without_rule = Change { name: "without_rules", value: ["scheme-shape"].into() };
        assert_eq!((whole.spans, whole.ways), (vec![Span::new(0, 17)], vec![without_rule]));
    }
}
