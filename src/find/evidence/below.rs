//! Facts about the token below the break, and about the text after the token.

use super::bytes::{self, all, any, count, has, inner, is_digit, is_letter, start_run};
use super::facts::{Fact, FactSet};
use super::spot::Spot;
use super::words;
use crate::find::candidate::extension;
use crate::find::candidate::lines;
use crate::find::candidate::scheme;
use crate::text::chars;

impl Spot<'_> {
    pub(super) fn note_below(&self, facts: &mut FactSet) {
        self.note_beginning(facts);
        self.note_shape(facts);
        self.note_marks(facts);
        self.note_behind(facts);
        self.note_indent(facts);
    }

    fn note_beginning(&self, facts: &mut FactSet) {
        let first = self.first();
        let is_usual = first.is_ascii_alphanumeric()
            || matches!(first, b'/' | b'.' | b'?' | b'&' | b'=' | b'#' | b'-' | b'_' | b'%');
        facts.note(Fact::BeginsQuery, matches!(first, b'?' | b'&' | b'=' | b'#'));
        facts.note(Fact::BeginsOdd, !is_usual);
        facts.note(Fact::BeginsSlash, first == b'/');
        if let Some(name) = self.core.strip_prefix(b".") {
            let name = start_run(name, |byte| byte.is_ascii_alphanumeric());
            let is_extension = extension::is_web(name);
            let is_short = (1..=3).contains(&name.len()) && all(name, is_letter);
            facts.note(Fact::BeginsExtension, is_extension);
            facts.note(Fact::BeginsRequest, is_short && !is_extension);
        }
        let letters = start_run(self.core, is_letter);
        let is_inside = !letters.is_empty() && !words::begins_like_word(letters);
        facts.note(Fact::BeginsInsideWord, is_inside);
    }

    fn note_shape(&self, facts: &mut FactSet) {
        let core = self.core;
        let is_word = all(core, is_letter);
        let is_common = is_word && words::is_common(core);
        let is_capital = self.first().is_ascii_uppercase()
            && core.len() > 1
            && core.iter().skip(1).all(u8::is_ascii_lowercase);
        facts.note(Fact::CommonWord, is_common);
        facts.note(Fact::CapitalWord, is_word && !is_common && is_capital);
        facts.note(Fact::ShortToken, core.len() <= 3);
        facts.note(Fact::LongToken, core.len() > 30);
        facts.note(Fact::MixedToken, any(core, is_digit) && any(core, is_letter));
        let is_number = all(core, |byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b':'));
        facts.note(Fact::NumberToken, is_number && any(core, is_digit));
    }

    fn note_marks(&self, facts: &mut FactSet) {
        let (core, token) = (self.core, self.token);
        for &byte in inner(core) {
            match byte {
                b'.' => facts.note(Fact::TokenDot, true),
                b'=' | b'&' | b'%' | b'?' => facts.note(Fact::TokenQuery, true),
                b'-' => facts.note(Fact::TokenHyphen, true),
                b'#' => facts.note(Fact::TokenFragment, true),
                b',' => facts.note(Fact::TokenComma, true),
                _ => {}
            }
        }
        facts.note(Fact::TokenSlash, has(core.get(1..).unwrap_or_default(), b'/'));
        facts.note(Fact::TokenExtension, bytes::has_extension(bytes::before_first(core, b'#')));
        let label = token.strip_suffix(b":").unwrap_or_default();
        let is_label = !label.is_empty()
            && !any(label, |byte| matches!(byte, b'/' | b'=' | b'&' | b'%' | b'?'));
        facts.note(Fact::TokenLabel, is_label);
        facts.note(Fact::TokenMessageId, has(core, b'@') && !bytes::is_address(core));
        let closes = has(token, b')') && count(token, b')') > count(token, b'(');
        facts.note(Fact::TokenCloser, closes);
    }

    fn note_behind(&self, facts: &mut FactSet) {
        let end = self.line_end.token.end();
        let next = lines::skip_blanks(self.text, end);
        let broken = lines::break_len(self.text, next);
        if broken > 0 || next >= self.text.len() {
            facts.note(Fact::Alone, true);
            let below = lines::prefix(self.text, next + broken, usize::MAX);
            facts.note(Fact::UriBelow, scheme::starts_uri(self.text, below.content));
            return;
        }
        let is_word = next > end && chars::byte_at(self.text, next).is_ascii_alphabetic();
        let is_closer = matches!(chars::byte_at(self.text, end), b'>' | b'"' | b'`' | b'|');
        facts.note(Fact::ThenWord, is_word);
        facts.note(Fact::ThenCloser, is_closer);
        facts.note(Fact::ThenOther, !is_word && !is_closer);
    }

    pub(super) fn note_indent(&self, facts: &mut FactSet) {
        let is_comment = |start: usize| begins_comment(self.text.get(start..).unwrap_or_default());
        let (above, below) = (self.line_end.own.content, self.line_end.next.content);
        facts.note(Fact::LeavesComment, is_comment(above) && !is_comment(below));
        let (own, next) = (self.line_end.own, self.line_end.next);
        if own.depth == next.depth {
            facts.note(Fact::SameIndent, own.indent() == next.indent());
            facts.note(Fact::DeeperIndent, next.indent() > own.indent());
        } else {
            facts.note(Fact::DepthDiffers, true);
            facts.note(Fact::DepthWitnessed, self.is_witnessed());
        }
    }

    /// Whether the line before the URI has as many reply marks as the line of the token, or the line
    /// after the token has as many as the line of the URI.
    fn is_witnessed(&self) -> bool {
        let end = self.line_end.token.end();
        let from = self.text.get(end..).unwrap_or_default();
        let to = memchr::memchr2(b'\n', b'\r', from).map_or(from.len(), |len| len);
        let below = end + to + lines::break_len(self.text, end + to);
        let below = lines::depth(self.text, below);
        let above = self.line_above().and_then(|line| lines::depth(self.text, line.start()));
        above == Some(self.line_end.next.depth) || below == Some(self.line_end.own.depth)
    }
}

/// Whether `line` begins with a mark by which programs begin a comment.
fn begins_comment(line: &[u8]) -> bool {
    let marks: [&[u8]; 8] = [b"//", b"/*", b"#", b";", b"%", b"-- ", b".\\\"", b"dnl "];
    marks.iter().any(|mark| line.starts_with(mark))
}
