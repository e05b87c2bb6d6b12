//! Compressed RTF (MS-OXRTFCP).

/// The initial content of the dictionary.
const FIRST: &[u8] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \
    \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \
    \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

/// The length of the dictionary.
const DICTIONARY: usize = 4096;

/// The length of the header, which has the lengths with and without compression, the method and the checksum.
const HEADER: usize = 16;

/// The RTF in `data`, up to `limit` bytes, and whether more is declared; `None` if the header is incomplete or the method
/// is unknown. If the data is cut, the text up to the cut is returned.
pub(crate) fn decompress(data: &[u8], limit: usize) -> Option<(Vec<u8>, bool)> {
    let body = data.get(HEADER..)?;
    let len = data.get(4..8)?.first_chunk().map(|four| u32::from_le_bytes(*four))?;
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    let (limit, is_longer) = (limit.min(len), len > limit);
    let rtf = match data.get(8..12)? {
        b"MELA" => body.get(..limit).unwrap_or(body).to_vec(),
        b"LZFu" => Dictionary::new().decode(body, limit),
        _ => return None,
    };
    Some((rtf, is_longer))
}

struct Dictionary {
    bytes: [u8; DICTIONARY],
    at: usize,
    out: Vec<u8>,
}

impl Dictionary {
    fn new() -> Box<Dictionary> {
        let mut dictionary =
            Box::new(Dictionary { bytes: [0; DICTIONARY], at: 0, out: Vec::new() });
        for byte in FIRST {
            dictionary.push(*byte);
        }
        dictionary.out.clear();
        dictionary
    }

    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.at) {
            *place = byte;
        }
        self.at = (self.at + 1) % DICTIONARY;
        self.out.push(byte);
    }

    fn decode(mut self: Box<Self>, body: &[u8], limit: usize) -> Vec<u8> {
        let mut bytes = body.iter().copied();
        'all: while let Some(kinds) = bytes.next() {
            for bit in 0..8 {
                let Some(byte) = bytes.next().filter(|_| self.out.len() < limit) else {
                    break 'all;
                };
                if kinds >> bit & 1 == 0 {
                    self.push(byte);
                    continue;
                }
                let Some(low) = bytes.next() else { break 'all };
                let from = usize::from(byte) << 4 | usize::from(low >> 4);
                // A reference to the position of the next byte marks the end.
                if from == self.at {
                    break 'all;
                }
                for step in 0..usize::from(low & 15) + 2 {
                    let copied = self.bytes.get((from + step) % DICTIONARY).copied();
                    self.push(copied.unwrap_or_default());
                }
            }
        }
        self.out.truncate(limit);
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MS-OXRTFCP, section 3.1.
    #[test]
    fn the_examples_of_the_specification_are_decompressed() {
        let simple = b"\x2d\x00\x00\x00\x2b\x00\x00\x00LZFu\xf1\xc5\xc7\xa7\x03\x00\x0a\x00rcpg125\x42\x32\x0a\xf3 hel\x09\x00 bw\x05\xb0ld}\x0a\x80\x0f\xa0";
        let rtf = b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n";
        assert_eq!(decompress(simple, 1 << 20).unwrap(), (rtf.to_vec(), false));
        let crossing =
            b"\x1a\x00\x00\x00\x1c\x00\x00\x00LZFu\xe2\xd4\x4b\x51A\x00\x04 WXYZ\x0dn}\x01\x0e\xb0";
        assert_eq!(decompress(crossing, 1 << 20).unwrap().0, b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
    }

    #[test]
    fn damaged_data_does_not_loop() {
        let data = b"\x2d\x00\x00\x00\xff\xff\xff\xffLZFu\0\0\0\0\xff\x00\x0f\x00\x0f\x00\x0f";
        for end in 0..data.len() {
            decompress(&data[..end], 1 << 20);
        }
        assert_eq!(
            decompress(data, 20).map(|(rtf, is_longer)| (rtf.len(), is_longer)),
            Some((20, true))
        );
        assert_eq!(decompress(b"\0\0\0\0\x04\0\0\0MELA\0\0\0\0abcdef", 99).unwrap().0, b"abcd");
        assert_eq!(decompress(b"\0\0\0\0\x04\0\0\0XXXX\0\0\0\0abcdef", 99), None);
    }
}
