//! A place in a document that breaks a rule.

use std::sync::LazyLock;

use linkwright::find::Flag;
use linkwright::rewrite::LinkEdit;
use linkwright::text::offsets::LineColumn;
use linkwright::uri::hazards::Code;
use linkwright::{Finder, Span};
use linkwright_harvest::record::document_link;
use linkwright_harvest::{Located, Origin};

use super::rules::{INVALID, Rule, UNBALANCED, UNPARSED};
use crate::convert::From;
use crate::draw::pointed;

/// A place that breaks a rule.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) rule: Rule,
    /// What is wrong, without the reference.
    pub(crate) message: String,
    /// The member and the part of the file; empty for the file itself.
    pub(crate) place: String,
    /// The line and the column, as `extract` counts them.
    pub(crate) at: (usize, usize),
    /// The offsets in the text at `place`.
    pub(crate) span: Span,
    /// The reference or the word, on one line or on several.
    pub(crate) text: String,
    /// The line with a mark below the finding, for people.
    pub(crate) drawn: String,
    /// What `fix` changes: the offsets of what is replaced, and the new text.
    pub(crate) fix: Vec<(Span, String)>,
}

/// The number of characters around a link that are read. A report shows fewer.
pub(crate) const CONTEXT: usize = 200;

/// The line of `marked` with a mark below it.
fn drawn(before: &str, marked: &str, after: &str) -> String {
    const ENDS: [char; 2] = ['\n', '\r'];
    let before = before.rsplit(ENDS).next().unwrap_or_default();
    let first = marked.split(ENDS).next().unwrap_or_default();
    let is_cut = first.len() < marked.len();
    let after = after.split(ENDS).next().filter(|_| !is_cut).unwrap_or_default();
    let span = Span::new(before.len(), before.len() + first.len());
    pointed(&format!("{before}{first}{after}"), span)
}

/// The rules that a link breaks, and more about each. Code is not checked, because examples show broken and dangerous
/// URIs on purpose.
pub(super) fn of_link(link: &Located<'_>, from: From) -> Vec<(&'static str, Option<String>)> {
    if link.origin() == Origin::Code {
        return Vec::new();
    }
    let mut broken = Vec::new();
    if let Some(existing) = link.existing()
        && let reference = existing.reference().trim()
        && !is_of_generator(reference)
    {
        if existing.is_invalid() {
            let opens = document_link::browser(link).map(|url| format!("a browser opens {url}"));
            broken.push((INVALID, opens));
        } else if !is_balanced(reference) {
            broken.push((UNBALANCED, None));
        }
    }
    // With its `)` it would be a link, if the text were Markdown and not front matter.
    let is_open = |(before, after): (&str, &str)| before.ends_with("](") && !after.starts_with(')');
    let around = link.context().map(|context| (&*context.before, &*context.after));
    if from == From::Markdown && link.origin() == Origin::Text && around.is_some_and(is_open) {
        broken.push((UNPARSED, None));
    }
    let says = |code: &Code| link.flags().contains(Flag::Hazard(*code));
    for flag in link.flags().iter() {
        match flag {
            Flag::Hazard(Code::TextMismatch) => {
                let shown = link.existing().and_then(|existing| existing.displayed());
                if let Some(shown) = shown.filter(|shown| shows_uri(shown)) {
                    broken.push((flag.name(), Some(format!("the text is {shown:?}"))));
                }
            }
            // A picture runs no scripts.
            Flag::Hazard(Code::ActiveScheme)
                if link.existing().is_some_and(|existing| {
                    existing.name() != "href"
                        && existing.reference().trim().starts_with("data:image/")
                }) => {}
            // Its author took care that it is no link.
            Flag::Defanged => {}
            // A text that names a file is no link.
            Flag::Hazard(Code::LocalFile) if link.found().is_some() => {}
            // In mail and in PDF, the program that shows the document joins the lines as well.
            Flag::Joined | Flag::PerhapsContinues
                if link.message().is_some() || link.unit().is_some() => {}
            // One of these two says more.
            Flag::Hazard(Code::Userinfo)
                if [Code::Password, Code::UserinfoLooksLikeHost].iter().any(says) => {}
            _ => broken.push((flag.name(), None)),
        }
    }
    broken
}

/// Whether a generator replaces the reference: a path of Rust items, or a template.
fn is_of_generator(reference: &str) -> bool {
    let is_rust = reference.contains("::") && !reference.contains(['/', '\\', ' ']);
    is_rust || ["{{", "{%", "<%", "${"].iter().any(|open| reference.contains(open))
}

/// Whether `text` shows a URI or an address, and not only the name of a domain. A name of a file, a module or a method
/// can have the form of a domain: of 32 such texts in 2,500 documents of packages, none was
/// deceptive.
fn shows_uri(text: &str) -> bool {
    static FINDER: LazyLock<Finder> = LazyLock::new(Finder::new);
    FINDER.find_iter(text).next().is_some()
}

/// Whether each bracket of the reference has its counterpart.
fn is_balanced(reference: &str) -> bool {
    const PAIRS: [(char, char); 4] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')];
    let mut open = Vec::new();
    for c in reference.chars() {
        if let Some((_, counterpart)) = PAIRS.iter().find(|(opener, _)| *opener == c) {
            open.push(*counterpart);
        } else if PAIRS.iter().any(|(_, closer)| *closer == c) && open.pop() != Some(c) {
            return false;
        }
    }
    open.is_empty()
}

impl Finding {
    /// A finding at a word of a switch in `line`.
    pub(super) fn at_word(line: usize, text: String, rule: Rule) -> Finding {
        Finding {
            rule,
            message: format!("{}: {text:?}", rule.about),
            place: String::new(),
            at: (line, 1),
            span: Span::default(),
            text,
            drawn: String::new(),
            fix: Vec::new(),
        }
    }

    /// A finding at `link`.
    pub(super) fn at_link(link: &Located<'_>, rule: Rule, more: Option<String>) -> Finding {
        let (before, after) =
            link.context().map(|context| (&*context.before, &*context.after)).unwrap_or_default();
        // The text joins the pieces, of which the line has only the first one.
        let pieces = link.pieces();
        let first = pieces.first().filter(|_| pieces.len() > 1);
        let marked = first.and_then(|piece| link.text().get(..piece.len()));
        let marked = marked.map_or(link.text().to_owned(), |piece| format!("{piece}\n"));
        let more = more.map(|more| format!("; {more}")).unwrap_or_default();
        Finding {
            message: format!("{}{more}", rule.about),
            place: link.place().to_string(),
            at: link.line_column().map(|at| (at.line(), at.column())).unwrap_or_default(),
            span: link.span(),
            drawn: drawn(before, &marked, after),
            ..Finding::at_word(0, link.text().to_owned(), rule)
        }
    }

    /// A finding at the URI that an edit of `content` makes a link of. `at` is the place of the URI.
    pub(super) fn at_edit(content: &[u8], at: LineColumn, edit: &LinkEdit, rule: Rule) -> Finding {
        let part = |start, end| String::from_utf8_lossy(Span::new(start, end).of(content));
        let span = edit.span();
        let near = span.start().saturating_sub(4 * CONTEXT);
        let far = content.len().min(span.end() + 4 * CONTEXT);
        let text = part(span.start(), span.end()).into_owned();
        Finding {
            message: rule.about.to_owned(),
            at: (at.line(), at.column()),
            span,
            drawn: drawn(&part(near, span.start()), &text, &part(span.end(), far)),
            fix: edit.changes().to_vec(),
            ..Finding::at_word(0, text, rule)
        }
    }
}
