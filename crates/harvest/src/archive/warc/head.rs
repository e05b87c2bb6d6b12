//! The head of a record: its version and its named fields (WARC 0.17 to 1.1, ISO 28500).

/// The length of the longest head that is read.
pub(super) const LONGEST: usize = 64 * 1024;

/// The number of bytes that identify a record.
pub(super) const MAGIC_LEN: usize = 8;

/// Whether `bytes` begin with the version of a record: `WARC/1.0`.
pub(super) fn is_record(bytes: &[u8]) -> bool {
    let version = bytes.strip_prefix(b"WARC/").unwrap_or_default();
    matches!(version, [b'0'..=b'9', b'.', b'0'..=b'9', ..])
}

/// Whether `bytes` are the beginning of a version, cut.
pub(super) fn is_cut(bytes: &[u8]) -> bool {
    bytes.len() < MAGIC_LEN && b"WARC/".starts_with(bytes.get(..5).unwrap_or(bytes))
}

/// A head.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The length of the head, including the empty line at its end.
    pub(super) len: usize,
    fields: Vec<(String, String)>,
}

/// What a text begins with.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Begins {
    Head(Head),
    /// A head whose end is missing.
    Cut,
    /// Something else.
    Other,
}

impl Begins {
    /// Examines the beginning of `text`. Lines may end with a bare LF, and a line that begins with a blank continues
    /// the field before it.
    pub(super) fn of(text: &[u8]) -> Begins {
        if !is_record(text) {
            return if is_cut(text) { Begins::Cut } else { Begins::Other };
        }
        let text = text.get(..LONGEST).unwrap_or(text);
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut at = 0;
        loop {
            let rest = text.get(at..).unwrap_or_default();
            let Some(end) = memchr::memchr(b'\n', rest) else {
                return if text.len() < LONGEST { Begins::Cut } else { Begins::Other };
            };
            let is_first = at == 0;
            at += end + 1;
            let line = rest.get(..end).unwrap_or_default().trim_ascii_end();
            match line {
                _ if is_first && line.len() == MAGIC_LEN => {}
                _ if is_first => return Begins::Other,
                [] => return Begins::Head(Head { len: at, fields }),
                [b' ' | b'\t', ..] => {
                    let Some((_, value)) = fields.last_mut() else { return Begins::Other };
                    value.push(' ');
                    value.push_str(&String::from_utf8_lossy(line.trim_ascii_start()));
                }
                _ => {
                    let Some(field) = field(line) else { return Begins::Other };
                    fields.push(field);
                }
            }
        }
    }
}

/// The name of a field in lower case, and its value.
fn field(line: &[u8]) -> Option<(String, String)> {
    let colon = memchr::memchr(b':', line)?;
    let name = str::from_utf8(line.get(..colon)?.trim_ascii()).ok()?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic());
    let value = String::from_utf8_lossy(line.get(colon + 1..)?.trim_ascii()).into_owned();
    is_name.then(|| (name.to_ascii_lowercase(), value))
}

impl Head {
    /// The first value of the field called `name`, which must be in lower case; `None` if the field is missing or
    /// empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|(field, _)| field == name);
        field.map(|(_, value)| &**value).filter(|value| !value.is_empty())
    }

    /// The value of the field without angle brackets. Record ids have brackets, and some writers put them around URIs
    /// as well.
    pub(super) fn reference(&self, name: &str) -> Option<String> {
        let value = self.get(name)?;
        let inner = value.strip_prefix('<').and_then(|value| value.strip_suffix('>'));
        Some(inner.unwrap_or(value).trim().to_owned()).filter(|value| !value.is_empty())
    }

    /// The length of the block; `None` if the field is missing or not a number.
    pub(super) fn content_length(&self) -> Option<u64> {
        self.get("content-length")?.parse().ok()
    }
}

/// The offset of the first complete head in `text` that begins after a line feed and declares a valid length.
pub(super) fn find(text: &[u8]) -> Option<usize> {
    let starts = memchr::memmem::find_iter(text, b"\nWARC/").map(|end| end + 1);
    let is_head = |start: &usize| match Begins::of(text.get(*start..).unwrap_or_default()) {
        Begins::Head(head) => head.content_length().is_some(),
        Begins::Cut | Begins::Other => false,
    };
    starts.into_iter().find(is_head)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Head {
        match Begins::of(text.as_bytes()) {
            Begins::Head(head) => head,
            other => panic!("{other:?}: {text}"),
        }
    }

    #[test]
    fn fields_are_read_leniently() {
        let head = head(
            "WARC/1.0\r\nwarc-type: response\r\nWARC-Target-URI:<http://a.example/>\nX: a\r\n  b\r\n\
             Content-Length: 12 \r\nEmpty:\r\n\r\nblock",
        );
        assert_eq!((head.get("warc-type"), head.content_length()), (Some("response"), Some(12)));
        assert_eq!(head.reference("warc-target-uri").as_deref(), Some("http://a.example/"));
        assert_eq!((head.get("x"), head.get("empty"), head.get("none")), (Some("a b"), None, None));
    }

    #[test]
    fn incomplete_heads_are_distinguished_from_other_text() {
        for cut in ["", "W", "WARC/", "WARC/1.", "WARC/1.1", "WARC/1.1\r\n", "WARC/1.0\r\nA: b\r\n"]
        {
            assert_eq!(Begins::of(cut.as_bytes()), Begins::Cut, "{cut}");
        }
        let long = format!("WARC/1.0\r\nA: {}", "b".repeat(LONGEST));
        for other in [
            "x",
            "WARC",
            "WARC/a.b\r\n",
            "WARC/1.0 x\r\n\r\n",
            "WARC/1.0\r\nab\r\n\r\n",
            "WARC/1.0\r\n a\r\n",
            &long,
        ] {
            let expected = if other == "WARC" { Begins::Cut } else { Begins::Other };
            assert_eq!(Begins::of(other.as_bytes()), expected, "{other:.20}");
        }
    }

    #[test]
    fn heads_are_found_at_the_beginnings_of_lines() {
        let head = "WARC/1.0\r\nContent-Length: 0\r\n\r\n";
        let text = format!("WARC/1.0 x\r\nxWARC/1.0\r\n\r\nWARC/1.0\r\nA: b\r\n\r\n{head}");
        assert_eq!(&text[find(text.as_bytes()).unwrap()..], head);
        assert_eq!(find(head.as_bytes()), None);
    }
}
