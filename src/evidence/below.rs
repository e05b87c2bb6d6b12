//! Facts about the token below the break, and about the text after the token.

use super::bytes::{self, all, count, start_run};
use super::classes::Classes;
use super::facts::{Fact, FactSet};
use super::spot::Spot;
use super::words;
use crate::candidate::extension;
use crate::candidate::lines;
use crate::candidate::scheme;
use crate::text::chars;

impl Spot<'_> {
    /// Adds the facts that are cheapest to compute: those about the bytes at the break, the token and the line.
    pub(super) fn note_line_end(&self, facts: &mut FactSet) {
        self.note_above(facts);
        self.note_seam(facts);
        self.note_below(facts);
        self.note_columns(facts);
    }

    pub(super) fn note_below(&self, facts: &mut FactSet) {
        self.note_beginning(facts);
        self.note_shape(facts);
        self.note_marks(facts);
        self.note_after(facts);
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
            let name = start_run(name, u8::is_ascii_alphanumeric);
            facts.note(Fact::BeginsExtension, extension::is_web(name));
        }
    }

    fn note_shape(&self, facts: &mut FactSet) {
        let (core, shape, classes) = (self.core, self.shape, self.shape.all());
        let is_word = classes.are(Classes::LETTER);
        // `it's` is as common as `it`.
        let is_common = words::is_common(bytes::before_first(core, b'\''));
        let is_capital = shape.first.has(Classes::UPPER) && shape.rest().are(Classes::LOWER);
        facts.note(Fact::CommonWord, is_common);
        facts.note(Fact::CapitalWord, is_word && !is_common && is_capital);
        facts.note(Fact::ShortToken, core.len() <= 3);
        facts.note(Fact::LongToken, core.len() > 30);
        let has_digit = classes.has(Classes::DIGIT);
        facts.note(Fact::MixedToken, has_digit && classes.has(Classes::LETTER));
        facts.note(Fact::NumberToken, has_digit && classes.are(Classes::NUMBER));
    }

    fn note_marks(&self, facts: &mut FactSet) {
        let (core, shape, classes) = (self.core, self.shape, self.shape.all());
        facts.note(Fact::TokenDot, shape.inner.has(Classes::DOT));
        facts.note(Fact::TokenQuery, shape.inner.has(Classes::QUERY));
        facts.note(Fact::TokenHyphen, shape.inner.has(Classes::HYPHEN));
        facts.note(Fact::TokenFragment, shape.inner.has(Classes::FRAGMENT));
        facts.note(Fact::TokenSlash, shape.rest().has(Classes::SLASH));
        let has_extension = || bytes::has_extension(bytes::before_first(core, b'#'));
        facts.note(Fact::TokenExtension, classes.has(Classes::DOT) && has_extension());
        let token = classes | self.tail;
        let is_label = matches!(self.token, [_, .., b':']);
        let has_path = token.has(Classes::SLASH | Classes::QUERY);
        // `lib/test.c:1483:` is a place in a source file, with which the message of a compiler begins.
        let is_place = || {
            self.token
                .split(|&byte| byte == b':')
                .rev()
                .nth(1)
                .is_some_and(|part| all(part, u8::is_ascii_digit))
        };
        facts.note(Fact::TokenLabel, is_label && (!has_path || is_place()));
        let is_id = || !bytes::is_address(core);
        facts.note(Fact::TokenMessageId, classes.has(Classes::AT) && is_id());
        let closes = || count(self.token, b')') > count(self.token, b'(');
        facts.note(Fact::TokenCloser, token.has(Classes::CLOSER) && closes());
    }

    /// Whether a `)` is in the token or directly after it.
    pub(super) fn has_closer(&self) -> bool {
        (self.shape.all() | self.tail).has(Classes::CLOSER)
            || self.text.get(self.line_end.token.end()) == Some(&b')')
    }

    /// The letters at the beginning of the token.
    pub(super) fn letters_below(&self) -> &[u8] {
        if self.shape.all().are(Classes::LETTER) {
            self.core
        } else {
            start_run(self.core, u8::is_ascii_alphabetic)
        }
    }

    fn note_after(&self, facts: &mut FactSet) {
        let end = self.line_end.token.end();
        let next = lines::skip_blanks(self.text, end);
        let broken = lines::break_len(self.text, next);
        if broken > 0 || next >= self.text.len() {
            facts.note(Fact::Alone, true);
            let below = lines::prefix(self.text, next + broken, usize::MAX);
            facts.note(Fact::UriBelow, scheme::starts_uri(self.text, below.content));
            facts.note(Fact::MoreBelow, self.is_entry(below.content));
            return;
        }
        let is_word = next > end && chars::byte_at(self.text, next).is_ascii_alphabetic();
        facts.note(Fact::ThenWord, is_word);
        facts.note(Fact::ThenOther, !is_word);
    }

    /// Whether the token's line is clearly narrower than the line above, and the line with the content at `below` has
    /// one token as well.
    fn is_entry(&self, below: usize) -> bool {
        let line = self.text.get(below..).unwrap_or_default();
        let end = below + start_run(line, |&byte| byte > b' ').len();
        let after = lines::skip_blanks(self.text, end);
        let is_last = lines::break_len(self.text, after) > 0 || after >= self.text.len();
        let is_alone = end > below && is_last;
        is_alone && self.core.len() + self.line_end.next.indent() + 10 < self.width()
    }

    pub(super) fn note_indent(&self, facts: &mut FactSet) {
        let is_comment = |start: usize| begins_comment(self.text.get(start..).unwrap_or_default());
        let (above, below) = (self.line_end.own.content, self.line_end.next.content);
        facts.note(Fact::LeavesComment, is_comment(above) && !is_comment(below));
        let (own, next) = (self.line_end.own, self.line_end.next);
        if own.depth == next.depth {
            // After reply marks one blank is no indent: `>>text` and `>> text`.
            let indent =
                |of: lines::Prefix| of.indent() - usize::from(of.depth > 0 && of.indent() == 1);
            facts.note(Fact::SameIndent, indent(own) == indent(next));
            facts.note(Fact::DeeperIndent, indent(next) > indent(own));
        } else {
            facts.note(Fact::DepthDiffers, true);
            facts.note(Fact::DepthWitnessed, self.is_witnessed());
        }
    }

    /// Whether a neighbouring line shows that the reply was wrapped after it was quoted: the line above the URI's line
    /// has as many reply marks as the token's line, or the line below the token's line has as many as the URI's line.
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

/// Whether `line` begins like a comment in a program or a configuration file.
fn begins_comment(line: &[u8]) -> bool {
    matches!(
        line,
        [b'#' | b';' | b'%', ..]
            | [b'/', b'/' | b'*', ..]
            | [b'-', b'-', b' ', ..]
            | [b'.', b'\\', b'"', ..]
            | [b'd', b'n', b'l', b' ', ..]
    )
}
