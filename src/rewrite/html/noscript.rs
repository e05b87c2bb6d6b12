//! Checks whether parsers with and without support for scripts agree on where `<noscript>` ends.
//!
//! A browser with scripts reads the content as raw text up to `</noscript>`; a mail reader without scripts reads it as
//! markup. In `<noscript><p title="</noscript>` the two disagree: without scripts, the value of the attribute
//! continues, and a quote in an inserted link would end it.

use super::elements::{is_one_of, is_raw, is_table_part, is_void};
use super::tag::{self, Token};

/// The maximum number of open elements. This limit keeps the time linear.
const DEEPEST: usize = 64;

/// Whether parsers with and without support for scripts are in the same state after `raw`, the content up to
/// `</noscript>`: it has whole tags only, and each element that it opens has its end tag, in the right order. What a tree
/// builder closes or moves in other ways is not followed: there the answer is no.
pub(super) fn parsers_agree(raw: &[u8]) -> bool {
    let mut open: Vec<Box<[u8]>> = Vec::new();
    let mut at = 0;
    while at < raw.len() {
        let begin = at;
        at = tag::text_end(raw, begin);
        if at > begin {
            continue;
        }
        let Some((token, end)) = tag::token(raw, begin) else { return false };
        at = end;
        let mut buffer = [0; 32];
        match token {
            Token::Start(tag) => {
                let name = tag::lower(tag.name, &mut buffer);
                if is_unclear(name) || open.iter().any(|one| **one == *name && is_single(name)) {
                    return false;
                }
                if is_raw(name) {
                    let Some(end) = tag::raw_end(raw, at, name) else { return false };
                    at = end;
                }
                if !is_void(name) {
                    open.push(name.into());
                }
            }
            Token::End(tag) => {
                let name = tag::lower(tag.name, &mut buffer);
                if open.pop().is_none_or(|last| *last != *name) {
                    return false;
                }
            }
            Token::Other => {}
        }
        if open.len() > DEEPEST {
            return false;
        }
    }
    open.is_empty()
}

/// Whether the element changes how the tags after it are read, or may close or move elements around it.
fn is_unclear(name: &[u8]) -> bool {
    #[rustfmt::skip]
    const NAMES: &[&str] = &[
        "body", "frameset", "head", "html", "math", "noscript", "optgroup", "option", "select", "svg", "table", "template",
    ];
    is_one_of(NAMES, name) || is_table_part(name)
}

/// Whether a start tag closes the open element of the same name.
fn is_single(name: &[u8]) -> bool {
    is_one_of(&["a", "button", "nobr"], name)
}

#[cfg(test)]
mod tests {
    fn parsers_agree(raw: &str) -> bool {
        super::parsers_agree(raw.as_bytes())
    }

    #[test]
    fn parsers_disagree_if_a_noscript_ends_inside_a_tag() {
        for raw in ["", "text & 1 < 2", "<p>x</p>", "<!-- x -->", "<style>a<b {}</style>", "<img/>"]
        {
            assert!(parsers_agree(raw), "{raw}");
        }
        for raw in ["<p title=\"", "<!-- x", "<style>", "<b", "x<", "</", "<style></style><p a='>"]
        {
            assert!(!parsers_agree(raw), "{raw}");
        }
    }

    #[test]
    fn noscript_must_close_exactly_what_it_opens() {
        for raw in
            ["<a href=x>x</a>", "<p><img></p>", "<div><B>x</b></DIV>", "<script>'</p>'</script>"]
        {
            assert!(parsers_agree(raw), "{raw}");
        }
        for raw in [
            "<a>",
            "<a><a></a></a>",
            "<b>",
            "<b><i></b></i>",
            "<svg></svg>",
            "<div>",
            "<p>x",
            "<kbd>",
            "</a>",
            "<template>",
            "<td>",
            "</td>",
            "<table>",
            "</code>",
            "<frameset>",
        ] {
            assert!(!parsers_agree(raw), "{raw}");
        }
    }
}
