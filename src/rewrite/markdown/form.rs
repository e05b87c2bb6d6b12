//! The form of one link in Markdown: `<uri>` if that has the same meaning, and `[text](uri)` in all other cases.
//!
//! Both forms only insert characters. The source remains the text of the link, with a backslash inserted before each
//! character that would become a mark. Only a label that a caller sets replaces the source.
//!
//! An inserted `<` or `[` may be parsed together with the text before it: after a backslash it is text, after `!` a
//! link is an image, and whether `*` is a mark depends on its neighbours.

use core::fmt::Write as _;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

use super::run::{PartKind, Run, RunPart};
use super::search;
use crate::find::Match;
use crate::link::{Decision, Linked};
use crate::span::Span;

/// The changes for one link.
#[derive(Clone, Debug)]
pub(super) struct SourceEdit {
    /// Whether the adjacent text may be parsed differently, so that the result has to be checked.
    pub(super) is_doubtful: bool,
    /// Ranges of the source and their replacements, in ascending order.
    pub(super) changes: Vec<(Span, String)>,
    /// The linked range of the source.
    pub(super) link: Span,
    pub(super) target: LinkTarget,
}

/// The target, the text and the title of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LinkTarget {
    pub(super) href: String,
    pub(super) title: String,
    /// The text that is shown in place of the URI.
    pub(super) label: Option<String>,
}

impl LinkTarget {
    /// The result of `decision` for `linked`.
    pub(super) fn new(linked: &Linked<'_>, decision: &Decision) -> LinkTarget {
        LinkTarget {
            href: linked.href.to_string(),
            title: linked.attributes(decision).get("title").map(shown).unwrap_or_default(),
            label: linked.label(1).map(shown),
        }
    }
}

/// `text` with spaces in place of control characters.
fn shown(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The context on which the form of a link depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forms {
    pub(super) options: Options,
    /// Whether `<uri>` is avoided, as in MDX.
    pub(super) is_mdx: bool,
    /// The position of the first `<!` or `<?` in the run, if there is one: the `>` of an autolink after that position
    /// could end this markup.
    pub(super) open_markup: Option<usize>,
    /// The end of the last link that was made in the run. The text before the next link is only tested from there.
    pub(super) linked: usize,
}

impl Forms {
    /// The edit that makes `found` a link to `target`; `None` if `found` has several pieces, or if no form is possible.
    pub(super) fn edit(
        self,
        run: &Run<'_>,
        found: &Match<'_>,
        target: &LinkTarget,
    ) -> Option<SourceEdit> {
        let ([piece], source) = (found.pieces(), run.source) else { return None };
        let span = located(run, *piece)?;
        let place = Surroundings {
            before: source.get(..span.start())?,
            inside: source.get(span.range())?,
            after: source.get(span.end()..)?,
            options: self.options,
        };
        let before = Span::new(self.linked.min(piece.start()), piece.start()).of(run.text());
        if place.is_bound() || is_target(before) {
            return None;
        }
        let has_open_markup = self.open_markup.is_some_and(|at| at < piece.start());
        let is_plain =
            target.href == found.href() && target.title.is_empty() && target.label.is_none();
        let is_angle = is_plain && !self.is_mdx && says_the_same(run, found, *piece);
        let changes = if is_angle && !has_open_markup && place.permits_angle() {
            vec![insertion(span.start(), "<"), insertion(span.end(), ">")]
        } else if !place.permits_inline() {
            return None;
        } else if let Some(label) = &target.label {
            vec![(span, format!("[{}]({})", referenced(label), destination(target, true)))]
        } else {
            self.inline(run, target, *piece, span)?
        };
        // In a link, a mark whose partner is outside would be plain text, and the partner could pair with a third mark. The
        // parser is asked about every mark, so that its rules are not repeated here.
        let is_mark =
            |part: &RunPart| matches!(part.kind, PartKind::Open { .. } | PartKind::Close { .. });
        let is_doubtful =
            !is_plain || place.is_doubtful() || run.parts_in(*piece).any(|(_, part)| is_mark(part));
        Some(SourceEdit { is_doubtful, changes, link: span, target: target.clone() })
    }

    /// `[text](uri)`
    fn inline(
        self,
        run: &Run<'_>,
        target: &LinkTarget,
        piece: Span,
        span: Span,
    ) -> Option<Vec<(Span, String)>> {
        let text = run.source.get(span.range())?.as_bytes();
        let has_math = self.options.contains(Options::ENABLE_MATH);
        let mut insertions = vec![insertion(span.start(), "[")];
        for (_, part) in run.parts_in(piece) {
            let inside = part.source_of(piece);
            for at in inside.range() {
                let needs_backslash = match part.kind {
                    PartKind::Text { escaped: true } if at == inside.start() => false,
                    PartKind::Text { .. } | PartKind::Open { .. } | PartKind::Close { .. } => {
                        is_special(text, at - span.start(), has_math)
                    }
                    PartKind::Replaced { is_reference } => !is_reference,
                    PartKind::Break | PartKind::Foreign | PartKind::Opaque(_) => return None,
                };
                if needs_backslash {
                    insertions.push(insertion(at, "\\"));
                }
            }
        }
        insertions.push(insertion(span.end(), &format!("]({})", destination(target, has_math))));
        Some(insertions)
    }
}

fn insertion(at: usize, text: &str) -> (Span, String) {
    (Span::new(at, at), text.to_owned())
}

/// The text in the parentheses of an inline link.
fn destination(target: &LinkTarget, has_math: bool) -> String {
    let mut destination = bare(&target.href, has_math);
    if !target.title.is_empty() {
        // Writing to a `String` does not fail.
        let _ = write!(destination, " \"{}\"", referenced(&target.title));
    }
    destination
}

/// `text` with character references for all characters that may be markup. A backslash would be enough for most of
/// them, but a backtick in a title could close a code span that begins before the link.
fn referenced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_control() => out.push(' '),
            '.' | ',' | ';' | ':' | '(' | ')' | '/' | '%' | '?' | '+' | '-' => out.push(c),
            c if c.is_ascii_punctuation() => {
                // Writing to a `String` does not fail.
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// The URI in the form that the parentheses of an inline link need.
fn bare(uri: &str, has_math: bool) -> String {
    if uri.is_empty() {
        return "<>".to_owned();
    }
    let keeps_parentheses = are_shallow(uri);
    let mut target = String::with_capacity(uri.len() + 2);
    for (at, c) in uri.char_indices() {
        match c {
            '(' | ')' if !keeps_parentheses => target.push('\\'),
            '$' if has_math => target.push('\\'),
            _ => {}
        }
        target.push(c);
        // A character reference is used because some parsers process a backslash here too late.
        if c == '&' && is_reference(uri.get(at + 1..).unwrap_or_default()) {
            target.push_str("amp;");
        }
    }
    target
}

/// The span of the piece in the source; `None` if that span contains more than the text of the piece and the
/// backslashes of its escapes.
fn located(run: &Run<'_>, piece: Span) -> Option<Span> {
    let source = run.source.as_bytes();
    let mut end = None;
    for (_, part) in run.parts_in(piece) {
        let inside = part.source_of(piece);
        let gap = Span::new(end.unwrap_or(inside.start()), inside.start());
        let is_text = !matches!(part.kind, PartKind::Foreign | PartKind::Break);
        if !is_text || !matches!(gap.of(source), b"" | b"\\") {
            return None;
        }
        end = Some(inside.end());
    }
    Some(run.source_span(piece))
}

/// Whether `<text>` is a link to the URI and shows the same text.
fn says_the_same(run: &Run<'_>, found: &Match<'_>, piece: Span) -> bool {
    // Inside `<>`, escapes are not recognized, and pulldown-cmark does not recognize character references.
    let is_verbatim = run.parts_in(piece).all(|(_, part)| match part.kind {
        PartKind::Text { escaped } => !escaped || part.text.start() < piece.start(),
        PartKind::Replaced { is_reference } => !is_reference,
        _ => true,
    });
    let is_uri = found.uri().as_str() == found.text()
        && (2..=32).contains(&found.uri().scheme().as_str().len());
    is_verbatim && (is_uri || search::address(found).is_some_and(is_address))
}

/// Whether `<address>` is an e-mail autolink.
fn is_address(address: &str) -> bool {
    // Other parsers may read `</a@b.example>` as a tag.
    address.starts_with(|c: char| c.is_ascii_alphanumeric())
        && Parser::new(&format!("<{address}>")).any(|event| {
            matches!(event, Event::Start(Tag::Link { link_type: LinkType::Email, .. }))
        })
}

/// Whether the parentheses are balanced, and nested no deeper than every parser allows.
fn are_shallow(uri: &str) -> bool {
    let mut depth = 0_u32;
    for byte in uri.bytes() {
        match byte {
            b'(' if depth < 3 => depth += 1,
            b')' if depth > 0 => depth -= 1,
            b'(' | b')' => return false,
            _ => {}
        }
    }
    depth == 0
}

/// Whether `&` and `rest` may be read as a character reference.
fn is_reference(rest: &str) -> bool {
    let len = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    len > 0 && rest.as_bytes().get(len) == Some(&b';')
}

/// Whether the byte of `text` at `at` needs a backslash in the text of a link.
fn is_special(text: &[u8], at: usize, has_math: bool) -> bool {
    let byte = |at: usize| text.get(at).copied();
    let is_word =
        |at: Option<usize>| at.and_then(byte).is_some_and(|byte| byte.is_ascii_alphanumeric());
    match byte(at) {
        Some(b'[' | b']' | b'*' | b'`' | b'<') => true,
        // Inside a word, `_` is not a mark.
        Some(b'_') => !(is_word(at.checked_sub(1)) && is_word(Some(at + 1))),
        // These marks act only in pairs.
        Some(mark @ (b'~' | b'^')) => memchr::memchr_iter(mark, text).any(|other| other != at),
        Some(b'$') => has_math,
        // A backslash would escape the character that is inserted after it.
        Some(b'\\') => byte(at + 1).is_none_or(|next| next.is_ascii_punctuation()),
        _ => false,
    }
}

/// The source around a URI.
#[derive(Clone, Copy, Debug)]
struct Surroundings<'s> {
    before: &'s str,
    inside: &'s str,
    after: &'s str,
    options: Options,
}

/// The maximum number of characters beside a URI that are read to see whether the word continues. After more of them, the
/// word is considered to have ended.
const CLOSING: usize = 16;

impl Surroundings<'_> {
    /// Whether no markup can be inserted: a backslash before the place would turn it into text, or a `$` belongs to
    /// mathematics.
    fn is_bound(&self) -> bool {
        let slashes = self.before.bytes().rev().take_while(|byte| *byte == b'\\').count();
        let touches = |mark| self.before.ends_with(mark) || self.after.starts_with(mark);
        slashes % 2 == 1 || self.options.contains(Options::ENABLE_MATH) && touches('$')
    }

    /// Whether `<` and `>` may be inserted. A URI that is between them and is no autolink for this parser may be one for
    /// others. `{{<` opens a shortcode, and `>}}` closes one.
    fn permits_angle(&self) -> bool {
        let is_wrapped = self.before.ends_with('<') && self.after.starts_with('>');
        !(is_wrapped || self.before.ends_with("{{") || self.after.starts_with("}}"))
    }

    /// Whether a `[` may be inserted: `![text](uri)` is an image, `[x][text]` a reference, `[[text]]` a wiki link.
    fn permits_inline(&self) -> bool {
        let has_wiki_links = self.options.contains(Options::ENABLE_WIKILINKS);
        !(self.before.ends_with(['!', ']']) || has_wiki_links && self.before.ends_with('['))
    }

    /// Whether the text may be parsed differently with a link here, so that the result has to be checked.
    fn is_doubtful(&self) -> bool {
        // How quotes and tildes are parsed with these extensions is hard to predict.
        let uneasy = Options::ENABLE_SUBSCRIPT.union(Options::ENABLE_SMART_PUNCTUATION);
        // A backtick after an inserted backslash is a separate run of length one, and may close a code span that was
        // text before.
        self.options.intersects(uneasy) || self.inside.contains('`') || self.is_crowded()
    }

    /// Whether the word continues before or after the place, or a mark of emphasis is next to it. The rest of the word may
    /// look like another URI when it is separated from the link, and how the mark is read depends on its neighbours.
    fn is_crowded(&self) -> bool {
        let goes_on = |c: &char| !c.is_whitespace();
        let mut outer = self.before.chars().rev().take(CLOSING).take_while(goes_on);
        let inner = self.after.chars().take(CLOSING).find(|c| !".,:;?!)]}>\"'".contains(*c));
        // Before an opener, only text that may be a URI itself is looked for: `jane@a.example(http://b.example)`.
        let begins_in_word = outer
            .next()
            .is_some_and(|c| !"([{<\"'".contains(c) || outer.any(|c| ".@:".contains(c)));
        begins_in_word || inner.is_some_and(|c| goes_on(&c))
    }
}

/// Whether `before` ends in `[x](`, or in `[x]:` from the beginning of a line on, after which an inserted word would complete
/// a link or a definition.
fn is_target(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let before = before.strip_suffix(b"<").unwrap_or(before).trim_ascii_end();
    let line = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = before.get(line..).unwrap_or_default().trim_ascii_start();
    before.ends_with(b"](") || before.ends_with(b"]:") && line.starts_with(b"[")
}

/// The beginning of the first declaration or instruction in a text, which the next `>` would end.
pub(super) fn open_markup(text: &[u8]) -> Option<usize> {
    let is_open = |at: &usize| matches!(text.get(at + 1), Some(b'!' | b'?'));
    memchr::memchr_iter(b'<', text).find(is_open)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(source: &str) -> Surroundings<'_> {
        let start = source.find("http").unwrap();
        let len = source[start..].find([' ', '*', '"']).unwrap_or(source.len() - start);
        let (before, rest) = source.split_at(start);
        let (inside, after) = rest.split_at(len);
        Surroundings { before, inside, after, options: Options::empty() }
    }

    #[test]
    fn the_adjacent_text_decides_which_forms_are_permitted() {
        for (source, angle, inline) in [
            ("see http://a.example", true, true),
            (r"\http://a.example", false, false),
            (r"\\http://a.example", true, true),
            ("!http://a.example", true, false),
            ("[a]http://a.example", true, false),
            ("[a]( http://a.example", false, false),
            ("[a]: http://a.example", false, false),
            ("x\n [a]: http://a.example", false, false),
            ("see [a]: http://a.example", true, true),
            ("<!A http://a.example", false, true),
            ("{{http://a.example b", false, true),
        ] {
            let place = place(source);
            let before = place.before.as_bytes();
            let is_bound = place.is_bound() || is_target(before);
            let permits_angle = place.permits_angle() && open_markup(before).is_none();
            assert_eq!(!is_bound && permits_angle, angle, "{source}");
            assert_eq!(!is_bound && place.permits_inline(), inline, "{source}");
        }
    }

    #[test]
    fn words_marks_and_backticks_make_a_place_doubtful() {
        for source in [
            r"\\http://a.example",
            "!http://a.example",
            "(*http://a.example* b",
            "*http://a.example*.",
            "see http://a.example/``b",
            "http://a.example\"x",
        ] {
            assert!(place(source).is_doubtful(), "{source}");
        }
        for source in ["see http://a.example", "(http://a.example \"", "[a]: http://a.example"] {
            assert!(!place(source).is_doubtful(), "{source}");
        }
    }
}
