//! From a message to its texts and documents.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use linkwright::uri::UriBuf;
use linkwright::{Finder, Span};

use super::entity::{Entity, MediaType};
use super::multipart::{self, Multipart};
use super::{body, header, smime, text};
use crate::encoding::{Head, utf7};
use crate::message::Message;
use crate::page::{Page, Start};
use crate::run::{Run, Site};
use crate::trouble::{Trouble, TroubleKind};
use crate::{choice, document};

/// Reads the message at `site`.
pub(crate) fn read(run: &mut Run<'_>, site: &Site, message: &[u8]) {
    let whole = Span::new(0, message.len());
    let first = Task {
        bytes: Bytes::Lent(message),
        span: whole,
        number: String::new(),
        depth: 0,
        kind: Kind::Message,
        message: None,
        base: site.base.clone(),
    };
    Walk { run, site, tasks: vec![first], parts: 0 }.run();
}

/// The bytes that contain a part: those of the message, or those of an attached message that was
/// encoded.
#[derive(Clone)]
enum Bytes<'m> {
    Lent(&'m [u8]),
    Own(Rc<Vec<u8>>),
}

impl Bytes<'_> {
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Lent(bytes) => bytes,
            Bytes::Own(bytes) => bytes,
        }
    }
}

/// What an entity is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Message,
    /// A part; one of a digest is a message if it does not say what it is (RFC 2046, section 5.1.5).
    Part {
        is_digest: bool,
    },
    /// The text outside of the parts of a multipart.
    Outside,
}

/// An entity that is still to be read.
struct Task<'m> {
    bytes: Bytes<'m>,
    span: Span,
    /// As IMAP counts; empty for the message itself.
    number: String,
    depth: usize,
    kind: Kind,
    /// The message that it belongs to.
    message: Option<Arc<Message>>,
    base: Option<UriBuf>,
}

impl<'m> Task<'m> {
    /// An entity inside of this one.
    fn child(
        &self,
        bytes: Bytes<'m>,
        span: Span,
        number: String,
        kind: Kind,
        site: &Site,
    ) -> Task<'m> {
        let depth = self.depth + 1;
        Task {
            bytes,
            span,
            number,
            depth,
            kind,
            message: site.message.clone(),
            base: site.base.clone(),
        }
    }

    /// The number of its part with that index.
    fn part_number(&self, index: usize) -> String {
        match &*self.number {
            "" => format!("{}", index + 1),
            number => format!("{number}.{}", index + 1),
        }
    }
}

/// The way through the entities of one message, depth first.
struct Walk<'w, 'r, 'm> {
    run: &'w mut Run<'r>,
    site: &'w Site,
    /// The next one is the last.
    tasks: Vec<Task<'m>>,
    parts: usize,
}

impl<'m> Walk<'_, '_, 'm> {
    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            if self.run.is_over() || !self.is_allowed(&task) {
                return;
            }
            self.read(&task);
        }
    }

    /// Counts the entity; the first one too many is reported and ends the message.
    fn is_allowed(&mut self, task: &Task<'_>) -> bool {
        self.parts += 1;
        let limit = self.run.settings().limits.parts;
        if self.parts <= limit.saturating_add(1) {
            return true;
        }
        let message = format!("more than {limit} parts, the others were not read");
        self.trouble(&self.site_of(task), TroubleKind::TooMany, None, message);
        false
    }

    fn site_of(&self, task: &Task<'_>) -> Site {
        Site {
            place: self.site.place.with_part(&task.number),
            message: task.message.clone(),
            base: task.base.clone(),
            depth: self.site.depth,
            charset: None,
            media_type: None,
        }
    }

    fn trouble(
        &mut self,
        site: &Site,
        kind: TroubleKind,
        at: Option<usize>,
        message: impl Into<String>,
    ) {
        let trouble = Trouble::new(&site.place, kind, message);
        self.run.trouble(&trouble.at(at.map(|at| at as u64)));
    }

    fn read(&mut self, task: &Task<'m>) {
        let bytes = task.span.of(task.bytes.get());
        let mut site = self.site_of(task);
        if task.kind == Kind::Outside {
            let finder = self.run.settings().finders.plain.clone();
            return document::read_text(self.run, &mut site, finder, bytes, text::read);
        }
        let entity = Entity::new(bytes);
        if task.kind == Kind::Message {
            self.run.summary.messages += 1;
            site.message = Some(Arc::new(entity.message()));
        }
        self.header(&entity, &mut site);
        let media_type = entity.media_type().unwrap_or_else(|| match task.kind {
            Kind::Part { is_digest: true } => MediaType::new("message", "rfc822"),
            _ => MediaType::new("text", "plain"),
        });
        match (&*media_type.kind, &*media_type.subtype) {
            ("multipart", "encrypted") => self.encrypted(&site),
            ("multipart", subtype) if self.multipart(task, &entity, &site, subtype) => {}
            ("message", "rfc822" | "global" | "news") => self.attached(task, &entity, &site),
            ("application", "pkcs7-mime" | "x-pkcs7-mime") if self.signed(task, &entity, &site) => {
            }
            ("application", "pkcs7-mime" | "x-pkcs7-mime") if is_enveloped(&entity) => {
                self.encrypted(&site);
            }
            _ => {
                if task.kind == Kind::Message {
                    site.place = self.site.place.with_part(&task.part_number(0));
                }
                self.leaf(&entity, site, &media_type);
            }
        }
    }

    /// Reports the links of the header, and finds the base in it.
    fn header(&mut self, entity: &Entity<'_>, site: &mut Site) {
        let header = entity.bytes.get(..entity.body).unwrap_or_default();
        let finder = self.run.settings().finders.plain.clone();
        let mut page = Page::new(self.run, site, finder, header, Start::default());
        header::read(entity, &mut page);
        page.finish();
        for name in ["content-base", "content-location"] {
            let is_it = |field: &str| field.eq_ignore_ascii_case(name);
            let field = entity.fields.iter().find(|field| is_it(field.name.as_str()));
            if let Some(field) = field {
                let value = String::from_utf8_lossy(entity.span(field).of(entity.bytes));
                site.set_base(value.trim_matches(['"', '<', '>']));
            }
        }
    }

    /// Puts the parts of a multipart up to be read; `false` if it has no parts, and the body is to
    /// be read as text.
    fn multipart(
        &mut self,
        task: &Task<'m>,
        entity: &Entity<'_>,
        site: &Site,
        subtype: &str,
    ) -> bool {
        let boundary = entity.parameter("boundary").filter(|boundary| !boundary.trim().is_empty());
        let Some(boundary) = boundary else {
            self.trouble(site, TroubleKind::Malformed, None, "a multipart without a boundary");
            return false;
        };
        if self.is_too_deep(task, site) {
            return false;
        }
        let multipart = multipart::split(entity.body(), boundary);
        if multipart.parts.is_empty() {
            let message = "the boundary of the multipart is nowhere in it";
            self.trouble(site, TroubleKind::Malformed, None, message);
            return false;
        }
        if multipart.epilogue.is_none() {
            self.trouble(site, TroubleKind::Truncated, None, "the multipart does not end");
        }
        let kind = Kind::Part { is_digest: subtype == "digest" };
        let children = self.children(task, entity, site, &multipart, kind);
        self.tasks.extend(children.into_iter().rev());
        true
    }

    /// What a multipart is made of, in its order; no more of it than may be read.
    fn children(
        &self,
        task: &Task<'m>,
        entity: &Entity<'_>,
        site: &Site,
        multipart: &Multipart,
        kind: Kind,
    ) -> Vec<Task<'m>> {
        let room = self.run.settings().limits.parts.saturating_sub(self.parts) + 2;
        let from = task.span.start() + entity.body;
        let outside = |span: Span, name: &str| {
            let is_blank = span.of(entity.body()).trim_ascii().is_empty();
            let number = format!("{} {name}", task.number).trim_start().to_owned();
            (!is_blank).then_some((span, number, Kind::Outside))
        };
        let parts = multipart.parts.iter().enumerate().take(room);
        let parts = parts.map(|(index, part)| (*part, task.part_number(index), kind));
        let all = outside(multipart.preamble, "preamble").into_iter().chain(parts);
        let all = all.chain(multipart.epilogue.and_then(|span| outside(span, "epilogue")));
        let child = |(span, number, kind): (Span, String, Kind)| {
            task.child(task.bytes.clone(), span.shifted(from), number, kind, site)
        };
        all.map(child).collect()
    }

    fn is_too_deep(&mut self, task: &Task<'_>, site: &Site) -> bool {
        let limit = self.run.settings().limits.part_depth;
        if task.depth >= limit {
            let message = format!("parts more than {limit} deep, read as text");
            self.trouble(site, TroubleKind::TooDeep, None, message);
        }
        task.depth >= limit
    }

    /// Puts an attached message up to be read.
    fn attached(&mut self, task: &Task<'m>, entity: &Entity<'_>, site: &Site) {
        if self.is_too_deep(task, site) {
            return self.leaf(entity, site.clone(), &MediaType::new("text", "plain"));
        }
        let decoded = self.decode(entity, site);
        let (bytes, span) = match decoded {
            Cow::Borrowed(_) => {
                (task.bytes.clone(), Span::new(task.span.start() + entity.body, task.span.end()))
            }
            Cow::Owned(bytes) => {
                let span = Span::new(0, bytes.len());
                (Bytes::Own(Rc::new(bytes)), span)
            }
        };
        let child = task.child(bytes, span, task.number.clone(), Kind::Message, site);
        self.tasks.push(child);
    }

    /// Puts up the content of a signature; `false` if it has none that can be read.
    fn signed(&mut self, task: &Task<'m>, entity: &Entity<'_>, site: &Site) -> bool {
        let decoded = body::decode(entity.body(), entity.transfer_encoding());
        let Some(content) = smime::signed(&decoded.bytes) else { return false };
        if self.is_too_deep(task, site) {
            return false;
        }
        let span = Span::new(0, content.len());
        let kind = Kind::Part { is_digest: false };
        let bytes = Bytes::Own(Rc::new(content));
        self.tasks.push(task.child(bytes, span, task.part_number(0), kind, site));
        true
    }

    /// Says that an entity is encrypted (RFC 1847, section 2.2; RFC 8551, section 3.3).
    fn encrypted(&mut self, site: &Site) {
        let message = "encrypted, not read";
        self.run.trouble(&Trouble::skip(&site.place, TroubleKind::Unsupported, message));
    }

    /// The body with its transfer encoding undone.
    fn decode<'b>(&mut self, entity: &Entity<'b>, site: &Site) -> Cow<'b, [u8]> {
        let decoded = body::decode(entity.body(), entity.transfer_encoding());
        if let Some(problem) = decoded.problem {
            let at = Some(problem.offset);
            self.trouble(site, TroubleKind::Malformed, at, problem.message);
        }
        decoded.bytes
    }

    /// Reads a part that has no parts.
    fn leaf(&mut self, entity: &Entity<'_>, mut site: Site, media_type: &MediaType) {
        if let Some((name, kind)) = self.data(entity, media_type) {
            return self.trouble(&site, kind, None, format!("{name}, not searched"));
        }
        let mut bytes = self.decode(entity, &site);
        site.charset = entity.parameter("charset").map(str::to_owned);
        if site.charset.as_deref().is_some_and(utf7::is_it) {
            bytes = Cow::Owned(utf7::decode(&bytes));
            site.charset = Some("utf-8".to_owned());
        }
        let is_plain = media_type.is("text", "plain") || media_type.kind == "message";
        if is_plain && Head::of(&bytes).data().is_none() {
            let finder = self.finder(entity).clone();
            return document::read_text(self.run, &mut site, finder, &bytes, text::read);
        }
        site.media_type = Some(format!("{}/{}", media_type.kind, media_type.subtype));
        site.depth += 1;
        document::read_held(self.run, &mut site, entity.file_name().unwrap_or_default(), &bytes);
    }

    /// The part in words and its kind, if it is left out: a picture, a sound, a film or a font by
    /// its type, or binary data by the beginning of its base64. Nothing of it is decoded then.
    fn data(&self, entity: &Entity<'_>, media_type: &MediaType) -> Option<(String, TroubleKind)> {
        if self.run.settings().binary || media_type.subtype.ends_with("xml") {
            return None;
        }
        let MediaType { kind, subtype, .. } = media_type;
        if matches!(&**kind, "image" | "audio" | "video" | "font") {
            return Some((format!("{kind}/{subtype}"), TroubleKind::Binary));
        }
        let is_base64 =
            entity.transfer_encoding().is_some_and(|name| name.eq_ignore_ascii_case("base64"));
        let head = || body::base64_head(entity.body(), Head::LEN);
        let found = (kind == "application" && is_base64).then(|| choice::data(&head()))??;
        Some((found.0.to_owned(), found.1))
    }

    /// The finder for a text that is declared to be flowed, or not (RFC 3676).
    fn finder(&self, entity: &Entity<'_>) -> &Finder {
        let finders = &self.run.settings().finders;
        match () {
            () if !entity.declares("format", "flowed") => &finders.plain,
            () if entity.declares("delsp", "yes") => &finders.delsp,
            () => &finders.flowed,
        }
    }
}

/// Whether S/MIME is encrypted, as its `smime-type` says or its content type does.
fn is_enveloped(entity: &Entity<'_>) -> bool {
    let kind = entity.parameter("smime-type").unwrap_or_default().to_ascii_lowercase();
    if kind.is_empty() {
        let decoded = body::decode(entity.body(), entity.transfer_encoding());
        return smime::is_enveloped(&decoded.bytes);
    }
    kind.contains("enveloped-data")
}
