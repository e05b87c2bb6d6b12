//! The places of a document in which a link is permitted.
//!
//! Only a complete tree builder can determine exactly which elements are open. This module is smaller: it tracks the
//! elements that forbid links, and treats such an element as closed only if every tree builder does so. Where tags are
//! nested wrongly, it may treat a closed element as open, so that a link is missing. It never treats an open element as
//! closed, because that could put a link into a link or into code.

use super::elements::{Class, RAW, SCOPES, TABLE_PARTS, VOID, class, ends_with_next, is_one_of};

/// Whether a link is permitted at a place in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    Yes,
    /// No, because the text is already in a link. Nothing else forbids a link there.
    Inside,
    No,
}

/// An open element in which nothing is linked.
#[derive(Debug)]
struct Frame {
    name: Box<[u8]>,
    class: Class,
    /// The open elements inside this one that keep an end tag from closing it.
    barriers: Vec<Box<[u8]>>,
}

/// The maximum number of nested frames, and of barriers in each of them. Real pages are not that deep; beyond this
/// depth, nothing more is linked.
const DEEPEST: usize = 64;

/// The open elements of a document that matter for links.
#[derive(Debug)]
pub(super) struct Context<'c> {
    without: &'c [Box<str>],
    frames: Vec<Frame>,
    /// The number of open tables.
    tables: usize,
    /// Whether the text is in a table and outside its cells. A tree builder moves such text before the table, but
    /// leaves white space in the table if nothing else is between two tags. The tags of a link could therefore separate
    /// the white space from the text.
    is_between_cells: bool,
    /// Whether the open elements are no longer known. If so, nothing more is linked.
    pub(super) is_lost: bool,
}

impl<'c> Context<'c> {
    /// The context at the beginning of a document; `without` has the names of the elements in which nothing is linked,
    /// in lower case.
    pub(super) fn new(without: &'c [Box<str>]) -> Context<'c> {
        Context { without, frames: Vec::new(), tables: 0, is_between_cells: false, is_lost: false }
    }

    /// Whether a link is permitted here.
    pub(super) fn links(&self) -> Links {
        match self.frames.as_slice() {
            _ if self.is_between_cells || self.is_lost => Links::No,
            [] => Links::Yes,
            [link] if *link.name == *b"a" && link.barriers.is_empty() => Links::Inside,
            _ => Links::No,
        }
    }

    /// Processes a start tag of HTML.
    pub(super) fn start(&mut self, name: &[u8]) {
        match name {
            b"table" => (self.tables, self.is_between_cells) = (self.tables + 1, true),
            b"td" | b"th" | b"caption" => self.is_between_cells = false,
            _ if self.tables > 0 && is_one_of(TABLE_PARTS, name) => self.is_between_cells = true,
            // Browsers do not show the text of a page with frames.
            b"frameset" => self.is_lost = true,
            _ => {}
        }
        if !self.frames.is_empty() {
            self.start_inside(name);
        }
        if self.is_without(name) && !is_one_of(VOID, name) {
            self.open(name);
        }
    }

    /// Processes an end tag.
    pub(super) fn end(&mut self, name: &[u8]) {
        match name {
            b"table" => {
                self.tables = self.tables.saturating_sub(1);
                self.is_between_cells = false;
            }
            _ if self.tables > 0 && is_one_of(TABLE_PARTS, name) => self.is_between_cells = true,
            _ => {}
        }
        if !self.frames.is_empty() {
            self.end_inside(name);
        }
    }

    /// Whether nothing is linked in the element. This is always true of `noscript` and of elements with raw text,
    /// whatever the options are.
    fn is_without(&self, name: &[u8]) -> bool {
        is_one_of(RAW, name)
            || name == b"noscript"
            || self.without.iter().any(|one| one.as_bytes() == name)
    }

    fn open(&mut self, name: &[u8]) {
        // A start tag with one of these names closes the open element of the same name.
        let closes = || matches!(name, b"a" | b"button" | b"select") || ends_with_next(name);
        let is_top = |top: &Frame| *top.name == *name && top.barriers.is_empty();
        if self.frames.last().is_some_and(is_top) && closes() {
            return;
        }
        if self.frames.len() == DEEPEST {
            self.is_lost = true;
            return;
        }
        let (name, class) = (name.into(), class(name));
        self.frames.push(Frame { name, class, barriers: Vec::new() });
    }

    /// Records a start tag inside a frame. The new element may be a barrier that keeps the end tag of the frame from
    /// closing it.
    fn start_inside(&mut self, name: &[u8]) {
        let frame = if is_one_of(SCOPES, name) {
            self.frames.last_mut()
        } else {
            let ordinary = self.frames.iter_mut().rfind(|frame| frame.class == Class::Ordinary);
            ordinary.filter(|_| class(name) == Class::Special && !is_one_of(VOID, name))
        };
        match frame {
            Some(frame) if frame.barriers.len() < DEEPEST => frame.barriers.push(name.into()),
            Some(_) => self.is_lost = true,
            None => {}
        }
    }

    fn end_inside(&mut self, name: &[u8]) {
        self.lift_barrier(name);
        let Some(place) = self.frames.iter().rposition(|frame| *frame.name == *name) else {
            return;
        };
        let above = self.frames.get(place..).unwrap_or_default();
        let Some(frame) = above.first() else { return };
        let inner = above.get(1..).unwrap_or_default();
        let is_open_inside = above.iter().any(|frame| !frame.barriers.is_empty())
            // In `select`, most end tags are ignored.
            || inner.iter().any(|frame| *frame.name == *b"select");
        let is_barred = match frame.class {
            Class::Template => false,
            Class::Ordinary => {
                is_open_inside || inner.iter().any(|frame| frame.class == Class::Special)
            }
            Class::Formatting | Class::Special => is_open_inside,
        };
        if is_barred {
            return;
        }
        let closes_inner = frame.class != Class::Formatting;
        let mut at = 0;
        self.frames.retain(|frame| {
            at += 1;
            // A tree builder reopens the formatting elements inside this element after the end tag.
            at <= place || at > place + 1 && !(closes_inner && frame.class != Class::Formatting)
        });
    }

    /// Processes an end tag: removes the last barrier if it has the same name. The end tag of a table or cell also
    /// removes the barriers that were left open in it.
    fn lift_barrier(&mut self, name: &[u8]) {
        // The barrier may belong to an outer element if no inner element has a barrier.
        let barred = self.frames.iter_mut().rfind(|frame| !frame.barriers.is_empty());
        let Some(top) = barred else { return };
        let walls: &[&[u8]] = match name {
            b"table" => &[b"template"],
            b"td" | b"th" | b"caption" => &[b"template", b"table"],
            _ => {
                if top.barriers.last().is_some_and(|last| **last == *name) {
                    top.barriers.pop();
                }
                return;
            }
        };
        let place = top.barriers.iter().rposition(|one| **one == *name);
        let wall = top.barriers.iter().rposition(|one| walls.contains(&&**one));
        if let Some(place) = place
            && wall.is_none_or(|wall| wall < place)
        {
            top.barriers.truncate(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tag::{Edge, token};
    use super::*;
    use crate::link::WITHOUT_LINKS;

    /// Whether a link is permitted after `html`, which consists of tags.
    fn permits(html: &str) -> bool {
        let without: Vec<Box<str>> = WITHOUT_LINKS.iter().map(|&name| name.into()).collect();
        let mut context = Context::new(&without);
        let mut at = 0;
        while let Some((token, end)) = token(html.as_bytes(), at) {
            match token.map(|tag| (tag.edge, tag.name)) {
                Some((Edge::Start, name)) => context.start(name),
                Some((Edge::End, name)) => context.end(name),
                None => {}
            }
            at = end;
        }
        assert_eq!(at, html.len(), "{html}");
        context.links() == Links::Yes
    }

    #[test]
    fn elements_are_closed_by_their_end_tags() {
        for html in [
            "",
            "<p>",
            "<a></a>",
            "<a><b></a>",
            "<pre><code></code></pre>",
            "<code><p></code>",
            "<a><a></a>",
            "<select><option><option></select>",
            "<kbd><b></kbd>",
            "<kbd><div></div></kbd>",
            "<template><td></template>",
            "<code><table><tr><td></table></code>",
            "<pre><kbd></pre>",
            "</a>",
            "<table><td>",
            "<table></table>",
            "<kbd><div><a></div></a></kbd>",
        ] {
            assert!(permits(html), "{html}");
        }
    }

    #[test]
    fn elements_are_not_closed_by_other_tags() {
        for html in [
            "<a>",
            "<p><a></p>",
            "<a/>",
            "<code><td></code>",
            "<kbd><div></kbd>",
            "<pre><code></pre>",
            "<code><object></code>",
            "<kbd><p></div></kbd>",
            "<pre><select></pre>",
            "<kbd><a><div></a></kbd>",
            "<table>",
            "<table><tr>",
            "<table><td></td>",
            "<table><td><tr>",
            "<frameset>",
            "<kbd><button></kbd>",
            "<button><a></button>",
        ] {
            assert!(!permits(html), "{html}");
        }
    }

    #[test]
    fn nothing_is_linked_after_excessive_nesting() {
        assert!(!permits(&("<div><kbd>".repeat(65) + &"</kbd></div>".repeat(65))));
        assert!(permits(&("<code>".repeat(64) + &"</code>".repeat(64))));
        assert!(permits(&("<a>".repeat(1000) + "</a>")));
    }
}
