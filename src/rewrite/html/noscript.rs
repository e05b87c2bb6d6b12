//! Checks whether parsers with and without support for scripts agree on where `<noscript>` ends.
//!
//! A browser with scripts reads the content as raw text up to `</noscript>`; a mail reader without scripts reads it as
//! markup. In `<noscript><p title="</noscript>` the two disagree: without scripts, the value of the attribute
//! continues, and a quote in an inserted link would end it.

use super::elements::{RAW, TABLE_PARTS, UNCLEAR_IN_NOSCRIPT, VOID, is_one_of};
use super::tag::{self, Edge};

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
        let Some((tag, end)) = tag::token(raw, begin) else { return false };
        at = end;
        let Some(tag) = tag else { continue };
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        match tag.edge {
            Edge::Start => {
                // Such a start tag closes the open element of the same name.
                let is_single = is_one_of(&["a", "button", "nobr"], name);
                if is_one_of(UNCLEAR_IN_NOSCRIPT, name)
                    || is_one_of(TABLE_PARTS, name)
                    || is_single && open.iter().any(|one| **one == *name)
                {
                    return false;
                }
                if is_one_of(RAW, name) {
                    let Some(end) = tag::raw_end(raw, at, name) else { return false };
                    at = end;
                }
                if !is_one_of(VOID, name) {
                    open.push(name.into());
                }
            }
            Edge::End => {
                if open.pop().is_none_or(|last| *last != *name) {
                    return false;
                }
            }
        }
        if open.len() > DEEPEST {
            return false;
        }
    }
    open.is_empty()
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
