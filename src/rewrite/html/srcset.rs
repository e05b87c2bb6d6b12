//! Finds the references in lists of image candidates, which are the values of `srcset` and `imagesrcset` (HTML
//! standard, 4.8.4.2.1, "parse a srcset attribute").

use crate::span::Span;

/// The positions of the references in the value `bytes`, one for each candidate.
///
/// A candidate with invalid descriptors is included: a browser does not load it, but the author wrote a link.
pub(super) fn candidates(bytes: &[u8]) -> impl Iterator<Item = Span> {
    let mut at = 0;
    core::iter::from_fn(move || {
        at += count(bytes, at, |byte| byte == b',' || byte.is_ascii_whitespace());
        let len = count(bytes, at, |byte| !byte.is_ascii_whitespace());
        let word = Span::new(at, at + len);
        let commas = word.of(bytes).iter().rev().take_while(|&&byte| byte == b',').count();
        at = word.end();
        if commas == 0 {
            at += descriptors(bytes, at);
        }
        let candidate = Span::new(word.start(), word.end() - commas);
        (!candidate.is_empty()).then_some(candidate)
    })
}

/// The length in bytes of the descriptors at `at`. They end before a comma outside parentheses, and parentheses do not
/// nest.
fn descriptors(bytes: &[u8], at: usize) -> usize {
    let mut is_inside = false;
    count(bytes, at, |byte| {
        match byte {
            b'(' => is_inside = true,
            b')' => is_inside = false,
            b',' => return is_inside,
            _ => {}
        }
        true
    })
}

/// The number of bytes from `at` that satisfy `is_part`.
fn count(bytes: &[u8], at: usize, mut is_part: impl FnMut(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().take_while(|&&byte| is_part(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::candidates;

    fn read(value: &str) -> Vec<&str> {
        candidates(value.as_bytes()).map(|span| &value[span.range()]).collect()
    }

    #[test]
    fn candidates_are_separated_by_commas() {
        assert_eq!(read("a.png"), ["a.png"]);
        assert_eq!(read(" a.png 1x , b.png 2x"), ["a.png", "b.png"]);
        assert_eq!(read("a.png, b.png"), ["a.png", "b.png"]);
        assert_eq!(read("a.png 100w 50h,b.png 2x"), ["a.png", "b.png"]);
    }

    #[test]
    fn a_comma_inside_a_reference_belongs_to_it() {
        assert_eq!(read("a,b.png 1x,c.png"), ["a,b.png", "c.png"]);
        assert_eq!(read("data:,x 1x"), ["data:,x"]);
        assert_eq!(read("a,b"), ["a,b"]);
    }

    #[test]
    fn commas_at_the_end_are_not_candidates() {
        assert_eq!(read("a.png,,, b.png,"), ["a.png", "b.png"]);
        assert_eq!(read(",, ,"), [""; 0]);
        assert_eq!(read(""), [""; 0]);
    }

    #[test]
    fn commas_in_parentheses_do_not_separate_candidates() {
        assert_eq!(read("a x(1,2) y, b"), ["a", "b"]);
        assert_eq!(read("a x(1,(2), b"), ["a", "b"]);
        assert_eq!(read("a x(1, b 2x"), ["a"]);
    }
}
