//! The open elements.

use std::rc::Rc;

use linkwright::uri::UriBuf;
use quick_xml::name::QName;

use super::XmlWalker;
use super::flow::Flow;
use super::meaning::Meaning;
use super::paragraph::Paragraph;
use super::tag::{self, Attribute};
use super::vocabulary::{self, Vocabulary};
use crate::parse::anchor::Target;

/// An open element.
#[derive(Debug)]
pub(super) struct Element<'x> {
    pub(super) name: Box<str>,
    pub(super) vocabulary: Vocabulary,
    pub(super) meaning: Meaning,
    pub(super) flow: Flow,
    /// The text around an element whose text is apart.
    pub(super) around: Option<Box<Paragraph<'x>>>,
    /// The base outside the element, if the element declares a base.
    pub(super) outside: Option<Outside>,
    /// The target of the innermost link around the text in the element.
    pub(super) anchor: Option<Rc<Target>>,
    /// Whether the text in the element is code.
    pub(super) is_code: bool,
    /// Whether the element is a paragraph of ODF or continues one.
    pub(super) is_in_text: bool,
    /// Whether nothing in the element is read.
    pub(super) is_silent: bool,
}

/// The base outside an element, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outside(pub(super) Option<UriBuf>);

/// How many open elements are searched for the start tag that matches an end tag. The limit keeps the time linear. An
/// end tag that matches none of them is reported.
const REACH: usize = 64;

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
}
