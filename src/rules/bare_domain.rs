//! Whether a bare name is a domain or code: evidence for and against, weighed as one decision.
//!
//! In chat logs 81 of 100 bare names with a top-level domain are domains; the others are members and calls
//! (`user.email`, `arr.map(x)`), files (`config.h.in`), and sentences without a space (`the same.one`). No single fact
//! separates them. Each row of [`CLUES`] has a weight, and the sum of the weights determines the confidence. The
//! weights come from a logistic regression on labelled names of many kinds of text (`crates/fit`, `docs/names.md`).
//! Weights that were chosen by hand were rejected: on one chat log they were right, and in most other texts the names
//! without any support were wrong. A list of exceptions was rejected as well, because every text would need another.

use core::cell::OnceCell;

use super::draft::Draft;
use super::draft_uri::DraftUri;
use super::file_context;
use super::link_text;
use super::name_text::{self, Around};
use super::rule::{Kinds, LinkEvidence, Rule};
use crate::candidate::extension;
use crate::candidate::facts::Facts;
use crate::candidate::host::{self, TldUse};
use crate::candidate::name;
use crate::evidence::{self, Evidence, Row, clue};
use crate::text::wordlist::WordList;

/// `user.email = x`, `arr.map(f)`, `Foo.java:12`, `the same.one`: a name in code or prose.
///
/// If the top-level domain of a name occurs only in domains, the name is weighed only if a bracket, an operator or a
/// colon directly follows it. All other names are always weighed.
pub(super) const BARE_DOMAIN: Rule =
    Rule::weigh("bare-domain", WEIGH).kinds(Kinds::DOMAIN).when(Facts::NAME_DOUBTFUL).documented(
        "a bare name is a link only if there is more evidence for a domain than for code or prose",
        "a logistic regression on labelled names of 29 sources; `docs/names.md`",
    );

/// Without the feature `domains` no bare name is found, so a program does not contain the evidence.
const WEIGH: fn(&Draft<'_>, &DraftUri<'_>) -> LinkEvidence =
    if cfg!(feature = "domains") { bare_domain } else { |_, _| None };

fn bare_domain(draft: &Draft<'_>, uri: &DraftUri<'_>) -> LinkEvidence {
    if !draft.facts.meets(Facts::NAME_DOUBTFUL) {
        return None;
    }
    let name = Name::of(draft, uri)?;
    let least = draft.least_confidence();
    let clues = |held| evidence::clues(CLUES, held);
    Some((Evidence::of_rows(CLUES, |holds| holds(&name), least, clues), None))
}

/// A bare name and the text around it.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about the name")]
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
    /// Whether `?.` and a member follow it, as in JavaScript.
    has_member: bool,
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
    /// At most [`WIDE`] bytes before the name, and at most [`WIDE`] bytes after it.
    wide: [&'w [u8]; 2],
    /// What the text around says about the name, once it has been read.
    around: OnceCell<Around>,
}

/// The maximum number of bytes of text in which the words before and after a name are read.
const NEAR: usize = 64;

/// The maximum number of bytes of text before and after a name in which other names are read.
const WIDE: usize = 256;

impl<'w> Name<'w> {
    fn of(draft: &Draft<'w>, uri: &DraftUri<'_>) -> Option<Name<'w>> {
        let authority = draft.authority()?.of(draft.text);
        let host = authority.split(|&byte| byte == b':').next()?;
        let mut labels = host.rsplit(|&byte| byte == b'.').filter(|label| !label.is_empty());
        let (tld, second_label) = (labels.next()?, labels.next()?);
        let first_label = labels.next_back().unwrap_or(second_label);
        let before = draft.before();
        let near = before.get(before.len().saturating_sub(NEAR)..)?;
        let line = near.get(memchr::memrchr(b'\n', near).map_or(0, |at| at + 1)..)?;
        draft.note_reach(draft.end() + WIDE);
        let wide = draft.after().get(..WIDE).unwrap_or(draft.after());
        let after = wide.get(..NEAR).unwrap_or(wide);
        let line_end = memchr::memchr2(b'\n', b'\r', after).unwrap_or(after.len());
        let has_member = uri.path().is_empty() && uri.query().is_some_and(|it| it.starts_with('.'));
        let has_path = uri.path().len() > 1 || uri.query().is_some() && !has_member;
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
            has_member,
            has_source: has_path && file_context::ends_in_source(uri.path().as_bytes(), tld),
            is_link_text: link_text::is_of_link(draft, host),
            near,
            before: line,
            after: after.get(..line_end)?,
            wide: [before.get(before.len().saturating_sub(WIDE)..)?, wide],
            around: OnceCell::new(),
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

    /// Whether `label` with its dot is also in the text around. This takes less time than reading the names in that text.
    fn is_repeated(&self, label: &[u8]) -> bool {
        self.wide.iter().any(|text| {
            memchr::memchr_iter(b'.', text).any(|dot| {
                let (before, after) = text.split_at(dot);
                before.ends_with(label) || after.get(1..).is_some_and(|it| it.starts_with(label))
            })
        })
    }

    /// What the text around says about the name.
    fn around(&self) -> Around {
        *self.around.get_or_init(|| Around::of(self.wide, self.host, self.first_label, self.tld))
    }
}

type Clue = fn(&Name<'_>) -> bool;

/// The clues with their weights: those for a domain, the strongest first, then those against it. The clues in the text
/// around come last, because they take longest to find, and are not needed for most names.
static CLUES: &[Row<Clue>] = &include!("bare_domain.in");

const _: () = assert!(CLUES.len() <= evidence::MOST_CLUES);

/// Common names of objects in programs.
static OBJECTS: WordList = WordList::new(
    "array cls console data document elem event item java json math module node number obj object \
     operator os params process props req request res response result self state string super \
     system this user window",
);

/// Words that often end or continue a sentence and are rarely the name of a domain.
static SENTENCE_WORDS: WordList = WordList::new(
    "a all and are as but can done every for good had has have he her here him his i in is it me \
     more not now of on one or same she some that the them then there they this time to too up us \
     was we well what with work yes you",
);

fn follows_label(name: &Name<'_>) -> bool {
    matches!(name.before, [.., b':', b' ']) || name.before.ends_with("：".as_bytes())
}

/// Whether a word in capitals is before the name, like the level of a message in a log.
fn follows_capitals(name: &Name<'_>) -> bool {
    matches!(name.before, [.., a, b, c, b' '] if [a, b, c].iter().all(|it| it.is_ascii_uppercase()))
}

/// Whether an upper-case letter follows a lower-case one: `fibCal`. This also holds for `GitHub.com`, but the weight of
/// its top-level domain is greater.
fn is_camel_case(name: &Name<'_>) -> bool {
    name.host.windows(2).any(|pair| matches!(pair, [b'a'..=b'z', b'A'..=b'Z']))
}

fn is_file_entry(name: &Name<'_>) -> bool {
    is_also_file(name) && file_context::is_entry(name.before, name.after, name.tld)
}

fn is_near_file(name: &Name<'_>) -> bool {
    is_also_file(name) && file_context::is_near_file(name.near, name.after, name.tld)
}

/// Whether the top-level domain is also a word, or a file extension.
fn is_weak(name: &Name<'_>) -> bool {
    name.is_of(TldUse::Both) || name.is_of(TldUse::Words)
}

/// `user.name`, but not `user.example.de`: hosts under the top-level domain of a country often have such names.
fn is_of_object(name: &Name<'_>) -> bool {
    OBJECTS.contains(name.first_label) && !(name.has_inner() && name.is_of(TldUse::Country))
}

/// `the same.one`: two labels, the first of which is a word.
fn is_sentence(name: &Name<'_>) -> bool {
    let is_word = name.first_label.len() > 1 || is_letter(name);
    is_word
        && !name.has_inner()
        && !name.is_of(TldUse::Domains)
        && SENTENCE_WORDS.contains(name.first_label)
}

/// Whether the first label is a single letter that may be a word or a variable. In `a.museum` it is neither, because a
/// word as long as `museum` is rarely the name of a member. In 75 MB of text and source code, no such name was code.
fn is_letter(name: &Name<'_>) -> bool {
    let is_long = name.tld.len() > 4 && !name.is_of(TldUse::Words) && !name.has_inner();
    name.first_label.len() == 1 && !is_long
}

/// Whether the opening bracket of a call follows. After a name whose top-level domain occurs only in domains, `(2)` is
/// a footnote or the section of a manual, and text in another script is a remark.
fn is_called(name: &Name<'_>) -> bool {
    let [b'(', rest @ ..] = name.after else { return false };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_note = digits > 0 && rest.get(digits) == Some(&b')') || rest.first() >= Some(&0x80);
    !(is_note && name.is_of(TldUse::Domains))
}

/// Whether the line before ends in an opening bracket, or the next one begins with a closing one, and nothing but a comma
/// follows the name on its line.
fn is_in_call(name: &Name<'_>) -> bool {
    let [_, rest] = name.wide;
    let before = name.near.get(..name.near.len() - name.before.len()).unwrap_or_default();
    let after = rest.get(name.after.len()..).unwrap_or_default();
    name.before.trim_ascii().is_empty()
        && matches!(name.after.trim_ascii_end(), [] | [b','])
        && (matches!(before.trim_ascii_end(), [.., b'(' | b'[' | b'{'])
            || matches!(after.trim_ascii_start(), [b')' | b']' | b'}', ..]))
}

/// Whether nothing but marks is on the line. A letter is a letter in every script.
fn is_alone(name: &Name<'_>) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b' ' | b'\t' | b'-' | b'*' | b'>' | b'`');
    let is_text = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
    name.before.iter().all(is_mark) && !name.after.iter().any(is_text)
}

fn ends_sentence(name: &Name<'_>) -> bool {
    matches!(
        name.after,
        [b'.' | b',' | b'!' | b'?' | b';'] | [b'.' | b',' | b'!' | b'?' | b';', b' ', ..]
    )
}

/// Whether the top-level domain has letters outside ASCII, and so has a word next to the name: such a name is more often
/// the end of a sentence and the beginning of the next one. Greek and Cyrillic abbreviations of countries (`.рф`, `.бг`,
/// `.ελ`) are no words, in contrast to `.中国` and `.ישראל`.
fn is_of_script(name: &Name<'_>) -> bool {
    let is_wide = |byte: Option<&u8>| byte.is_some_and(|byte| *byte >= 0x80);
    let last = name.before.trim_ascii_end().last();
    let is_short = name.tld.len() <= 6 && matches!(name.tld.first(), Some(0xCD..=0xD3));
    let is_abbreviation = is_short && name.is_of(TldUse::Country);
    let is_word = !(name.tld.is_ascii() || is_abbreviation);
    is_word && !name.has_path && (is_wide(last) || is_wide(name.next().first()))
}

fn is_quoted(name: &Name<'_>) -> bool {
    matches!((name.before, name.after), ([.., before @ (b'"' | b'\'' | b'`')], [after, ..])
        if before == after || (*before, *after) == (b'`', b'\''))
}

/// Whether the name is in quotation marks after `=` or `:`.
fn is_value(name: &Name<'_>) -> bool {
    matches!(name.before, [.., b'=' | b':', b'"' | b'\''] | [.., b'=' | b':', b' ', b'"' | b'\''])
}

fn follows_word(name: &Name<'_>) -> bool {
    matches!(name.before, [.., letter, b' '] if letter.is_ascii_lowercase() || *letter >= 0x80)
}

/// Whether words are before and after a name of two labels, as if the dot joined two words.
fn is_in_prose(name: &Name<'_>) -> bool {
    let is_word = name.host.iter().all(|byte| *byte == b'.' || byte.is_ascii_alphabetic());
    is_word
        && !name.has_inner()
        && follows_word(name)
        && (precedes_word(name) || ends_sentence(name))
}

/// Whether a name of two labels may be that of an Org file: it is in quotation marks or the argument of a command. A
/// hyphen tells nothing, because many domains have one.
fn is_org_file(name: &Name<'_>) -> bool {
    let is_said = is_quoted(name) || is_value(name) || name_text::is_command(name.before);
    name.tld == b"org" && !name.has_inner() && is_said
}

/// Whether the top-level domain is also a file extension.
fn may_be_file(name: &Name<'_>) -> bool {
    let lower = name.tld.to_ascii_lowercase();
    let is_extension =
        extension::is_mostly_extension(&lower) || extension::is_also_extension(&lower);
    is_extension && !name.is_of(TldUse::Domains)
}

fn has_port(name: &Name<'_>) -> bool {
    name.authority.len() > name.host.len() && !name.has_path
}

fn precedes_word(name: &Name<'_>) -> bool {
    matches!(name.after, [b' ', letter, ..] if letter.is_ascii_lowercase() || *letter >= 0x80)
}

fn is_assigned(name: &Name<'_>) -> bool {
    let next = name.next();
    let operators: [&[u8]; 7] = [b"=", b"+=", b"-=", b"!=", b"<=", b">=", b"||"];
    operators.iter().any(|operator| next.starts_with(operator))
}

fn follows_operator(name: &Name<'_>) -> bool {
    let before = name.before.trim_ascii_end();
    let is_bar = before.ends_with(b"|") && !name_text::is_cell(name.before, name.after);
    is_bar || matches!(before, [.., b'=' | b'+' | b'&' | b'!' | b'%']) || before.ends_with(b"=>")
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
    let word = name::last_word(before);
    before.len() < name.before.len() && words.contains(&word) || name.after.starts_with(b" import ")
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
    !name.has_path && (may_be_inner && is_inner() || is_base())
}

/// Whether the top-level domain is also a file extension, and the name may be that of a file.
fn is_also_file(name: &Name<'_>) -> bool {
    !name.has_path && extension::is_also_extension(name.tld)
}

/// `Notes.app`, `ASP.NET`: names of macOS programs begin with a capital letter, and those of .NET consist of capitals.
fn is_program(name: &Name<'_>) -> bool {
    let is_app = name.tld == b"app" && name.second_label.iter().any(u8::is_ascii_uppercase);
    is_app || name::is_product(name.host) && !name.has_path
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
