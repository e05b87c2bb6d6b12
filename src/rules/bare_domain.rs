//! Whether a bare name is a domain or code: evidence for and against, weighed as one decision.
//!
//! In chat logs 81 of 100 bare names with a top-level domain are domains; the others are members and calls
//! (`user.email`, `arr.map(x)`), files (`config.h.in`), and sentences without a space (`the same.one`). No single fact
//! separates them. Each row of [`EVIDENCE`] has a weight, and a name is linked if the sum is positive. If doubtful
//! names are reported as well, the sum determines their confidence. The weights were chosen on one chat log. They are
//! whole numbers, so that a sum can be checked by hand. A list of exceptions was rejected, because every log would need
//! a different list.

use super::components::Components;
use super::draft::Draft;
use super::file_context;
use super::link_text;
use super::rule::{Kinds, Rule};
use super::weighing::{Evidence, Weighing, evidence};
use crate::candidate::extension;
use crate::candidate::facts::Facts;
use crate::candidate::host::{self, TldUse};

/// `user.email = x`, `arr.map(f)`, `Foo.java:12`, `the same.one`: a name in code or prose.
///
/// If the top-level domain of a name occurs only in domains, the name is weighed only if a bracket, an operator or a
/// colon directly follows it. All other names are always weighed.
pub(super) const BARE_DOMAIN: Rule = Rule::weigh("bare-domain", bare_domain)
    .kinds(Kinds::DOMAIN)
    .when(Facts::NAME_DOUBTFUL)
    .documented(
        "a bare name is a link only if there is more evidence for a domain than for code or prose",
        "775 lines of chat, in which the precision is 0.72 without the rule",
    );

fn bare_domain(draft: &Draft<'_>, uri: &Components<'_>) -> Option<Weighing> {
    if !draft.facts.meets(Facts::NAME_DOUBTFUL) {
        return None;
    }
    let name = Name::of(draft, uri)?;
    let rows = EVIDENCE.iter().map(|row| (row.clue, (row.holds)(&name)));
    let weighing = Weighing::new(|row| Some(EVIDENCE.get(row)?.clue));
    Some(weighing.gather(rows, draft.least_confidence()))
}

/// A bare name and the text around it.
struct Name<'w> {
    /// The host, and the port if there is one.
    authority: &'w [u8],
    /// All labels, with the dots.
    host: &'w [u8],
    first_label: &'w [u8],
    /// The label before the top-level domain.
    second_label: &'w [u8],
    tld: &'w [u8],
    tld_use: TldUse,
    has_path: bool,
    /// Whether the path ends in the name of a source file, or of a file with the top-level domain as its extension.
    has_source: bool,
    /// Whether the name is the text of a link to the host of this name.
    is_link_text: bool,
    /// At most [`NEAR`] bytes before the name.
    near: &'w [u8],
    /// The text before the name on its line, at most [`NEAR`] bytes.
    before: &'w [u8],
    /// The text after the name on its line, at most [`NEAR`] bytes; empty if the name has a path.
    after: &'w [u8],
}

/// The maximum number of bytes of text that are read before and after a name.
const NEAR: usize = 64;

impl<'w> Name<'w> {
    fn of(draft: &Draft<'w>, uri: &Components<'_>) -> Option<Name<'w>> {
        let authority = draft.authority()?.of(draft.text);
        let host = authority.split(|&byte| byte == b':').next()?;
        let mut labels = host.rsplit(|&byte| byte == b'.').filter(|label| !label.is_empty());
        let (tld, second_label) = (labels.next()?, labels.next()?);
        let first_label = labels.next_back().unwrap_or(second_label);
        let before = draft.before();
        let near = before.get(before.len().saturating_sub(NEAR)..)?;
        let line = near.get(memchr::memrchr(b'\n', near).map_or(0, |at| at + 1)..)?;
        let after = draft.after();
        let after = after.get(..NEAR).unwrap_or(after);
        let line_end = memchr::memchr2(b'\n', b'\r', after).unwrap_or_else(|| {
            draft.note_reach(draft.end() + NEAR);
            after.len()
        });
        let has_path = uri.path().len() > 1 || uri.query().is_some();
        // The text after a path does not affect the decision.
        let line_end = if has_path { 0 } else { line_end };
        Some(Name {
            authority,
            host,
            first_label,
            second_label,
            tld,
            tld_use: host::tld_use(tld),
            has_path,
            has_source: has_path && file_context::ends_in_source(uri.path().as_bytes(), tld),
            is_link_text: link_text::is_of_link(draft, host),
            near,
            before: line,
            after: after.get(..line_end)?,
        })
    }

    /// The text after the name, without blanks.
    fn next(&self) -> &'w [u8] {
        self.after.trim_ascii_start()
    }

    fn is_of(&self, tld_use: TldUse) -> bool {
        self.tld_use == tld_use
    }

    /// Whether the host has three labels or more.
    fn has_inner(&self) -> bool {
        self.host.len() > self.second_label.len() + self.tld.len() + 1
    }

    /// Whether `is_one` is true for the first label in lower case. No word in the lists is longer than eight bytes.
    fn is_first_label(&self, is_one: fn(&[u8]) -> bool) -> bool {
        let mut lower = [0; 8];
        let Some(lower) = lower.get_mut(..self.first_label.len()) else { return false };
        lower.copy_from_slice(self.first_label);
        lower.make_ascii_lowercase();
        is_one(lower)
    }
}

type Fact = fn(&Name<'_>) -> bool;

/// The facts with their weights. The facts that support a domain come first.
static EVIDENCE: [Evidence<Fact>; 28] = [
    evidence(
        4,
        |name| name.is_of(TldUse::Domains),
        "its top-level domain occurs nearly only in domains",
    ),
    evidence(3, |name| name.is_of(TldUse::Country), "its top-level domain is that of a country"),
    evidence(1, |name| name.is_of(TldUse::Both), "its top-level domain is also a word"),
    evidence(3, |name| name.has_path, "it has a path"),
    evidence(8, |name| name.is_link_text, "it is the text of a link to the same host"),
    evidence(2, is_alone, "it is alone on its line"),
    evidence(-1, |name| name.is_of(TldUse::Words), "its top-level domain is mostly a word"),
    evidence(
        -4,
        |name| name.has_source && is_weak(name),
        "its path ends in the name of a source file",
    ),
    evidence(-6, is_called, "brackets follow it, as in a call"),
    evidence(-3, |name| name.after.starts_with(b"["), "an index follows it"),
    evidence(-4, is_assigned, "it is assigned or compared"),
    evidence(-2, is_operand, "it is a part of an expression"),
    evidence(-2, follows_operator, "an operator is before it"),
    evidence(-2, is_argument, "it is the argument of a call"),
    evidence(-2, is_statement, "it is a part of a statement"),
    evidence(-2, follows_keyword, "a keyword of a programming language is before it"),
    evidence(-5, is_of_object, "it begins with the name of an object"),
    evidence(-3, is_sentence, "a sentence begins after its dot"),
    evidence(-2, is_camel_case, "it has capitals inside a label"),
    evidence(-2, is_file_position, "a line number follows it"),
    evidence(-4, is_file, "it looks like the name of a file"),
    evidence(-4, is_file_entry, "it is an entry in a list of files"),
    evidence(-3, is_near_file, "the name of another file is nearby"),
    evidence(-2, is_said_file, "the text says that it is a file"),
    evidence(-2, is_program, "it looks like the name of a program"),
    evidence(-4, is_request, "only its top-level domain is in capitals"),
    evidence(-4, is_reverse, "it begins with a top-level domain"),
    evidence(-3, is_abbreviation, "it looks like an abbreviation or a number"),
];

/// Whether `name`, in lower case, is a common name of an object in programs.
#[rustfmt::skip]
fn is_object(name: &[u8]) -> bool {
    matches!(
        name,
        b"array" | b"cls" | b"console" | b"data" | b"document" | b"elem" | b"event" | b"item" | b"java" | b"json"
        | b"math" | b"module" | b"node" | b"number" | b"obj" | b"object" | b"operator" | b"os" | b"params" | b"process"
        | b"props" | b"req" | b"request" | b"res" | b"response" | b"result" | b"self"
        | b"state" | b"string" | b"super" | b"system" | b"this" | b"user" | b"window"
    )
}

/// Whether `word`, in lower case, often ends or continues a sentence and is rarely the name of a domain.
#[rustfmt::skip]
fn is_sentence_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"a" | b"all" | b"and" | b"are" | b"as" | b"but" | b"can" | b"done" | b"every" | b"for"
        | b"good" | b"had" | b"has" | b"have" | b"he" | b"her" | b"here" | b"him" | b"his"
        | b"i" | b"in" | b"is" | b"it" | b"me" | b"more" | b"not" | b"now" | b"of" | b"on"
        | b"one" | b"or" | b"same" | b"she" | b"some" | b"that" | b"the" | b"them" | b"then"
        | b"there" | b"they" | b"this" | b"time" | b"to" | b"too" | b"up" | b"us" | b"was"
        | b"we" | b"well" | b"what" | b"with" | b"work" | b"yes" | b"you"
    )
}

/// Whether the top-level domain is also a word, or a file extension.
fn is_weak(name: &Name<'_>) -> bool {
    name.is_of(TldUse::Both) || name.is_of(TldUse::Words)
}

/// `user.name`, but not `user.example.de`: hosts under the top-level domain of a country often have such names.
fn is_of_object(name: &Name<'_>) -> bool {
    name.is_first_label(is_object) && !(name.has_inner() && name.is_of(TldUse::Country))
}

/// `the same.one`: two labels, the first of which is a word.
fn is_sentence(name: &Name<'_>) -> bool {
    let is_word = name.first_label.len() > 1 || is_letter(name);
    is_word && !name.has_inner() && name.is_first_label(is_sentence_word)
}

/// Whether the first label is a single letter that may be a word or a variable. In `a.museum` it is neither, because a
/// word as long as `museum` is rarely the name of a member. In 75 MB of text and source code, no such name was code.
fn is_letter(name: &Name<'_>) -> bool {
    let is_long = name.tld.len() > 4 && !name.is_of(TldUse::Words) && !name.has_inner();
    name.first_label.len() == 1 && !is_long
}

/// Whether the opening bracket of a call follows. After a name whose top-level domain occurs only in domains, `(2)` is
/// a footnote or the section of a manual.
fn is_called(name: &Name<'_>) -> bool {
    let [b'(', rest @ ..] = name.after else { return false };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_note = digits > 0 && rest.get(digits) == Some(&b')');
    !(is_note && name.is_of(TldUse::Domains))
}

fn is_alone(name: &Name<'_>) -> bool {
    let marks = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'-' | b'*' | b'>');
    name.before.iter().all(|byte| marks(&byte)) && !name.after.iter().any(u8::is_ascii_alphanumeric)
}

fn is_assigned(name: &Name<'_>) -> bool {
    let next = name.next();
    let operators: [&[u8]; 7] = [b"=", b"+=", b"-=", b"!=", b"<=", b">=", b"||"];
    operators.iter().any(|operator| next.starts_with(operator))
}

fn is_operand(name: &Name<'_>) -> bool {
    matches!(name.next(), [b'+' | b'%', ..])
}

fn follows_operator(name: &Name<'_>) -> bool {
    let before = name.before.trim_ascii_end();
    matches!(before, [.., b'=' | b'+' | b'&' | b'|' | b'!' | b'%']) || before.ends_with(b"=>")
}

fn is_argument(name: &Name<'_>) -> bool {
    let is_called =
        matches!(name.before, [.., word, b'('] if word.is_ascii_alphanumeric() || *word == b'_');
    is_called && matches!(name.after, [b')' | b',', ..])
}

/// Whether the line has the marks of a program: `=>`, `==`, `();`, one of `; { }` at its end, or `;` after the name.
///
/// All marks together count as one clue, because they are not independent: in `{example.com;}` two of them have the
/// same cause.
fn is_statement(name: &Name<'_>) -> bool {
    let has_mark = |text: &[u8]| {
        memchr::memchr2_iter(b'=', b'(', text).any(|at| {
            let rest = text.get(at..).unwrap_or_default();
            [&b"=>"[..], b"==", b"();"].iter().any(|mark| rest.starts_with(mark))
        })
    };
    let ends = name.after.trim_ascii_end();
    matches!(ends, [b';', ..] | [.., b';' | b'{' | b'}'])
        || has_mark(name.before)
        || has_mark(name.after)
}

fn follows_keyword(name: &Name<'_>) -> bool {
    let words: [&[u8]; 7] =
        [b"new", b"import", b"return", b"package", b"typeof", b"extends", b"await"];
    let before = name.before.trim_ascii_end();
    let len = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = before.get(before.len() - len..).unwrap_or_default();
    before.len() < name.before.len() && words.contains(&word)
}

/// Whether an upper-case letter follows a lower-case one: `fibCal`. This also holds for `GitHub.com`, but the weight of
/// its top-level domain is greater.
fn is_camel_case(name: &Name<'_>) -> bool {
    name.host.windows(2).any(|pair| matches!(pair, [b'a'..=b'z', b'A'..=b'Z']))
}

fn is_file_position(name: &Name<'_>) -> bool {
    name.authority.len() > name.host.len() && !name.has_path && !name.is_of(TldUse::Domains)
}

fn is_file(name: &Name<'_>) -> bool {
    // `app.min.map`, `Makefile.in.in`. Under the top-level domain of a country, a label of two letters may be a region:
    // `example.gz.cn`.
    let is_inner = || {
        extension::is_any(name.second_label)
            || name.second_label == b"min"
            || name.second_label == name.tld
    };
    let may_be_inner = name.has_inner()
        && (is_weak(name) || name.is_of(TldUse::Country) && name.second_label.len() != 2);
    let is_base = || {
        file_context::is_base(name.second_label)
            || is_also_file(name) && file_context::is_of_program(name.second_label)
    };
    !name.has_path
        && (may_be_inner && is_inner()
            || is_base()
            || extension::is_more_than_domain(&name.tld.to_ascii_lowercase()))
}

fn is_file_entry(name: &Name<'_>) -> bool {
    is_also_file(name) && file_context::is_entry(name.before, name.after, name.tld)
}

fn is_near_file(name: &Name<'_>) -> bool {
    is_also_file(name) && file_context::is_near_file(name.near, name.after, name.tld)
}

fn is_said_file(name: &Name<'_>) -> bool {
    is_also_file(name) && file_context::is_called_file(name.before, name.after)
}

/// Whether the top-level domain is also a file extension, and the name may be that of a file.
fn is_also_file(name: &Name<'_>) -> bool {
    !name.has_path && extension::is_also_domain(name.tld)
}

/// `Notes.app`: names of macOS programs begin with a capital letter.
fn is_program(name: &Name<'_>) -> bool {
    name.tld == b"app" && name.second_label.iter().any(u8::is_ascii_uppercase)
}

/// `ended.RS`: roff requests and class constants are in capitals.
fn is_request(name: &Name<'_>) -> bool {
    let is_lower = |byte: &u8| byte.is_ascii_lowercase();
    !name.is_of(TldUse::Domains)
        && name.tld.iter().all(u8::is_ascii_uppercase)
        && name.host.iter().any(is_lower)
}

/// `org.example.desktop.notes`: names of programs, settings and classes are reversed domains.
fn is_reverse(name: &Name<'_>) -> bool {
    const ROOTS: [&[u8]; 7] = [b"com", b"edu", b"gov", b"java", b"javax", b"net", b"org"];
    name.has_inner()
        && !name.has_path
        && !name.is_of(TldUse::Domains)
        && ROOTS.contains(&name.first_label)
}

/// `4.book`, `m.in`, `e.g.one`: a number before the top-level domain, or a single letter at the beginning.
fn is_abbreviation(name: &Name<'_>) -> bool {
    let is_name = name.is_of(TldUse::Domains) || name.is_of(TldUse::Country) || name.has_path;
    !is_name && (host::is_number(name.second_label) || is_letter(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::weighing;

    #[test]
    fn the_clues_for_a_domain_come_first() {
        assert!(weighing::is_in_order(EVIDENCE.iter().map(|row| row.clue)));
    }
}
