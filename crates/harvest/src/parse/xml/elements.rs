//! The open elements.

use std::rc::Rc;

use linkwright::uri::UriBuf;

use super::flow::Flow;
use super::meaning::Meaning;
use super::paragraph::Paragraph;
use super::vocabulary::Vocabulary;
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
