//! bzip2: a decoder in safe Rust.
//!
//! ```text
//! stream -> blocks -> codes (Huffman) -> ranks (move to front) -> bytes (Burrows-Wheeler) -> text (run lengths)
//! ```
//!
//! The decoder is written here because the known alternatives do not hold: libbz2-rs-sys, a translation of the C
//! library under the crate `bzip2`, panics on damaged data inside functions that cannot unwind, which aborts the
//! process; bzip2-rs reads only the first stream of a file, while pbzip2 writes one for each block. It reads no byte
//! after the end of a stream, so members of a damaged zip archive can be read one after the other.

use std::io::{self, BufRead, Read};

/// The signatures of a block and of the end of a stream, 48 bits each.
const BLOCK: u64 = 0x3141_5926_5359;
const END: u64 = 0x1772_4538_5090;

/// The length of the longest code, in bits.
const LONGEST: u32 = 20;

/// How many codes one table decodes before the next selector chooses a table.
const GROUP: usize = 50;

/// A reader of the decompressed bytes of a stream, or of all streams of a file.
pub(super) struct Bzip2<R> {
    bits: Bits<R>,
    /// Whether further streams are read after the first one.
    is_multiple: bool,
    /// The greatest length of a block, in bytes; 0 outside of a stream.
    level: usize,
    /// The checksum of the blocks of the stream so far.
    sum: u32,
    block: Block,
    is_over: bool,
}

impl<R: BufRead> Bzip2<R> {
    /// Reads the first stream of `input`, or all streams if `is_multiple`.
    pub(super) fn new(input: R, is_multiple: bool) -> Bzip2<R> {
        let bits = Bits { input, held: 0, len: 0 };
        Bzip2 { bits, is_multiple, level: 0, sum: 0, block: Block::default(), is_over: false }
    }

    /// Moves to the next block, and returns whether there is one.
    fn next_block(&mut self) -> io::Result<bool> {
        while !self.is_over {
            if self.level == 0 {
                self.level = header(&mut self.bits)?;
                self.sum = 0;
            }
            match u64::from(self.bits.take(24)?) << 24 | u64::from(self.bits.take(24)?) {
                BLOCK => {
                    self.block.read(&mut self.bits, self.level)?;
                    self.sum = self.sum.rotate_left(1) ^ self.block.expected;
                    return Ok(true);
                }
                END if self.bits.take(32)? == self.sum => {
                    self.level = 0;
                    self.is_over = !self.is_multiple || self.bits.is_at_end()?;
                }
                END => return Err(invalid("a wrong checksum")),
                _ => return Err(invalid("not a block of bzip2")),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Bzip2<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut read = 0;
        while read == 0 && !buffer.is_empty() {
            read = self.block.write_to(buffer)?;
            if read == 0 && !self.next_block()? {
                break;
            }
        }
        Ok(read)
    }
}

/// Reads the header of a stream, and returns the greatest length of its blocks.
fn header(bits: &mut Bits<impl BufRead>) -> io::Result<usize> {
    let signature = bits.take(24)?;
    match (signature, bits.take(8)?) {
        (0x42_5A_68, level @ 0x31..=0x39) => Ok(100_000 * (level as usize - 0x30)),
        _ => Err(invalid("not a stream of bzip2")),
    }
}

/// A block: the bytes in the order of the transform, and the state of the reading.
#[derive(Default)]
struct Block {
    /// In the lower 8 bits a byte, in the upper 24 bits the position of the byte after it in the text.
    bytes: Vec<u32>,
    /// The entry of the next byte, and how many bytes are left.
    next: u32,
    left: usize,
    /// The last byte, how often it came in a row, and how often it is still to be repeated.
    last: u8,
    row: u8,
    repeats: u8,
    /// The checksum of the text so far, inverted, and the declared one.
    sum: u32,
    expected: u32,
}

impl Block {
    /// Reads a block after its signature.
    fn read(&mut self, bits: &mut Bits<impl BufRead>, limit: usize) -> io::Result<()> {
        self.expected = bits.take(32)?;
        if bits.take(1)? == 1 {
            return Err(invalid("a randomized block, which only versions before 0.9.5 wrote"));
        }
        let origin = bits.take(24)? as usize;
        self.bytes.clear();
        Codes::read(bits)?.decode(bits, limit, &mut self.bytes)?;
        self.link();
        let Some(first) = self.bytes.get(origin) else { return Err(invalid("an invalid origin")) };
        self.next = first >> 8;
        self.left = self.bytes.len();
        (self.row, self.repeats, self.sum) = (0, 0, u32::MAX);
        Ok(())
    }

    /// Inverts the transform: the n-th occurrence of a byte in sorted order belongs to its n-th occurrence in the
    /// transformed order.
    #[expect(clippy::indexing_slicing, reason = "a byte is an index into 256 entries")]
    fn link(&mut self) {
        let mut starts = [0_usize; 256];
        for byte in &self.bytes {
            starts[usize::from(low(*byte))] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += core::mem::replace(start, sum);
        }
        for at in 0..self.bytes.len() {
            let byte = self.bytes.get(at).map_or(0, |byte| usize::from(low(*byte)));
            if let Some(sorted) = self.bytes.get_mut(starts[byte]) {
                *sorted |= u32::try_from(at).unwrap_or_default() << 8;
            }
            starts[byte] += 1;
        }
    }

    /// Writes the next bytes of the text, and returns their number; 0 at the end of the block.
    #[expect(clippy::indexing_slicing, reason = "a byte is an index into 256 entries")]
    fn write_to(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        for room in buffer {
            let Some(byte) = self.next_byte() else { break };
            *room = byte;
            self.sum = self.sum << 8 ^ SUMS[usize::from(low(self.sum >> 24) ^ byte)];
            written += 1;
        }
        let is_damaged = written == 0 && !self.bytes.is_empty() && !self.sum != self.expected;
        if is_damaged { Err(invalid("a wrong checksum")) } else { Ok(written) }
    }

    /// The next byte of the text. After four equal bytes comes the number of further ones.
    fn next_byte(&mut self) -> Option<u8> {
        if self.repeats == 0 && self.row == 4 {
            self.repeats = self.take()?;
            self.row = 0;
            if self.repeats == 0 {
                return self.next_byte();
            }
        }
        if self.repeats > 0 {
            self.repeats -= 1;
            return Some(self.last);
        }
        let byte = self.take()?;
        self.row = if self.row > 0 && byte == self.last { self.row + 1 } else { 1 };
        self.last = byte;
        Some(byte)
    }

    fn take(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(1)?;
        let entry = *self.bytes.get(self.next as usize)?;
        self.next = entry >> 8;
        Some(low(entry))
    }
}

/// The codes of a block.
struct Codes {
    /// The bytes that occur.
    bytes: Vec<u8>,
    /// The table of each group of codes.
    selectors: Vec<u8>,
    tables: Vec<Table>,
}

impl Codes {
    fn read(bits: &mut Bits<impl BufRead>) -> io::Result<Codes> {
        let used = bits.take(16)?;
        let mut bytes = Vec::new();
        for high in (0..16_u8).filter(|high| used >> (15 - high) & 1 == 1) {
            let used = bits.take(16)?;
            let low = (0..16).filter(|low| used >> (15 - low) & 1 == 1);
            bytes.extend(low.map(|low: u8| high << 4 | low));
        }
        let count = bits.take(3)?;
        let groups = bits.take(15)?;
        if bytes.is_empty() || !(2..=6).contains(&count) || groups == 0 {
            return Err(invalid("an invalid header of a block"));
        }
        let mut order: Vec<u8> = (0..6).collect();
        let mut selectors = Vec::new();
        for _ in 0..groups {
            let mut rank = 0;
            while bits.take(1)? == 1 {
                rank += 1;
                if rank >= count {
                    return Err(invalid("an invalid selector"));
                }
            }
            selectors.push(to_front(&mut order, rank as usize));
        }
        let tables = (0..count).map(|_| Table::read(bits, bytes.len() + 2));
        Ok(Codes { tables: tables.collect::<io::Result<_>>()?, bytes, selectors })
    }

    /// Decodes the ranks of the bytes, up to `limit` bytes.
    fn decode(
        mut self,
        bits: &mut Bits<impl BufRead>,
        limit: usize,
        out: &mut Vec<u32>,
    ) -> io::Result<()> {
        let end = self.bytes.len() + 1;
        // Two symbols are the digits of the length of a run of the first byte.
        let (mut run, mut digit) = (0_usize, 1_usize);
        for selector in &self.selectors {
            let Some(table) = self.tables.get(usize::from(*selector)) else { break };
            for _ in 0..GROUP {
                let symbol = table.next(bits)?;
                if symbol < 2 {
                    run = run.saturating_add(digit << symbol);
                    digit = digit.saturating_mul(2).min(1 << 30);
                    continue;
                }
                if run > limit - out.len() {
                    break;
                }
                let first = self.bytes.first().copied().unwrap_or_default();
                out.resize(out.len() + run, u32::from(first));
                (run, digit) = (0, 1);
                if symbol == end {
                    return Ok(());
                }
                if out.len() == limit {
                    break;
                }
                out.push(u32::from(to_front(&mut self.bytes, symbol - 1)));
            }
            if out.len() == limit || run > limit - out.len() {
                break;
            }
        }
        Err(invalid("a block that is too long"))
    }
}

/// Moves the byte at `rank` to the front, and returns it.
fn to_front(order: &mut [u8], rank: usize) -> u8 {
    if let Some(front) = order.get_mut(..=rank) {
        front.rotate_right(1);
    }
    order.first().copied().unwrap_or_default()
}

/// A table of codes. Shorter codes have smaller values than the beginnings of longer ones.
struct Table {
    /// For each length, how many codes have it.
    counts: [u32; LONGEST as usize + 1],
    /// The symbols in the order of their codes.
    symbols: Vec<u16>,
}

impl Table {
    /// Reads the lengths of the codes of `count` symbols, each as the difference to the previous one.
    fn read(bits: &mut Bits<impl BufRead>, count: usize) -> io::Result<Table> {
        let mut len = bits.take(5)?;
        let mut lens = Vec::new();
        for _ in 0..count {
            loop {
                if !(1..=LONGEST).contains(&len) {
                    return Err(invalid("an invalid length of a code"));
                }
                if bits.take(1)? == 0 {
                    break;
                }
                len = if bits.take(1)? == 0 { len + 1 } else { len - 1 };
            }
            lens.push(len);
        }
        let mut counts = [0; LONGEST as usize + 1];
        for len in &lens {
            if let Some(count) = counts.get_mut(*len as usize) {
                *count += 1;
            }
        }
        let mut symbols: Vec<u16> = (0..=u16::MAX).take(count).collect();
        symbols.sort_by_key(|symbol| lens.get(usize::from(*symbol)));
        Ok(Table { counts, symbols })
    }

    /// Reads a code, and returns its symbol.
    fn next(&self, bits: &mut Bits<impl BufRead>) -> io::Result<usize> {
        // The code, the first code of this length, and the symbols with shorter codes.
        let (mut code, mut first, mut before) = (0, 0, 0);
        for count in self.counts.iter().skip(1) {
            code |= bits.take(1)?;
            if code < first + count {
                let symbol = self.symbols.get((before + code - first) as usize);
                return Ok(symbol.copied().map_or(0, usize::from));
            }
            before += count;
            (first, code) = ((first + count) << 1, code << 1);
        }
        Err(invalid("an invalid code"))
    }
}

/// Reads numbers of some bits, the most significant bit first.
struct Bits<R> {
    input: R,
    /// The last bits that were taken from `input`, of which the lowest `len` are not used yet.
    held: u64,
    len: u32,
}

impl<R: BufRead> Bits<R> {
    /// The next byte of the input.
    fn byte(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The next number of `count` bits, at most 32.
    fn take(&mut self, count: u32) -> io::Result<u32> {
        while self.len < count {
            let byte = self.byte()?.ok_or(io::ErrorKind::UnexpectedEof)?;
            self.input.consume(1);
            self.held = self.held << 8 | u64::from(byte);
            self.len += 8;
        }
        self.len -= count;
        let bits = self.held >> self.len & ((1 << count) - 1);
        Ok(u32::try_from(bits).unwrap_or_default())
    }

    /// Skips the rest of a byte, and returns whether the input is at its end.
    fn is_at_end(&mut self) -> io::Result<bool> {
        self.len = 0;
        self.byte().map(|byte| byte.is_none())
    }
}

/// The lowest byte.
const fn low(bits: u32) -> u8 {
    bits.to_le_bytes()[0]
}

/// The checksums of the bytes: the CRC-32 of gzip with the bits in the other order.
#[expect(clippy::indexing_slicing, reason = "the loop ends at the length of the table")]
#[expect(clippy::cast_possible_truncation, reason = "the number is less than 256")]
const SUMS: [u32; 256] = {
    let mut sums = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = (byte as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            sum = sum << 1 ^ if sum >> 31 == 1 { 0x04C1_1DB7 } else { 0 };
            bit += 1;
        }
        sums[byte] = sum;
        byte += 1;
    }
    sums
};

fn invalid(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn compress(text: &[u8], level: u32) -> Vec<u8> {
        let level = bzip2::Compression::new(level);
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), level);
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn decompress(packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Bzip2::new(packed, true).read_to_end(&mut text).map(|_| text)
    }

    /// Texts with runs of all lengths, repetitions, and bytes without order.
    fn texts() -> Vec<Vec<u8>> {
        let runs = (0..600_usize).flat_map(|len| vec![b"ab"[len % 2]; len]).collect();
        let mut state = 1_u32;
        let noise = core::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            low(state >> 24)
        });
        let links = b"http://a.example/ ".repeat(20_000);
        let all = vec![b"a".to_vec(), vec![], runs, noise.take(250_000).collect(), links];
        all.into_iter().chain([vec![0; 300_000], vec![b'x'; 4], vec![b'x'; 259]]).collect()
    }

    #[test]
    fn every_text_is_decompressed() {
        for text in texts() {
            for level in [1, 9] {
                assert!(decompress(&compress(&text, level)).unwrap() == text);
            }
        }
        let two = [compress(b"one ", 1), compress(b"two", 9)].concat();
        assert_eq!(decompress(&two).unwrap(), b"one two");
    }

    #[test]
    fn nothing_after_a_stream_is_read() {
        let packed = [&compress(b"text", 1)[..], b"rest"].concat();
        let mut rest = &*packed;
        let mut text = String::new();
        Bzip2::new(&mut rest, false).read_to_string(&mut text).unwrap();
        assert_eq!((&*text, rest), ("text", &b"rest"[..]));
        assert!(decompress(&packed).is_err());
    }

    #[test]
    fn damage_is_an_error() {
        let text = b"http://a.example/ and http://b.example/";
        let packed = compress(text, 1);
        for end in 0..packed.len() {
            let error = decompress(&packed[..end]).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "cut to {end}");
        }
        for bit in 0..packed.len() * 8 {
            let mut damaged = packed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            // A few bits decide nothing, for example the length of a code that does not occur.
            let is_wrong = decompress(&damaged).is_ok_and(|decoded| decoded != text);
            assert!(!is_wrong, "bit {bit}");
        }
    }
}
