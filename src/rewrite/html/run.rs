//! A run: text that looks continuous to a reader, with the borders of the formatting elements in it.

use crate::find::{Finder, Flag, Input, Match};
use crate::rewrite::source_map::{SourceMap, TextRun};
use crate::span::Span;
use crate::uri::hazards::Code;

use super::lookahead::{self, is_after_authority};
use super::references::{self, ReferencePlace};
use super::tag::{Edge, Tag};

/// A tag of a formatting element that a URI may continue through: `<b>http://a/</b>` or `http://a/<b>b</b>c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Border {
    /// Its position in the decoded text.
    at: usize,
    edge: Edge,
    element: &'static str,
}

/// The parts of a run, in order.
#[derive(Clone, Copy, Debug)]
enum RunPart {
    /// Text, and whether it is already linked.
    Text(Span, bool),
    Border(&'static str, Edge),
    /// A `<br>`.
    Break(Span),
}

/// What [`Run::finish`] reports.
pub(super) enum Item<'a, H> {
    /// A match, and the map from the decoded text to the document.
    Found(&'a Match<'a>, &'a SourceMap),
    Held(H),
}

/// A run of text and its borders.
///
/// The parts are recorded first, and decoded only when the run is searched, because most runs are never searched.
#[derive(Debug)]
pub(super) struct Run<'s> {
    html: &'s [u8],
    /// The parts. The first part is a text, which may already be linked.
    parts: Vec<RunPart>,
    text: TextRun<'s>,
    borders: Vec<Border>,
    /// The text that is already linked, as ascending ranges that are not empty.
    linked: Vec<Span>,
    /// The number of open `<pre>` elements.
    pre: u32,
    /// Whether the last text is inside `<pre>`, where every line break is visible.
    is_preformatted: bool,
    /// Whether the next text is directly after a `<br>`, where white space is not shown.
    is_after_break: bool,
}

impl<'s> Run<'s> {
    pub(super) fn new(html: &'s [u8]) -> Run<'s> {
        let (parts, borders, linked) = (Vec::new(), Vec::new(), Vec::new());
        Run {
            html,
            parts,
            text: TextRun::new(html),
            borders,
            linked,
            pre: 0,
            is_preformatted: false,
            is_after_break: false,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Starts the next run.
    fn clear(&mut self) {
        self.parts.clear();
        self.text.clear();
        self.borders.clear();
        self.linked.clear();
        self.is_after_break = false;
    }

    /// Records the text at `span`. If it `is_linked` already, no link is written in it, but it is searched together with
    /// its neighbours. Without the linked text, a second pass over the output could find a link in the middle of a
    /// word, where the first pass found none.
    pub(super) fn push(&mut self, span: Span, is_linked: bool) {
        if !span.is_empty() {
            self.is_preformatted = self.pre > 0;
            self.parts.push(RunPart::Text(span, is_linked));
        }
    }

    /// Records the tag `name`, in lower case, if it affects which line breaks are visible. Returns whether it is
    /// `<br>`, after which the run continues.
    pub(super) fn takes_break(&mut self, name: &[u8], tag: Tag<'_>) -> bool {
        match (name, tag.edge) {
            (b"pre", Edge::Start) => self.pre = self.pre.saturating_add(1),
            (b"pre", Edge::End) => self.pre = self.pre.saturating_sub(1),
            // A break before the first character has no effect.
            (b"br", _) if !self.is_empty() => {
                self.parts.push(RunPart::Break(tag.attributes));
            }
            _ => {}
        }
        name == b"br"
    }

    /// Whether the next text may continue a word.
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.parts.last(), None | Some(RunPart::Break(_)))
    }

    /// Records a tag of a formatting element.
    pub(super) fn border(&mut self, element: &'static str, edge: Edge) {
        // Tags before the first character are not inside a URI.
        if !self.is_empty() {
            self.parts.push(RunPart::Border(element, edge));
        }
    }

    /// Decodes the recorded parts.
    fn decode(&mut self) {
        let parts = core::mem::take(&mut self.parts);
        for part in &parts {
            match *part {
                RunPart::Text(span, is_linked) => {
                    let start = self.text.text().len();
                    self.text(span);
                    if is_linked {
                        self.add_linked(Span::new(start, self.text.text().len()));
                    }
                }
                RunPart::Break(tag) => {
                    self.text.push_decoded(b"\n", tag);
                    self.is_after_break = !self.is_preformatted;
                }
                RunPart::Border(element, edge) => {
                    let at = self.text.text().len();
                    self.borders.push(Border { at, edge, element });
                }
            }
        }
        // The parts are kept for [`end`](Run::end).
        self.parts = parts;
    }

    fn add_linked(&mut self, linked: Span) {
        match self.linked.last_mut() {
            _ if linked.is_empty() => {}
            Some(last) if last.end() == linked.start() => {
                *last = Span::new(last.start(), linked.end());
            }
            _ => self.linked.push(linked),
        }
    }

    /// Appends the text at `span`, decoded; outside `pre`, a line break of the source becomes a space.
    fn text(&mut self, span: Span) {
        let (mut start, end) = (self.shown_from(span), span.end());
        let mut coded = self.next_coded(start, end);
        while let Some(at) = self.next_break(start, coded.unwrap_or(end)).or(coded) {
            self.text.push_source(Span::new(start, at));
            start = self.push_special(at, end);
            if coded == Some(at) {
                coded = self.next_coded(start, end);
            }
        }
        self.text.push_source(Span::new(start, end));
    }

    /// The beginning of the visible text at `span`: white space after `<br>` is not shown.
    fn shown_from(&mut self, span: Span) -> usize {
        if !self.is_after_break {
            return span.start();
        }
        let shown = span.of(self.html).iter().position(|byte| !byte.is_ascii_whitespace());
        self.is_after_break = shown.is_none();
        shown.map_or(span.end(), |at| span.start() + at)
    }

    /// The next line break that is shown as a space.
    fn next_break(&self, start: usize, end: usize) -> Option<usize> {
        let rest = Span::new(start, end).of(self.html);
        let len = if self.is_preformatted { None } else { memchr::memchr2(b'\n', b'\r', rest) };
        len.map(|len| start + len)
    }

    /// The next `&` or soft hyphen.
    fn next_coded(&self, mut start: usize, end: usize) -> Option<usize> {
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

    /// Appends the decoded form of the line break, `&` or soft hyphen at `at`; returns the end of the bytes that were
    /// decoded.
    fn push_special(&mut self, at: usize, end: usize) -> usize {
        let here = Span::new(at, end).of(self.html);
        if here.starts_with(SOFT_HYPHEN) {
            return self.push_decoded("\u{AD}", Span::new(at, at + SOFT_HYPHEN.len()));
        }
        if here.starts_with(b"\n") || here.starts_with(b"\r") {
            return self.push_decoded(" ", Span::new(at, at + 1));
        }
        let mut buffer = [0; 4];
        let reference = references::reference(here, ReferencePlace::Text, &mut buffer);
        let Some((text, len)) = reference else {
            self.text.push_source(Span::new(at, at + 1));
            return at + 1;
        };
        let text = match text {
            "\n" | "\r" if !self.is_preformatted => " ",
            text => text,
        };
        self.push_decoded(text, Span::new(at, at + len))
    }

    fn push_decoded(&mut self, text: &str, span: Span) -> usize {
        // After the authority, a soft hyphen only marks a place where the line may break. In an authority it is kept,
        // and the finder accepts no host with it, because the visible host must be the real one.
        if text.as_bytes() != SOFT_HYPHEN || !is_after_authority(self.text.text()) {
            self.text.push_decoded(text.as_bytes(), span);
        }
        span.end()
    }

    /// Whether the text at `span` contains an `&` or a soft hyphen, which must be decoded.
    pub(super) fn is_decoded(&self, span: Span) -> bool {
        self.next_coded(span.start(), span.end()).is_some()
    }

    /// Ends the run: calls `each` for the matches in it and for `held`, which has things in tags of the run with their
    /// offsets in the document, in the order of the document. The text is searched only if there is a finder.
    pub(super) fn finish<H>(
        &mut self,
        finder: Option<&Finder>,
        held: &mut Vec<(usize, H)>,
        mut each: impl FnMut(Item<'_, H>),
    ) {
        let mut held = held.drain(..).peekable();
        if let Some(finder) = finder.filter(|_| !self.is_empty()) {
            self.search(finder, |found, map| {
                let start = map.span(found.span()).map_or(0, Span::start);
                while let Some((_, one)) = held.next_if(|(place, _)| *place < start) {
                    each(Item::Held(one));
                }
                each(Item::Found(found, map));
            });
        }
        self.clear();
        held.for_each(|(_, one)| each(Item::Held(one)));
    }

    /// Reports the links of this run: each match with its source map.
    ///
    /// A match that is split by the tags of an element is not reported. The run is then split at those tags, and its
    /// parts are searched. If a tag splits a match in such a part again, the part is split at the tags of all its
    /// elements, and after that at its links. Every byte is therefore searched at most four times.
    fn search(&mut self, finder: &Finder, mut report: impl FnMut(&Match<'_>, &SourceMap)) {
        self.decode();
        let text = self.text.text();
        if self.borders.is_empty() && self.linked.is_empty() {
            for found in finder.find_iter(Input::new(text)).primary() {
                if !self.is_part_of_a_host(&found) {
                    report(&found, self.text.map());
                }
            }
            return;
        }
        // A shortcut for runs that consist of existing links only, such as menus.
        if self.linked.first().is_some_and(|linked| linked.len() == text.len()) {
            return;
        }
        let mut search = RunSearch { run: self, finder, guarded: Default::default() };
        search.part(Span::new(0, text.len()), Cuts::AtMatches, &mut report);
    }

    /// Whether `found` is a host at the end of the run that visibly continues after the run.
    fn is_part_of_a_host(&self, found: &Match<'_>) -> bool {
        let text = self.text.text();
        let rest = text.get(found.span().end()..).unwrap_or_default();
        rest.len() <= 1
            && !is_after_authority(found.span().of(text))
            && lookahead::host_goes_on(self.html, self.end(), rest)
    }

    /// The end of the last text of the run in the document.
    fn end(&self) -> usize {
        let text = |part: &RunPart| match *part {
            RunPart::Text(span, _) => Some(span.end()),
            RunPart::Border(..) | RunPart::Break(_) => None,
        };
        self.parts.iter().rev().find_map(text).unwrap_or(self.html.len())
    }

    /// The borders strictly inside `span`.
    fn borders(&self, span: Span) -> &[Border] {
        let first = self.borders.partition_point(|border| border.at <= span.start());
        let end = self.borders.partition_point(|border| border.at < span.end());
        self.borders.get(first..end).unwrap_or_default()
    }

    /// The linked texts that overlap `span`.
    fn linked(&self, span: Span) -> &[Span] {
        overlapping(&self.linked, span)
    }
}

/// The items of `spans`, ascending and disjoint, that have a byte in common with `span`.
fn overlapping(spans: &[Span], span: Span) -> &[Span] {
    let first = spans.partition_point(|one| one.end() <= span.start());
    let end = spans.partition_point(|one| one.start() < span.end());
    spans.get(first..end).unwrap_or_default()
}

/// U+00AD in UTF-8.
const SOFT_HYPHEN: &[u8; 2] = b"\xC2\xAD";

/// The places at which a part of a run is split next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cuts {
    /// At the tag that splits a match.
    AtMatches,
    /// At each tag of an element, if a match is split again.
    AtElements,
    /// At each existing link, if a match is still split. This comes last, so that a document that already has its links
    /// is split in the same way as before the links were added.
    AtLinks,
    /// Nowhere, because no place to split the run is left.
    Done,
}

/// The search of a run with borders.
struct RunSearch<'r, 's> {
    run: &'r Run<'s>,
    finder: &'r Finder,
    /// The spans in which no link is permitted, because the link would be a part of what looks like another host. Each
    /// variant of [`Cuts`] has one list, in ascending order.
    guarded: [Vec<Span>; 4],
}

impl RunSearch<'_, '_> {
    /// Reports the links of a part of the run.
    fn part(&mut self, part: Span, cuts: Cuts, report: &mut impl FnMut(&Match<'_>, &SourceMap)) {
        let input = Input::new(self.run.text.text()).span(part);
        let matches: Vec<Match<'_>> = self.finder.find_iter(input).primary().collect();
        let places: Vec<usize> = matches.iter().filter_map(|found| self.cut(found, cuts)).collect();
        if places.is_empty() {
            for found in matches.iter().filter(|found| self.may_be_linked(found)) {
                report(found, self.run.text.map());
            }
            return;
        }
        let (places, next) = match cuts {
            Cuts::AtMatches => (places, Cuts::AtElements),
            Cuts::AtElements => (self.elements_in(part), Cuts::AtLinks),
            Cuts::AtLinks | Cuts::Done => (self.links_in(part), Cuts::Done),
        };
        let mut start = part.start();
        for place in places.into_iter().chain([part.end()]) {
            self.part(Span::new(start, place), next, report);
            start = place;
        }
    }

    /// The first tag, or the first end of a linked text, that splits `found`. If it splits the host, no link is
    /// permitted in the span of `found`.
    fn cut(&mut self, found: &Match<'_>, cuts: Cuts) -> Option<usize> {
        let place = self.cut_by_element(found.span()).or_else(|| self.cut_by_link(found))?;
        let has_userinfo = found.flags().contains(Flag::Hazard(Code::Userinfo));
        if (has_userinfo || self.looks_longer(found, place))
            && let Some(guarded) = self.guarded.get_mut(cuts as usize)
        {
            guarded.push(found.span());
        }
        Some(place)
    }

    /// The first tag inside `span` whose element does not both open and close in it.
    fn cut_by_element(&self, span: Span) -> Option<usize> {
        let mut open: Vec<Border> = Vec::new();
        for border in self.run.borders(span) {
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

    /// The first place inside `found` where a linked text begins or ends; `None` if all of `found` is linked.
    fn cut_by_link(&self, found: &Match<'_>) -> Option<usize> {
        let linked = self.run.linked(found.span());
        if linked.is_empty() || self.is_linked(found) {
            return None;
        }
        let inside = Span::new(found.span().start() + 1, found.span().end());
        let borders = linked.iter().flat_map(|one| [one.start(), one.end()]);
        borders.into_iter().find(|&at| inside.contains(at))
    }

    /// Whether all of `found` is already linked.
    fn is_linked(&self, found: &Match<'_>) -> bool {
        found.pieces().iter().all(|piece| {
            let linked = self.run.linked(*piece).iter();
            let common = |one: &Span| one.end().min(piece.end()) - one.start().max(piece.start());
            linked.map(common).sum::<usize>() == piece.len()
        })
    }

    /// The tags of elements strictly inside `part`, ascending.
    fn elements_in(&self, part: Span) -> Vec<usize> {
        let mut places: Vec<usize> = self.run.borders(part).iter().map(|one| one.at).collect();
        places.dedup();
        places
    }

    /// The beginnings and ends of links strictly inside `part`, ascending.
    fn links_in(&self, part: Span) -> Vec<usize> {
        let borders = self.run.linked(part).iter().flat_map(|one| [one.start(), one.end()]);
        borders.filter(|&place| part.start() < place && place < part.end()).collect()
    }

    /// Whether the host visibly continues after the cut at `place`: in `http://bank.example<b>.evil.example/</b>` no
    /// link to `bank.example` is permitted.
    fn looks_longer(&self, found: &Match<'_>, place: usize) -> bool {
        let before = Span::new(found.span().start(), place).of(self.run.text.text());
        let next = self.run.text.text().get(place);
        next.is_some_and(|next| b".-:@%_".contains(next)) && !is_after_authority(before)
    }

    fn may_be_linked(&self, found: &Match<'_>) -> bool {
        let is_guarded =
            self.guarded.iter().any(|spans| !overlapping(spans, found.span()).is_empty());
        !is_guarded
            && self.run.linked(found.span()).is_empty()
            && !self.run.is_part_of_a_host(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_decoded() {
        let html = "http&#58;//h/&quest;a=1&amp;b=2&copy;&unknown;&".as_bytes();
        let mut run = Run::new(html);
        run.push(Span::new(0, html.len()), false);
        run.decode();
        assert_eq!(run.text.text(), "http://h/?a=1&b=2©&unknown;&".as_bytes());
    }

    #[test]
    fn soft_hyphens_are_removed_after_the_authority() {
        let html = "http://a&shy;b/c&shy;d\u{AD}e&#xAD;f".as_bytes();
        let mut run = Run::new(html);
        run.push(Span::new(0, html.len()), false);
        run.decode();
        assert_eq!(run.text.text(), "http://a\u{AD}b/cdef".as_bytes());
    }
}
