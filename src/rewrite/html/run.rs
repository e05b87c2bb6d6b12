//! A run of text that a reader sees as running on, with the borders of the formatting in it.

use crate::find::{Finder, Flag, Input, Match};
use crate::rewrite::source_map::{SourceMap, TextRun};
use crate::span::Span;

use super::references::{self, Place, Reference};

/// A tag of an element that only changes how text looks: `<b>http://a/</b>` or `http://a/<b>b</b>c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Border {
    /// Where it stands in the decoded text.
    at: usize,
    edge: Edge,
    element: Element,
}

/// Which end of an element a tag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Start,
    End,
}

/// The elements that a URI runs through where they open and close inside it. `sup` and `sub` are
/// none: a footnote mark is no part of what it stands behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    B,
    Em,
    Font,
    I,
    Mark,
    Strong,
    U,
}

impl Element {
    /// The element of that name, in lower case.
    pub(super) fn named(name: &[u8]) -> Option<Element> {
        Some(match name {
            b"b" => Element::B,
            b"em" => Element::Em,
            b"font" => Element::Font,
            b"i" => Element::I,
            b"mark" => Element::Mark,
            b"strong" => Element::Strong,
            b"u" => Element::U,
            _ => return None,
        })
    }
}

/// A run of text and its borders.
#[derive(Debug)]
pub(super) struct Run<'s> {
    html: &'s [u8],
    text: TextRun<'s>,
    borders: Vec<Border>,
    token: Token,
}

impl<'s> Run<'s> {
    pub(super) const fn new(html: &'s [u8]) -> Run<'s> {
        Run { html, text: TextRun::new(html), borders: Vec::new(), token: Token::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Begins the next run.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.borders.clear();
        self.token = Token::new();
    }

    /// Appends the text at `span`, decoded.
    pub(super) fn push(&mut self, span: Span) {
        let (mut start, end) = (span.start(), span.end());
        while let Some(at) = self.next_special(start, end) {
            self.text.push_source(Span::new(start, at));
            start = self.push_special(at, end);
        }
        self.text.push_source(Span::new(start, end));
    }

    /// The next `&`, or byte of a soft hyphen.
    fn next_special(&self, mut start: usize, end: usize) -> Option<usize> {
        loop {
            let rest = Span::new(start, end).of(self.html);
            let at = start + memchr::memchr2(b'&', SOFT_HYPHEN[0], rest)?;
            let here = Span::new(at, end).of(self.html);
            if here.starts_with(b"&") || here.starts_with(SOFT_HYPHEN) {
                return Some(at);
            }
            start = at + 1;
        }
    }

    /// Appends what stands at `at` decoded; says where it ends.
    fn push_special(&mut self, at: usize, end: usize) -> usize {
        let here = Span::new(at, end).of(self.html);
        let (decoded, len) = match references::reference(here, Place::Text) {
            _ if here.starts_with(SOFT_HYPHEN) => ("\u{AD}", SOFT_HYPHEN.len()),
            Some(Reference::Named(text, len)) => (text, len),
            Some(Reference::Numeric(c, len)) => {
                return self.push_decoded(c.encode_utf8(&mut [0; 4]), Span::new(at, at + len));
            }
            None => {
                self.text.push_source(Span::new(at, at + 1));
                return at + 1;
            }
        };
        self.push_decoded(decoded, Span::new(at, at + len))
    }

    fn push_decoded(&mut self, text: &str, span: Span) -> usize {
        // Behind the authority a soft hyphen is a place where the line may break, and no more. In
        // an authority it stays, and the finder takes none of it: a host must be what it looks
        // like.
        if text.as_bytes() != SOFT_HYPHEN || !self.token.is_behind_authority(self.text.text()) {
            self.text.push_decoded(text.as_bytes(), span);
        }
        span.end()
    }

    /// Notes a tag here.
    pub(super) fn border(&mut self, element: Element, edge: Edge) {
        // What stands before the first character concerns no URI.
        if !self.is_empty() {
            let at = self.text.text().len();
            self.borders.push(Border { at, edge, element });
        }
    }

    /// Reports the links of this run: each match with the way to its source.
    ///
    /// A match that some element's tags cut is none. Then the run is cut there, and its parts are
    /// searched; and a part where that happens again is cut at each of its tags. So every byte is
    /// searched three times at most.
    pub(super) fn search(&self, finder: &Finder, mut report: impl FnMut(&Match<'_>, &SourceMap)) {
        let text = self.text.text();
        let whole = Span::new(0, text.len());
        if self.borders.is_empty() {
            for found in finder.find_iter(text).primary() {
                report(&found, self.text.map());
            }
            return;
        }
        let mut search = Search { run: self, finder, guarded: Vec::new() };
        search.part(whole, Cuts::AtMatches, &mut report);
    }
}

/// U+00AD in UTF-8.
const SOFT_HYPHEN: &[u8; 2] = b"\xC2\xAD";

/// How the parts of a run are cut further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cuts {
    /// Where a match is cut by a tag.
    AtMatches,
    /// There, a second time; and if that does not do, at each tag.
    Again,
    /// No further.
    Done,
}

/// The search of a run with borders.
struct Search<'r, 's> {
    run: &'r Run<'s>,
    finder: &'r Finder,
    /// Where no link may stand: it would be a part of what a reader takes for another host.
    guarded: Vec<Span>,
}

impl Search<'_, '_> {
    /// Reports the links of a part of the run.
    fn part(&mut self, part: Span, cuts: Cuts, report: &mut impl FnMut(&Match<'_>, &SourceMap)) {
        let input = Input::new(self.run.text.text()).span(part);
        let matches: Vec<Match<'_>> = self.finder.find_iter(input).primary().collect();
        let places: Vec<usize> = matches.iter().filter_map(|found| self.cut(found)).collect();
        if places.is_empty() {
            for found in matches.iter().filter(|found| !self.is_guarded(found)) {
                report(found, self.run.text.map());
            }
            return;
        }
        let (places, next) = match cuts {
            Cuts::AtMatches => (places, Cuts::Again),
            Cuts::Again | Cuts::Done => (self.borders_in(part), Cuts::Done),
        };
        let mut start = part.start();
        for place in places.into_iter().chain([part.end()]) {
            self.part(Span::new(start, place), next, report);
            start = place;
        }
    }

    /// The first border that cuts `found`; where the host is cut, its parts are guarded.
    fn cut(&mut self, found: &Match<'_>) -> Option<usize> {
        let place = self.first_cut(found.span())?;
        if found.flags().contains(Flag::Userinfo) || self.looks_longer(found, place) {
            self.guarded.push(found.span());
        }
        Some(place)
    }

    /// The first tag inside `span` whose element does not open and close in it.
    fn first_cut(&self, span: Span) -> Option<usize> {
        let mut open: Vec<Border> = Vec::new();
        for border in self.borders(span) {
            match border.edge {
                Edge::Start => open.push(*border),
                Edge::End => match open.pop() {
                    Some(start) if start.element == border.element => {}
                    Some(start) => return Some(open.first().unwrap_or(&start).at),
                    None => return Some(border.at),
                },
            }
        }
        open.first().map(|border| border.at)
    }

    /// The borders strictly inside `span`.
    fn borders(&self, span: Span) -> &[Border] {
        let borders = &self.run.borders;
        let first = borders.partition_point(|border| border.at <= span.start());
        let end = borders.partition_point(|border| border.at < span.end());
        borders.get(first..end).unwrap_or_default()
    }

    fn borders_in(&self, part: Span) -> Vec<usize> {
        let mut places: Vec<usize> = self.borders(part).iter().map(|border| border.at).collect();
        places.dedup();
        places
    }

    /// Whether the host goes on behind the cut at `place` for who reads it: in
    /// `http://bank.example<b>.evil.example/` there is no link to the bank.
    fn looks_longer(&self, found: &Match<'_>, place: usize) -> bool {
        let before = Span::new(found.span().start(), place).of(self.run.text.text());
        let mut token = Token::new();
        let next = self.run.text.text().get(place);
        next.is_some_and(|next| b".-:@%_".contains(next)) && !token.is_behind_authority(before)
    }

    fn is_guarded(&self, found: &Match<'_>) -> bool {
        let span = found.span();
        self.guarded.iter().any(|one| one.start() < span.end() && span.start() < one.end())
    }
}

/// What a soft hyphen asks about the word it stands in; read on from one question to the next.
#[derive(Debug)]
struct Token {
    read: usize,
    /// How many of `://` or, without a scheme, of nothing were read; then the authority.
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before or in the authority.
    Front,
    /// Behind the `:` of `://`, or that and one slash.
    Colon(u8),
    /// Behind the authority.
    Back,
}

impl Token {
    const fn new() -> Token {
        Token { read: 0, state: State::Front }
    }

    /// Whether the end of `text`, which only grows from one call to the next, is behind the
    /// authority of what could be a URI.
    fn is_behind_authority(&mut self, text: &[u8]) -> bool {
        for &byte in text.get(self.read..).unwrap_or_default() {
            self.state = match (self.state, byte) {
                (_, b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'<' | b'>' | b'"') => State::Front,
                (State::Back, _) => State::Back,
                (State::Front, b':') => State::Colon(0),
                (State::Colon(0), b'/') => State::Colon(1),
                (State::Colon(1), b'/') => State::Front,
                (State::Front | State::Colon(_), b'/' | b'?' | b'#') => State::Back,
                (State::Front | State::Colon(_), _) => State::Front,
            };
        }
        self.read = text.len();
        self.state == State::Back
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_behind(text: &str) -> bool {
        Token::new().is_behind_authority(text.as_bytes())
    }

    #[test]
    fn the_authority_ends_at_a_slash() {
        for text in ["http://a.example/", "http://a?", "www.a.example/b", "x http://a/b", "http:/"] {
            assert!(is_behind(text) != text.ends_with(":/"), "{text}");
        }
        for text in ["", "http://a.example", "http://", "a/b http://h", "a@b.example", "http:"] {
            assert!(!is_behind(text), "{text}");
        }
    }

    #[test]
    fn references_are_decoded() {
        let html = "http&#58;//h/&quest;a=1&amp;b=2&copy;&unknown;&".as_bytes();
        let mut run = Run::new(html);
        run.push(Span::new(0, html.len()));
        assert_eq!(run.text.text(), "http://h/?a=1&b=2©&unknown;&".as_bytes());
    }

    #[test]
    fn soft_hyphens_are_hints_behind_the_authority() {
        let html = "http://a&shy;b/c&shy;d\u{AD}e&#xAD;f".as_bytes();
        let mut run = Run::new(html);
        run.push(Span::new(0, html.len()));
        assert_eq!(run.text.text(), "http://a\u{AD}b/cdef".as_bytes());
    }
}
