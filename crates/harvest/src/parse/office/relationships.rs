//! Reads the relationships of a part, which contain the targets of its links (OPC, section 6.5).
//!
//! A part contains only `r:id="rId5"`; the reference is in the relationships part. Links are therefore reported when
//! the relationships part is read, with the unit and the displayed text of each place that uses the link.

use std::collections::HashMap;
use std::sync::Arc;

use linkwright::Span;

use super::field::with_fragment;
use super::markup::{Handler, Tag, Text, walk};
use super::names::{Name, Space};
use crate::model::{Origin, Unit};
use crate::sink::{Discard, Sink};

/// A relationship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relationship {
    pub(crate) id: String,
    /// The last segment of the type, such as `hyperlink` or `slide`.
    pub(crate) kind: String,
    pub(crate) target: String,
    /// Whether the target is outside the package.
    pub(crate) is_external: bool,
}

/// A place that uses a relationship.
#[derive(Clone, Debug, Default)]
pub(crate) struct Use {
    pub(crate) unit: Unit,
    /// The displayed text at the place.
    pub(crate) shown: Option<String>,
    /// The fragment, which names a place in the target.
    pub(crate) fragment: Option<String>,
}

/// The places that use relationships, by the identifier of the relationship.
pub(crate) type Uses = HashMap<String, Vec<Use>>;

/// The relationships in `document`, which is a relationships part.
pub(crate) fn list(document: &[u8]) -> Vec<Relationship> {
    let mut list = List::default();
    walk(document, &mut list, &mut Discard::default());
    list.0
}

/// Reports each external relationship once for every place that uses it, or once if it is not used.
pub(crate) fn read(document: &[u8], uses: &Uses, sink: &mut dyn Sink) {
    walk(document, &mut Reported { uses }, sink);
}

fn relationship(tag: &Tag<'_>) -> Option<Relationship> {
    if !tag.is(Space::Relations, "Relationship") {
        return None;
    }
    let text = |name| tag.own_text(name).unwrap_or_default();
    let kind = text("Type");
    Some(Relationship {
        id: text("Id"),
        kind: kind.rsplit('/').next().unwrap_or_default().to_owned(),
        target: text("Target"),
        is_external: text("TargetMode").eq_ignore_ascii_case("External"),
    })
}

#[derive(Default)]
struct List(Vec<Relationship>);

impl Handler for List {
    fn start(&mut self, tag: &Tag<'_>, _: &mut dyn Sink) {
        self.0.extend(relationship(tag));
    }

    fn end(&mut self, _: Name<'_>, _: Span, _: &mut dyn Sink) {}

    fn text(&mut self, _: Text<'_>) {}
}

struct Reported<'u> {
    uses: &'u Uses,
}

impl Handler for Reported<'_> {
    fn start(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        let Some(one) = relationship(tag).filter(|one| one.is_external) else { return };
        let Some(place) = tag.own("Target").map(|value| value.place()) else { return };
        if one.target.trim().is_empty() {
            return;
        }
        let unused = [Use::default()];
        let uses = self.uses.get(&one.id).map_or(&unused[..], |uses| uses);
        for used in uses {
            sink.unit((used.unit != Unit::default()).then(|| Arc::new(used.unit.clone())));
            if let Some(shown) = used.shown.as_deref().filter(|shown| !shown.trim().is_empty()) {
                sink.shows(shown);
            }
            let reference = match &used.fragment {
                Some(fragment) => with_fragment(&one.target, fragment),
                None => one.target.clone(),
            };
            sink.existing(&reference, place, Origin::Attribute, &one.kind);
        }
        sink.unit(None);
    }

    fn end(&mut self, _: Name<'_>, _: Span, _: &mut dyn Sink) {}

    fn text(&mut self, _: Text<'_>) {}
}
