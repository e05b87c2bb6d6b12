//! Word, Excel and `PowerPoint`: which streams are encrypted, and where the records of a stream end.

use super::sectors::{u16_at, u32_at};
use super::strings::{self, Piece, Region};

/// The program whose document a stream contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Office {
    Word,
    Excel,
    PowerPoint,
    /// Anything else.
    Other,
}

impl Office {
    /// The program whose document is in the stream at `path`. The stream may belong to an embedded object.
    pub(crate) fn of(path: &str) -> Office {
        match path.rsplit('/').next() {
            Some("WordDocument") => Office::Word,
            Some("Workbook" | "Book") => Office::Excel,
            Some("PowerPoint Document") => Office::PowerPoint,
            _ => Office::Other,
        }
    }
}

/// Describes the encrypted data for a diagnostic, if the stream at `path`, which begins with `bytes`, shows that the
/// document is encrypted.
pub(crate) fn encryption(path: &str, bytes: &[u8]) -> Option<&'static str> {
    let is_encrypted = match path {
        "EncryptedPackage" => return Some("an encrypted Office document"),
        // MS-DOC, section 2.5.2: the flag `fEncrypted`.
        "WordDocument" => u16_at(bytes, 0) == 0xA5EC && u16_at(bytes, 10) & 0x0100 != 0,
        // MS-XLS, section 2.4.117: FilePass is one of the first records.
        "Workbook" | "Book" => strings::records(bytes).take(4).any(|record| record.kind == 0x2F),
        // MS-PPT, section 2.3.2: the token in the header.
        "Current User" => u32_at(bytes, 12) == 0xF3D1_C4DF,
        _ => return None,
    };
    is_encrypted.then_some("an encrypted Office document")
}

/// Whether a stream may contain text. Pictures, compressed macros and encryption metadata do not.
pub(crate) fn holds_text(path: &str) -> bool {
    let mut names = path.split('/');
    !names.any(|name| {
        matches!(name, "Pictures" | "VBA" | "_VBA_PROJECT" | "EncryptionInfo" | "DataSpaces")
    })
}

/// The regions of a stream.
pub(crate) fn regions(path: &str, bytes: &[u8]) -> Vec<Region> {
    match Office::of(path) {
        Office::Excel => strings::regions(bytes),
        Office::PowerPoint => atoms(bytes),
        Office::Word | Office::Other => vec![Region::Bytes(0..bytes.len())],
    }
}

/// The length of a `PowerPoint` record header (MS-PPT, section 2.3.1).
const HEADER: usize = 8;

/// The atoms of a `PowerPoint` stream, including atoms in containers. Each atom is one region.
fn atoms(bytes: &[u8]) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut at = 0;
    while at + HEADER <= bytes.len() {
        let is_container = u16_at(bytes, at) & 0xF == 0xF;
        let kind = u16_at(bytes, at + 2);
        let len = usize::try_from(u32_at(bytes, at + 4)).unwrap_or(usize::MAX);
        at += HEADER;
        if is_container {
            continue;
        }
        let place = at..bytes.len().min(at.saturating_add(len));
        at = place.end;
        let text = |is_wide| Region::Text(vec![Piece { place: place.clone(), is_wide }]);
        regions.push(match kind {
            // TextCharsAtom and CString.
            0x0FA0 | 0x0FBA => text(true),
            // TextBytesAtom.
            0x0FA8 => text(false),
            _ => Region::Bytes(place),
        });
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_are_separate_regions() {
        let text = b"h\0i\0";
        let atom = |kind: u16, data: &[u8]| {
            [
                &[0x30, 0],
                &kind.to_le_bytes()[..],
                &u32::try_from(data.len()).unwrap().to_le_bytes(),
                data,
            ]
            .concat()
        };
        let atoms = [atom(0x0FBA, text), atom(0x0FA8, b"hi"), atom(7, b"\x01")].concat();
        let head = [&[0x0F, 0, 0xD7, 0x0F][..], &u32::try_from(atoms.len()).unwrap().to_le_bytes()]
            .concat();
        let stream = [head, atoms].concat();
        let piece = |place, is_wide| Region::Text(vec![Piece { place, is_wide }]);
        let expected = [piece(16..20, true), piece(28..30, false), Region::Bytes(38..39)];
        assert_eq!(regions("PowerPoint Document", &stream), expected);
        for end in 0..stream.len() {
            regions("PowerPoint Document", &stream[..end]);
        }
    }

    #[test]
    fn flags_show_that_streams_are_encrypted() {
        let word = |flags: u8| [b"\xEC\xA5\xC1\0\0\0\0\0\0\0\0", &[flags][..]].concat();
        assert!(encryption("WordDocument", &word(1)).is_some());
        assert!(encryption("WordDocument", &word(0)).is_none());
        assert!(encryption("Workbook", b"\x09\x08\x02\0\0\0\x2F\0\x02\0\0\0").is_some());
        assert!(encryption("Workbook", b"\x09\x08\x02\0\0\0\x85\0\x02\0\0\0").is_none());
        let user = |token: &[u8]| [&[0; 12][..], token].concat();
        assert!(encryption("Current User", &user(b"\xDF\xC4\xD1\xF3")).is_some());
        assert!(encryption("Current User", &user(b"\x5F\xC0\x91\xE3")).is_none());
        assert!(encryption("EncryptedPackage", b"").is_some());
    }
}
