//! JSON that is safe to look at: no character in it steers a terminal, and none is lost.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::show::picture;

/// Writes `value` on one line.
///
/// JSON itself only asks that the characters below U+0020 be escaped. Here everything is that a
/// terminal could take for a command, or that hides or moves text: DEL, U+009B, U+202E, ...
pub(crate) fn write(out: &mut impl io::Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Visible)).map_err(io::Error::from)
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
            out.write_all(&fragment.as_bytes()[shown..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            shown = at + c.len_utf8();
        }
        out.write_all(&fragment.as_bytes()[shown..])
    }
}

/// Whether it is ASCII without DEL; what is below U+0020 never comes here. It is read to its end, for
/// then a processor takes many bytes at a time.
fn is_plain(fragment: &str) -> bool {
    fragment.bytes().fold(true, |is_plain, byte| is_plain & (byte < 0x7F))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped_and_comes_back() {
        let text = "\u{1b}[31m \u{9b}31m \u{7f} \u{202e} \u{e0041} é 日本 \"";
        let mut written = Vec::new();
        write(&mut written, &text).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(written, r#""\u001b[31m \u009b31m \u007f \u202e \udb40\udc41 é 日本 \"""#);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
