//! Facts about the URI above the break: whether it looks complete or cut.

use super::bytes::{
    self, any, end_run, has, is_digit, is_hex, is_letter, is_point, start_run, trimmed,
};
use super::facts::{Fact, FactSet};
use super::spot::Spot;
use super::words;
use crate::span::Span;

/// The greatest length, in bytes, of a mark of a list or a footnote with its blanks.
const MAX_LEAD: usize = 12;

impl Spot<'_> {
    pub(super) fn note_above(&self, facts: &mut FactSet) {
        facts.note(Fact::Flowed, self.is_flowed);
        facts.note(Fact::EndsInHyphen, self.last() == b'-');
        facts.note(Fact::EndsInSlash, self.last() == b'/');
        facts.note(Fact::TrailingBlank, self.line_end.blanks == 1);
        facts.note(Fact::ShortAbove, self.above.len() < 25);
        facts.note(Fact::LongAbove, self.above.len() > 60);
        self.note_components(facts);
        self.note_last_letters(facts);
        self.note_opener(facts);
        if self.pieces.len() == 1 {
            self.note_lead(facts);
        }
    }

    fn note_components(&self, facts: &mut FactSet) {
        let path = self.path();
        let segment = bytes::after_last(trimmed(path, |byte| byte == b'/'), b'/');
        let parameter = end_run(path, |byte| !matches!(byte, b'?' | b'&' | b';'));
        let domain = segment.get(bytes::before_first(segment, b'@').len() + 1..);
        let end = trimmed(trimmed(&self.above, is_point), |byte| byte == b'/');
        facts.note(Fact::Repository, end.ends_with(b".git"));
        facts.note(Fact::WholeMessageId, domain.is_some_and(bytes::is_domain));
        facts.note(Fact::FolderOfEntries, self.is_folder_of_entries());
        let has_part = has(path, b'?') || has(path, b'#');
        let is_glued = self.first().is_ascii_alphanumeric();
        let is_whole = || bytes::has_extension(path) && !self.cuts_extension();
        facts.note(Fact::WholeFile, is_glued && !has_part && is_whole());
        let has_key = has(path, b'?') && !has(parameter, b'=');
        let goes_on = match self.first() {
            b'&' => has_part,
            b'?' => !has_part,
            b'=' => has_key,
            _ => false,
        };
        facts.note(Fact::NextParameter, goes_on);
        facts.note(Fact::KeyWithoutValue, has_key);
    }

    /// Whether the break is inside a file extension: `.h` above and `tml` below.
    fn cuts_extension(&self) -> bool {
        let below = start_run(self.token, is_letter);
        bytes::has_extension(&[&self.above, below].concat())
    }

    fn note_last_letters(&self, facts: &mut FactSet) {
        let letters = last_word(&self.above);
        facts.note(Fact::EndsInWord, letters.len() > 1 && words::is_common(letters));
        facts.note(Fact::EndsInsideWord, letters.len() > 1 && !words::ends_like_word(letters));
        let run = end_run(&self.above, is_letter);
        let is_glued = self.first().is_ascii_alphabetic();
        facts.note(Fact::EndsInStump, is_glued && run.len() == 3 && !words::is_common(run));
        let number = end_run(&self.above, is_hex);
        let border = self.above.get(..self.above.len() - number.len()).unwrap_or_default();
        let is_apart =
            matches!(border.last(), Some(b'/' | b'=' | b'-' | b'_' | b'#' | b'.' | b'@'));
        let is_hash = is_apart && bytes::is_hash_length(number.len()) && any(number, is_digit);
        facts.note(Fact::EndsInHash, is_hash);
    }

    fn note_opener(&self, facts: &mut FactSet) {
        let closer = self.closer().filter(|&closer| closer != b'*');
        let opened = closer.filter(|&closer| !has(&self.above, closer));
        facts.note(Fact::Opened, opened.is_some());
        let inside = bytes::count(&self.above, b'(') > bytes::count(&self.above, b')');
        let wanted = opened.or(inside.then_some(b')'));
        let is_closed = |closer| {
            let behind = self.text.get(self.line_end.token.end()) == Some(&closer);
            behind || (has(self.token, closer) && !has(self.token, b'('))
        };
        facts.note(Fact::ClosedBelow, wanted.is_some_and(is_closed));
    }

    fn note_lead(&self, facts: &mut FactSet) {
        let lead = Span::new(self.line_end.own.content, self.outset).of(self.text);
        let has_letters = any(lead, is_letter);
        let is_label = has_letters && lead.trim_ascii_end().ends_with(b":");
        facts.note(Fact::BeginsLine, !has_letters && lead.len() <= MAX_LEAD);
        facts.note(Fact::AfterLabel, is_label);
        facts.note(Fact::AfterText, has_letters && !is_label);
        facts.note(Fact::PackageSource, has_letters && names_package_source(lead));
    }
}

/// Whether one of the words of `lead` is `deb` or `deb-src`.
fn names_package_source(lead: &[u8]) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    memchr::memchr_iter(b'd', lead).any(|at| {
        let (before, rest) = lead.split_at(at);
        let word = start_run(rest, is_word);
        matches!(word, b"deb" | b"deb-src") && !before.last().is_some_and(|&byte| is_word(byte))
    })
}

/// The last word of the letters at the end of `text`: `Process` of `ReviewProcess`, and all of `README`.
fn last_word(text: &[u8]) -> &[u8] {
    let letters = end_run(text, is_letter);
    let lower = end_run(letters, |byte| byte.is_ascii_lowercase()).len();
    let word = if lower == 0 { letters.len() } else { letters.len().min(lower + 1) };
    letters.get(letters.len() - word..).unwrap_or_default()
}
