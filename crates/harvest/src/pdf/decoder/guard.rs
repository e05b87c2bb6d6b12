//! Gives the decoder access to a document, and measures each stream before it is decoded.

use core::cell::Cell;

use pdfboss_core::object::decode_text_string;
use pdfboss_core::{Dict, Document, Error, ObjRef, Object, ObjectSource, Result, Stream};

use super::expansion::{self, Refusal};
use crate::model::{Limit, Limits};

/// The number of decoded bytes that every document may have in addition to the bytes that the ratio allows. The ratio
/// alone is not enough, because a form that all pages show is decoded again for each page.
const FREE: u64 = 64 << 20;

/// A document whose streams are decoded within limits.
pub(super) struct Guard<'d> {
    document: &'d Document,
    pub(super) limits: Limits,
    /// The maximum number of decoded bytes of all streams, and the limit that says so. A stream that is decoded twice
    /// counts twice.
    most: (u64, Limit),
    decoded: Cell<u64>,
    strings: Cell<u64>,
    /// A limit that was exceeded, and its value for this document.
    breach: Cell<Option<(Limit, u64)>>,
}

impl<'d> Guard<'d> {
    /// Guards the document of a file of `len` bytes.
    pub(super) fn new(document: &'d Document, limits: &Limits, len: usize) -> Guard<'d> {
        let most = limits.decoded(len as u64, FREE);
        let (decoded, strings) = (Cell::new(0), Cell::new(0));
        Guard { document, limits: *limits, most, decoded, strings, breach: Cell::new(None) }
    }

    /// The limit that was exceeded since the last call, with its value. If several were exceeded, the one that ends the
    /// reading of the document is returned.
    pub(super) fn take_breach(&self) -> Option<(Limit, u64)> {
        self.breach.take()
    }

    /// Whether a bound was exceeded since the last call of [`take_breach`](Guard::take_breach).
    pub(super) fn is_breached(&self) -> bool {
        self.breach.get().is_some()
    }

    /// Whether the bound for all streams is exceeded.
    pub(super) fn is_spent(&self) -> bool {
        self.decoded.get() > self.most.0
    }

    /// Begins a page, and resets the count of strings.
    pub(super) fn begin_page(&self) {
        self.strings.set(0);
    }

    fn refuse<T>(&self, limit: Limit) -> Result<T> {
        if self.breach.get().is_none_or(|(limit, _)| limit != self.most.1) {
            let value = if limit == self.most.1 { self.most.0 } else { self.limits.get(limit) };
            self.breach.set(Some((limit, value)));
        }
        Err(Error::Decode("a limit is reached".to_owned()))
    }

    /// The dictionary in `object`, or the dictionary to which `object` refers.
    pub(super) fn dictionary(&self, object: Option<&Object>) -> Option<Dict> {
        self.resolve(object?).ok()?.as_dict().cloned()
    }

    /// The text in `object`, or the text to which `object` refers.
    pub(super) fn text(&self, object: Option<&Object>) -> Option<String> {
        self.resolve(object?).ok()?.as_str_bytes().map(decode_text_string)
    }

    /// Counts decoded bytes, and the strings in them.
    fn count(&self, data: &[u8]) -> Result<()> {
        self.decoded.set(self.decoded.get() + data.len() as u64);
        let strings = memchr::memchr2_iter(b'(', b'<', data).count() as u64;
        self.strings.set(self.strings.get() + strings);
        if self.is_spent() {
            return self.refuse(self.most.1);
        }
        if self.strings.get() > self.limits.get(Limit::PageStrings) {
            return self.refuse(Limit::PageStrings);
        }
        Ok(())
    }
}

impl ObjectSource for Guard<'_> {
    fn get(&self, reference: ObjRef) -> Result<Object> {
        self.document.get(reference)
    }

    fn stream_data(&self, stream: &Stream) -> Result<Vec<u8>> {
        if self.is_spent() {
            return self.refuse(self.most.1);
        }
        let resolve = |object: &Object| self.document.resolve(object).unwrap_or(Object::Null);
        match expansion::check(stream, self.limits.get(Limit::Held), &resolve) {
            Ok(()) => {}
            Err(Refusal::TooLong) => return self.refuse(Limit::Held),
            Err(Refusal::Picture) => return Err(Error::UnsupportedFilter("picture".to_owned())),
        }
        let data = self.document.stream_data(stream)?;
        self.count(&data)?;
        Ok(data)
    }

    fn resolve(&self, object: &Object) -> Result<Object> {
        self.document.resolve(object)
    }
}
