//! Texts for the tests.

/// Pieces of texts in which every count differs from the others.
const PIECES: [&[u8]; 12] = [
    b"plain ascii ",
    "Üñï ".as_bytes(),
    "日本語".as_bytes(),
    "👨‍👩‍👧🇩🇪".as_bytes(),
    "e\u{301}\u{302}".as_bytes(),
    b"\n",
    b"\r\n",
    b"\r",
    b"\xFF\xFE",
    b"\xE2\x82",
    b"\xF0\x9F\x98",
    b"\r\r\n\n",
];

/// A text of that many pieces. 7 and 12 have no common divisor, and the squares prevent a short period.
pub(super) fn sample(pieces: usize) -> Vec<u8> {
    (0..pieces).flat_map(|n| PIECES[(n * 7 + n * n / 5) % PIECES.len()]).copied().collect()
}
