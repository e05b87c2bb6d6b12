//! The form of one link in Markdown: `<uri>` if that has the same meaning, and `[text](uri)` in all other cases.
//!
//! Both forms only insert characters. The source remains the text of the link, with a backslash inserted before each
//! character that would become a mark. Only a label that a caller sets replaces the source.

use core::fmt::Write as _;

use pulldown_cmark::Options;

use super::edit::{Edit, LinkTarget};
use super::place::{Form, Place, Safety};
use super::run::{PartKind, Run, RunPart};
use super::search;
use crate::find::{Delimiter, Match};
use crate::span::Span;

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
    ) -> Option<Edit> {
        let ([piece], source) = (found.pieces(), run.source()) else { return None };
        let span = located(run, *piece)?;
        let before = Span::new(self.linked.min(piece.start()), piece.start()).of(run.text());
        let has_open_markup = self.open_markup.is_some_and(|at| at < piece.start());
        let place = Place { source, span, options: self.options, has_open_markup };
        let is_plain = is_plain(found, target);
        let is_angle = is_plain && !self.is_mdx && says_the_same(run, found, *piece);
        let parted = if run.parts_marks(*piece) { Safety::Doubtful } else { Safety::Safe };
        let safety = |form| place.safety(form, before).max(parted);
        let edit = |safety, changes| {
            Some(Edit { safety, changes, link: span, target: target.clone(), is_mended: false })
        };
        if is_angle && safety(Form::Angle) < Safety::Unsafe {
            let changes = vec![insertion(span.start(), "<"), insertion(span.end(), ">")];
            return edit(safety(Form::Angle), changes);
        }
        let safety = safety(Form::Inline);
        if safety == Safety::Unsafe {
            return None;
        }
        if target.label.is_some() {
            return edit(Safety::Doubtful, vec![(span, labelled(found, target))]);
        }
        let changes = self.inline(run, target, *piece, span)?;
        edit(if is_plain { safety } else { Safety::Doubtful }, changes)
    }

    /// `[text](uri)`
    fn inline(
        self,
        run: &Run<'_>,
        target: &LinkTarget,
        piece: Span,
        span: Span,
    ) -> Option<Vec<(Span, String)>> {
        let text = run.source().get(span.range())?;
        let escapes = Escapes::new(text, self.options);
        let mut insertions = vec![insertion(span.start(), "[")];
        for (_, part) in run.parts_in(piece) {
            let inside = part.source_of(piece);
            let at = inside.start() - span.start();
            let part_text = text.get(at..at + inside.len())?;
            for (offset, _) in part_text.bytes().enumerate() {
                if escapes.wants(part, at + offset, offset)? {
                    insertions.push(insertion(inside.start() + offset, "\\"));
                }
            }
        }
        let has_math = self.options.contains(Options::ENABLE_MATH);
        insertions.push(insertion(span.end(), &format!("]({})", destination(target, has_math))));
        Some(insertions)
    }
}

/// The edit that joins a URI between `<` and `>` that is broken over lines.
///
/// `None` if the text between `<` and `>` has an escape, a character reference, a mark or an element, if that text was
/// repaired to form the URI, or if it has a prefix such as `URL:`.
pub(super) fn mended(run: &Run<'_>, found: &Match<'_>, target: &LinkTarget) -> Option<Edit> {
    let wrapper = found.wrapper().filter(|_| found.delimiter() == Delimiter::Angle)?;
    let has_prefix = found.prefix().is_some();
    let is_text = run
        .parts_in(wrapper)
        .all(|(_, part)| matches!(part.kind, PartKind::Text { escaped: false } | PartKind::Break));
    let is_uri = found.uri().as_str() == found.text();
    let span = run.source_span(wrapper);
    let is_plain = is_plain(found, target);
    let text = if is_plain { format!("<{}>", found.text()) } else { labelled(found, target) };
    (is_text && is_uri && !has_prefix).then(|| Edit {
        safety: if is_plain { Safety::Safe } else { Safety::Doubtful },
        changes: vec![(span, text)],
        link: run.source_span(found.span()),
        target: target.clone(),
        is_mended: true,
    })
}

fn insertion(at: usize, text: &str) -> (Span, String) {
    (Span::new(at, at), text.to_owned())
}

/// Whether the target, the title and the label of the link are those of `found`.
fn is_plain(found: &Match<'_>, target: &LinkTarget) -> bool {
    target.href == found.href() && target.title.is_empty() && target.label.is_none()
}

/// `[label](uri "title")`, which replaces the source.
fn labelled(found: &Match<'_>, target: &LinkTarget) -> String {
    let label = target.label.as_deref().unwrap_or(found.text());
    // Dollars are always escaped, because the extensions are not known here.
    format!("[{}]({})", referenced(label), destination(target, true))
}

/// The text in the parentheses of an inline link.
fn destination(target: &LinkTarget, has_math: bool) -> String {
    bare(&target.href, has_math) + &title(&target.title)
}

/// A title with a space before it, or nothing.
fn title(title: &str) -> String {
    if title.is_empty() { String::new() } else { format!(" \"{}\"", referenced(title)) }
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
    let source = run.source().as_bytes();
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

/// Whether `<address>` is an e-mail autolink, which has the syntax of addresses in HTML.
fn is_address(address: &str) -> bool {
    let is_atom =
        |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    address.split_once('@').is_some_and(|(local, domain)| {
        // `<!a@b.example>` would begin a declaration.
        local.starts_with(|c: char| c.is_ascii_alphanumeric())
            && local.bytes().all(is_atom)
            && domain.split('.').all(is_label)
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

/// The positions in the text of a link that need a backslash.
#[derive(Clone, Copy, Debug)]
struct Escapes<'t> {
    text: &'t [u8],
    /// Whether `~`, `^` and `$` need a backslash: `~` and `^` if the mark occurs more than once, because it acts only
    /// in pairs, and `$` with the extension for mathematics.
    tildes: bool,
    carets: bool,
    dollars: bool,
}

impl<'t> Escapes<'t> {
    fn new(text: &'t str, options: Options) -> Escapes<'t> {
        let twice = |mark| memchr::memchr_iter(mark, text.as_bytes()).nth(1).is_some();
        Escapes {
            text: text.as_bytes(),
            tildes: twice(b'~'),
            carets: twice(b'^'),
            dollars: options.contains(Options::ENABLE_MATH),
        }
    }

    /// Whether the byte at `at`, which has the offset `offset` in `part`, needs a backslash. `None` if the part cannot
    /// be in the text of a link.
    fn wants(&self, part: &RunPart, at: usize, offset: usize) -> Option<bool> {
        match part.kind {
            PartKind::Text { escaped: true } if offset == 0 => Some(false),
            PartKind::Text { .. } | PartKind::Open { .. } | PartKind::Close { .. } => {
                Some(self.is_special(at))
            }
            PartKind::Replaced { is_reference } => Some(!is_reference),
            PartKind::Break | PartKind::Foreign | PartKind::Opaque(_) => None,
        }
    }

    fn is_special(&self, at: usize) -> bool {
        let byte = |at: usize| self.text.get(at).copied();
        let is_word =
            |at: Option<usize>| at.and_then(byte).is_some_and(|byte| byte.is_ascii_alphanumeric());
        match byte(at) {
            Some(b'[' | b']' | b'*' | b'`' | b'<') => true,
            // Inside a word, `_` is not a mark.
            Some(b'_') => !(is_word(at.checked_sub(1)) && is_word(Some(at + 1))),
            Some(b'~') => self.tildes,
            Some(b'^') => self.carets,
            Some(b'$') => self.dollars,
            // A backslash would escape the character that is inserted after it.
            Some(b'\\') => byte(at + 1).is_none_or(|next| next.is_ascii_punctuation()),
            _ => false,
        }
    }
}
