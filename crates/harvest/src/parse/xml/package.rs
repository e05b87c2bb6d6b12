//! What a part of a package takes from the other parts, and the lists that the members of a package have.

use std::collections::HashMap;

use quick_xml::events::Event;

use super::entities::Entities;
use super::part;
use super::tag;
use crate::model::{Limits, Origin};
use crate::parse::lossless;

/// The targets of the relationships of a part, by identifier; `None` for a target in the package.
pub(crate) type Relations = HashMap<String, Option<String>>;

/// The places that use a relationship, by its identifier.
pub(crate) type Uses = HashMap<String, Vec<Use>>;

/// A place that uses a relationship.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Use {
    /// The place in the target, which becomes the fragment of the link.
    pub(crate) fragment: Option<String>,
    /// The text that the link shows.
    pub(crate) shown: Option<String>,
}

/// What is known about a part before it is read.
#[derive(Clone, Copy)]
pub(crate) struct Part<'p> {
    /// The relationships of the part. `None` for a document outside a package, whose relationships are unknown.
    pub(crate) relations: Option<&'p Relations>,
    /// For a part with relationships: the places that use them.
    pub(crate) uses: Option<&'p Uses>,
    /// Whether a reference names a member of the package. Such a reference is not a link.
    pub(crate) is_member: &'p dyn Fn(&str) -> bool,
    /// The origin of the text.
    pub(crate) origin: Origin,
}

impl Part<'_> {
    /// A document that is not a part of a package.
    pub(crate) const ALONE: Part<'static> =
        Part { relations: None, uses: None, is_member: &|_| false, origin: Origin::Text };
}

/// Receives the local name of a tag, the value of an attribute by its local name, and the text after the tag.
pub(crate) type TakeTag<'t> = dyn FnMut(&str, &dyn Fn(&str) -> String, &str) + 't;

/// Calls `take` with each start tag of `document`. Lists of parts are read with this function.
pub(crate) fn each_tag(document: &[u8], take: &mut TakeTag<'_>) {
    let xml = lossless::text(document);
    let (mut events, entities) = (part::events(&xml), Entities::new(&Limits::default()));
    while let Ok(event) = events.read_event() {
        let (Event::Start(tag) | Event::Empty(tag)) = &event else {
            if event == Event::Eof {
                return;
            }
            continue;
        };
        let attributes = tag::attributes(&xml, document, tag, &entities);
        let value = |local: &str| {
            let found = attributes.iter().find(|one| one.local() == local);
            found.map(|one| one.value().to_owned()).unwrap_or_default()
        };
        let at = usize::try_from(events.buffer_position()).unwrap_or(usize::MAX);
        let text = xml.get(at..).and_then(|rest| rest.split('<').next()).unwrap_or_default();
        take(tag.name().local_name().into_inner(), &value, text);
    }
}

/// The relationships in a part (OPC, section 6.5).
pub(crate) fn relations(document: &[u8]) -> Relations {
    let mut relations = Relations::new();
    each_tag(document, &mut |local, value, _| {
        if local == "Relationship" {
            let is_external = value("TargetMode").eq_ignore_ascii_case("External");
            relations.entry(value("Id")).or_insert_with(|| is_external.then(|| value("Target")));
        }
    });
    relations
}
