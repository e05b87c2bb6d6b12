//! The escape `\u`, which JSON, scripts and properties have.

/// `\u00e9`, or the two of a surrogate pair.
pub(super) fn unicode(text: &[u8]) -> (Option<char>, usize) {
    let Some(first) = unit(text) else { return (None, 1) };
    if let Some(second) = text.get(6..).and_then(unit)
        && let Some(Ok(c)) = char::decode_utf16([first, second]).next()
        && c.len_utf16() == 2
    {
        return (Some(c), 12);
    }
    (Some(char::from_u32(u32::from(first)).unwrap_or(char::REPLACEMENT_CHARACTER)), 6)
}

/// The code unit of the `\u` that begins `text`.
fn unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0_u16, |value, &digit| {
        let digit = char::from(digit).to_digit(16)?;
        Some(value << 4 | u16::try_from(digit).ok()?)
    })
}
