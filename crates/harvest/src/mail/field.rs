//! The line that begins a header field.

/// Whether the line begins with the name of a header field and a colon.
pub(super) fn is_field(line: &[u8]) -> bool {
    let name = memchr::memchr(b':', line).and_then(|colon| line.get(..colon));
    name.is_some_and(|name| !name.is_empty() && name.iter().all(u8::is_ascii_graphic))
}
