//! Reads the directives that have delimiters. They are called tags here, and some of them open or close a block. Each
//! pair of delimiters is a row of the table `ROWS`.
//!
//! A tag that is not closed is text. So is a tag that contains the opening mark of another tag, an odd number of
//! backticks or a fence, because masking it would turn code into text. Each byte is searched a constant number of
//! times.

use super::directive::{Block, Directive, DirectiveKind, Effect, Next};
use super::set::Dialects;
use super::{hashnode, hugo, kramdown, liquid, mdbook, pandoc};
use crate::span::Span;

/// All rows. If the opening marks of several rows match, the first of these rows is used.
const ROWS: [&DirectiveKind; 9] = [
    &hugo::SHORTCODE,
    &hugo::MARKDOWN_SHORTCODE,
    &mdbook::DIRECTIVE,
    &liquid::OUTPUT,
    &liquid::TAG,
    &kramdown::EXTENSION,
    &kramdown::ATTRIBUTES,
    &hashnode::EMBED,
    &pandoc::ATTRIBUTES,
];

/// Reads the directives of `source` from `start` on into `list`.
pub(super) fn read(dialects: Dialects, source: &str, start: usize, list: &mut Vec<Directive>) {
    let mut tags = Tags::new(dialects, source, start).collect::<Vec<_>>();
    let closes = closes(source, &tags);
    let mut done = start;
    for (tag, close) in tags.drain(..).zip(closes) {
        if tag.span.start() < done {
            continue;
        }
        let end = close.filter(|end| is_closed(source, Span::new(tag.span.end(), *end)));
        let span = Span::new(tag.span.start(), end.unwrap_or(tag.span.end()));
        let effect = if end.is_some() { Effect::Ends } else { tag.row.effect };
        list.push(Directive { span, effect });
        done = span.end();
    }
}

/// For each tag that opens a block, the end of the block.
///
/// Works from right to left, so that each name is looked up once. A block ends at the first closing tag of its name.
fn closes(source: &str, tags: &[Tag]) -> Vec<Option<usize>> {
    // The closing tags, the nearest one first: the name, the closing mark, and the end.
    let mut known: Vec<(&str, &str, usize)> = Vec::new();
    let mut closes = vec![None; tags.len()];
    for (tag, close) in tags.iter().zip(&mut closes).rev() {
        let mark = tag.row.close;
        match (tag.row.block)(tag.inner(source)) {
            Block::Opens(name) => {
                let is_same = |other: &str| other.is_empty() || other == name;
                let found = known.iter().find(|known| is_same(known.0) && known.1 == mark);
                *close = found.map(|(_, _, end)| *end);
            }
            Block::Closes(name) => {
                known.retain(|known| (known.0, known.1) != (name, mark));
                known.insert(0, (name, mark, tag.span.end()));
            }
            Block::None => {}
        }
    }
    closes
}

/// A directive and its kind.
#[derive(Debug)]
struct Tag {
    row: &'static DirectiveKind,
    span: Span,
}

impl Tag {
    /// The content between its delimiters.
    fn inner<'s>(&self, source: &'s str) -> &'s str {
        let start = self.span.start() + self.row.open.len();
        source.get(start..self.span.end() - self.row.close.len()).unwrap_or_default()
    }
}

/// The tags of a document, in their order.
struct Tags<'s> {
    source: &'s str,
    rows: Vec<&'static DirectiveKind>,
    /// The next closing mark of each row.
    closers: Vec<Next<'s>>,
    /// The next opening mark of each row.
    openers: Vec<Next<'s>>,
    /// The next `{{` and the next `{%`.
    templates: [Next<'s>; 2],
    at: usize,
}

impl<'s> Tags<'s> {
    fn new(dialects: Dialects, source: &'s str, start: usize) -> Tags<'s> {
        let is_on = |row: &&&DirectiveKind| dialects.intersects(row.dialects);
        let rows: Vec<&'static DirectiveKind> = ROWS.iter().filter(is_on).copied().collect();
        let closers = rows.iter().map(|row| Next::new(source, row.close)).collect();
        let openers = rows.iter().map(|row| Next::new(source, row.open)).collect();
        let templates = [Next::new(source, "{{"), Next::new(source, "{%")];
        Tags { source, rows, closers, openers, templates, at: start }
    }

    /// The end of the tag of row `number` that opens at `at`.
    fn end(&mut self, number: usize, at: usize) -> Option<usize> {
        let row = *self.rows.get(number)?;
        let inner = at + row.open.len();
        let close = self.closers.get_mut(number)?.from(inner)?;
        let own = self.openers.get_mut(number);
        let mut openers = self.templates.iter_mut().chain(own);
        if openers.any(|next| next.from(inner).is_some_and(|open| open < close)) {
            return None;
        }
        let end = close + row.close.len();
        // The third brace of `{{{ html }}}` belongs to the tag.
        let braces = self.source.as_bytes().get(end..).unwrap_or_default();
        let more = braces.iter().take_while(|byte| row.close == "}}" && **byte == b'}').count();
        let content = self.source.get(inner..close)?;
        let span = Span::new(at, end);
        let is_directive = row.extent.holds(self.source, span)
            && is_whole(content)
            && (row.fits)(self.source, span);
        is_directive.then_some(end + more.min(1))
    }
}

impl Iterator for Tags<'_> {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        loop {
            let rest = self.source.get(self.at..)?;
            let at = self.at + memchr::memchr2(b'{', b'%', rest.as_bytes())?;
            let here = self.source.get(at..)?;
            self.at = at + 1;
            let opening = |row: &&DirectiveKind| here.starts_with(row.open);
            let Some(number) = self.rows.iter().position(opening) else { continue };
            if let (Some(end), Some(row)) = (self.end(number, at), self.rows.get(number)) {
                self.at = end;
                return Some(Tag { row, span: Span::new(at, end) });
            }
        }
    }
}

/// Whether a tag with this content can be masked without changing which text is code. If the content begins with a
/// backtick, the opening mark is itself in a span of code.
fn is_whole(content: &str) -> bool {
    !content.starts_with('`')
        && content.bytes().filter(|byte| *byte == b'`').count().is_multiple_of(2)
        && fences(content) == 0
}

/// Whether a block with this content can be masked without changing which text is code.
fn is_closed(source: &str, content: Span) -> bool {
    let content = source.get(content.range()).unwrap_or_default();
    fences(content).is_multiple_of(2)
}

/// The number of lines that begin with a fence.
fn fences(text: &str) -> usize {
    let is_fence = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("```") || line.starts_with("~~~")
    };
    text.split('\n').skip(1).filter(is_fence).count()
}

#[cfg(test)]
mod tests {
    use super::super::directives::testing::directives;
    use super::*;

    #[test]
    fn prose_with_braces_has_no_directives() {
        for source in [
            "{http://a.example}",
            "{ http://a.example }",
            "{{http://a.example",
            "{{< http://a.example }",
            "{% http://a.example",
            "a 100% http://a.example %}",
            "{http://a.example}}",
            "f(x) = { x : x > 0 }, 50 %}",
            "{{ a\n\nhttp://a.example }}",
            "`{{` http://a.example `}}`",
            "{{ a\n```\nhttp://a.example }}\n```",
            "{",
            "%",
            "{{",
            "{{}",
        ] {
            assert_eq!(directives(Dialects::AUTO, source), [""; 0], "{source}");
        }
    }

    #[test]
    fn the_inner_of_two_nested_tags_is_a_directive() {
        assert_eq!(directives(Dialects::AUTO, "{{ a {{ b }}"), ["{{ b }}"]);
        assert_eq!(directives(Dialects::AUTO, "{% a {{ b }} %}"), ["{{ b }}"]);
    }

    #[test]
    fn directives_of_hostile_documents_are_masked() {
        for unit in
            ["{{", "{{<", "{%", "{:", "{::a}", "{{<a>}}", "{% raw %}", "{% comment %}", "{{`"]
        {
            for end in ["", "}}", "%}", ">}}", "}", "{% endcomment %}", "{:/}"] {
                let source = unit.repeat(8_000) + end;
                assert_eq!(Dialects::AUTO.directives(&source).masked().len(), source.len());
            }
        }
    }
}
