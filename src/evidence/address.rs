//! Facts about a line end inside an e-mail address.

use memchr::memmem;

use super::bytes::{self, all, columns, end_run, trimmed};
use super::facts::{Fact, FactSet};
use super::spot::{AHEAD, Spot};
use super::words;
use crate::candidate::broken_address::Halves;
use crate::candidate::host::{self, TldUse};
use crate::candidate::lines::{self, TextBefore};
use crate::span::Span;
use crate::text::chars;
use crate::text::wordlist::is_one_of;
use crate::work;

/// When a program broke the line, the line and the token below nearly always have at least this many columns in total.
const EARLY: usize = 60;

/// Most programs wrap lines that would have this many columns or more.
const FULL: usize = 72;

/// When the text nearby is searched for a part of an address, at most this many occurrences are examined.
const OCCURRENCES: usize = 8;

/// Names that precede a colon and addresses. Most of them are names of header fields.
const FIELDS: &str = "bcc cc from mailto reply-to resent-to sender to";

/// The maximum length, in bytes, of the name of a field.
const MAX_FIELD: usize = 24;

/// A line end inside an address, and the text around it.
#[derive(Debug)]
pub(crate) struct AddressSpot<'t> {
    spot: Spot<'t>,
    halves: &'t Halves,
    broken: Broken,
}

/// The part of an address that the line end may divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    LocalPart,
    /// The domain. The part above the line end does not end in a top-level domain.
    Domain,
    /// The domain. The part above the line end ends in a top-level domain.
    AfterDomain,
}

impl<'t> AddressSpot<'t> {
    /// The line end between `halves`.
    pub(crate) fn new(
        text: &'t [u8],
        text_before: TextBefore,
        halves: &'t Halves,
        broken: Broken,
    ) -> AddressSpot<'t> {
        let pieces = core::slice::from_ref(&halves.above);
        let (line_end, start) = (&halves.line_end, halves.above.start());
        let spot = Spot::new(text, text_before, line_end, pieces, start, false, None);
        AddressSpot { spot, halves, broken }
    }

    /// The facts that hold at the line end.
    pub(super) fn facts(&self) -> FactSet {
        let mut facts = FactSet::default();
        self.note_above(&mut facts);
        self.note_below(&mut facts);
        self.spot.note_indent(&mut facts);
        self.note_width(&mut facts);
        self.note_nearby(&mut facts);
        facts
    }

    fn below(&self) -> &'t [u8] {
        self.halves.below.of(self.spot.text)
    }

    fn note_above(&self, facts: &mut FactSet) {
        let (above, start) = (&*self.spot.above, self.halves.above.start());
        let content = self.halves.line_end.own.content;
        facts.note(Fact::EndsInHyphen, above.ends_with(b"-"));
        facts.note(Fact::EndsInDot, above.ends_with(b"."));
        facts.note(Fact::TrailingBlank, self.halves.line_end.blanks == 1);
        facts.note(Fact::BeginsLine, start == content);
        let closer = self.spot.closer().filter(|&closer| closer != b'*');
        facts.note(Fact::Opened, closer.is_some());
        facts.note(Fact::AfterAngle, closer == Some(b'>'));
        let after = chars::byte_at(self.spot.text, self.halves.below.end());
        facts.note(Fact::ClosedBelow, closer == Some(after));
        facts.note(Fact::AfterRecipient, self.is_after_recipient());
        facts.note(Fact::AfterField, is_field(Span::new(content, start).of(self.spot.text)));
        let word = trimmed(above, b"-.");
        facts.note(Fact::HeadIsWord, words::is_common(word));
        facts.note(Fact::HeadIsCapital, above.first().is_some_and(u8::is_ascii_uppercase));
        facts.note(
            Fact::HeadIsNumber,
            !above.iter().any(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80),
        );
    }

    /// Whether a separator precedes the address, and another address precedes the separator, perhaps on the line above.
    fn is_after_recipient(&self) -> bool {
        let before = lines::before_break(
            self.spot.text,
            self.spot.text_before.floor,
            self.halves.above.start(),
        );
        let Some((b',' | b';', before)) = before.split_last() else { return false };
        let entry = end_run(before, |&byte| byte > b' ' && byte != b',' && byte != b';');
        before.ends_with(b">") || bytes::has(entry, b'@')
    }

    fn note_below(&self, facts: &mut FactSet) {
        let after = chars::byte_at(self.spot.text, self.halves.below.end());
        facts.note(Fact::ThenSeparator, matches!(after, b',' | b';'));
        if self.broken == Broken::LocalPart {
            return;
        }
        let below = self.below();
        let is_one = all(below, u8::is_ascii_alphabetic);
        facts.note(Fact::CutsDomain, self.broken == Broken::Domain);
        facts.note(Fact::WholeDomain, self.broken == Broken::AfterDomain);
        facts.note(Fact::CommonWord, is_one && words::is_common(below));
        facts.note(Fact::CapitalWord, below.first().is_some_and(u8::is_ascii_uppercase));
        let is_domain = !is_one || host::tld_use(below) == TldUse::Domains;
        facts.note(Fact::DomainBelow, is_domain);
    }

    fn note_width(&self, facts: &mut FactSet) {
        let whole = self.spot.width() + columns(self.spot.whole_token());
        facts.note(Fact::FitsEarly, whole < EARLY);
        facts.note(Fact::FillsLine, whole >= FULL);
        let is_narrower = self.spot.widest_prose().is_some_and(|widest| whole <= widest);
        facts.note(Fact::TokenFits, is_narrower);
    }

    fn note_nearby(&self, facts: &mut FactSet) {
        let end = self.halves.below.end();
        let before =
            Span::new(self.spot.text_before.floor, self.halves.above.start()).of(self.spot.text);
        let after = Span::new(end, self.spot.text.len().min(end + AHEAD)).of(self.spot.text);
        work::add(before.len() + after.len());
        let nearby = [before, after];
        let whole = [&self.spot.above, self.below()].concat();
        let is_whole = nearby.iter().any(|text| has_address(text, &whole, |_| true));
        facts.note(Fact::WholeNearby, is_whole);
        if self.broken != Broken::LocalPart {
            return;
        }
        let is_other = |rest: &[u8]| {
            let name = bytes::start_run(rest, |&byte| is_local(byte));
            !name.is_empty() && rest.get(name.len()) == Some(&b'@')
        };
        let has_head = nearby.iter().any(|text| has_address(text, &self.spot.above, is_other));
        facts.note(Fact::HeadNearby, has_head);
        let word = bytes::start_run(self.below(), u8::is_ascii_alphanumeric);
        let name = [&self.spot.above, word].concat();
        facts.note(Fact::NameNearby, nearby.iter().any(|text| has_name(text, &name)));
        let has_tail = nearby.iter().any(|text| has_tail(text, self.below()));
        facts.note(Fact::TailNearby, has_tail);
    }
}

/// Whether `byte` may be inside a local part.
const fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+')
}

/// Whether, at one of its first [`OCCURRENCES`] occurrences in `text`, `part` begins a name and `goes_on` is true for
/// the text after it.
fn has_address(text: &[u8], part: &[u8], goes_on: impl Fn(&[u8]) -> bool) -> bool {
    memmem::find_iter(text, part).take(OCCURRENCES).any(|at| {
        let begins = at == 0 || !is_local(chars::byte_before(text, at));
        begins && goes_on(text.get(at + part.len()..).unwrap_or_default())
    })
}

/// Whether `text` contains `name`, in upper or lower case, as a separate word.
fn has_name(text: &[u8], name: &[u8]) -> bool {
    let [first, rest @ ..] = name else { return false };
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    memchr::memchr2_iter(lower, upper, text).any(|at| {
        let is_name = |found: &[u8]| found.eq_ignore_ascii_case(rest);
        let end = at + name.len();
        let begins = at == 0 || !is_local(chars::byte_before(text, at));
        begins
            && text.get(at + 1..end).is_some_and(is_name)
            && !text.get(end).is_some_and(u8::is_ascii_alphanumeric)
    })
}

/// Whether `tail` is a separate address at one of its first [`OCCURRENCES`] occurrences in `text`: directly after a
/// bracket, a quote or a separator, or after a blank that follows other text on the same line.
fn has_tail(text: &[u8], tail: &[u8]) -> bool {
    memmem::find_iter(text, tail).take(OCCURRENCES).any(|at| {
        let before = text.get(..at).unwrap_or_default();
        let border = before.last().copied().unwrap_or(b'\n');
        let line = trimmed(before, b" \t>|");
        match border {
            b'<' | b'(' | b'[' | b'"' | b'\'' | b':' | b',' | b';' => true,
            b' ' | b'\t' => !line.ends_with(b"\n") && !line.ends_with(b"\r"),
            _ => false,
        }
    })
}

/// Whether `line` begins with one of the [`FIELDS`] and a colon, or with a trailer that names a person, such as
/// `Reported-by:`.
fn is_field(line: &[u8]) -> bool {
    let name = bytes::before_first(line, b':');
    let is_name = name.len() < line.len() && name.len() <= MAX_FIELD;
    let is_trailer = || name.len() > 3 && name.ends_with(b"-by");
    is_name && (is_trailer() || is_one_of(FIELDS, name))
}
