//! Iterators over the parts of a path and of a query.

use core::iter::FusedIterator;
use core::str::Split;

/// The segments of a path; see [`UriReference::segments`](super::UriReference::segments).
#[derive(Clone, Debug)]
pub struct Segments<'a>(Option<Split<'a, char>>);

impl<'a> Segments<'a> {
    pub(super) fn new(path: &'a str) -> Segments<'a> {
        let relative = path.strip_prefix('/').unwrap_or(path);
        Segments((!path.is_empty()).then(|| relative.split('/')))
    }
}

impl<'a> Iterator for Segments<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0.as_mut()?.next()
    }
}

impl<'a> DoubleEndedIterator for Segments<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        self.0.as_mut()?.next_back()
    }
}

impl FusedIterator for Segments<'_> {}

/// The fields of a query; see [`UriReference::query_pairs`](super::UriReference::query_pairs).
#[derive(Clone, Debug)]
pub struct QueryPairs<'a>(Option<Split<'a, char>>);

impl<'a> QueryPairs<'a> {
    pub(super) fn new(query: Option<&'a str>) -> QueryPairs<'a> {
        QueryPairs(query.filter(|query| !query.is_empty()).map(|query| query.split('&')))
    }
}

fn pair(field: &str) -> (&str, Option<&str>) {
    match field.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (field, None),
    }
}

impl<'a> Iterator for QueryPairs<'a> {
    type Item = (&'a str, Option<&'a str>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.as_mut()?.next().map(pair)
    }
}

impl DoubleEndedIterator for QueryPairs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.as_mut()?.next_back().map(pair)
    }
}

impl FusedIterator for QueryPairs<'_> {}
