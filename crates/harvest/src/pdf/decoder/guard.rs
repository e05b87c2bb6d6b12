//! Gives the decoder access to a document, and measures each stream before it is decoded.

use core::cell::Cell;

use pdfboss_core::object::decode_text_string;
use pdfboss_core::{Dict, Document, Error, ObjRef, Object, ObjectSource, Result, Stream};

use super::expansion::{self, Refusal};
use super::limits::Bounds;

/// A document whose streams are decoded within bounds.
pub(super) struct Guard<'d> {
    document: &'d Document,
    bounds: Bounds,
    decoded: Cell<u64>,
    strings: Cell<u64>,
    breach: Cell<Option<Breach>>,
}

/// A bound that a document has exceeded, with the value of the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Breach {
    /// One stream is too long.
    Stream(u64),
    /// A page has too many strings.
    Strings(u64),
    /// All streams together are too long.
    All(u64),
}

impl<'d> Guard<'d> {
    pub(super) fn new(document: &'d Document, bounds: Bounds) -> Guard<'d> {
        let (decoded, strings) = (Cell::new(0), Cell::new(0));
        Guard { document, bounds, decoded, strings, breach: Cell::new(None) }
    }

    pub(super) fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The bound that was exceeded since the last call. If several bounds were exceeded, the variant of [`Breach`] that
    /// is declared last is returned.
    pub(super) fn take_breach(&self) -> Option<Breach> {
        self.breach.take()
    }

    /// Whether a bound was exceeded since the last call of [`take_breach`](Guard::take_breach).
    pub(super) fn is_breached(&self) -> bool {
        self.breach.get().is_some()
    }

    /// Whether the bound for all streams is exceeded.
    pub(super) fn is_spent(&self) -> bool {
        self.decoded.get() > self.bounds.all_bytes
    }

    /// Begins a page, and resets the count of strings.
    pub(super) fn begin_page(&self) {
        self.strings.set(0);
    }

    fn refuse<T>(&self, breach: Breach) -> Result<T> {
        self.breach.set(self.breach.get().max(Some(breach)));
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
            return self.refuse(Breach::All(self.bounds.all_bytes));
        }
        if self.strings.get() > self.bounds.strings {
            return self.refuse(Breach::Strings(self.bounds.strings));
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
            return self.refuse(Breach::All(self.bounds.all_bytes));
        }
        let resolve = |object: &Object| self.document.resolve(object).unwrap_or(Object::Null);
        match expansion::check(stream, self.bounds.stream_bytes, &resolve) {
            Ok(()) => {}
            Err(Refusal::TooLong) => return self.refuse(Breach::Stream(self.bounds.stream_bytes)),
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
