//! The state of the reader, and what its parts ask of it.

use std::collections::{HashMap, HashSet};

use linkwright::Span;
use quick_xml::name::QName;

use super::elements::Element;
use super::entities::Entities;
use super::meaning::Meaning;
use super::package::{Part, Uses};
use super::paragraph::Paragraph;
use super::tag::{self, Attribute};
use super::vocabulary::{self, Vocabulary};
use crate::displayed_text;
use crate::model::Origin;
use crate::sink::Sink;

/// How many open elements are searched for the start tag that matches an end tag. The limit keeps the time linear. An
/// end tag that matches none of them is reported.
const REACH: usize = 64;

pub(super) struct XmlWalker<'x, 's> {
    pub(super) xml: &'x str,
    pub(super) document: &'x [u8],
    pub(super) part: Part<'x>,
    /// The text at the current position.
    pub(super) paragraph: Paragraph<'x>,
    /// The open elements, from the outermost to the innermost.
    pub(super) elements: Vec<Element<'x>>,
    /// The vocabularies of the prefixes. Only the first declaration of a prefix applies, because prefixes such as
    /// `media:` have the same meaning everywhere.
    pub(super) prefixes: HashMap<Box<str>, Vocabulary>,
    /// Whether an element that ends in the wrong order was reported.
    pub(super) has_wrong_end: bool,
    pub(super) entities: Entities,
    /// The greatest depth of elements. It bounds the memory.
    pub(super) deepest: usize,
    /// The names of the namespaces of the document. They are URIs but not links, and documents repeat them as values of
    /// attributes: `<feature ns="http://...">`.
    pub(super) namespaces: HashSet<String>,
    /// Whether an HTML `base` was read. Only the first `base` applies.
    pub(super) has_base: bool,
    pub(super) sink: &'s mut dyn Sink,
    pub(super) uses: Uses,
    /// The depth of the `mc:Choice` that was read last. The `mc:Fallback` beside it has the same text.
    pub(super) choice: Option<usize>,
    /// Whether a relationship that is not declared was reported.
    pub(super) has_undeclared: bool,
}

impl<'x> XmlWalker<'x, '_> {
    /// The number of open elements inside the innermost element called `name`; `None` if no such element is open.
    pub(super) fn above(&self, name: &str) -> Option<usize> {
        self.elements.iter().rev().take(REACH).position(|one| &*one.name == name)
    }

    /// The innermost of the last three elements with the local name `local`.
    pub(super) fn near(&mut self, local: &str) -> Option<&mut Element<'x>> {
        self.elements.iter_mut().rev().take(3).find(|one| tag::local(&one.name) == local)
    }

    /// The meaning of text at the current position.
    pub(super) fn meaning(&self) -> Meaning {
        self.elements.last().map_or(Meaning::Value, |element| element.meaning)
    }

    /// The vocabulary of an element that is about to be opened.
    pub(super) fn vocabulary(
        &mut self,
        name: QName<'_>,
        attributes: &[Attribute<'_>],
    ) -> Vocabulary {
        let mut own = None;
        for attribute in attributes {
            if attribute.name == "xmlns" {
                own = Some(Vocabulary::of_namespace(attribute.value()));
            } else if let Some(prefix) = attribute.name.strip_prefix("xmlns:") {
                let vocabulary = || Vocabulary::of_namespace(attribute.value());
                self.prefixes.entry(prefix.into()).or_insert_with(vocabulary);
            }
        }
        let (local, prefix) = name.decompose();
        if let Some(prefix) = prefix {
            let known = self.prefixes.get(prefix.into_inner()).copied();
            return known.unwrap_or(Vocabulary::Other);
        }
        match (own, self.elements.last()) {
            (Some(own), _) if own != Vocabulary::Other => own,
            // An element without `xmlns` has the vocabulary of its parent.
            (None, Some(parent)) => parent.vocabulary,
            (Some(_), Some(_)) => Vocabulary::Other,
            (_, None) => vocabulary::of_root(local.into_inner()),
        }
    }

    /// Reports a link of the document.
    pub(super) fn link(&mut self, reference: &str, place: Span, name: &str) {
        self.sink.shows(|| displayed_text::of_html(self.document, place));
        self.sink.existing(reference, place, Origin::Attribute, name);
    }
}
