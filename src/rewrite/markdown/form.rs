//! How one link is written in Markdown: `<uri>` where that says the same, else `[text](uri)`.
//!
//! Both only insert. The source stays as the text of the link, with a backslash before each character
//! that was text and would become a mark there.

use pulldown_cmark::Options;

use super::edit::Edit;
use super::place::{Form, Place, Safety};
use super::run::{Kind, Part, Run};
use super::search;
use crate::find::Match;
use crate::span::Span;

/// What the form of a link depends on, beside the link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forms {
    pub(super) options: Options,
    /// Whether `<uri>` is to be avoided, as MDX has it.
    pub(super) is_mdx: bool,
    /// Where in the run markup is open, if it is.
    pub(super) open_markup: Option<usize>,
    /// Where the last link of the run that was made ends: characters inside it are not markup.
    pub(super) linked: usize,
}

impl Forms {
    /// The markup for what was found in one piece; `None` where none would do.
    pub(super) fn edit(self, run: &Run<'_>, found: &Match<'_>) -> Option<Edit> {
        let ([piece], source) = (found.pieces(), run.source()?) else { return None };
        let span = located(run, *piece)?;
        let before = Span::new(self.linked.min(piece.start()), piece.start()).of(run.text());
        let is_open = self.open_markup.is_some_and(|at| at < piece.start());
        let place = Place::new(source, span, self.options).in_open_markup(is_open);
        let is_angle = !self.is_mdx && says_the_same(run, found, *piece);
        let parted = if run.parts_marks(*piece) { Safety::Doubtful } else { Safety::Safe };
        let safety = |form| place.safety(form, before).max(parted);
        if is_angle && safety(Form::Angle) < Safety::Unsafe {
            let safety = safety(Form::Angle);
            let insertions = vec![(span.start(), "<".to_owned()), (span.end(), ">".to_owned())];
            return Some(Edit::insertions(safety, insertions, span));
        }
        let safety = safety(Form::Inline);
        if safety == Safety::Unsafe {
            return None;
        }
        let insertions = self.inline(run, found, *piece, span)?;
        Some(Edit::insertions(safety, insertions, span))
    }

    /// `[text](uri)`
    fn inline(
        self,
        run: &Run<'_>,
        found: &Match<'_>,
        piece: Span,
        span: Span,
    ) -> Option<Vec<(usize, String)>> {
        let text = run.source()?.get(span.range())?;
        let escapes = Escapes::new(text, self.options);
        let mut insertions = vec![(span.start(), "[".to_owned())];
        for (_, part) in run.parts_in(piece) {
            let inside = part.source_of(piece);
            let at = inside.start() - span.start();
            let part_text = text.get(at..at + inside.len())?;
            for (offset, _) in part_text.bytes().enumerate() {
                if escapes.wants(part, at + offset, offset)? {
                    insertions.push((inside.start() + offset, "\\".to_owned()));
                }
            }
        }
        insertions.push((span.end(), format!("]({})", self.target(found.href()))));
        Some(insertions)
    }

    /// The URI in the form for the parentheses of an inline link.
    fn target(self, uri: &str) -> String {
        let has_math = self.options.contains(Options::ENABLE_MATH);
        let keeps_parentheses = are_shallow(uri);
        let mut target = String::with_capacity(uri.len() + 2);
        for (at, c) in uri.char_indices() {
            match c {
                '(' | ')' if !keeps_parentheses => target.push('\\'),
                '$' if has_math => target.push('\\'),
                _ => {}
            }
            target.push(c);
            // As a reference, and not with a backslash, which some readers take off too late.
            if c == '&' && is_reference(uri.get(at + 1..).unwrap_or_default()) {
                target.push_str("amp;");
            }
        }
        target
    }
}

/// The span of the piece in the source, if it is contiguous and contains only its text.
pub(super) fn located(run: &Run<'_>, piece: Span) -> Option<Span> {
    let source = run.source()?.as_bytes();
    let mut end = None;
    for (_, part) in run.parts_in(piece) {
        let inside = part.source_of(piece);
        let gap = Span::new(end.unwrap_or(inside.start()), inside.start());
        let is_text = !matches!(part.kind, Kind::Foreign | Kind::Break);
        if !is_text || !matches!(gap.of(source), b"" | b"\\") {
            return None;
        }
        end = Some(inside.end());
    }
    Some(run.source_span(piece))
}

/// Whether `<text>` is a link to the URI, with the text unchanged.
fn says_the_same(run: &Run<'_>, found: &Match<'_>, piece: Span) -> bool {
    // Inside `<>`, escapes are not recognized, nor, by pulldown-cmark, character references.
    let is_verbatim = run.parts_in(piece).all(|(_, part)| match part.kind {
        Kind::Text { escaped } => !escaped || part.text.start() < piece.start(),
        Kind::Replaced { is_reference } => !is_reference,
        _ => true,
    });
    let is_uri = found.uri().as_str() == found.text()
        && (2..=32).contains(&found.uri().scheme().as_str().len());
    is_verbatim && (is_uri || search::address(found).is_some_and(is_address))
}

/// Whether `<address>` is an address of Markdown, whose form is that of HTML.
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

/// Whether the parentheses are balanced, and as little nested as every reader allows.
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

/// Where the text of a link needs a backslash.
#[derive(Clone, Copy, Debug)]
struct Escapes<'t> {
    text: &'t [u8],
    /// Whether marks that act only in pairs occur more than once.
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

    /// Whether the byte at `at`, which is the one at `offset` of `part`, needs one. `None` where
    /// the part can be no text of a link.
    fn wants(&self, part: &Part, at: usize, offset: usize) -> Option<bool> {
        match part.kind {
            Kind::Text { escaped: true } if offset == 0 => Some(false),
            Kind::Text { .. } | Kind::Open { .. } | Kind::Close { .. } => Some(self.is_special(at)),
            Kind::Replaced { is_reference } => Some(!is_reference),
            Kind::Break | Kind::Foreign | Kind::Opaque(_) => None,
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
            // It would escape the character that is inserted after it.
            Some(b'\\') => byte(at + 1).is_none_or(|next| next.is_ascii_punctuation()),
            _ => false,
        }
    }
}
