//! The open elements.

use std::collections::HashMap;
use std::rc::Rc;

use linkwright::uri::UriBuf;
use quick_xml::name::QName;

use super::flow::Flow;
use super::meaning::Meaning;
use super::paragraph::Paragraph;
use super::tag::Attribute;
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

/// The open elements, from the outermost to the innermost.
#[derive(Debug, Default)]
pub(super) struct Elements<'x> {
    open: Vec<Element<'x>>,
    /// The vocabularies of the prefixes. Only the first declaration of a prefix applies, because prefixes such as
    /// `media:` have the same meaning everywhere.
    prefixes: HashMap<Box<str>, Vocabulary>,
}

impl<'x> Elements<'x> {
    pub(super) fn open(&mut self, element: Element<'x>) {
        self.open.push(element);
    }

    /// The number of open elements inside the innermost element called `name`; `None` if no such element is open.
    pub(super) fn above(&self, name: &str) -> Option<usize> {
        self.open.iter().rev().take(REACH).position(|one| &*one.name == name)
    }

    /// Closes the innermost element.
    pub(super) fn close(&mut self) -> Option<Element<'x>> {
        self.open.pop()
    }

    pub(super) fn innermost(&self) -> Option<&Element<'x>> {
        self.open.last()
    }

    /// The innermost of the last three elements with the local name `local`.
    pub(super) fn near(&mut self, local: &str) -> Option<&mut Element<'x>> {
        let is_called = |one: &&mut Element<'_>| one.name.rsplit(':').next() == Some(local);
        self.open.iter_mut().rev().take(3).find(is_called)
    }

    /// The meaning of text at the current position.
    pub(super) fn meaning(&self) -> Meaning {
        self.open.last().map_or(Meaning::Value, |element| element.meaning)
    }

    /// Whether the text at the current position is code.
    pub(super) fn is_code(&self) -> bool {
        self.open.last().is_some_and(|element| element.is_code)
    }

    /// The target of the link around the current position.
    pub(super) fn anchor(&self) -> Option<Rc<Target>> {
        self.open.last()?.anchor.clone()
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
                own = Some(Vocabulary::of_namespace(&attribute.value()));
            } else if let Some(prefix) = attribute.name.strip_prefix("xmlns:") {
                let vocabulary = || Vocabulary::of_namespace(&attribute.value());
                self.prefixes.entry(prefix.into()).or_insert_with(vocabulary);
            }
        }
        let (local, prefix) = name.decompose();
        if let Some(prefix) = prefix {
            let known = self.prefixes.get(prefix.into_inner()).copied();
            return known.unwrap_or(Vocabulary::Other);
        }
        match (own, self.open.last()) {
            (Some(own), _) if own != Vocabulary::Other => own,
            // An element without `xmlns` has the vocabulary of its parent.
            (None, Some(parent)) => parent.vocabulary,
            (Some(_), Some(_)) => Vocabulary::Other,
            (_, None) => vocabulary::of_root(local.into_inner()),
        }
    }
}
