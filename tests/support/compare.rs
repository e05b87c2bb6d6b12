//! Compares the result of a run with the expectation.

use core::fmt::Write as _;
use std::collections::BTreeSet;

use linkwright::Span;

use super::bless;
use super::drawing::Drawing;
use super::escape;
use super::expect::Group;
use super::fixture::Case;
use super::found::{Found, Run};

/// The matches of `run`: each primary match with the matches that overlap it.
pub(crate) fn primaries(run: &Run) -> Vec<(&Found, Vec<&Found>)> {
    let mut groups: Vec<(&Found, Vec<&Found>)> = Vec::new();
    for found in &run.found {
        match groups.last_mut() {
            Some((first, again)) if found.span.start() < first.span.end() => again.push(found),
            _ => groups.push((found, Vec::new())),
        }
    }
    groups
}

/// The differences between `run` and the expectation of `case`, in words.
pub(crate) fn differences(case: &Case, run: &Run) -> Vec<String> {
    let mut out = Vec::new();
    let groups = primaries(run);
    let found: Vec<&[Span]> = groups.iter().map(|(found, _)| found.pieces.as_slice()).collect();
    let drawn: Vec<&[Span]> = case.drawing.matches.iter().map(Vec::as_slice).collect();
    if found != drawn {
        out.push(format!("drawn {drawn:?}\n found {found:?}"));
    }
    let expected = &case.expectation.groups;
    if groups.len() == expected.len() {
        for (group, (found, again)) in expected.iter().zip(&groups) {
            let drawn = text_of(&case.drawing.text, &found.pieces);
            out.extend(compare(&case.drawing.text, group, found, again, &drawn));
        }
    }
    check(&mut out, "skipped", &case.expectation.skipped, &run.skipped);
    out
}

/// The report of a case that failed: its place, `differences`, and the case with the result of the run.
pub(crate) fn report(case: &Case, run: &Run, differences: &[String]) -> String {
    let mut out = format!("{}:{}\n", case.file.display(), case.line);
    for difference in differences {
        let _ = writeln!(out, "* {difference}");
    }
    let groups = primaries(run);
    let pieces: Vec<&[Span]> = groups.iter().map(|(found, _)| found.pieces.as_slice()).collect();
    let _ = writeln!(out, "\n{}\n---", Drawing::render(&case.drawing.text, &pieces));
    out + &bless::expectation(case, run)
}

fn compare(
    text: &[u8],
    group: &Group,
    found: &Found,
    again: &[&Found],
    drawn: &str,
) -> Vec<String> {
    let mut out = Vec::new();
    let alternates = found.alternates.iter();
    let alternates: Vec<(String, String)> =
        alternates.map(|(uri, _, why)| (uri.clone(), (*why).to_owned())).collect();
    let again: Vec<&str> = again.iter().map(|found| found.uri.as_str()).collect();
    check(&mut out, "uri", group.uri_for(drawn), found.uri.as_str());
    check(&mut out, "text", drawn, found.text.as_str());
    check(&mut out, "alt", &group.alts, &alternates);
    check(&mut out, "again", group.again.as_slice(), again.as_slice());
    check(&mut out, "kind", group.kind.as_deref().unwrap_or("uri"), found.kind);
    check(&mut out, "delimiter", group.delimiter.as_deref().unwrap_or("none"), found.delimiter);
    let prefix = found.prefix.map(|span| escape::encode(span.of(text)));
    check(&mut out, "prefix", &group.prefix, &prefix);
    if let Some(joins) = &group.joins {
        let reasons: Vec<&str> = found.joins.iter().map(|(_, reason)| *reason).collect();
        check(&mut out, "joins", joins.as_slice(), reasons.as_slice());
    }
    check(&mut out, "flags", &group.flags, &set(&found.flags));
    if let Some(confidence) = group.confidence {
        check(&mut out, "confidence", &confidence, &u64::from(found.confidence));
    }
    if let Some(rules) = &group.rules {
        check(&mut out, "rules", rules, &set(&found.rules));
    }
    let wrapped = found.delimiter != "none" || found.prefix.is_some();
    let around = wrapper(text, found);
    if group.wrapper.is_some() {
        check(&mut out, "wrapper", &group.wrapper, &around);
    } else {
        check(&mut out, "wrapped", &wrapped, &around.is_some());
    }
    out
}

/// The text around a match, with `…` for the match.
pub(crate) fn wrapper(text: &[u8], found: &Found) -> Option<String> {
    let wrapper = found.wrapper?;
    let before = Span::new(wrapper.start(), found.span.start());
    let after = Span::new(found.span.end(), wrapper.end());
    Some(format!("{}…{}", escape::encode(before.of(text)), escape::encode(after.of(text))))
}

pub(crate) fn text_of(text: &[u8], pieces: &[Span]) -> String {
    pieces.iter().map(|piece| String::from_utf8_lossy(piece.of(text))).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn check<E, F>(out: &mut Vec<String>, what: &str, expected: &E, found: &F)
where
    E: ?Sized + PartialEq<F> + core::fmt::Debug,
    F: ?Sized + core::fmt::Debug,
{
    if *expected != *found {
        out.push(format!("{what}: expected {expected:?}\n found {found:?}"));
    }
}
