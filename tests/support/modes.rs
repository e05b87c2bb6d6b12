//! Searches a text in several modes, which must all yield the same matches.

use std::env;
use std::time::{SystemTime, UNIX_EPOCH};

use linkwright::Finder;
use linkwright::find::Outcome;

use super::compare;
use super::found::{Found, Run};
use super::runs;

/// Invalid UTF-8 before and after the text. Blank lines separate it from the text, so that nothing is joined.
const BEFORE: &[u8] = b"\xFF\n\n";
const AFTER: &[u8] = b"\n\n\xFF";

/// Searches `text` in every other mode. Returns the names and runs of the modes whose results differ from `whole`.
pub(crate) fn disagreements(finder: &Finder, text: &[u8], whole: &Run) -> Vec<(String, Run)> {
    let mut modes = vec![
        ("byte at a time".to_owned(), runs::stream(finder, text.chunks(1))),
        ("amid invalid UTF-8".to_owned(), amid_invalid(finder, text)),
        ("a second text of one stream".to_owned(), second_text(finder, text)),
    ];
    if let Ok(text) = core::str::from_utf8(text) {
        modes.push(("as &str".to_owned(), runs::iterate(finder.find_iter(text), 0)));
    }
    let seed = seed();
    for seed in seed..seed + 3 {
        let name = format!("random chunks (CHUNK={seed})");
        modes.push((name, runs::stream(finder, runs::chunks(text, seed))));
    }
    modes.retain(|(_, run)| run != whole);
    let explained = explained(finder, text, whole);
    if explained.found.iter().ne(compare::primaries(whole).into_iter().map(|(found, _)| found)) {
        modes.push(("explained".to_owned(), explained));
    }
    modes
}

fn amid_invalid(finder: &Finder, text: &[u8]) -> Run {
    let bytes = [BEFORE, text, AFTER].concat();
    runs::iterate(finder.find_iter(bytes.as_slice()), BEFORE.len())
}

/// Searches `text` in a stream that has already finished another text. The stream must keep no state of the other text.
fn second_text(finder: &Finder, text: &[u8]) -> Run {
    let mut stream = finder.stream();
    let first = runs::feed(&mut stream, b"> <http://a.example/b-\n".chunks(7));
    let second = runs::feed(&mut stream, text.chunks(5));
    Run { skipped: second.skipped - first.skipped, ..second }
}

/// The matches in the explanation of `text`, which has at most one match for each candidate.
fn explained(finder: &Finder, text: &[u8], whole: &Run) -> Run {
    let explanation = finder.explain(text);
    let found = explanation.iter().filter_map(|candidate| match &candidate.outcome {
        Outcome::Match(found) => Some(Found::new(found, 0)),
        _ => None,
    });
    Run { found: found.collect(), ..*whole }
}

/// The seed in the environment variable `CHUNK`, or one from the clock.
fn seed() -> u64 {
    let given = env::var("CHUNK").ok().and_then(|seed| seed.parse().ok());
    given.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::from(now.subsec_nanos())
    })
}
