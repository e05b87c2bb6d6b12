//! Generates damaged pages: real and generated pages that are cut off, mixed with other pages, or overwritten in
//! places.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;

use super::soup;

/// The inputs of the fuzz target `html`, and the pages among the fixtures of linkwright-harvest.
static PAGES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in ["fuzz/corpus/html", "fuzz/regressions/html", "crates/harvest/fixtures"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = fs::read_dir(folder).expect("the folder exists");
        paths.extend(entries.map(|entry| entry.expect("an entry can be read").path()));
    }
    // Files without an extension are inputs of the fuzzer, whose first byte selects the preset.
    paths.retain(|path| path.extension().is_none_or(|ending| ending == "html"));
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a page can be read")).collect()
});

/// A change to a page. The places are fractions of the length of the page.
#[derive(Clone, Debug)]
enum Damage {
    /// Cuts the page off at a place.
    Cut(Index),
    /// Removes the bytes between two places.
    Remove(Index, Index),
    /// Appends a copy of the bytes between two places.
    Repeat(Index, Index),
    /// Overwrites the bytes from a place on.
    Overwrite(Index, Vec<u8>),
    /// Inserts bytes at a place.
    Insert(Index, Vec<u8>),
    /// Continues the page with the end of another page.
    Splice(Index, Index, Index),
}

impl Damage {
    fn done_to(&self, page: &mut Vec<u8>) {
        let place = |at: &Index| at.index(page.len() + 1);
        let range = |a: &Index, b: &Index| place(a).min(place(b))..place(a).max(place(b));
        match self {
            Damage::Cut(at) => page.truncate(place(at)),
            Damage::Remove(a, b) => drop(page.drain(range(a, b))),
            Damage::Repeat(a, b) => page.extend_from_within(range(a, b)),
            Damage::Overwrite(at, bytes) => {
                let (start, len) = (place(at), page.len());
                drop(page.splice(start..len.min(start + bytes.len()), bytes.iter().copied()));
            }
            Damage::Insert(at, bytes) => {
                let at = place(at);
                drop(page.splice(at..at, bytes.iter().copied()));
            }
            Damage::Splice(at, other, from) => {
                let other = other.get(&PAGES);
                page.truncate(place(at));
                page.extend_from_slice(&other[from.index(other.len() + 1)..]);
            }
        }
    }
}

/// A page with a few changes.
pub(crate) fn page() -> impl Strategy<Value = Vec<u8>> {
    let place = any::<Index>;
    let damage = prop_oneof![
        1 => place().prop_map(Damage::Cut),
        1 => (place(), place()).prop_map(|(a, b)| Damage::Remove(a, b)),
        1 => (place(), place()).prop_map(|(a, b)| Damage::Repeat(a, b)),
        1 => (place(), soup::bytes()).prop_map(|(at, bytes)| Damage::Overwrite(at, bytes)),
        1 => (place(), soup::bytes()).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        2 => (place(), soup::hidden()).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        1 => (place(), place(), place()).prop_map(|(at, other, from)| Damage::Splice(at, other, from)),
    ];
    let page = place().prop_map(|page| page.get(&PAGES).clone());
    let page = prop_oneof![2 => page, 1 => soup::raw(), 1 => soup::hidden()];
    (page, prop::collection::vec(damage, 0..5)).prop_map(|(mut page, damages)| {
        for damage in &damages {
            damage.done_to(&mut page);
        }
        page
    })
}
