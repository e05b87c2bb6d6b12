//! What other parts say about a part, and what a part says about its relationships.

use std::collections::HashMap;
use std::sync::Arc;

use super::field::with_fragment;
use super::relationships::{Relationship, Use, Uses};
use crate::model::{DiagnosticKind, Unit};
use crate::sink::Sink;

/// What is known about a part before it is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    /// The slide that it is, or belongs to.
    pub(crate) slide: Option<u32>,
    /// The name of the sheet that it is, or belongs to.
    pub(crate) sheet: Option<String>,
    /// The sheet or slide is not shown.
    pub(crate) is_hidden: bool,
    /// By their identifiers.
    pub(crate) relationships: HashMap<String, Relationship>,
    /// Whether the package was searched for these.
    pub(crate) has_package: bool,
    /// The authors of comments, by their identifiers.
    pub(crate) authors: Arc<HashMap<String, String>>,
}

impl Context {
    /// The unit of all that is in the part.
    pub(super) fn unit(&self) -> Unit {
        Unit {
            slide: self.slide,
            sheet: self.sheet.clone(),
            is_hidden: self.is_hidden,
            ..Unit::default()
        }
    }

    /// Where a relationship leads; `None` if that is in the package.
    pub(super) fn target(&self, id: &str, fragment: Option<&str>) -> Option<String> {
        let found = self.relationships.get(id).filter(|one| one.is_external)?;
        Some(match fragment {
            Some(fragment) => with_fragment(&found.target, fragment),
            None => found.target.clone(),
        })
    }
}

/// Collects what uses the relationships of a part.
#[derive(Debug, Default)]
pub(super) struct Used {
    /// Each with the number of its link, if its text is collected.
    all: Vec<(String, Use, Option<usize>)>,
    /// The first place with a relationship that is not declared, and how many there are.
    missing: Option<(usize, usize)>,
}

impl Used {
    /// The relationship `id` is used at an offset; `link` is the number of the link that it makes.
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

    /// The uses with what their links show; reports relationships that are not declared.
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
