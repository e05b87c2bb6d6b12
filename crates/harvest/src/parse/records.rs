//! Reads formats of JSON in which some objects are records, such as the cells of a notebook. The path of names from the
//! record to a string determines the kind of the string. All strings of a record are collected before they are read,
//! because one of them may say how to read another.

use linkwright::Span;

use super::json::strings::{Strings, Token};
use super::json::{read_on, read_string};
use crate::sink::Sink;

/// How the records of a format are found and read. `K` is the kind of a string.
pub(super) struct Format<K> {
    /// The number of nested containers for which names are stored.
    pub(super) deepest: usize,
    /// Whether a container that begins at this path is a record.
    pub(super) is_record: fn(&[&[u8]]) -> bool,
    /// The kind of the string at a path, which begins with a name in the record and has an empty name for each array;
    /// `None` if the string is not read.
    pub(super) kind: fn(&[&[u8]]) -> Option<K>,
    /// The kind of the names of members; `None` if names are not read.
    pub(super) names: Option<K>,
    /// Reads a record: the strings that have a kind, in the order of the document.
    pub(super) read: fn(&[u8], &[Text<K>], &mut dyn Sink),
}

/// A string of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<K> {
    pub(super) kind: K,
    pub(super) place: Span,
    /// The name of the member; `None` in an array.
    pub(super) name: Option<Span>,
    /// The number of the container that holds the string.
    pub(super) container: usize,
}

/// Reads a document of `format`. A string outside all records is read as in any JSON document.
pub(super) fn read<K: Copy>(document: &[u8], format: &Format<K>, sink: &mut dyn Sink) {
    let mut tokens = Strings::new(document, Span::new(0, document.len()));
    let mut path = Path::new(document, format.deepest);
    let mut record: Option<(usize, Vec<Text<K>>)> = None;
    let fault = loop {
        if sink.is_cancelled() {
            return;
        }
        let (place, is_name) = match tokens.next_token() {
            Ok(Some(Token::Begin)) => {
                path.begin();
                if record.is_none() && path.is_kept() && (format.is_record)(&path.from(0)) {
                    record = Some((path.depth, Vec::new()));
                }
                continue;
            }
            Ok(Some(Token::End)) => {
                if let Some((_, texts)) = record.take_if(|(depth, _)| *depth == path.depth) {
                    (format.read)(document, &texts, sink);
                }
                path.end();
                continue;
            }
            Ok(Some(Token::Name(place))) => {
                path.name(place);
                (place, true)
            }
            Ok(Some(Token::String(place))) => (place, false),
            Ok(None) => break None,
            Err(fault) => break Some(fault),
        };
        match &mut record {
            None if !is_name || format.names.is_some() => read_string(document, place, sink),
            None => {}
            Some((depth, texts)) => {
                let names = path.from(depth.saturating_sub(1));
                let kind = if is_name { format.names } else { (format.kind)(&names) };
                let (name, container) = path.names.last().copied().unwrap_or_default();
                texts.extend(kind.map(|kind| Text { kind, place, name, container }));
            }
        }
    };
    if let Some((_, texts)) = record {
        (format.read)(document, &texts, sink);
    }
    if let Some(fault) = fault {
        read_on(document, &fault, document.len(), sink);
    }
}

/// The open objects and arrays, with the most recent member name in each.
#[derive(Debug)]
struct Path<'d> {
    document: &'d [u8],
    /// The most recent name in each of the outermost containers, `None` in an array; and the number of the container.
    names: Vec<(Option<Span>, usize)>,
    /// How many containers are open.
    depth: usize,
    /// The number of outermost containers for which names are stored.
    deepest: usize,
    /// How many containers have been opened so far.
    count: usize,
}

impl<'d> Path<'d> {
    /// The path at the beginning of `document`. Names are stored for the outermost `deepest` containers.
    const fn new(document: &'d [u8], deepest: usize) -> Path<'d> {
        Path { document, names: Vec::new(), depth: 0, deepest, count: 0 }
    }

    /// Whether names are stored for the innermost container.
    const fn is_kept(&self) -> bool {
        self.depth <= self.deepest
    }

    /// Enters a container.
    fn begin(&mut self) {
        self.depth += 1;
        self.count += 1;
        if self.is_kept() {
            self.names.push((None, self.count));
        }
    }

    /// Leaves the innermost container.
    fn end(&mut self) {
        if self.is_kept() {
            self.names.pop();
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// Sets the name of the current member of the innermost container.
    fn name(&mut self, place: Span) {
        if self.is_kept()
            && let Some((name, _)) = self.names.last_mut()
        {
            *name = Some(place);
        }
    }

    /// The most recent names, from the outermost to the innermost container, without the `depth` outermost containers.
    /// The name is empty in an array.
    fn from(&self, depth: usize) -> Vec<&'d [u8]> {
        let text = |name: Option<Span>| name.map_or(&[][..], |name| name.of(self.document));
        self.names.iter().skip(depth).map(|(name, _)| text(*name)).collect()
    }
}
