//! The open elements.

use linkwright::uri::UriBuf;
use quick_xml::name::QName;

use super::meaning::Meaning;
use super::tag::Attribute;
use super::vocabulary::{self, Vocabulary};
use crate::model::Origin;
use crate::parse::anchor::Target;

/// An open element.
#[derive(Debug)]
pub(super) struct Element {
    name: Box<str>,
    vocabulary: Vocabulary,
    meaning: Meaning,
    /// The base outside the element, if the element declares a base.
    pub(super) outside: Option<Outside>,
    /// The target of the link, if the element is an anchor.
    pub(super) anchor: Option<Target>,
    /// Whether the text in the element is code.
    pub(super) is_code: bool,
    /// Whether a URI continues through the tags of the element.
    pub(super) goes_on: bool,
}

impl Element {
    pub(super) fn new(name: &str, vocabulary: Vocabulary, meaning: Meaning) -> Element {
        Element {
            name: name.into(),
            vocabulary,
            meaning,
            outside: None,
            anchor: None,
            is_code: false,
            goes_on: false,
        }
    }
}

/// The base outside an element, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outside(pub(super) Option<UriBuf>);

/// The elements that an end tag closed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// The innermost element.
    Rightly,
    /// An element and all open elements inside it. The innermost of them had this name.
    Others(Box<str>),
    /// No element: no open element has the name of the end tag.
    Nothing,
}

/// How many open elements are searched for the start tag that matches an end tag. The limit keeps the time linear.
const REACH: usize = 64;

/// The maximum number of prefixes that are stored.
const PREFIXES: usize = 64;

/// The open elements, from the outermost to the innermost.
#[derive(Debug, Default)]
pub(super) struct Elements {
    open: Vec<Element>,
    /// The vocabularies of the prefixes. Only the first declaration of a prefix applies, because prefixes such as
    /// `media:` have the same meaning everywhere.
    prefixes: Vec<(Box<str>, Vocabulary)>,
    /// The depths of the open anchors.
    anchors: Vec<usize>,
    /// The depths of the open elements for code.
    codes: Vec<usize>,
}

impl Elements {
    pub(super) fn open(&mut self, element: Element) {
        let depth = self.open.len();
        if element.anchor.is_some() {
            self.anchors.push(depth);
        }
        if element.is_code {
            self.codes.push(depth);
        }
        self.open.push(element);
    }

    /// Closes the innermost element called `name`, and all open elements inside it. Returns what was closed. If closed
    /// elements declared a base, also returns the base outside the outermost of these elements.
    pub(super) fn close(&mut self, name: &str) -> (Closed, Option<Outside>) {
        let found = self.open.iter().rev().take(REACH).position(|one| &*one.name == name);
        let Some(above) = found else { return (Closed::Nothing, None) };
        let innermost = self.innermost().unwrap_or_default().into();
        let depth = self.open.len() - above - 1;
        let outside = self.open.drain(depth..).find_map(|element| element.outside);
        for deep in [&mut self.anchors, &mut self.codes] {
            while deep.pop_if(|at| *at >= depth).is_some() {}
        }
        (if above == 0 { Closed::Rightly } else { Closed::Others(innermost) }, outside)
    }

    /// The name of the innermost element.
    pub(super) fn innermost(&self) -> Option<&str> {
        self.open.last().map(|element| &*element.name)
    }

    /// Whether the innermost element is called `name`, and a URI continues through its end tag.
    pub(super) fn goes_on(&self, name: &str) -> bool {
        self.open.last().is_some_and(|element| element.goes_on && &*element.name == name)
    }

    /// The meaning of text at the current position.
    pub(super) fn meaning(&self) -> Meaning {
        self.open.last().map_or(Meaning::Value, |element| element.meaning)
    }

    /// The origin of text at the current position.
    pub(super) fn origin(&self) -> Origin {
        if self.codes.is_empty() { Origin::Text } else { Origin::Code }
    }

    /// The target of the anchor around the current position.
    pub(super) fn anchor(&self) -> Option<&Target> {
        self.open.get(*self.anchors.last()?)?.anchor.as_ref()
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
            } else if let Some(prefix) = attribute.name.strip_prefix("xmlns:")
                && self.prefixes.len() < PREFIXES
            {
                self.prefixes.push((prefix.into(), Vocabulary::of_namespace(&attribute.value())));
            }
        }
        let (local, prefix) = name.decompose();
        if let Some(prefix) = prefix {
            let known = self.prefixes.iter().find(|(one, _)| **one == *prefix.into_inner());
            return known.map_or(Vocabulary::Other, |(_, vocabulary)| *vocabulary);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn element(name: &str) -> Element {
        Element::new(name, Vocabulary::Other, Meaning::Value)
    }

    #[test]
    fn an_end_tag_closes_the_innermost_element_with_its_name() {
        let mut elements = Elements::default();
        for name in ["a", "b", "c"] {
            elements.open(element(name));
        }
        assert_eq!(elements.close("x").0, Closed::Nothing);
        assert_eq!(elements.close("b").0, Closed::Others("c".into()));
        assert_eq!(elements.innermost(), Some("a"));
        assert_eq!(elements.close("a").0, Closed::Rightly);
        assert_eq!(elements.innermost(), None);
    }

    #[test]
    fn the_outer_base_is_restored() {
        let mut elements = Elements::default();
        elements.open(element("a"));
        let base = UriBuf::parse("http://a.example/".to_owned()).ok();
        elements.open(Element { outside: Some(Outside(base.clone())), ..element("b") });
        elements.open(Element { outside: Some(Outside(None)), ..element("c") });
        elements.open(element("d"));
        assert_eq!(elements.close("d"), (Closed::Rightly, None));
        assert_eq!(elements.close("b"), (Closed::Others("c".into()), Some(Outside(base))));
    }
}
