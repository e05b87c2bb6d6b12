//! Finds the texts of a message that a mail reader shows, without attachments.

use std::borrow::Cow;
use std::collections::BTreeMap;

use encoding_rs::Encoding;

use super::message::without_envelope;
use super::part::{Part, PartSink};
use super::walk;
use crate::encoding::{self, Head, Plan};
use crate::model::{Diagnostic, Flow, Limits, Location};
use crate::sink::Sink;

/// A decoded text of a message, as [`mail_texts`] returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailText {
    kind: MailTextKind,
    text: String,
}

/// The kind of a text of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MailTextKind {
    /// Plain text whose lines are not flowed.
    Plain,
    /// Plain text whose lines are flowed (RFC 3676). [`MailText::reflowed`] joins them.
    Flowed {
        /// Whether `DelSp=yes` was declared: when the lines are joined, the spaces at their ends are removed.
        delsp: bool,
    },
    /// HTML.
    Html,
}

impl MailText {
    /// The kind of the text.
    pub const fn kind(&self) -> MailTextKind {
        self.kind
    }

    /// The text, decoded. Bytes that are invalid in its charset are replaced with U+FFFD.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with each paragraph on one line, if its lines are flowed (RFC 3676, 4); otherwise the text unchanged.
    ///
    /// Soft line ends and space-stuffing are removed. Lines are joined only at the same depth of quotation, whose marks
    /// are then written once, followed by a space. The separator of a signature (`-- `) is never joined.
    ///
    /// ```
    /// use linkwright_harvest::{Alternative, Limits, mail_texts};
    ///
    /// let message = b"Content-Type: text/plain; format=flowed\n\n> one \n> two\nthree \nfour\n";
    /// let (texts, _) = mail_texts(message, Alternative::Text, &Limits::default());
    /// assert_eq!(texts[0].reflowed(), "> one two\nthree four\n");
    /// ```
    pub fn reflowed(&self) -> Cow<'_, str> {
        match self.kind {
            MailTextKind::Flowed { delsp } => reflow(&self.text, delsp).into(),
            _ => self.text.as_str().into(),
        }
    }
}

/// Joins flowed lines; with `delsp`, the spaces that mark soft line ends are removed as well.
fn reflow(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // The depth of quotation of the line before, if it ends softly.
    let mut open: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let (line, end) = line.split_at(line.trim_end_matches(['\r', '\n']).len());
        let (marks, depth) = quote_marks(line);
        let content = line.strip_prefix(marks).unwrap_or(line);
        let content = content.strip_prefix(' ').unwrap_or(content);
        let is_separator = content == "-- ";
        if open.is_some_and(|before| before != depth || is_separator) {
            out.push('\n');
            open = None;
        }
        if open.is_none() && depth > 0 {
            out.push_str(marks);
            out.push(' ');
        }
        if let Some(words) = content.strip_suffix(' ').filter(|_| !is_separator) {
            out.push_str(if delsp { words } else { content });
            open = Some(depth);
        } else {
            out.extend([content, end]);
            open = None;
        }
    }
    out
}

/// Which of the formats is chosen if a message contains the same text as plain text and as HTML
/// (`multipart/alternative`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Alternative {
    /// The plain text, unless it is empty.
    #[default]
    Text,
    /// The HTML, unless it is empty.
    Html,
}

/// The texts of `message` that a mail reader shows, in order, and what was not read, within `limits`. If the message
/// contains the same text in several formats, `alternative` chooses one. Attachments and attached messages are left out.
///
/// Any bytes are accepted. A malformed message is read as far as possible, with a diagnostic.
///
/// ```
/// use linkwright_harvest::{Alternative, Limits, MailTextKind, mail_texts};
///
/// let message = b"Content-Type: text/plain; charset=utf-8; format=flowed\n\
///     Content-Transfer-Encoding: quoted-printable\n\nsee http://a.example/?b=3Dc\n";
/// let (texts, diagnostics) = mail_texts(message, Alternative::Text, &Limits::default());
/// assert_eq!(texts.len(), 1);
/// assert_eq!(texts[0].kind(), MailTextKind::Flowed { delsp: false });
/// assert_eq!(texts[0].text(), "see http://a.example/?b=c\n");
/// assert!(diagnostics.is_empty());
/// ```
pub fn mail_texts(
    message: &[u8],
    alternative: Alternative,
    limits: &Limits,
) -> (Vec<MailText>, Vec<Diagnostic>) {
    let mut shown = Shown { alternative, texts: Vec::new(), diagnostics: Vec::new() };
    walk::read(&without_envelope(message).text, &Location::default(), limits, &mut shown);
    (chosen(shown.texts), shown.diagnostics)
}

/// Collects the texts that are shown.
struct Shown {
    alternative: Alternative,
    texts: Vec<Candidate>,
    diagnostics: Vec<Diagnostic>,
}

/// A text that may be chosen.
struct Candidate {
    /// The number of its group of alternatives.
    group: Option<usize>,
    /// How well the format is: 0 is the wanted one, 1 the other one of plain text and HTML, 2 any other.
    rank: u8,
    text: MailText,
}

impl PartSink for Shown {
    fn message(&mut self) {}

    fn header(&mut self, _: &mut Location, _: &[u8], _: &mut dyn FnMut(&mut dyn Sink)) {}

    /// Mail readers do not show this text.
    fn outside(&mut self, _: Location, _: &[u8]) {}

    fn part(&mut self, location: Location, part: &Part<'_, '_>) {
        let (entity, subtype) = (part.entity, &*part.media_type.subtype);
        if part.media_type.kind != "text" || !part.is_displayed() || !is_shown(subtype) {
            return;
        }
        let kind = match entity.flow() {
            _ if subtype == "html" => MailTextKind::Html,
            Flow::Fixed => MailTextKind::Plain,
            Flow::Flowed { delsp } => MailTextKind::Flowed { delsp },
        };
        let decoded = entity.decoded();
        self.diagnostics.extend(decoded.diagnostic(&location.place));
        let text = text(&decoded.bytes, entity.parameter("charset"), kind == MailTextKind::Html);
        let is_wanted = (subtype == "html") == (self.alternative == Alternative::Html);
        let rank = if matches!(subtype, "html" | "plain") { u8::from(!is_wanted) } else { 2 };
        let text = MailText { kind, text };
        self.texts.push(Candidate { group: part.role.group, rank, text });
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.diagnostics.push(diagnostic.clone());
    }

    fn is_over(&self) -> bool {
        false
    }
}

/// The texts without those of each group that have another format than the best one that is not empty.
fn chosen(texts: Vec<Candidate>) -> Vec<MailText> {
    let mut best = BTreeMap::new();
    for one in texts.iter().filter(|one| !one.text.text.trim().is_empty()) {
        let Some(group) = one.group else { continue };
        let rank = best.entry(group).or_insert(one.rank);
        *rank = one.rank.min(*rank);
    }
    let is_chosen = |one: &Candidate| {
        one.group.and_then(|group| best.get(&group)).is_none_or(|rank| *rank == one.rank)
    };
    texts.into_iter().filter(is_chosen).map(|one| one.text).collect()
}

/// Whether a mail reader shows text of this subtype directly, and not only as a file to open.
fn is_shown(subtype: &str) -> bool {
    !matches!(subtype, "calendar" | "css" | "directory" | "richtext" | "rtf" | "vcard" | "x-vcard")
}

/// The body as text.
fn text(bytes: &[u8], charset: Option<&str>, is_html: bool) -> String {
    let bytes = bytes.strip_prefix(encoding::BOM).unwrap_or(bytes);
    let head = Head::of(bytes);
    let declared =
        || -> Option<&'static Encoding> { encoding::html(head.bytes()).filter(|_| is_html) };
    let said = charset.and_then(encoding::for_label).or_else(declared);
    match encoding::plan(head, said) {
        Plan::AsIs => String::from_utf8_lossy(bytes).into_owned(),
        Plan::Decode { encoding, .. } => encoding.decode_with_bom_removal(bytes).0.into_owned(),
    }
}

/// The marks of quotation at the beginning of a line, and their number. A space may stand between two of them.
fn quote_marks(line: &str) -> (&str, usize) {
    let (mut rest, mut depth) = (line, 0);
    while let Some(after) =
        rest.strip_prefix('>').or_else(|| rest.strip_prefix(" >").filter(|_| depth > 0))
    {
        (rest, depth) = (after, depth + 1);
    }
    (line.strip_suffix(rest).unwrap_or_default(), depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Limit;

    fn texts(message: &str) -> Vec<(MailTextKind, String)> {
        shown(message, Alternative::Text)
    }

    fn shown(message: &str, alternative: Alternative) -> Vec<(MailTextKind, String)> {
        let (texts, _) = mail_texts(message.as_bytes(), alternative, &Limits::default());
        texts.into_iter().map(|text| (text.kind, text.text.trim().to_owned())).collect()
    }

    fn multipart(subtype: &str, parts: &[&str]) -> String {
        let parts: Vec<String> =
            parts.iter().map(|part| format!("\n--{subtype}\n{part}")).collect();
        let parts = parts.concat();
        format!("Content-Type: multipart/{subtype}; boundary={subtype}\n{parts}\n--{subtype}--\n")
    }

    const PLAIN: &str = "Content-Type: text/plain\n\na";
    const HTML: &str = "Content-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n<p>=E9 b";

    #[test]
    fn one_alternative_is_shown() {
        let plain = (MailTextKind::Plain, "a".to_owned());
        let html = (MailTextKind::Html, "<p>é b".to_owned());
        let related = multipart("related", &[HTML, "Content-Type: text/css\n\nx"]);
        let both = multipart("alternative", &[PLAIN, &related]);
        assert_eq!(texts(&both), core::slice::from_ref(&plain));
        let blank = multipart("alternative", &["Content-Type: text/plain\n\n ", &related]);
        assert_eq!(texts(&blank), core::slice::from_ref(&html));
        let mixed = multipart("mixed", &[&both, HTML]);
        assert_eq!(texts(&mixed), [plain.clone(), html.clone()]);
        assert_eq!(shown(&both, Alternative::Html), core::slice::from_ref(&html));
        assert_eq!(shown(&mixed, Alternative::Html), [html.clone(), html]);
        let empty = multipart("alternative", &[PLAIN, "Content-Type: text/html\n\n "]);
        assert_eq!(shown(&empty, Alternative::Html), core::slice::from_ref(&plain));
        let amp = "Content-Type: text/x-amp-html\n\n<html amp4email>";
        let three = multipart("alternative", &[PLAIN, amp, HTML]);
        assert_eq!(texts(&three), core::slice::from_ref(&plain));
        let two = multipart("alternative", &[amp, HTML]);
        assert_eq!(texts(&two), texts(HTML));
        assert_eq!(texts(&multipart("alternative", &[amp])).len(), 1, "the only format is shown");
        assert_eq!(texts(&multipart("mixed", &[amp, PLAIN])).len(), 2, "no alternatives");
    }

    #[test]
    fn flowed_lines_are_joined_at_one_depth() {
        let cases = [
            ("a \nb\nc\n", "a b\nc\n", "ab\nc\n"),
            ("> a \n> b\n>> c \n> d \ne", "> a b\n>> c \n> d \ne", "> ab\n>> c\n> d\ne"),
            ("a\n-- \nb \n-- \nc", "a\n-- \nb \n-- \nc", "a\n-- \nb\n-- \nc"),
            (" From a \r\n  b\r\n >c\r\n", "From a  b\r\n>c\r\n", "From a b\r\n>c\r\n"),
            ("", "", ""),
            (">\n \n", "> \n\n", "> \n\n"),
            ("> > a \n> > b\n>> c", "> > a b\n>> c", "> > ab\n>> c"),
        ];
        for (text, with_spaces, without) in cases {
            assert_eq!(
                (reflow(text, false).as_str(), reflow(text, true).as_str()),
                (with_spaces, without)
            );
        }
    }

    #[test]
    fn attachments_are_left_out() {
        let attached = "Content-Type: text/plain\nContent-Disposition: attachment; filename=x\n\nb";
        let inline = "Content-Type: text/x-patch\nContent-Disposition: inline\n\nc";
        let others = ["Content-Type: image/png\n\nd", "Content-Type: message/rfc822\n\n\ne"];
        let message = multipart("mixed", &[PLAIN, attached, inline, others[0], others[1]]);
        let shown: Vec<String> = texts(&message).into_iter().map(|(_, text)| text).collect();
        assert_eq!(shown, ["a", "c"]);
    }

    #[test]
    fn malformed_messages_are_read_as_far_as_possible() {
        assert_eq!(texts(""), [(MailTextKind::Plain, String::new())]);
        for text in ["no header\n\na", "https://a.example/ b", "Hi Bob: c"] {
            assert_eq!(texts(text), [(MailTextKind::Plain, text.to_owned())]);
            assert_eq!(texts(&format!("Subject : x\n y: z\n{text}")), texts(text));
            assert_eq!(texts(&multipart("mixed", &[text])), texts(text));
        }
        let fields = "From a Fri Nov 21 09:55:06 1997\n>From b\nSubject: x\n folded\n\na";
        assert_eq!(texts(fields), [(MailTextKind::Plain, "a".to_owned())]);
        assert_eq!(texts("Content-Type: multipart/mixed\n\na"), []);
        let open = "Content-Type: multipart/mixed; boundary=x\n\n--x\n\na";
        assert_eq!(texts(open), [(MailTextKind::Plain, "a".to_owned())]);
        let nested = "Content-Type: multipart/mixed; boundary=x\n\n--x\n".repeat(5000);
        assert_eq!(texts(&nested), []);
    }

    #[test]
    fn what_is_not_read_is_reported() {
        let limits = |message: &str, limits: Limits| -> Vec<Option<Limit>> {
            let (_, all) = mail_texts(message.as_bytes(), Alternative::Text, &limits);
            all.iter().map(Diagnostic::limit).collect()
        };
        let message = multipart("mixed", &[&multipart("related", &[HTML]), PLAIN, PLAIN]);
        let (one, default) = (|limit| Limits::default().with(limit, 1), Limits::default());
        assert_eq!(limits(&message, default), []);
        assert_eq!(limits(&message, one(Limit::Parts)), [Some(Limit::Parts)]);
        assert_eq!(limits(&message, one(Limit::PartDepth)), [Some(Limit::PartDepth)]);
        assert_eq!(
            limits("Content-Type: multipart/encrypted; boundary=x\n\n--x\n", default),
            [None]
        );
    }
}
