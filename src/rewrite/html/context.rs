//! The places of a document in which a link is permitted.
//!
//! The question is which elements are open, and only a whole tree builder knows. This is less: of
//! the elements that forbid links it remembers those that opened, and it takes one for closed only
//! when every tree builder would. Where the tags are nested wrongly it may hold one for open that
//! is closed; then a link is missing. It never errs the other way, which would be a link in a link
//! or in code.

use super::elements::{
    self, Class, class, ends_with_next, is_raw, is_scope, is_table_part, is_void,
};
use super::foreign::{Finding, Foreign};

/// Whether a link is permitted at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    /// It may.
    Yes,
    /// There is one already, and nothing else forbids it.
    Inside,
    /// It may not.
    No,
}

/// An open element without links.
#[derive(Debug)]
struct Frame {
    name: Box<[u8]>,
    class: Class,
    /// The elements inside that keep a later end tag from closing it.
    barriers: Vec<Box<[u8]>>,
    /// The number of open elements with its name inside it, if its attributes forbid links.
    nested: usize,
}

/// The names of the tags that mean something, by a sum of a few of their bytes: most tags of a page
/// are of no concern, and are to cost little.
#[derive(Debug, Default)]
struct Marked([u64; 4]);

impl Marked {
    fn insert(&mut self, name: &[u8]) {
        let (word, bit) = Marked::place(name);
        if let Some(word) = self.0.get_mut(word) {
            *word |= bit;
        }
    }

    fn may_hold(&self, name: &[u8]) -> bool {
        let (word, bit) = Marked::place(name);
        self.0.get(word).is_none_or(|word| word & bit != 0)
    }

    fn place(name: &[u8]) -> (usize, u64) {
        let lower = |byte: Option<&u8>| byte.map_or(0, |byte| usize::from(byte | 0x20));
        let sum = lower(name.first()) * 31 + lower(name.last()) * 7 + name.len();
        (sum / 64 % 4, 1 << (sum % 64))
    }
}

/// How many elements without links may be open in one another, and how many barriers in them. No page
/// has more; after that nothing is linked.
const DEEPEST: usize = 64;

/// The open elements of a document that matter for links.
#[derive(Debug)]
pub(super) struct Context<'c> {
    without: &'c [Box<str>],
    marked: Marked,
    frames: Vec<Frame>,
    /// The number of open tables.
    tables: usize,
    /// Whether the text is in a table and outside its cells. A tree builder moves such text before the table,
    /// without its blanks: a link would separate the text from the blanks.
    is_between_cells: bool,
    foreign: Foreign,
    /// Whether some element was without links for its attributes.
    has_interactive: bool,
    /// Nothing is linked any more.
    is_lost: bool,
}

impl<'c> Context<'c> {
    /// At the beginning of a document; `without` are the names of the elements without links, in
    /// lower case.
    pub(super) fn new(without: &'c [Box<str>]) -> Context<'c> {
        let mut marked = Marked::default();
        let names = without.iter().map(|name| &**name).chain(elements::MARKED.iter().copied());
        names.for_each(|name| marked.insert(name.as_bytes()));
        Context {
            without,
            marked,
            frames: Vec::new(),
            tables: 0,
            is_between_cells: false,
            foreign: Foreign::default(),
            has_interactive: false,
            is_lost: false,
        }
    }

    /// Goes on elsewhere: in a link and in nothing else that matters, or in nothing that matters.
    pub(super) fn enter(&mut self, is_in_link: bool) {
        self.frames.clear();
        (self.tables, self.is_between_cells, self.is_lost) = (0, false, false);
        self.foreign = Foreign::default();
        if is_in_link {
            self.open(b"a");
        }
    }

    /// Whether a link is permitted here.
    pub(super) fn links(&self) -> Links {
        match self.frames.as_slice() {
            _ if self.is_between_cells || self.is_lost || self.foreign.is_astray() => Links::No,
            [] => Links::Yes,
            [link] if *link.name == *b"a" && link.barriers.is_empty() => Links::Inside,
            _ => Links::No,
        }
    }

    /// Whether a tag of that name, in any case, surely means nothing here but the end of a text.
    pub(super) fn passes(&self, name: &[u8]) -> bool {
        self.frames.is_empty() && !self.foreign.is_astray() && !self.may_mean(name)
    }

    /// Whether a tag of that name, in any case, could mean more somewhere.
    pub(super) fn may_mean(&self, name: &[u8]) -> bool {
        self.marked.may_hold(name)
    }

    /// At the beginning of `<noscript>`, for a reader without scripts.
    pub(super) fn in_noscript(without: &'c [Box<str>]) -> Context<'c> {
        let mut context = Context::new(without);
        context.open(b"noscript");
        context
    }

    /// Whether everything that was opened inside `<noscript>` and could keep its end tag from closing
    /// it is closed at its end. In the head the end tag closes nothing, because an element that does not belong
    /// to the head has ended the head.
    pub(super) fn is_closed_in_noscript(&self) -> bool {
        let is_clear = matches!(self.frames.as_slice(), [noscript] if noscript.barriers.is_empty());
        is_clear && self.tables == 0 && !self.is_lost
    }

    /// Whether a tag of that name would open or close something outside the `<noscript>` that was
    /// entered.
    pub(super) fn reaches_out(&self, name: &[u8], is_end: bool) -> bool {
        is_table_part(name) && self.tables == 0
            || is_end
                && self.frames.len() == 1
                && (self.is_without(name) || is_scope(name) && self.tables == 0)
    }

    /// Whether the elements that are open are no longer known: nothing after this is linked.
    pub(super) const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Gives up.
    pub(super) fn lose(&mut self) {
        self.is_lost = true;
    }

    /// Takes a start tag of that name, which ends in `/>` or not.
    pub(super) fn start(&mut self, name: &[u8], ends_in_slash: bool) {
        let is_foreign = |frame: &Frame| matches!(&*frame.name, b"svg" | b"math");
        let is_in_foreign = self.frames.iter().any(is_foreign);
        if self.foreign.start(name, ends_in_slash, is_in_foreign) == Finding::Lost {
            self.is_lost = true;
        }
        match name {
            b"table" => (self.tables, self.is_between_cells) = (self.tables + 1, true),
            b"td" | b"th" | b"caption" => self.is_between_cells = false,
            _ if self.tables > 0 && is_table_part(name) => self.is_between_cells = true,
            // The text of a page with frames is nowhere.
            b"frameset" => self.is_lost = true,
            _ => {}
        }
        if !self.frames.is_empty() {
            self.start_inside(name);
        }
        let is_closed_at_once =
            ends_in_slash && (matches!(name, b"svg" | b"math") || is_in_foreign && is_raw(name));
        if self.is_without(name) && !is_void(name) && !is_closed_at_once {
            self.open(name);
        } else if self.nests(name) {
            self.nest(name);
        }
    }

    /// Records that the element of the last start tag has no links. In SVG and `MathML` no element has.
    pub(super) fn start_interactive(&mut self, name: &[u8], ends_in_slash: bool) {
        let is_foreign = self.frames.iter().any(|frame| matches!(&*frame.name, b"svg" | b"math"));
        let is_open = self.is_without(name) || self.nests(name);
        if !is_void(name) && !is_open && !is_foreign && !ends_in_slash {
            self.has_interactive = true;
            self.open(name);
        }
    }

    /// Whether an element of that name is without links and not closed by the next start tag of its name: then that one
    /// nests in it.
    fn nests(&self, name: &[u8]) -> bool {
        self.has_interactive
            && self.frames.iter().any(|frame| *frame.name == *name)
            && !self.is_without(name)
            && !ends_with_next(name)
    }

    /// Takes an end tag of that name.
    pub(super) fn end(&mut self, name: &[u8]) {
        self.foreign.end(name);
        match name {
            b"table" => {
                self.tables = self.tables.saturating_sub(1);
                self.is_between_cells = false;
            }
            _ if self.tables > 0 && is_table_part(name) => self.is_between_cells = true,
            _ => {}
        }
        if !self.frames.is_empty() {
            self.end_inside(name);
        }
    }

    /// Whether the element is one without links. What is read as text is, whatever is set: in SVG
    /// that was left open the tokenizer reads it as markup, and would show its text and its
    /// `</svg>`.
    fn is_without(&self, name: &[u8]) -> bool {
        is_raw(name) || name == b"noscript" || self.without.iter().any(|one| one.as_bytes() == name)
    }

    fn open(&mut self, name: &[u8]) {
        // These close the one of their kind that is open.
        let closes = || matches!(name, b"a" | b"button" | b"select") || ends_with_next(name);
        if self.frames.last().is_some_and(|top| is(top, name)) && closes() {
            return;
        }
        if self.frames.len() == DEEPEST {
            self.is_lost = true;
            return;
        }
        let (name, class) = (name.into(), class(name));
        self.frames.push(Frame { name, class, barriers: Vec::new(), nested: 0 });
    }

    /// An element opens in one of its name that is without links.
    fn nest(&mut self, name: &[u8]) {
        match self.frames.last_mut() {
            Some(frame) if *frame.name == *name => frame.nested += 1,
            _ => self.open(name),
        }
    }

    /// A start tag inside an element without links may be a barrier for its end tag.
    fn start_inside(&mut self, name: &[u8]) {
        let frame = if is_scope(name) {
            self.frames.last_mut()
        } else {
            let ordinary = self.frames.iter_mut().rfind(|frame| frame.class == Class::Ordinary);
            ordinary.filter(|_| class(name) == Class::Special && !is_void(name))
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
            // In it, hardly an end tag counts.
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
        if frame.nested > 0 {
            return self.unnest(place);
        }
        // A tag may have ended SVG or MathML before.
        let is_foreign = matches!(name, b"svg" | b"math");
        let closes_inner = frame.class != Class::Formatting && !is_foreign;
        // A tree builder closes the SVG together with its parent, and the tokenizer still reads SVG.
        self.is_lost |=
            closes_inner && inner.iter().any(|frame| matches!(&*frame.name, b"svg" | b"math"));
        let mut at = 0;
        self.frames.retain(|frame| {
            at += 1;
            // The formatting inside is opened again after it.
            at <= place || at > place + 1 && !(closes_inner && frame.class != Class::Formatting)
        });
    }

    /// The last element closes that is open in the frame at `place` and has its name.
    fn unnest(&mut self, place: usize) {
        if let Some(frame) = self.frames.get_mut(place) {
            frame.nested = frame.nested.saturating_sub(1);
        }
    }

    /// An end tag removes the barrier of the same name, if it is the last one; that of a table or
    /// a cell also removes the barriers that were left open in it.
    fn lift_barrier(&mut self, name: &[u8]) {
        // The barrier may belong to an outer element, if no other barrier is between.
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

fn is(frame: &Frame, name: &[u8]) -> bool {
    *frame.name == *name && frame.barriers.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::tag::{Token, token};
    use super::*;
    use crate::link::WITHOUT_LINKS;

    /// Whether a link is permitted after `html`, which has tags only.
    fn permits(html: &str) -> bool {
        let without: Vec<Box<str>> = WITHOUT_LINKS.iter().map(|&name| name.into()).collect();
        let mut context = Context::new(&without);
        let mut at = 0;
        while let Some((token, end)) = token(html.as_bytes(), at, html.len()) {
            match token {
                Token::Start(tag) => context.start(tag.name, html[..end].ends_with("/>")),
                Token::End(tag) => context.end(tag.name),
                Token::Other => {}
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
            "<math><mi></mi></math>",
            "<svg><style/></svg>",
            "<kbd><div><a></div></a></kbd>",
            "<svg/><p>",
            "<svg/></p>",
            "<math/><div>",
        ] {
            assert!(permits(html), "{html}");
        }
    }

    #[test]
    fn elements_are_not_closed_by_other_end_tags() {
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
            "<math><pre></math>",
            "<kbd><a><div></a></kbd>",
            "<svg><svg></svg>",
            "<svg/>",
            "<svg/></svg>",
            "<svg/><pre>",
            "<svg/><script><p>",
            "<svg><svg/></svg>",
            "<table>",
            "<table><tr>",
            "<table><td></td>",
            "<table><td><tr>",
            "<frameset>",
            "<kbd><button></kbd>",
            "<button><a></button>",
            "<button><svg></button>",
            "<select><math></select>",
        ] {
            assert!(!permits(html), "{html}");
        }
    }

    #[test]
    fn no_links_are_permitted_after_excessive_nesting() {
        assert!(!permits(&("<svg>".repeat(65) + &"</svg>".repeat(65))));
        assert!(permits(&("<svg>".repeat(64) + &"</svg>".repeat(64))));
        assert!(permits(&("<a>".repeat(1000) + "</a>")));
    }
}
