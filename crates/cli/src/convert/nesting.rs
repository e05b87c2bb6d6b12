//! Limits the nesting of HTML, because parsing time grows with the length times the depth.

/// Elements that do not nest: they have no content, or the next element of the same name closes them.
#[rustfmt::skip]
const FLAT: [&str; 27] = [
    "a", "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option", "p", "param",
    "rp", "rt", "source", "tbody", "td", "th", "thead", "tr", "track", "wbr",
];

/// Whether elements of `html` may be nested deeper than `most`. Everything that looks like a tag counts, even in
/// comments and attributes.
pub(super) fn is_deeper(html: &str, most: usize) -> bool {
    let mut depth = 0_usize;
    html.match_indices('<').any(|(at, _)| {
        let rest = &html.as_bytes()[at + 1..];
        let (is_end, name) = match rest {
            [b'/', name @ ..] => (true, name),
            name => (false, name),
        };
        let len =
            name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
        let name = &name[..len];
        let is_element = name.first().is_some_and(u8::is_ascii_alphabetic)
            && !FLAT.iter().any(|flat| flat.as_bytes().eq_ignore_ascii_case(name));
        match (is_element, is_end) {
            (true, false) => depth += 1,
            (true, true) => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > most
    })
}

#[cfg(test)]
mod tests {
    use super::is_deeper;

    #[test]
    fn unclosed_elements_count_as_nested() {
        assert!(!is_deeper(&"<b></b>".repeat(50), 1));
        assert!(!is_deeper(&"<p>a<br><li><TD>".repeat(50), 1));
        assert!(is_deeper("<div><x-a>", 1));
        assert!(!is_deeper("1 < 2 <", 0));
    }
}
