//! Reads formats of JSON in which some objects are records, such as the cells of a notebook. The path of names from the
//! record to a string determines the kind of the string. All strings of a record are collected before they are read,
//! because one of them may say how to read another.

use linkwright::Span;

use super::json::strings::{Strings, Token};
use super::json::{read_on, read_string};
use crate::sink::Sink;

/// How the records of a format are found and read. `K` is the kind of a string.
pub(super) struct Format<K> {
    /// Whether a container that begins at this path is a record.
    pub(super) is_record: fn(&[&[u8]]) -> bool,
    /// The kind of the string at a path, which begins with a name in the record and has an empty name for each array;
    /// `None` if the string is not read.
    pub(super) kind: fn(&[&[u8]]) -> Option<K>,
    /// The kind of the names of members; `None` if names are not read.
    pub(super) names: Option<K>,
    /// Reads a record: the strings that have a kind, in the order of the document.
    pub(super) read: fn(&[u8], &[Text<'_, K>], &mut dyn Sink),
}

/// A string of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'d, K> {
    pub(super) kind: K,
    pub(super) place: Span,
    /// The name of the member; empty in an array.
    pub(super) name: &'d [u8],
    /// The number of the container that holds the string.
    pub(super) container: usize,
}

/// How many names of a path are kept. No format has a longer path to a string that it knows.
const DEEPEST: usize = 8;

/// Reads a document of `format`. A string outside all records is read as in any JSON document.
pub(super) fn read<K: Copy>(document: &[u8], format: &Format<K>, sink: &mut dyn Sink) {
    let mut tokens = Strings::new(document, Span::new(0, document.len()));
    // For each of the outermost open containers: the most recent name, which is empty in an array, and its number.
    let mut path: Vec<(&[u8], usize)> = Vec::new();
    let (mut depth, mut count) = (0, 0);
    let names = |path: &[(_, usize)], from| path.iter().skip(from).map(|(name, _)| *name).collect();
    // The record that is being read, and how many containers are around it.
    let mut record: Option<(usize, Vec<Text<'_, K>>)> = None;
    let fault = loop {
        if sink.is_cancelled() {
            return;
        }
        let (place, is_name) = match tokens.next_token() {
            Ok(Some(Token::Begin)) => {
                (depth, count) = (depth + 1, count + 1);
                if depth <= DEEPEST {
                    path.push((&[], count));
                    let names: Vec<&[u8]> = names(&path, 0);
                    if record.is_none() && (format.is_record)(&names) {
                        record = Some((depth - 1, Vec::new()));
                    }
                }
                continue;
            }
            Ok(Some(Token::End)) => {
                depth -= 1;
                path.truncate(depth);
                if let Some((_, texts)) = record.take_if(|(around, _)| *around == depth) {
                    (format.read)(document, &texts, sink);
                }
                continue;
            }
            Ok(Some(Token::Name(place))) => {
                if let Some((name, _)) = path.last_mut().filter(|_| depth <= DEEPEST) {
                    *name = place.of(document);
                }
                (place, true)
            }
            Ok(Some(Token::String(place))) => (place, false),
            Ok(None) => break None,
            Err(fault) => break Some(fault),
        };
        match &mut record {
            None => read_string(document, place, sink),
            Some((around, texts)) => {
                let names: Vec<&[u8]> = names(&path, *around);
                let kind = if is_name { format.names } else { (format.kind)(&names) };
                let (name, container) = path.last().copied().unwrap_or_default();
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
