//! Stores the data that a part needs from other parts, and records where the part uses its relationships.

use std::collections::HashMap;
use std::sync::Arc;

use super::field::with_fragment;
use super::relationships::{Relationship, Use, Uses};
use crate::model::{DiagnosticKind, Unit};
use crate::sink::Sink;

/// The data that is known about a part before the part is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    /// The number of the slide to which the part belongs.
    pub(crate) slide: Option<u32>,
    /// The name of the sheet to which the part belongs.
    pub(crate) sheet: Option<String>,
    /// Whether the sheet or slide is hidden.
    pub(crate) is_hidden: bool,
    /// The relationships of the part, by identifier.
    pub(crate) relationships: HashMap<String, Relationship>,
    /// Whether the package was searched for relationships.
    pub(crate) has_package: bool,
    /// The authors of comments, by identifier.
    pub(crate) authors: Arc<HashMap<String, String>>,
}

impl Context {
    /// The unit of the links in the part.
    pub(super) fn unit(&self) -> Unit {
        Unit {
            slide: self.slide,
            sheet: self.sheet.clone(),
            is_hidden: self.is_hidden,
            ..Unit::default()
        }
    }

    /// The target of a relationship, with `fragment` if one is given. `None` if the target is in the package, or if the
    /// relationship is not declared.
    pub(super) fn target(&self, id: &str, fragment: Option<&str>) -> Option<String> {
        let found = self.relationships.get(id).filter(|one| one.is_external)?;
        Some(match fragment {
            Some(fragment) => with_fragment(&found.target, fragment),
            None => found.target.clone(),
        })
    }
}

/// Collects the uses of the relationships of a part.
#[derive(Debug, Default)]
pub(super) struct Used {
    /// For each use: the identifier of the relationship, the use, and the number of the link if the text of the link is
    /// collected.
    all: Vec<(String, Use, Option<usize>)>,
    /// The offset of the first use of an undeclared relationship, and the number of such uses.
    missing: Option<(usize, usize)>,
}

impl Used {
    /// Adds a use of the relationship `id` at an offset. `link` is the number of the link that the use creates.
    pub(super) fn add(
        &mut self,
        (id, at): (String, usize),
        context: &Context,
        used: Use,
        link: Option<usize>,
    ) {
        match context.relationships.get(&id) {
            Some(one) if one.is_external => self.all.push((id, used, link)),
            Some(_) => {}
            None if !context.has_package => {}
            None => {
                let (first, count) = self.missing.unwrap_or((at, 0));
                self.missing = Some((first, count + 1));
            }
        }
    }

    /// Returns the uses with the displayed texts of their links, and reports relationships that are not declared.
    pub(super) fn finish(&mut self, shown: &[String], sink: &mut dyn Sink) -> Uses {
        if let Some((first, count)) = self.missing {
            let message = match count {
                1 => "a relationship is not declared".to_owned(),
                _ => format!("{count} relationships are not declared"),
            };
            sink.diagnostic(Some(first), DiagnosticKind::Malformed, &message);
        }
        let mut uses = Uses::new();
        for (id, mut used, link) in self.all.drain(..) {
            let text = link.and_then(|link| shown.get(link)).filter(|text| !text.is_empty());
            used.shown = text.cloned().or(used.shown);
            uses.entry(id).or_default().push(used);
        }
        uses
    }
}
