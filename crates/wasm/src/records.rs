//! The results of a call: a table of numbers, and a text.

use linkwright::Match;
use linkwright::find::{Delimiter, MatchKind};

use crate::edition;
use crate::state::FAILED;
use crate::units::{self, Units};

/// The two buffers. They are used again for each call.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) numbers: Vec<u32>,
    pub(crate) text: String,
}

/// Buffers up to this size are kept for the next call.
const KEPT: usize = 64 * 1024;

/// The bit of a record whose URI is in the text. The other bits up to 32 are in `details`.
const URI: u32 = 1;

/// What most URIs have before their text. The highest two bits of the parts are the number of the prefix.
pub(crate) const PREFIXES: [&str; 4] = ["", "http://", "https://", "mailto:"];
const PREFIX: u32 = 6;

impl Records {
    pub(crate) fn clear(&mut self) {
        if self.numbers.capacity() > KEPT || self.text.capacity() > KEPT {
            *self = Records::default();
        }
        self.numbers.clear();
        self.text.clear();
    }

    /// The addresses and lengths of both buffers.
    pub(crate) fn parts(&self) -> [usize; 4] {
        let Records { numbers, text } = self;
        [numbers.as_ptr().addr(), numbers.len(), text.as_ptr().addr(), text.len()]
    }

    /// Leaves an error about an option.
    pub(crate) fn refuse(&mut self, (option, message): (String, String)) -> i32 {
        self.text = format!("{option}\0{message}");
        FAILED
    }

    /// Adds the record of a match:
    ///
    /// start, end, parts | kind << 8 | delimiter << 16 | confidence << 24, then the parts whose bits are set: the length
    /// of the URI, which is in the text, and the parts that `details` describes. Most matches have none: their URI is
    /// their text, or a prefix and their text.
    pub(crate) fn add(&mut self, found: &Match<'_>, text: &[u8], units: &mut Units) {
        let uri = found.uri();
        let [start, end] = units.span(text, found.span());
        let at = self.numbers.len() + 2;
        let kinds = number_of(MatchKind::ALL, found.kind()) << 8
            | number_of(Delimiter::ALL, found.delimiter()) << 16
            | u32::from(found.confidence()) << 24;
        self.numbers.extend([start, end, kinds]);
        let prefix = uri.as_str().strip_suffix(found.text());
        let number = prefix.and_then(|prefix| PREFIXES.iter().position(|&one| one == prefix));
        let mut parts = if let Some(number) = number {
            length(number) << PREFIX
        } else {
            self.put_text(uri.as_str());
            URI
        };
        parts |= edition::add_details(self, found, text, units);
        if let Some(kinds) = self.numbers.get_mut(at) {
            *kinds |= parts;
        }
    }

    /// Adds a part of the text, and its length. JavaScript counts it in code units.
    pub(crate) fn put_text(&mut self, text: &str) {
        self.numbers.push(length(units::count(text.as_bytes())));
        self.text.push_str(text);
    }
}

/// The first `len` bytes of the input buffer, which the caller has written; they are UTF-8.
pub(crate) fn bytes(input: &[u8], len: usize) -> &[u8] {
    input.get(..len).unwrap_or_default()
}

/// The same bytes as text. A search needs no proof that they are UTF-8, which takes as long as the search itself.
pub(crate) fn text(input: &[u8], len: usize) -> &str {
    core::str::from_utf8(bytes(input, len)).unwrap_or_default()
}

/// The number of a name in its list, which `names` writes.
pub(crate) fn number_of<T: Copy + PartialEq>(all: &[T], one: T) -> u32 {
    length(all.iter().position(|&other| other == one).unwrap_or_default())
}

pub(crate) fn length(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
