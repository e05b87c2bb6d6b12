//! The headers of entries, and the entries that describe the next one: GNU's long names and the records of pax
//! (POSIX.1-2001).

pub(super) const LEN: usize = 512;

/// The position of the checksum in a header.
const CHECKSUM: core::ops::Range<usize> = 148..156;

/// The header of an entry.
#[derive(Debug)]
pub(super) struct Header {
    /// The letter of its kind.
    pub(super) kind: u8,
    pub(super) name: Vec<u8>,
    /// The length of its data in the archive.
    pub(super) len: u64,
    /// Whether the file is sparse, in the first format of GNU tar, and blocks with the rest of its map precede the data.
    /// They are not counted in its length.
    pub(super) is_extended: bool,
}

impl Header {
    /// The header in a block; `None` if the block is not a header, or is damaged.
    pub(super) fn of(block: &[u8; LEN]) -> Option<Header> {
        if !is_header(block) {
            return None;
        }
        let [kind, ..] = block.get(156..)? else { return None };
        let is_posix = block.get(257..265)? == b"ustar\x0000";
        let is_gnu = block.get(257..265)? == b"ustar  \0";
        let prefix = if is_posix { until_nul(block.get(345..500)?) } else { &[] };
        let between: &[u8] = if prefix.is_empty() { b"" } else { b"/" };
        let has_data = !matches!(kind, b'1'..=b'6');
        Some(Header {
            kind: *kind,
            name: [prefix, between, until_nul(block.get(..100)?)].concat(),
            len: if has_data { number(block.get(124..136)?)? } else { 0 },
            is_extended: *kind == b'S' && is_gnu && *block.get(482)? != 0,
        })
    }

    /// Whether the entry is a file, and not a folder, a link or a device.
    pub(super) fn is_file(&self) -> bool {
        match self.kind {
            // In the format of Seventh Edition Unix, the name of a folder ends with a slash.
            0 | b'0' | b'7' => !self.name.ends_with(b"/"),
            // A sparse file, and the rest of a file that began on another volume.
            kind => matches!(kind, b'S' | b'M'),
        }
    }
}

/// Whether a block is a header, that is, whether its checksum is right. POSIX sums unsigned bytes; some old programs
/// summed signed bytes.
pub(super) fn is_header(block: &[u8; LEN]) -> bool {
    let Some(expected) = block.get(CHECKSUM).and_then(number) else { return false };
    let sum = |value: fn(u8) -> i64| -> i64 {
        let bytes = block.iter().enumerate();
        bytes.map(|(at, byte)| value(if CHECKSUM.contains(&at) { b' ' } else { *byte })).sum()
    };
    let sums = [sum(i64::from), sum(|byte| i64::from(byte.cast_signed()))];
    i64::try_from(expected).is_ok_and(|expected| sums.contains(&expected))
}

/// The number in a field: octal digits between blanks, or a large one in binary.
fn number(field: &[u8]) -> Option<u64> {
    if field.first()? & 0x80 != 0 {
        return field.last_chunk().map(|eight| u64::from_be_bytes(*eight));
    }
    u64::from_str_radix(str::from_utf8(until_nul(field)).ok()?.trim(), 8).ok()
}

pub(super) fn until_nul(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// What earlier entries say about the next entry.
#[derive(Debug, Default)]
pub(super) struct About {
    /// Its name, if its header has no room for it.
    pub(super) long_name: Option<Vec<u8>>,
    /// Its name in the records of pax.
    name: Option<Vec<u8>>,
    /// The length of its data.
    pub(super) len: Option<u64>,
}

impl About {
    /// Reads the records of pax: `length key=value` and a line feed.
    pub(super) fn read(&mut self, records: &[u8]) {
        let all = || {
            records.split(|byte| *byte == b'\n').filter_map(|line| {
                let record = line.get(memchr::memchr(b' ', line)? + 1..)?;
                let (key, value) = record.split_at_checked(memchr::memchr(b'=', record)?)?;
                Some((key, value.get(1..)?))
            })
        };
        let value = |name: &[u8]| all().rfind(|(key, _)| *key == name).map(|(_, value)| value);
        // GNU tar writes the name of a sparse file in a separate record.
        self.name = value(b"GNU.sparse.name").or_else(|| value(b"path")).map(<[u8]>::to_vec);
        self.len = value(b"size").and_then(|len| str::from_utf8(len).ok()?.parse().ok());
    }

    /// The name of the next entry, if an earlier entry declares it.
    pub(super) fn name(&self) -> Option<&[u8]> {
        self.name.as_deref().or(self.long_name.as_deref())
    }
}
