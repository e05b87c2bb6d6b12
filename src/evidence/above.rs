//! Facts about the URI above the break: whether it looks complete or cut.

use super::bytes::{self, POINTS, count, end_run, has, start_run, trimmed};
use super::facts::{Fact, FactSet};
use super::spot::{Spot, is_label};
use super::words;
use crate::span::Span;

/// The maximum length, in bytes, of a list or footnote marker before a URI, including blanks.
const MAX_LEAD: usize = 12;

impl Spot<'_> {
    pub(super) fn note_above(&self, facts: &mut FactSet) {
        facts.note(Fact::Flowed, self.is_flowed);
        facts.note(Fact::EndsInHyphen, self.last() == b'-');
        facts.note(Fact::EndsInSlash, self.last() == b'/');
        facts.note(Fact::EndsInDot, self.last() == b'.');
        facts.note(Fact::EndsInComma, matches!(self.last(), b',' | b';'));
        facts.note(Fact::EndsOpen, matches!(self.last(), b'?' | b'#' | b'=' | b'&' | b'_'));
        facts.note(Fact::TrailingBlank, self.line_end.blanks == 1);
        facts.note(Fact::ShortAbove, self.above.len() < 25);
        facts.note(Fact::LongAbove, self.above.len() > 60);
        if self.pieces.len() == 1 {
            self.note_lead(facts);
        }
    }

    /// The letters at the end of the URI above.
    pub(super) fn letters_above(&self) -> &[u8] {
        end_run(&self.above, u8::is_ascii_alphabetic)
    }

    /// The hexadecimal digits at the end of the URI above.
    pub(super) fn digits_above(&self) -> &[u8] {
        end_run(&self.above, u8::is_ascii_hexdigit)
    }

    pub(super) fn note_components(&self, facts: &mut FactSet) {
        let path = self.path();
        let segment = bytes::after_last(trimmed(path, b"/"), b'/');
        let end = trimmed(trimmed(&self.above, POINTS), b"/");
        let domain = memchr::memchr(b'@', segment).and_then(|at| segment.get(at + 1..));
        facts.note(Fact::Repository, end.ends_with(b".git"));
        facts.note(Fact::WholeMessageId, domain.is_some_and(bytes::is_domain));
        facts.note(Fact::FolderOfEntries, self.is_folder_of_entries());
        let part = memchr::memchr2(b'?', b'#', path).and_then(|at| path.get(at..));
        let is_glued = self.first().is_ascii_alphanumeric();
        let is_file = is_glued && part.is_none();
        let cuts = is_file && self.cuts_extension();
        facts.note(Fact::CutsExtension, cuts);
        facts.note(Fact::WholeFile, is_file && !cuts && bytes::has_extension(path));
        facts.note(Fact::NextParameter, self.begins_parameter(part));
    }

    /// Whether the token begins or continues the query of the URI above. `part` is the query and fragment so far.
    fn begins_parameter(&self, part: Option<&[u8]>) -> bool {
        let parameter = |part| end_run(part, |byte| !matches!(byte, b'?' | b'&' | b';'));
        match self.first() {
            b'&' => part.is_some(),
            b'?' => part.is_none(),
            b'=' => part.is_some_and(|part| has(part, b'?') && !has(parameter(part), b'=')),
            _ => false,
        }
    }

    /// Whether the break is inside a file extension or after its dot: `.h` above and `tml` below.
    fn cuts_extension(&self) -> bool {
        let below = start_run(self.token, u8::is_ascii_alphanumeric);
        let above = self.above.get(self.above.len().saturating_sub(24)..).unwrap_or_default();
        below.len() < 8 && bytes::has_extension(&[above, below].concat())
    }

    pub(super) fn note_last_letters(&self, facts: &mut FactSet) {
        let run = self.letters_above();
        let letters = last_word(run);
        facts.note(Fact::EndsInWord, letters.len() > 1 && words::is_common(letters));
        facts.note(Fact::EndsInsideWord, letters.len() > 1 && !words::ends_like_word(letters));
        let is_glued = self.first().is_ascii_alphabetic();
        facts.note(Fact::EndsInStump, is_glued && run.len() == 3 && !words::is_common(run));
        let number = self.digits_above();
        let border = self.above.get(..self.above.len() - number.len()).unwrap_or_default();
        let is_apart =
            matches!(border.last(), Some(b'/' | b'=' | b'-' | b'_' | b'#' | b'.' | b'@'));
        let is_hash = is_apart
            && bytes::is_hash_length(number.len())
            && number.iter().any(u8::is_ascii_digit);
        facts.note(Fact::EndsInHash, is_hash);
    }

    pub(super) fn note_opener(&self, facts: &mut FactSet) {
        let closer = self.closer().filter(|&closer| closer != b'*');
        let opened = closer.filter(|&closer| !has(&self.above, closer));
        facts.note(Fact::Opened, opened.is_some());
        let inside = has(&self.above, b'(') && count(&self.above, b'(') > count(&self.above, b')');
        let wanted = opened.or(inside.then_some(b')'));
        let is_closed = |closer| {
            let is_next = self.text.get(self.line_end.token.end()) == Some(&closer);
            is_next || (has(self.token, closer) && !has(self.token, b'('))
        };
        facts.note(Fact::ClosedBelow, wanted.is_some_and(is_closed));
    }

    fn note_lead(&self, facts: &mut FactSet) {
        let lead = Span::new(self.line_end.own.content, self.outset).of(self.text);
        let has_letters = lead.iter().any(u8::is_ascii_alphabetic);
        let is_label = is_label(lead);
        facts.note(Fact::BeginsLine, !has_letters && lead.len() <= MAX_LEAD);
        facts.note(Fact::AfterLabel, is_label);
        facts.note(Fact::AfterText, has_letters && !is_label);
        facts.note(Fact::PackageSource, has_letters && names_package_source(lead));
    }
}

/// Whether `lead` contains the word `deb` or `deb-src`.
fn names_package_source(lead: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    memchr::memchr_iter(b'd', lead).any(|at| {
        let (before, rest) = lead.split_at(at);
        let word = start_run(rest, is_word);
        matches!(word, b"deb" | b"deb-src") && !before.last().is_some_and(is_word)
    })
}

/// The last word of `letters`: `Process` in `ReviewProcess`, and the whole of `README`.
fn last_word(letters: &[u8]) -> &[u8] {
    let lower = end_run(letters, u8::is_ascii_lowercase).len();
    let word = if lower == 0 { letters.len() } else { letters.len().min(lower + 1) };
    letters.get(letters.len() - word..).unwrap_or_default()
}
