//! Writes the result of a run as the expectation of a case (`BLESS=1`).

use core::fmt::Write as _;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::compare;
use super::expect::{AS_DRAWN, Group};
use super::fixture::Case;
use super::found::{Found, Run};

/// The lines below `---` that make `case` pass, if `run` is its result.
pub(crate) fn expectation(case: &Case, run: &Run) -> String {
    let mut out = String::new();
    if run.skipped > 0 {
        line(&mut out, "skipped", &run.skipped.to_string());
    }
    let groups = compare::primaries(run);
    if groups.is_empty() {
        out.push_str("none\n");
    }
    for (i, (found, again)) in groups.iter().enumerate() {
        group(&mut out, case, found, again, case.expectation.groups.get(i));
    }
    out
}

fn group(out: &mut String, case: &Case, found: &Found, again: &[&Found], old: Option<&Group>) {
    uri(out, found, old);
    for (uri, _, why) in &found.alternates {
        line(out, "alt", &format!("{uri} {why}"));
    }
    for found in again {
        line(out, "again", &found.uri);
    }
    if found.kind != "uri" {
        line(out, "kind", found.kind);
    }
    if found.delimiter != "none" {
        line(out, "delimiter", found.delimiter);
    }
    if old.is_some_and(|old| old.wrapper.is_some()) {
        let wrapper = compare::wrapper(&case.drawing.text, found);
        line(out, "wrapper", &wrapper.unwrap_or_default());
    }
    if let Some(prefix) = found.prefix {
        line(out, "prefix", &super::escape::encode(prefix.of(&case.drawing.text)));
    }
    if !found.joins.is_empty() {
        let reasons: Vec<&str> = found.joins.iter().map(|(_, reason)| *reason).collect();
        line(out, "joins", &reasons.join(" "));
    }
    if !found.flags.is_empty() {
        line(out, "flags", &found.flags.join(" "));
    }
    if found.confidence < 100 || old.is_some_and(|old| old.confidence.is_some()) {
        line(out, "confidence", &found.confidence.to_string());
    }
    let rules = found.rules.join(" ");
    line(out, "rules", if rules.is_empty() { "none" } else { &rules });
}

/// Keeps an expected URI that is still correct: only a build with the feature `idn` can compute some of them.
fn uri(out: &mut String, found: &Found, old: Option<&Group>) {
    let drawn = found.uri == found.text && found.pieces.len() == 1;
    let now = if drawn { AS_DRAWN } else { found.uri.as_str() };
    let Some(old) = old else { return line(out, "uri", now) };
    let right = old.uri_for(&found.text) == found.uri;
    let idn = cfg!(feature = "idn") && old.uri_idn.is_some();
    line(out, "uri", if right || idn { &old.uri } else { now });
    if let Some(uri) = &old.uri_idn {
        line(out, "uri-idn", if right || !idn { uri } else { now });
    }
}

fn line(out: &mut String, key: &str, value: &str) {
    let _ = writeln!(out, "{key:<10} {value}");
}

/// Rewrites the expectations of all `cases`, which are in the order of their files.
pub(crate) fn rewrite(cases: &[(&Case, Run)]) {
    let mut files: BTreeMap<&Path, Vec<&(&Case, Run)>> = BTreeMap::new();
    for entry in cases {
        files.entry(&entry.0.file).or_default().push(entry);
    }
    for (file, cases) in files {
        let source = fs::read_to_string(file).expect("a fixture file can be read");
        let mut lines: Vec<String> = source.split('\n').map(str::to_owned).collect();
        for (case, run) in cases.iter().rev() {
            let below = expectation(case, run);
            lines.splice(case.below.clone(), below.lines().map(str::to_owned));
        }
        fs::write(file, lines.join("\n")).expect("a fixture file can be written");
    }
}
