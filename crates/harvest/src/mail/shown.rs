//! Finds the texts of a message that a mail reader shows, without attachments.

use encoding_rs::Encoding;
use linkwright::Span;

use super::entity::{Entity, Flow, MediaType};
use super::{body, multipart};
use crate::encoding::{self, Head, Plan, utf7};
use crate::model::{Limit, Limits};

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
    /// Plain text whose lines are flowed (RFC 3676). The lines are not joined.
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
}

/// The texts of `message` that a mail reader shows, in order. If the message contains the same text in alternative
/// formats, the plain text is chosen, unless it is empty. Attachments and attached messages are left out.
///
/// Any bytes are accepted. A malformed message is read as far as possible, within the default [`Limits`].
///
/// ```
/// use linkwright_harvest::{MailTextKind, mail_texts};
///
/// let message = b"Content-Type: text/plain; charset=utf-8; format=flowed\n\
///     Content-Transfer-Encoding: quoted-printable\n\nsee http://a.example/?b=3Dc\n";
/// let texts = mail_texts(message);
/// assert_eq!(texts.len(), 1);
/// assert_eq!(texts[0].kind(), MailTextKind::Flowed { delsp: false });
/// assert_eq!(texts[0].text(), "see http://a.example/?b=c\n");
/// ```
pub fn mail_texts(message: &[u8]) -> Vec<MailText> {
    let mut walk = ShownWalk { message, texts: Vec::new(), groups: 0 };
    let mut parts = vec![Pending { span: Span::new(0, message.len()), depth: 0, group: None }];
    let mut left = Limits::default().len(Limit::Parts);
    while let Some(part) = parts.pop().filter(|_| left > 0) {
        left -= 1;
        let inner = walk.read(part);
        parts.extend(inner.into_iter().rev());
    }
    walk.chosen()
}

/// An entity that has not been read yet.
#[derive(Clone, Copy, Debug)]
struct Pending {
    span: Span,
    depth: usize,
    /// The outermost group of alternatives that contains the entity, directly or in a multipart.
    group: Option<usize>,
}

struct ShownWalk<'m> {
    message: &'m [u8],
    texts: Vec<(Option<usize>, MailText)>,
    /// The number of groups of alternatives.
    groups: usize,
}

impl ShownWalk<'_> {
    /// Reads a part, and returns the parts that it contains.
    fn read(&mut self, part: Pending) -> Vec<Pending> {
        let entity = Entity::new(part.span.of(self.message));
        let media_type = entity.media_type().unwrap_or_else(|| MediaType::new("text", "plain"));
        if media_type.kind == "multipart" && part.depth < Limits::default().len(Limit::PartDepth) {
            return self.inner(part, &entity, &media_type.subtype);
        }
        let is_html = media_type.is("text", "html");
        if media_type.kind == "text" && !entity.is_attached() && is_shown(&media_type.subtype) {
            let kind = if is_html { MailTextKind::Html } else { plain_kind(&entity) };
            self.texts.push((part.group, MailText { kind, text: text(&entity, is_html) }));
        }
        Vec::new()
    }

    /// The parts of a multipart.
    fn inner(&mut self, part: Pending, entity: &Entity<'_>, subtype: &str) -> Vec<Pending> {
        let Some(boundary) = entity.parameter("boundary").filter(|one| !one.trim().is_empty())
        else {
            return Vec::new();
        };
        let mut group = part.group;
        if subtype == "alternative" && group.is_none() {
            group = Some(self.groups);
            self.groups += 1;
        }
        // The first part is the document; the other parts are its pictures and style sheets.
        let most = if subtype == "related" { 1 } else { Limits::default().len(Limit::Parts) };
        let from = part.span.start() + entity.body;
        let parts = multipart::split(entity.body(), boundary).parts.into_iter().take(most);
        parts
            .map(|span| Pending { span: span.shifted(from), depth: part.depth + 1, group })
            .collect()
    }

    /// The texts that are shown. In each group of alternatives, these are the plain texts, or HTML if all plain texts
    /// are empty.
    fn chosen(self) -> Vec<MailText> {
        let mut has_plain = vec![false; self.groups];
        for (group, text) in &self.texts {
            let is_plain = text.kind != MailTextKind::Html && !text.text.trim().is_empty();
            if let Some(has_plain) = group.and_then(|group| has_plain.get_mut(group)) {
                *has_plain |= is_plain;
            }
        }
        let is_chosen = |group: Option<usize>, text: &MailText| {
            let wanted = group.and_then(|group| has_plain.get(group));
            wanted.is_none_or(|plain| *plain == (text.kind != MailTextKind::Html))
        };
        let texts = self.texts.into_iter();
        texts.filter(|(group, text)| is_chosen(*group, text)).map(|(_, text)| text).collect()
    }
}

/// Whether a mail reader shows text of this subtype directly, and not only as a file to open.
fn is_shown(subtype: &str) -> bool {
    !matches!(subtype, "calendar" | "css" | "directory" | "richtext" | "rtf" | "vcard" | "x-vcard")
}

fn plain_kind(entity: &Entity<'_>) -> MailTextKind {
    match entity.flow() {
        Flow::Fixed => MailTextKind::Plain,
        Flow::Flowed { delsp } => MailTextKind::Flowed { delsp },
    }
}

/// The body as text.
fn text(entity: &Entity<'_>, is_html: bool) -> String {
    let bytes = body::decode(entity.body(), entity.transfer_encoding()).bytes;
    if entity.parameter("charset").is_some_and(utf7::is_it) {
        return String::from_utf8_lossy(&utf7::decode(&bytes)).into_owned();
    }
    let bytes = bytes.strip_prefix(encoding::BOM).unwrap_or(&bytes);
    let head = Head::of(bytes);
    let declared =
        || -> Option<&'static Encoding> { encoding::html(head.bytes()).filter(|_| is_html) };
    let said = entity.parameter("charset").and_then(encoding::for_label).or_else(declared);
    match encoding::plan(head, said) {
        Plan::AsIs => String::from_utf8_lossy(bytes).into_owned(),
        Plan::Decode { charset, .. } => {
            String::from_utf8_lossy(&charset.decode(bytes).0).into_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(message: &str) -> Vec<(MailTextKind, String)> {
        let texts = mail_texts(message.as_bytes());
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
    fn the_plain_alternative_is_shown() {
        let plain = (MailTextKind::Plain, "a".to_owned());
        let html = (MailTextKind::Html, "<p>é b".to_owned());
        let related = multipart("related", &[HTML, "Content-Type: text/css\n\nx"]);
        let both = multipart("alternative", &[PLAIN, &related]);
        assert_eq!(texts(&both), core::slice::from_ref(&plain));
        let blank = multipart("alternative", &["Content-Type: text/plain\n\n ", &related]);
        assert_eq!(texts(&blank), core::slice::from_ref(&html));
        let mixed = multipart("mixed", &[&both, HTML]);
        assert_eq!(texts(&mixed), [plain, html]);
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
        assert_eq!(texts("no header\n\na").len(), 1);
        assert_eq!(texts("Content-Type: multipart/mixed\n\na"), []);
        let open = "Content-Type: multipart/mixed; boundary=x\n\n--x\n\na";
        assert_eq!(texts(open), [(MailTextKind::Plain, "a".to_owned())]);
        let nested = "Content-Type: multipart/mixed; boundary=x\n\n--x\n".repeat(5000);
        assert_eq!(texts(&nested), []);
    }
}
