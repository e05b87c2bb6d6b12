//! Decodes the chunks of an HTTP body (RFC 9112, section 7.1) as archives store them: the end may be missing, a length
//! may be wrong, and the chunks may have been decoded already.

use std::borrow::Cow;

/// A fault in a chunked body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkProblem {
    /// The offset at which the fault was found in the body.
    pub(crate) at: usize,
    /// Whether the body ends before its last chunk.
    pub(crate) is_cut: bool,
}

/// The greatest length of the line before a chunk, which contains the length and the extensions of the chunk.
const LINE: usize = 4096;

/// The data of the chunks of `body`, and the fault in them, if there is one. After a wrong length, the rest of the body is
/// returned unchanged.
pub(super) fn decode(body: &[u8]) -> (Cow<'_, [u8]>, Option<ChunkProblem>) {
    let rest = |at: usize| body.get(at..).unwrap_or_default();
    let line = |at: usize| {
        let rest = rest(at);
        let rest = rest.get(..LINE).unwrap_or(rest);
        rest.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default()
    };
    let (mut data, mut at) = (Vec::new(), 0);
    loop {
        let is_first = at == 0;
        let mut head = line(at);
        let is_after = matches!(head, b"\r\n" | b"\n");
        if !is_first && is_after {
            at += head.len();
            head = line(at);
        }
        // If no line end follows a chunk, it is longer than its declared length.
        let Some(len) = length(head).filter(|_| is_first || is_after) else {
            if is_first {
                // The crawler has decoded the chunks already.
                return (Cow::Borrowed(body), None);
            }
            data.extend_from_slice(rest(at));
            let problem = ChunkProblem { at: at + head.len(), is_cut: head.is_empty() };
            return (Cow::Owned(data), Some(problem));
        };
        at += head.len();
        let chunk = rest(at).get(..len).unwrap_or(rest(at));
        data.extend_from_slice(chunk);
        at += chunk.len();
        if len == 0 || chunk.len() < len {
            let problem = (len > 0).then_some(ChunkProblem { at, is_cut: true });
            return (Cow::Owned(data), problem);
        }
    }
}

/// The chunk length that `line` declares; `None` if it declares no valid length.
fn length(line: &[u8]) -> Option<usize> {
    let line = line.strip_suffix(b"\n")?.trim_ascii();
    let end = line.iter().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(line.len());
    let (digits, rest) = line.split_at_checked(end)?;
    let is_whole = matches!(rest.trim_ascii_start(), [] | [b';', ..]);
    let digits = str::from_utf8(digits).ok().filter(|_| is_whole)?;
    usize::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(body: &str) -> (String, Option<ChunkProblem>) {
        let (data, problem) = super::decode(body.as_bytes());
        (String::from_utf8(data.into_owned()).unwrap(), problem)
    }

    #[test]
    fn chunks_are_joined() {
        assert_eq!(
            decode("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: f\r\n\r\n"),
            ("abcde".into(), None)
        );
        assert_eq!(decode("3 \nabc\n0\n\n"), ("abc".into(), None));
        assert_eq!(decode("0\r\n\r\n"), (String::new(), None));
        assert_eq!(decode(""), (String::new(), None));
    }

    #[test]
    fn a_body_without_chunks_is_returned_unchanged() {
        assert_eq!(decode("<p>text\nmore"), ("<p>text\nmore".into(), None));
        assert_eq!(decode("dead beef\n"), ("dead beef\n".into(), None));
    }

    #[test]
    fn after_a_wrong_length_the_rest_is_returned_unchanged() {
        let problem = |at, is_cut| Some(ChunkProblem { at, is_cut });
        assert_eq!(decode("2\r\nabc\r\n0\r\n\r\n"), ("abc\r\n0\r\n\r\n".into(), problem(8, false)));
        assert_eq!(decode("3\r\nabc\r\nxyz\r\nde"), ("abcxyz\r\nde".into(), problem(13, false)));
        assert_eq!(decode("9\r\nabc"), ("abc".into(), problem(6, true)));
        assert_eq!(decode("3\r\nabc\r\n"), ("abc".into(), problem(8, true)));
        assert_eq!(decode("FFFFFFFFFFFFFFFF\r\nabc").1, problem(21, true));
        assert_eq!(decode("1FFFFFFFFFFFFFFFFF\r\nabc").1, None);
    }
}
