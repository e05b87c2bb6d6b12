//! The search for the signs of defanged text: `hxxp`, `fxp`, and separators in brackets such as `[.]`.
//!
//! It is separate from the search for the other triggers, so that configurations without it do not pay for it.

use crate::candidate::{host, scheme};
use crate::span::Span;
use crate::text::chars;

/// A sign of defanged text, and the text for which it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sign {
    pub(crate) span: Span,
    pub(crate) plain: &'static str,
}

/// The length of the longest text that [`next`] reads to recognize a sign: `hxxps[://]`.
pub(crate) const MAX_SIGN: usize = 10;

/// The number of bytes in which both kinds of signs are searched before the next ones are read, so that a text full of
/// signs of one kind is not read to its end for each of them.
const STEP: usize = 1024;

/// The first sign in `text` that begins at or after `from`.
///
/// One search for all pairs of bytes with which a sign begins was rejected: with vectors of its own it took as many
/// instructions and 100 lines more, and the packed searcher of aho-corasick took six times as long.
pub(crate) fn next(text: &[u8], mut from: usize) -> Option<Sign> {
    while from < text.len() {
        let end = text.len().min(from + STEP);
        // The `x` of a scheme is its second letter.
        let [heads, letters] = [(from, end), (from + 1, end + 1)]
            .map(|(start, end)| Span::new(start.min(text.len()), end.min(text.len())).of(text));
        let mut brackets = memchr::memchr3_iter(b'[', b'(', b'{', heads);
        let bracket = brackets.find_map(|at| separator_at(text, from + at));
        let mut schemes = memchr::memchr2_iter(b'x', b'X', letters);
        let scheme = schemes.find_map(|at| scheme_at(text, from + at));
        let sign = [bracket, scheme].into_iter().flatten().min_by_key(|sign| sign.span.start());
        if sign.is_some() {
            return sign;
        }
        from = end;
    }
    None
}

fn separator_at(text: &[u8], at: usize) -> Option<Sign> {
    let rest = text.get(at..)?;
    let may_be = matches!(rest.get(1)?, b'.' | b':' | b'@' | b'd' | b'D' | b'a' | b'A');
    let (len, plain) = may_be.then(|| host::separator_in_brackets(rest))??;
    Some(Sign { span: Span::new(at, at + len), plain })
}

/// The name of a scheme at `at`. It must be a whole word, and its colon may be in brackets.
fn scheme_at(text: &[u8], at: usize) -> Option<Sign> {
    let rest = text.get(at..)?;
    let (len, plain) = scheme::defanged(rest)?;
    let after = rest.get(len..)?;
    let after = after.strip_prefix(b"s").or(after.strip_prefix(b"S")).unwrap_or(after);
    let in_brackets = host::separator_in_brackets(after).map(|(_, plain)| plain);
    let is_scheme =
        after.starts_with(b"://") || in_brackets.is_some_and(|one| one.starts_with(':'));
    let is_word = !chars::byte_before(text, at).is_ascii_alphanumeric();
    (is_scheme && is_word).then_some(Sign { span: Span::new(at, at + len), plain })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At each offset of a text, so at each offset of a step.
    #[test]
    fn the_first_sign_is_that_of_a_simple_search() {
        let signs = "hxxp:// HXXPS[:]// fxp:// [.] (dot) {AT} [@] ( [ x hx xhxxp:// [.hxxp://a[.]";
        for len in 0..STEP + 4 {
            let text = ["-".repeat(len).as_str(), signs, &" ".repeat(STEP), signs].concat();
            let text = text.as_bytes();
            let mut from = 0;
            loop {
                let sign = |at| separator_at(text, at).or_else(|| scheme_at(text, at));
                let expected = (from..text.len()).find_map(sign).map(|sign| sign.span);
                assert_eq!(next(text, from).map(|sign| sign.span), expected, "{from} {len}");
                let Some(span) = expected else { break };
                from = span.start() + 1;
            }
        }
    }
}
