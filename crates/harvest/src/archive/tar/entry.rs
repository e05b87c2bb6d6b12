//! Headers of entries, and entries that describe the next one: GNU's long names and the records of
//! pax (POSIX.1-2001).

use tar::{Header, PaxExtensions};

use super::block;

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// A file. If it is sparse, in the first format of GNU tar, and extended, blocks with the rest of its map precede
    /// the data, and are not counted in its length.
    File { is_extended: bool },
    /// The name of the next entry.
    LongName,
    /// The target of the next entry, which is a link.
    LongLink,
    /// Records about the next entry.
    Records,
    /// Records about all later entries.
    GlobalRecords,
    /// A folder, a link, a device.
    Other,
}

impl EntryKind {
    fn of(header: &Header, name: &[u8]) -> EntryKind {
        let kind = header.entry_type();
        match kind.as_byte() {
            b'L' => EntryKind::LongName,
            b'K' => EntryKind::LongLink,
            b'x' | b'X' => EntryKind::Records,
            b'g' => EntryKind::GlobalRecords,
            b'S' => {
                let is_extended = header.as_gnu().is_some_and(tar::GnuHeader::is_extended);
                EntryKind::File { is_extended }
            }
            // In the format of Seventh Edition Unix, the name of a folder ends with a slash.
            0 | b'0' | b'7' if !name.ends_with(b"/") => EntryKind::File { is_extended: false },
            // The rest of a file that began on another volume.
            b'M' => EntryKind::File { is_extended: false },
            _ => EntryKind::Other,
        }
    }

    /// Whether data follows the header.
    const fn has_data(byte: u8) -> bool {
        !matches!(byte, b'1'..=b'6')
    }
}

/// An entry.
#[derive(Debug)]
pub(super) struct TarEntry {
    pub(super) kind: EntryKind,
    pub(super) name: Vec<u8>,
    /// The length of its data in the archive.
    pub(super) len: u64,
}

impl TarEntry {
    /// The entry that a header describes; `None` if the block is not a header, or is damaged.
    ///
    /// The entry is boxed to save stack space, because a member may be another archive, and the stacks of threads are
    /// small.
    pub(super) fn of(block: &[u8; 512]) -> Option<Box<TarEntry>> {
        if !block::is_header(block) {
            return None;
        }
        let header = Header::from_byte_slice(block);
        let name = header.path_bytes().into_owned();
        let has_data = EntryKind::has_data(header.entry_type().as_byte());
        let len = if has_data { header.entry_size().ok()? } else { 0 };
        Some(Box::new(TarEntry { kind: EntryKind::of(header, &name), name, len }))
    }
}

/// What earlier entries say about the next entry.
#[derive(Debug, Default)]
pub(super) struct About {
    long_name: Option<Vec<u8>>,
    records: Vec<u8>,
}

impl About {
    pub(super) fn set_name(&mut self, name: &[u8]) {
        let end = memchr::memchr(0, name).unwrap_or(name.len());
        self.long_name = name.get(..end).map(<[u8]>::to_vec);
    }

    pub(super) fn set_records(&mut self, records: &[u8]) {
        self.records = records.to_vec();
    }

    /// The values of `key` in the records. A record is `length key=value` and a line feed.
    fn all(&self, key: &str) -> impl Iterator<Item = &[u8]> {
        let records = PaxExtensions::new(&self.records).filter_map(Result::ok);
        records
            .filter(move |record| record.key_bytes() == key.as_bytes())
            .map(|one| one.value_bytes())
    }

    fn number(&self, key: &str) -> Option<u64> {
        str::from_utf8(self.all(key).last()?).ok()?.parse().ok()
    }

    /// The name of the next entry, if an earlier entry declares it. GNU tar writes the name of a sparse file in a
    /// separate record.
    pub(super) fn name(&self) -> Option<&[u8]> {
        let of_sparse = self.all("GNU.sparse.name").last();
        of_sparse.or_else(|| self.all("path").last()).or(self.long_name.as_deref())
    }

    /// The length of the next entry, if an earlier entry declares it.
    pub(super) fn size(&self) -> Option<u64> {
        self.number("size")
    }
}
