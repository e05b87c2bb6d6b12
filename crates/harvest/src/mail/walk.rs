//! Reads the tree of the parts of a message.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use linkwright::Span;

use super::entity::{Entity, MediaType};
use super::multipart::{self, Multipart};
use super::part::{Part, PartSink, Role};
use super::{header, smime};
use crate::model::{
    Cause, Diagnostic, DiagnosticKind, Limit, Limits, Location, Source, TransferEncoding,
};

/// Passes the parts of the message at `location` to `sink`. The source of the location must be the message.
pub(crate) fn read(message: &[u8], location: &Location, limits: &Limits, sink: &mut dyn PartSink) {
    let first = Task {
        bytes: Rc::new(Cow::Borrowed(message)),
        span: Span::new(0, message.len()),
        location: Location {
            place: location.place.with_part(""),
            warc_record: location.warc_record.clone(),
            source: location.source.clone(),
            base: location.base.clone(),
            depth: location.depth,
            ..Location::default()
        },
        number: String::new(),
        depth: 0,
        kind: EntityKind::Message,
        role: Role::default(),
    };
    EntityWalk { sink, limits, tasks: vec![first], parts: 0, groups: 0 }.run();
}

/// The way in which an entity is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntityKind {
    Message,
    /// A part. A part of a digest is a message unless it declares another type (RFC 2046, section 5.1.5).
    Part {
        is_digest: bool,
    },
    /// Text outside the parts of a multipart.
    Outside,
}

/// An entity that has not been read yet.
struct Task<'m> {
    /// The bytes that contain the entity: those of the message itself, or the decoded bytes of an attached message or of
    /// signed content.
    bytes: Rc<Cow<'m, [u8]>>,
    span: Span,
    /// Its place, the message that contains it, and its source. It is cut if the message may be cut off inside the
    /// entity, so that the last link of the entity may be incomplete.
    location: Location,
    /// The number of the part, as IMAP numbers parts; empty for the message itself.
    number: String,
    depth: usize,
    kind: EntityKind,
    role: Role,
}

impl<'m> Task<'m> {
    /// An entity at `span` of this one.
    fn part(&self, span: Span, number: String, kind: EntityKind) -> Task<'m> {
        Task {
            bytes: self.bytes.clone(),
            span: span.shifted(self.span.start()),
            location: Location {
                place: self.location.place.with_part(&number),
                source: self.location.source.from(span.start()).into(),
                is_cut: false,
                ..self.location.clone()
            },
            number,
            depth: self.depth + 1,
            kind,
            role: self.role,
        }
    }

    /// Replaces the bytes of the entity with those that were decoded from them.
    fn decode(&mut self, bytes: Vec<u8>, source: Source) {
        self.span = Span::new(0, bytes.len());
        self.bytes = Rc::new(Cow::Owned(bytes));
        self.location.source = source.into();
    }

    /// The number of the part at `index`.
    fn part_number(&self, index: usize) -> String {
        match &*self.number {
            "" => format!("{}", index + 1),
            number => format!("{number}.{}", index + 1),
        }
    }

    /// The name of a text that is not a part.
    fn outside_number(&self, name: &str) -> String {
        format!("{} {name}", self.number).trim_start().to_owned()
    }
}

/// Reads the entities of one message, depth first.
struct EntityWalk<'w, 'm> {
    sink: &'w mut dyn PartSink,
    limits: &'w Limits,
    /// The entities that have not been read yet, in reverse order.
    tasks: Vec<Task<'m>>,
    parts: usize,
    /// The number of groups of alternatives.
    groups: usize,
}

impl<'m> EntityWalk<'_, 'm> {
    fn run(&mut self) {
        let limit = self.limits.len(Limit::Parts);
        while let Some(task) = self.tasks.pop().filter(|_| !self.sink.is_over()) {
            self.parts += 1;
            if self.parts > limit.saturating_add(1) {
                let message = format!("more than {limit} parts; the others were not read");
                return self.diagnostic(&task, Limit::Parts, message);
            }
            self.read(task);
        }
    }

    fn diagnostic(&mut self, task: &Task<'_>, cause: impl Into<Cause>, message: impl Into<String>) {
        self.sink.diagnostic(&Diagnostic::new(&task.location.place, cause, message));
    }

    fn read(&mut self, mut task: Task<'m>) {
        let bytes = task.bytes.clone();
        let bytes = task.span.of(&bytes);
        let location = &mut task.location;
        if task.kind == EntityKind::Outside {
            Arc::make_mut(&mut location.source).begin_body(bytes.len());
            return self.sink.outside(task.location, bytes);
        }
        let entity = Entity::new(bytes);
        if task.kind == EntityKind::Message {
            self.sink.message();
            location.message = Some(Arc::new(entity.message()));
            if task.depth > 0 {
                Arc::make_mut(&mut location.source).begin_message(bytes.len());
            }
        }
        self.header(&entity, location);
        let rest = entity.rest_of_header();
        if !rest.is_empty() {
            let span = Span::new(entity.body - rest.len(), entity.body);
            let rest_of = task.part(span, task.outside_number("header"), EntityKind::Outside);
            self.sink.outside(Location { is_cut: task.location.is_cut, ..rest_of.location }, rest);
        }
        let media_type = entity.media_type().unwrap_or_else(|| match task.kind {
            EntityKind::Part { is_digest: true } => MediaType::new("message", "rfc822"),
            _ => MediaType::new("text", "plain"),
        });
        match (&*media_type.kind, &*media_type.subtype) {
            ("multipart", "encrypted") => self.encrypted(&task),
            ("multipart", subtype) if self.multipart(&task, &entity, subtype) => {}
            ("message", "rfc822" | "global" | "news") => self.attached(task, &entity),
            ("application", "pkcs7-mime" | "x-pkcs7-mime") if self.signed(&task, &entity) => {}
            ("application", "pkcs7-mime" | "x-pkcs7-mime") if is_enveloped(&entity) => {
                self.encrypted(&task);
            }
            _ => {
                if task.kind == EntityKind::Message {
                    let number = task.part_number(0);
                    task.location.place = task.location.place.with_part(&number);
                }
                self.leaf(task, &entity, &media_type);
            }
        }
    }

    /// Reports the links of the header, and sets the base that the header declares.
    fn header(&mut self, entity: &Entity<'_>, location: &mut Location) {
        let header = entity.bytes.get(..entity.body).unwrap_or_default();
        self.sink.header(location, header, &mut |sink| header::read(entity, sink));
        for name in ["content-base", "content-location"] {
            let is_it = |field: &str| field.eq_ignore_ascii_case(name);
            let field = entity.fields.iter().find(|field| is_it(field.name.as_str()));
            if let Some(field) = field {
                let value = String::from_utf8_lossy(entity.span(field).of(entity.bytes));
                location.set_base(value.trim_matches(['"', '<', '>']));
            }
        }
    }

    /// Queues the preamble, the parts and the epilogue of a multipart, up to the limit. Returns `false` if the multipart
    /// has no boundary or no parts, or is nested too deep; its body is then read as text.
    fn multipart(&mut self, task: &Task<'m>, entity: &Entity<'_>, subtype: &str) -> bool {
        let boundary = entity.parameter("boundary").filter(|boundary| !boundary.trim().is_empty());
        let Some(boundary) = boundary else {
            self.diagnostic(task, DiagnosticKind::Malformed, "a multipart without a boundary");
            return false;
        };
        if self.is_too_deep(task) {
            return false;
        }
        let Multipart { preamble, parts, epilogue } = multipart::split(entity.body(), boundary);
        if parts.is_empty() {
            let message = "the multipart does not contain its boundary";
            self.diagnostic(task, DiagnosticKind::Malformed, message);
            return false;
        }
        if epilogue.is_none() {
            let message = "the multipart has no closing boundary";
            self.diagnostic(task, DiagnosticKind::Truncated, message);
        }
        let mut group = task.role.group;
        if subtype == "alternative" && group.is_none() {
            group = Some(self.groups);
            self.groups += 1;
        }
        let kind = EntityKind::Part { is_digest: subtype == "digest" };
        let room = self.limits.len(Limit::Parts).saturating_sub(self.parts) + 2;
        let parts = parts.into_iter().take(room).enumerate().map(|(index, span)| {
            let mut part = task.part(span.shifted(entity.body), task.part_number(index), kind);
            part.role.group = group;
            // The first part is the document; the other parts are its pictures and style sheets.
            part.role.is_aside |= subtype == "related" && index > 0;
            part
        });
        let outside = |span: Span, name: &str| {
            let is_blank = span.of(entity.body()).trim_ascii().is_empty();
            let (span, number) = (span.shifted(entity.body), task.outside_number(name));
            (!is_blank).then(|| task.part(span, number, EntityKind::Outside))
        };
        let (before, after) =
            (outside(preamble, "preamble"), epilogue.map(|span| outside(span, "epilogue")));
        let all = before.into_iter().chain(parts).chain(after.flatten());
        let mut all: Vec<Task<'m>> = all.collect();
        // If the message ends in the middle of a line, it was probably cut.
        if epilogue.is_none()
            && !entity.body().ends_with(b"\n")
            && let Some(last) = all.last_mut()
        {
            last.location.is_cut = true;
        }
        self.tasks.extend(all.into_iter().rev());
        true
    }

    fn is_too_deep(&mut self, task: &Task<'_>) -> bool {
        let limit = self.limits.len(Limit::PartDepth);
        if task.depth >= limit {
            let message = format!(
                "parts are nested more than {limit} deep; the deeper ones were not separated"
            );
            self.diagnostic(task, Limit::PartDepth, message);
        }
        task.depth >= limit
    }

    /// Queues an attached message, or reads the message as text if it is nested too deep.
    fn attached(&mut self, mut task: Task<'m>, entity: &Entity<'_>) {
        task.role.is_aside = true;
        if self.is_too_deep(&task) {
            return self.leaf(task, entity, &MediaType::new("text", "plain"));
        }
        let decoded = entity.decoded();
        if let Some(diagnostic) = decoded.diagnostic(&task.location.place) {
            self.sink.diagnostic(&diagnostic);
        }
        let body = Span::new(entity.body, entity.bytes.len());
        let mut message = task.part(body, task.number.clone(), EntityKind::Message);
        if let Cow::Owned(bytes) = decoded.bytes {
            message.decode(bytes, stream(entity, &task.location, decoded.encoding));
        }
        self.tasks.push(message);
    }

    /// Queues the signed content. Returns `false` if it cannot be read or is nested too deep.
    fn signed(&mut self, task: &Task<'m>, entity: &Entity<'_>) -> bool {
        let decoded = entity.decoded();
        let Some(content) = smime::signed(&decoded.bytes) else { return false };
        if self.is_too_deep(task) {
            return false;
        }
        let kind = EntityKind::Part { is_digest: false };
        let mut part = task.part(Span::default(), task.part_number(0), kind);
        part.decode(content, stream(entity, &task.location, decoded.encoding).undone("cms"));
        self.tasks.push(part);
        true
    }

    /// Reports that an entity is encrypted (RFC 1847, section 2.2; RFC 8551, section 3.3).
    fn encrypted(&mut self, task: &Task<'_>) {
        let (kind, message) = (DiagnosticKind::Encrypted, "encrypted, not read");
        self.sink.diagnostic(&Diagnostic::skip(&task.location.place, kind, message));
    }

    /// Passes a part that contains no other parts to the sink.
    fn leaf(&mut self, task: Task<'m>, entity: &Entity<'_>, media_type: &MediaType) {
        let Task { mut location, role, .. } = task;
        location.source = body_of(entity, &location).into();
        // Only base64 that does not end with a line break is treated as cut. Other texts often have no final line
        // break, even if they are complete.
        let encoding = entity.transfer_encoding().unwrap_or_default();
        location.is_cut &= encoding.eq_ignore_ascii_case("base64");
        self.sink.part(location, &Part { entity, media_type, role });
    }
}

/// The source of the body of an entity.
fn body_of(entity: &Entity<'_>, location: &Location) -> Source {
    let mut source = location.source.from(entity.body);
    source.begin_body(entity.body().len());
    source
}

/// The source of the decoded body of an entity.
fn stream(entity: &Entity<'_>, location: &Location, encoding: TransferEncoding) -> Source {
    body_of(entity, location).encoded(encoding).stream()
}

/// Whether an S/MIME message is encrypted. Examines the parameter `smime-type`; if it is missing, examines the type in
/// the data.
fn is_enveloped(entity: &Entity<'_>) -> bool {
    let kind = entity.parameter("smime-type").unwrap_or_default().to_ascii_lowercase();
    if kind.is_empty() {
        return smime::is_enveloped(&entity.decoded().bytes);
    }
    kind.contains("enveloped-data")
}
