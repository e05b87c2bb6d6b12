//! Recognizes elements that react to clicks or keys, or whose text the reader can edit. No link is written in them: it
//! would intercept the clicks and keys, or become part of the edited text.

use super::tag::{self, Tag};
use crate::span::Span;

/// The roles (WAI-ARIA 1.2) of elements that react to a click or a key; a link inside could not be reached.
const ROLES: &[&[u8]] = &[
    b"button",
    b"checkbox",
    b"combobox",
    b"link",
    b"menuitem",
    b"menuitemcheckbox",
    b"menuitemradio",
    b"option",
    b"radio",
    b"searchbox",
    b"slider",
    b"spinbutton",
    b"switch",
    b"tab",
    b"textbox",
    b"treeitem",
];

/// The events of a click, a tap or a key. Other events do not show that the element is interactive: `onload`,
/// `onerror`, `onmouseover`.
const EVENTS: &[&[u8]] = &[
    b"onauxclick",
    b"onclick",
    b"ondblclick",
    b"onkeydown",
    b"onkeypress",
    b"onkeyup",
    b"onmousedown",
    b"onmouseup",
    b"onpointerdown",
    b"onpointerup",
    b"ontouchend",
    b"ontouchstart",
];

/// Whether the attributes of a start tag show that its element can be edited, clicked or operated with keys. `html` and
/// `body` are excluded, because their attributes concern the whole page.
pub(super) fn is_interactive(html: &[u8], tag: Tag<'_>) -> bool {
    tag.may_act
        && ![&b"html"[..], b"body"].iter().any(|page| tag.name.eq_ignore_ascii_case(page))
        && tag::attributes(html, tag.attributes).any(|one| {
            let value = one.value.map_or(&b""[..], |value| value.of(html).trim_ascii());
            acts(one.name, value, html)
        })
}

fn acts(name: Span, value: &[u8], html: &[u8]) -> bool {
    let is_one_of =
        |names: &[&[u8]], text: &[u8]| names.iter().any(|one| one.eq_ignore_ascii_case(text));
    let name = name.of(html);
    if name.eq_ignore_ascii_case(b"contenteditable") {
        // The empty value means `true`. Unknown values are treated as `true` too, so that no link is written in text
        // that a reader may edit.
        return !is_one_of(&[b"false", b"inherit"], value);
    }
    // Of several roles only the first one is tested.
    let role = value.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    name.eq_ignore_ascii_case(b"role") && is_one_of(ROLES, role) || is_one_of(EVENTS, name)
}

#[cfg(test)]
mod tests {
    use super::super::tag::{Token, token};
    use super::*;

    fn reads(html: &str) -> bool {
        let Some((Token::Start(tag), _)) = token(html.as_bytes(), 0) else { panic!("{html}") };
        is_interactive(html.as_bytes(), tag)
    }

    #[test]
    fn elements_that_are_edited_or_clicked_are_interactive() {
        for html in [
            "<div contenteditable>",
            "<DIV CONTENTEDITABLE=''>",
            "<p contenteditable=\"true\">",
            "<p contenteditable=plaintext-only>",
            "<span role=button>",
            "<span class='a' ROLE=\" Link presentation\">",
            "<li\nrole='menuitem'>",
            "<div onclick=\"a('>')\">",
            "<div title='x'onClick=a()>",
            "<div hidden onclick='a'>",
            "<div class='a' hidden contenteditable class='b'>",
            "<div class='a' ondblclick='a' title='b'>",
            "<td onkeydown=a>",
        ] {
            assert!(reads(html), "{html}");
        }
    }

    #[test]
    fn other_elements_are_not_interactive() {
        for html in [
            "<div>",
            "<div contenteditable=false>",
            "<div contenteditable=' Inherit '>",
            "<div role=note>",
            "<div role='note button'>",
            "<div data-onclick=a data-role=button>",
            "<div title='x onclick=y role=button'>",
            "<img onerror=a onload=b>",
            "<div onmouseover=a>",
            "<body onclick=a>",
            "<HTML role=link>",
            "<div class=on color=red>",
        ] {
            assert!(!reads(html), "{html}");
        }
    }
}
