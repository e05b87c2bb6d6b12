//! Searches a text, whole or in chunks.

use linkwright::find::{FindIter, StreamFinder};
use linkwright::{Finder, Match};

use super::found::{Found, Run};

/// Searches the whole text at once; the other ways to search are compared with this run.
pub(crate) fn whole(finder: &Finder, text: &[u8]) -> Run {
    iterate(finder.find_iter(text), 0)
}

/// The matches of `matches`, with offsets moved back by `base`.
pub(crate) fn iterate(mut matches: FindIter<'_, '_>, base: usize) -> Run {
    let found = matches.by_ref().map(|found| Found::new(&found, base)).collect();
    Run { found, skipped: matches.skipped_too_long() }
}

/// Pushes `chunks` into a new stream.
pub(crate) fn stream<'t>(finder: &Finder, chunks: impl Iterator<Item = &'t [u8]>) -> Run {
    feed(&mut finder.stream(), chunks)
}

/// Pushes `chunks` into `stream`, and ends the text.
pub(crate) fn feed<'t>(stream: &mut StreamFinder, chunks: impl Iterator<Item = &'t [u8]>) -> Run {
    let mut found = Vec::new();
    let mut keep = |m: Match<'_>| found.push(Found::new(&m, 0));
    for chunk in chunks {
        stream.push(chunk, &mut keep);
    }
    stream.finish(&mut keep);
    Run { found, skipped: stream.skipped_too_long() }
}

/// `text` in chunks of 0 to 15 bytes. The same seed yields the same chunks.
pub(crate) fn chunks(text: &[u8], seed: u64) -> impl Iterator<Item = &[u8]> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let length = usize::try_from(state >> 60).unwrap_or_default().min(rest.len());
        let (chunk, after) = rest.split_at(length);
        rest = after;
        Some(chunk)
    })
}
