//! Writes JSON that is safe to display: control characters are escaped, so parsing the JSON restores the original text.

use std::io;

use serde::Serialize;
use serde::ser::SerializeStruct;
use serde_json::ser::{Formatter, Serializer};

use super::visible::picture;

/// Writes `value` on one line.
///
/// JSON requires escapes only for the characters below U+0020. This function also escapes characters that a terminal
/// could read as a command, and characters that hide or move text: DEL, U+009B, U+202E, ...
pub fn write(out: &mut impl io::Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Visible)).map_err(io::Error::from)
}

/// The JSON of `value`, as [`write()`] writes it, as text for a cell of a table.
pub fn in_cell(value: &(impl Serialize + ?Sized)) -> Option<String> {
    let mut text = Vec::new();
    write(&mut text, &value).ok()?;
    String::from_utf8(text).ok()
}

/// An object whose member names are constants of this program. The names are written without looking for characters to
/// escape, because looking for them took as long as finding the links.
#[derive(Debug)]
pub struct Object<'o> {
    out: &'o mut Vec<u8>,
    /// The separator before the next member.
    before: u8,
}

impl<'o> Object<'o> {
    /// Begins an object at the end of `out`.
    pub fn begin(out: &'o mut Vec<u8>) -> Object<'o> {
        Object { out, before: b'{' }
    }

    /// Adds a member whose value is an object. `members` writes the members of that object.
    pub fn add(
        &mut self,
        name: &'static str,
        members: impl FnOnce(&mut Object<'_>) -> serde_json::Result<()>,
    ) -> serde_json::Result<()> {
        self.name(name);
        let mut inner = Object::begin(self.out);
        members(&mut inner)?;
        inner.end()
    }

    fn name(&mut self, name: &'static str) {
        debug_assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
        self.out.extend_from_slice(&[core::mem::replace(&mut self.before, b','), b'"']);
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
    }
}

impl SerializeStruct for Object<'_> {
    type Ok = ();
    type Error = serde_json::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> serde_json::Result<()> {
        self.name(name);
        value.serialize(&mut Serializer::with_formatter(&mut *self.out, Visible))
    }

    fn end(self) -> serde_json::Result<()> {
        if self.before == b'{' {
            self.out.push(b'{');
        }
        self.out.push(b'}');
        Ok(())
    }
}

struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if is_plain(fragment) {
            return out.write_all(fragment.as_bytes());
        }
        let mut shown = 0;
        for (at, c) in fragment.char_indices().filter(|&(_, c)| picture(c) != c) {
            out.write_all(fragment.as_bytes().get(shown..at).unwrap_or_default())?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            shown = at + c.len_utf8();
        }
        out.write_all(fragment.as_bytes().get(shown..).unwrap_or_default())
    }
}

/// Whether the text is ASCII without DEL; `serde_json` has already escaped the bytes below U+0020. The loop has no
/// early exit, so the compiler can vectorize it.
fn is_plain(fragment: &str) -> bool {
    // Adding 1 to DEL sets the highest bit, which is also set in bytes outside ASCII.
    fragment.bytes().fold(0, |seen, byte| seen | byte | byte.wrapping_add(1)).is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_controls_are_escaped_and_restored() {
        let text = "\u{1b}[31m \u{9b}31m \u{7f} \u{202e} \u{e0041} é 日本 \"";
        let mut written = Vec::new();
        write(&mut written, &text).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(written, r#""\u001b[31m \u009b31m \u007f \u202e \udb40\udc41 é 日本 \"""#);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }

    #[test]
    fn an_object_is_written_member_by_member() {
        let mut written = Vec::new();
        let mut object = Object::begin(&mut written);
        object.serialize_field("text", "a\u{1b}").unwrap();
        object.add("inner", |inner| inner.serialize_field("count", &[1, 2])).unwrap();
        object.add("empty", |_| Ok(())).unwrap();
        object.end().unwrap();
        let expected = r#"{"text":"a\u001b","inner":{"count":[1,2]},"empty":{}}"#;
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }
}
