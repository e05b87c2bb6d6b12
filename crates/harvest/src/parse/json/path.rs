//! The path of member names to a string in a JSON document, for formats in which this path determines the kind of the
//! string.

use linkwright::Span;

/// The open objects and arrays, with the most recent member name in each.
#[derive(Debug)]
pub(in crate::parse) struct Path<'d> {
    document: &'d [u8],
    /// The most recent name in each of the outermost containers; `None` in an array.
    names: Vec<Option<Span>>,
    /// How many containers are open.
    depth: usize,
    /// The number of outermost containers for which names are stored.
    deepest: usize,
}

impl<'d> Path<'d> {
    /// The path at the beginning of `document`. Names are stored for the outermost `deepest` containers.
    pub(in crate::parse) const fn new(document: &'d [u8], deepest: usize) -> Path<'d> {
        Path { document, names: Vec::new(), depth: 0, deepest }
    }

    /// How many containers are open.
    pub(in crate::parse) const fn depth(&self) -> usize {
        self.depth
    }

    /// Whether names are stored for the innermost container.
    pub(in crate::parse) const fn is_kept(&self) -> bool {
        self.depth <= self.deepest
    }

    /// Enters a container.
    pub(in crate::parse) fn begin(&mut self) {
        self.depth += 1;
        if self.is_kept() {
            self.names.push(None);
        }
    }

    /// Leaves the innermost container.
    pub(in crate::parse) fn end(&mut self) {
        if self.is_kept() {
            self.names.pop();
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// Sets the name of the current member of the innermost container.
    pub(in crate::parse) fn name(&mut self, place: Span) {
        if self.is_kept()
            && let Some(name) = self.names.last_mut()
        {
            *name = Some(place);
        }
    }

    /// The span of the most recent name in the innermost container for which names are stored; `None` in an array.
    pub(in crate::parse) fn last(&self) -> Option<Span> {
        self.names.last().copied().flatten()
    }

    /// The most recent name in the container that is `levels` levels outside the innermost container for which names
    /// are stored; empty in an array.
    pub(in crate::parse) fn above(&self, levels: usize) -> &'d [u8] {
        self.names.iter().rev().nth(levels).map_or(&[], |name| self.text(*name))
    }

    /// The most recent names, from the outermost to the innermost container, without the `depth` outermost containers.
    /// The name is empty in an array.
    pub(in crate::parse) fn from(&self, depth: usize) -> impl Iterator<Item = &'d [u8]> {
        self.names.iter().skip(depth).map(|name| self.text(*name))
    }

    fn text(&self, name: Option<Span>) -> &'d [u8] {
        name.map_or(&[], |name| name.of(self.document))
    }
}
