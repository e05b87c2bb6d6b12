//! Reads the tree of the parts of a message.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use linkwright::Span;

use super::body::{self, Decoded};
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
        location: Location { message: None, ..inside(location, "", location.source.clone()) },
        number: String::new(),
        depth: 0,
        kind: EntityKind::Message,
        role: Role::default(),
    };
    EntityWalk { sink, limits, tasks: vec![first], parts: 0, groups: 0 }.run();
}

/// The location of the entity with this number and this source, in the message at `location`.
fn inside(location: &Location, number: &str, source: Arc<Source>) -> Location {
    Location {
        place: location.place.with_part(number),
        message: location.message.clone(),
        warc_record: location.warc_record.clone(),
        source,
        base: location.base.clone(),
        depth: location.depth,
        ..Location::default()
    }
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
    /// An entity at `span` of this one, whose location is now `location`.
    fn part(&self, span: Span, number: String, kind: EntityKind, location: &Location) -> Task<'m> {
        Task {
            bytes: self.bytes.clone(),
            span: span.shifted(self.span.start()),
            location: inside(location, &number, location.source.from(span.start()).into()),
            number,
            depth: self.depth + 1,
            kind,
            role: self.role,
        }
    }

    /// An entity that was decoded from this one.
    fn decoded(
        &self,
        bytes: Vec<u8>,
        source: Source,
        number: String,
        kind: EntityKind,
        location: &Location,
    ) -> Task<'m> {
        Task {
            span: Span::new(0, bytes.len()),
            bytes: Rc::new(Cow::Owned(bytes)),
            location: inside(location, &number, source.into()),
            ..self.part(Span::default(), number, kind, location)
        }
    }

    /// The number of the part at `index`.
    fn part_number(&self, index: usize) -> String {
        match &*self.number {
            "" => format!("{}", index + 1),
            number => format!("{number}.{}", index + 1),
        }
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
        while let Some(task) = self.tasks.pop() {
            if self.sink.is_over() || !self.is_allowed(&task) {
                return;
            }
            self.read(&task);
        }
    }

    /// Counts the entity, and returns whether it is within the limit. The first one beyond the limit is reported.
    fn is_allowed(&mut self, task: &Task<'_>) -> bool {
        self.parts += 1;
        let limit = self.limits.len(Limit::Parts);
        if self.parts <= limit.saturating_add(1) {
            return true;
        }
        let message = format!("more than {limit} parts; the others were not read");
        self.diagnostic(&task.location, Limit::Parts, message);
        false
    }

    fn diagnostic(
        &mut self,
        location: &Location,
        cause: impl Into<Cause>,
        message: impl Into<String>,
    ) {
        self.sink.diagnostic(&Diagnostic::new(&location.place, cause, message));
    }

    fn read(&mut self, task: &Task<'m>) {
        let bytes = task.span.of(&task.bytes);
        let mut location = task.location.clone();
        if task.kind == EntityKind::Outside {
            Arc::make_mut(&mut location.source).begin_body(bytes.len());
            return self.sink.outside(location, bytes);
        }
        let entity = Entity::new(bytes);
        if task.kind == EntityKind::Message {
            self.sink.message();
            location.message = Some(Arc::new(entity.message()));
            if task.depth > 0 {
                Arc::make_mut(&mut location.source).begin_message(bytes.len());
            }
        }
        self.header(&entity, &mut location);
        let rest = entity.rest_of_header();
        if !rest.is_empty() {
            let number = format!("{} header", task.number).trim_start().to_owned();
            let place = location.place.with_part(&number);
            let source = location.source.from(entity.body - rest.len()).into();
            self.sink.outside(Location { place, source, ..location.clone() }, rest);
        }
        let media_type = entity.media_type().unwrap_or_else(|| match task.kind {
            EntityKind::Part { is_digest: true } => MediaType::new("message", "rfc822"),
            _ => MediaType::new("text", "plain"),
        });
        match (&*media_type.kind, &*media_type.subtype) {
            ("multipart", "encrypted") => self.encrypted(&location),
            ("multipart", subtype) if self.multipart(task, &entity, &location, subtype) => {}
            ("message", "rfc822" | "global" | "news") => self.attached(task, &entity, &location),
            ("application", "pkcs7-mime" | "x-pkcs7-mime")
                if self.signed(task, &entity, &location) => {}
            ("application", "pkcs7-mime" | "x-pkcs7-mime") if is_enveloped(&entity) => {
                self.encrypted(&location);
            }
            _ => {
                if task.kind == EntityKind::Message {
                    location.place = location.place.with_part(&task.part_number(0));
                }
                self.leaf(&entity, location, &media_type, task.role);
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

    /// Queues the parts of a multipart. Returns `false` if the multipart has no boundary or no parts, or is nested too
    /// deep; its body is then read as text.
    fn multipart(
        &mut self,
        task: &Task<'m>,
        entity: &Entity<'_>,
        location: &Location,
        subtype: &str,
    ) -> bool {
        let boundary = entity.parameter("boundary").filter(|boundary| !boundary.trim().is_empty());
        let Some(boundary) = boundary else {
            self.diagnostic(location, DiagnosticKind::Malformed, "a multipart without a boundary");
            return false;
        };
        if self.is_too_deep(task, location) {
            return false;
        }
        let multipart = multipart::split(entity.body(), boundary);
        if multipart.parts.is_empty() {
            let message = "the multipart does not contain its boundary";
            self.diagnostic(location, DiagnosticKind::Malformed, message);
            return false;
        }
        if multipart.epilogue.is_none() {
            self.diagnostic(
                location,
                DiagnosticKind::Truncated,
                "the multipart has no closing boundary",
            );
        }
        let kind = EntityKind::Part { is_digest: subtype == "digest" };
        let mut children = self.children(task, entity, location, &multipart, kind);
        if subtype == "alternative" && task.role.group.is_none() {
            for child in &mut children {
                child.role.group = Some(self.groups);
            }
            self.groups += 1;
        }
        // The first part is the document; the other parts are its pictures and style sheets.
        if subtype == "related" {
            let parts = children.iter_mut().filter(|child| child.kind != EntityKind::Outside);
            for child in parts.skip(1) {
                child.role.is_aside = true;
            }
        }
        // If the message ends in the middle of a line, it was probably cut.
        if multipart.epilogue.is_none()
            && !entity.body().ends_with(b"\n")
            && let Some(last) = children.last_mut()
        {
            last.location.is_cut = true;
        }
        self.tasks.extend(children.into_iter().rev());
        true
    }

    /// The preamble, the parts and the epilogue of a multipart, in order and up to the limit.
    fn children(
        &self,
        task: &Task<'m>,
        entity: &Entity<'_>,
        location: &Location,
        multipart: &Multipart,
        kind: EntityKind,
    ) -> Vec<Task<'m>> {
        let room = self.limits.len(Limit::Parts).saturating_sub(self.parts) + 2;
        let outside = |span: Span, name: &str| {
            let is_blank = span.of(entity.body()).trim_ascii().is_empty();
            let number = format!("{} {name}", task.number).trim_start().to_owned();
            (!is_blank).then_some((span, number, EntityKind::Outside))
        };
        let parts = multipart.parts.iter().enumerate().take(room);
        let parts = parts.map(|(index, part)| (*part, task.part_number(index), kind));
        let all = outside(multipart.preamble, "preamble").into_iter().chain(parts);
        let all = all.chain(multipart.epilogue.and_then(|span| outside(span, "epilogue")));
        let child = |(span, number, kind): (Span, String, EntityKind)| {
            task.part(span.shifted(entity.body), number, kind, location)
        };
        all.map(child).collect()
    }

    fn is_too_deep(&mut self, task: &Task<'_>, location: &Location) -> bool {
        let limit = self.limits.len(Limit::PartDepth);
        if task.depth >= limit {
            let message = format!(
                "parts are nested more than {limit} deep; the deeper ones were not separated"
            );
            self.diagnostic(location, Limit::PartDepth, message);
        }
        task.depth >= limit
    }

    /// Queues an attached message, or reads the message as text if it is nested too deep.
    fn attached(&mut self, task: &Task<'m>, entity: &Entity<'_>, location: &Location) {
        if self.is_too_deep(task, location) {
            let media_type = MediaType::new("text", "plain");
            let role = Role { is_aside: true, ..task.role };
            return self.leaf(entity, location.clone(), &media_type, role);
        }
        let decoded = self.decode(entity, location);
        let (number, kind) = (task.number.clone(), EntityKind::Message);
        let mut child = match decoded.bytes {
            Cow::Borrowed(_) => {
                let body = Span::new(entity.body, entity.bytes.len());
                task.part(body, number, kind, location)
            }
            Cow::Owned(bytes) => {
                let source = stream(entity, location, decoded.encoding);
                task.decoded(bytes, source, number, kind, location)
            }
        };
        child.role.is_aside = true;
        self.tasks.push(child);
    }

    /// Queues the signed content. Returns `false` if it cannot be read or is nested too deep.
    fn signed(&mut self, task: &Task<'m>, entity: &Entity<'_>, location: &Location) -> bool {
        let decoded = body::decode(entity.body(), entity.transfer_encoding());
        let Some(content) = smime::signed(&decoded.bytes) else { return false };
        if self.is_too_deep(task, location) {
            return false;
        }
        let source = stream(entity, location, decoded.encoding).signed();
        let kind = EntityKind::Part { is_digest: false };
        self.tasks.push(task.decoded(content, source, task.part_number(0), kind, location));
        true
    }

    /// Reports that an entity is encrypted (RFC 1847, section 2.2; RFC 8551, section 3.3).
    fn encrypted(&mut self, location: &Location) {
        let (kind, message) = (DiagnosticKind::Encrypted, "encrypted, not read");
        self.sink.diagnostic(&Diagnostic::skip(&location.place, kind, message));
    }

    /// The body with its transfer encoding decoded. Faults are reported.
    fn decode<'b>(&mut self, entity: &Entity<'b>, location: &Location) -> Decoded<'b> {
        let decoded = body::decode(entity.body(), entity.transfer_encoding());
        if let Some(diagnostic) = decoded.diagnostic(&location.place) {
            self.sink.diagnostic(&diagnostic);
        }
        decoded
    }

    /// Passes a part that contains no other parts to the sink.
    fn leaf(
        &mut self,
        entity: &Entity<'_>,
        mut location: Location,
        media_type: &MediaType,
        role: Role,
    ) {
        location.source = body_of(entity, &location).into();
        // Only base64 that does not end with a line break is treated as cut. Other texts often have no final line
        // break, even if they are complete.
        let encoding = entity.transfer_encoding().unwrap_or_default();
        location.is_cut &= encoding.eq_ignore_ascii_case("base64");
        self.sink.part(location, &Part::new(entity, media_type, role));
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
        let decoded = body::decode(entity.body(), entity.transfer_encoding());
        return smime::is_enveloped(&decoded.bytes);
    }
    kind.contains("enveloped-data")
}
