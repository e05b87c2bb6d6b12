//! The directory: storages and streams with their paths (MS-CFB, section 2.6).

use super::sectors::{u16_at, u32_at};

/// The length of an entry.
const LEN: usize = 128;

/// The greatest number of names in a path. If an entry is nested deeper, its outermost storages are left out.
const DEEPEST: usize = 32;

/// The directory entry of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DirectoryEntry {
    /// The names of the storages that contain the stream, and its own name, with slashes between them. Control
    /// characters are left out.
    pub(crate) path: String,
    pub(crate) len: u64,
    pub(super) first: u32,
}

/// The kinds of entries.
const STORAGE: u8 = 1;
const STREAM: u8 = 2;
const ROOT: u8 = 5;

/// The root entry. Its stream contains the small streams.
pub(super) fn root(directory: &[u8]) -> Option<DirectoryEntry> {
    let raw = directory.chunks(LEN).find(|raw| raw.get(66) == Some(&ROOT))?;
    Some(entry(raw, String::new(), true))
}

/// The stream at `path`.
pub(super) fn find<'e>(entries: &'e [DirectoryEntry], path: &str) -> Option<&'e DirectoryEntry> {
    let first = entries.partition_point(|entry| *entry.path < *path);
    entries.get(first).filter(|entry| entry.path == path)
}

/// The non-empty streams, sorted by path, including the streams that the tree does not reach. `is_short` is set for a
/// file with 512-byte sectors. The lengths in such a file have 32 bits, and the upper 32 bits of the field are
/// undefined.
pub(super) fn entries(directory: &[u8], is_short: bool) -> Vec<DirectoryEntry> {
    let all: Vec<&[u8]> = directory.chunks_exact(LEN).collect();
    let storages = storages(&all);
    let streams = all.iter().enumerate().filter(|(_, raw)| raw.get(66) == Some(&STREAM));
    let streams = streams.map(|(at, raw)| entry(raw, path(&all, &storages, at), is_short));
    let mut entries: Vec<DirectoryEntry> = streams.filter(|entry| entry.len > 0).collect();
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    entries
}

fn entry(raw: &[u8], path: String, is_short: bool) -> DirectoryEntry {
    let high = if is_short { 0 } else { u64::from(u32_at(raw, 124)) << 32 };
    DirectoryEntry { path, len: high | u64::from(u32_at(raw, 120)), first: u32_at(raw, 116) }
}

/// For each entry, the index of the storage that contains it; `None` if the tree does not reach the entry.
fn storages(all: &[&[u8]]) -> Vec<Option<usize>> {
    let mut storages = vec![None; all.len()];
    let mut seen = vec![false; all.len()];
    let child = |at: usize, offset| all.get(at).map(|raw| u32_at(raw, offset) as usize);
    let mut open: Vec<(usize, usize)> = child(0, 76).map(|first| (first, 0)).into_iter().collect();
    while let Some((at, storage)) = open.pop() {
        let Some(is_new) = seen.get_mut(at).filter(|seen| !**seen) else { continue };
        *is_new = true;
        if let Some(place) = storages.get_mut(at) {
            *place = Some(storage);
        }
        open.extend([68, 72].iter().filter_map(|offset| Some((child(at, *offset)?, storage))));
        if all.get(at).is_some_and(|raw| raw.get(66) == Some(&STORAGE)) {
            open.extend(child(at, 76).map(|first| (first, at)));
        }
    }
    storages
}

/// The path of an entry.
fn path(all: &[&[u8]], storages: &[Option<usize>], at: usize) -> String {
    let mut names = Vec::new();
    let mut next = Some(at);
    while let Some(at) = next.filter(|at| *at != 0 && names.len() < DEEPEST) {
        names.push(all.get(at).map(|raw| name(raw)).unwrap_or_default());
        next = storages.get(at).copied().flatten();
    }
    names.reverse();
    names.join("/")
}

fn name(raw: &[u8]) -> String {
    let len = usize::from(u16_at(raw, 64)).saturating_sub(2).min(64);
    let units: Vec<u16> = (0..len / 2).map(|at| u16_at(raw, 2 * at)).collect();
    let name = String::from_utf16_lossy(&units);
    name.chars().filter(|char| !char.is_control()).collect()
}
