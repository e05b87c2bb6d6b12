//! Whether a text in the form of an address is a Message-ID: clues for and against, weighed as one decision.
//!
//! A Message-ID has the form of an e-mail address (RFC 5322, 3.6.4) but is not a mailbox. In one Usenet group, a fifth
//! of the texts in that form are Message-IDs, because attribution lines contain the id of the quoted message. A
//! Message-ID is recognized by the words before it, in several languages, and by its local part, which a program
//! generates.

use super::draft::Draft;
use super::draft_uri::DraftUri;
use super::rule::{Kinds, LinkEvidence, Rule};
use crate::ascii::is_in_domain;
use crate::candidate::email;
use crate::candidate::facts::Facts;
use crate::candidate::lines;
use crate::evidence::{self, Evidence, Row, clue};
use crate::text::chars;
use crate::text::glyph::{self, Glyph};
use crate::text::wordlist::{WordList, is_one_of};

/// `In article <396B9950.238A1A8F@example.org>, Jane writes`, `news:<9b3f2$1k2@example.org>`: a Message-ID is not an
/// address.
pub(super) const MESSAGE_ID: Rule = Rule::weigh("message-id", message_id)
    .kinds(Kinds::EMAIL)
    .when(
        Facts::LOCAL_MADE
            .or(Facts::BEFORE_ANGLE)
            .or(Facts::BEFORE_BLANKS)
            .or(Facts::ANGLED)
            .or(Facts::BEFORE_COLON)
            .or(Facts::BEFORE_SIGN),
    )
    .documented(
        "a text in the form of an address is a link only if there is more evidence for a mailbox than for a Message-ID",
        "RFC 5322, 3.6.4; attribution lines of Usenet and mail",
    );

fn message_id(draft: &Draft<'_>, _: &DraftUri<'_>) -> LinkEvidence {
    let is_made = draft.facts.meets(Facts::LOCAL_MADE);
    if !is_made && follows_other_word(draft.before()) {
        return None;
    }
    let lead = Lead::of(draft);
    if !is_made && !lead.names_a_message() {
        return None;
    }
    let text = draft.last_piece();
    let (local, host) = text.split_at(text.iter().rposition(|&byte| byte == b'@')?);
    let address = Address { local, host: host.get(1..)?, lead };
    let scheme = if address.lead.is_label(NEWS) { "news:" } else { "mid:" };
    let least = draft.least_confidence();
    let clues = |held| evidence::clues(CLUES, held);
    Some((Evidence::of_rows(CLUES, |holds| holds(&address), least, clues), Some(scheme)))
}

/// Whether a word that does not announce a Message-ID is before the address and its bracket. Such a word is nearly
/// always the name of a person. The address is then weighed only if its local part looks generated.
pub(crate) fn follows_other_word(before: &[u8]) -> bool {
    let text = without(before, b" <");
    let is_letter = match text.last() {
        Some(0x80..) => chars::last(text)
            .is_some_and(|(c, _)| matches!(glyph::glyph(c), Glyph::Letter | Glyph::Cjk)),
        last => last.is_some_and(u8::is_ascii_alphabetic),
    };
    is_letter && !is_message(last_word(text))
}

/// A text in the form of an address, and the text before it.
struct Address<'w> {
    local: &'w [u8],
    host: &'w [u8],
    lead: Lead<'w>,
}

/// The text before an address, without the bracket and the blanks directly before it.
struct Lead<'w> {
    text: &'w [u8],
    /// Whether `<` is before the address.
    is_angled: bool,
    /// The name before a `:` or `=` at the end.
    label: Option<&'w [u8]>,
    /// The word at the end.
    word: &'w [u8],
}

/// What may stand between a field and its id: ``**Message-ID:** `<id>` ``.
const DECORATION: &[u8] = b"`* ";

/// The maximum number of other Message-IDs on the same line that are skipped to find the name of the field.
const MAX_IDS: usize = 16;

impl<'w> Lead<'w> {
    fn of(draft: &Draft<'w>) -> Lead<'w> {
        let above = |end: usize| lines::before_break(draft.text, draft.floor, draft.floor + end);
        let mut text = above(draft.before().len());
        let is_angled = text.ends_with(b"<");
        if is_angled {
            text = without(above(text.len() - 1), DECORATION);
            for _ in 0..MAX_IDS {
                let Some(rest) = without_id(text) else { break };
                text = without(above(rest.len()), DECORATION);
            }
        }
        let is_direct = text.len() == draft.before().len() || is_angled;
        let label = text.strip_suffix(b":").or(text.strip_suffix(b"=").filter(|_| is_direct));
        let word = last_word(label.unwrap_or(text));
        Lead { text, is_angled, label: label.map(|_| word), word }
    }

    fn is_label(&self, names: &str) -> bool {
        self.label.is_some_and(|label| is_one_of(names, label))
    }

    /// Whether the words before the address announce a Message-ID.
    fn names_a_message(&self) -> bool {
        self.is_label(FIELDS)
            || self.is_label(NEWS)
            || (self.is_angled && (self.is_label(REPLIES) || is_message(self.word)))
    }
}

type Clue = fn(&Address<'_>) -> bool;

/// The clues with their weights.
static CLUES: &[Row<Clue>] = &include!("message_id.in");

const _: () = assert!(CLUES.len() <= evidence::MOST_CLUES);

/// Header fields with one Message-ID, and the names that logs and parameters use for it.
const FIELDS: &str = "\
     content-id message-id messageid msg-id msgid original-message-id resent-message-id \
     source-msg-id supersedes x-message-id x-original-message-id";

/// Header fields that contain Message-IDs in brackets, but sometimes names of persons as well.
const REPLIES: &str = "in-reply-to obsoletes references";

/// The scheme `news` (RFC 5538), which some programs write before a bracket or a blank, and translate.
const NEWS: &str = "news noticias notícias";

/// Labels before the address of a person.
const PERSONS: &str =
    "address bcc cc contact e-mail email from jid mail mailto reply-to sender to von";

/// The words before a Message-ID in attribution lines: English and French, German, Dutch, Scandinavian, Spanish,
/// Portuguese, Italian, Polish, Czech, Finnish, Russian.
static MESSAGES: WordList = WordList::new(
    "article articolo artigo artikel artikeln artikkel artikkelen artykule beitrag bericht \
     berichtnieuws meddelandet meddelelse meddelelsen melding mensagem mensaje message message-id \
     messaggio msg nachricht newsbeitrag posting",
);

/// Those of them that have letters outside ASCII.
const WIDE_MESSAGES: &str =
    "artículo článku příspěvku viestissä wiadomości zprávě сообщении статье";

/// Other words before the bracket of a Message-ID: `In <id>, Jane wrote`, `Jane wrote in <id>`.
const IN: &str = "in dans via id";

fn is_message(word: &[u8]) -> bool {
    if word.is_ascii() { MESSAGES.contains(word) } else { is_one_of(WIDE_MESSAGES, word) }
}

/// `list-bounces-1030376441`, `jane+tag-0d41b2c0`: a mailbox and its tag.
fn begins_with_word(id: &Address<'_>) -> bool {
    let letters = id.local.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    let mark = id.local.get(letters);
    letters >= 3 && mark.is_some_and(|byte| matches!(byte, b'+' | b'-' | b'.' | b'_' | b'='))
}

/// Whether a name is before the bracket: `Jane Doe <`, `"Doe, Jane" <`, `Jane (the second) <`.
fn follows_name(id: &Address<'_>) -> bool {
    let is_name =
        id.lead.word.first().is_some_and(|byte| byte.is_ascii_uppercase() || *byte >= 0x80)
            && !is_one_of(IN, id.lead.word)
            && !is_message(id.lead.word);
    id.lead.is_angled
        && id.lead.label.is_none()
        && (is_name || matches!(id.lead.text.last(), Some(b'"' | b')')))
}

/// `20250509150459.06f9fab7`, `199508092259.PAA10092`, `1029945287.4797.TMDA`: a long number, separated from the rest
/// by a dot or a `T`. The ids of `git send-email` are recognized as well.
///
/// Shorter numbers with a dot (`76004.2072`) were the mailboxes of an online service. A local part that is only a
/// number belongs to a phone or a messenger.
fn is_stamped(id: &Address<'_>) -> bool {
    let mut groups = id.local.split(|byte| matches!(byte, b'.' | b'T'));
    let is_long = |group: &[u8]| {
        let digits = group.iter().take_while(|byte| byte.is_ascii_digit()).count();
        digits == group.len() && digits >= 8
    };
    let has_number = id.local.iter().any(|byte| matches!(byte, b'.' | b'T')) && groups.any(is_long);
    has_number || memchr::memmem::find(id.local, b"-git-send-email-").is_some()
}

/// `396B9950.238A1A8F`: two hexadecimal numbers with a dot between them, as Netscape and Agent generate them.
fn is_hexadecimal(id: &Address<'_>) -> bool {
    let mut groups = id.local.split(|&byte| byte == b'.');
    let is_number = |group: &[u8]| {
        group.len() >= 4
            && group.iter().all(u8::is_ascii_hexdigit)
            && group.iter().any(u8::is_ascii_digit)
    };
    let first = groups.next().unwrap_or_default();
    first.len() == 8 && is_number(first) && groups.next().is_some_and(is_number)
}

/// A hexadecimal number of at least 28 characters, such as a UUID.
fn is_long_hexadecimal(id: &Address<'_>) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'-';
    id.local.len() >= 28 && id.local.iter().all(is_digit)
}

/// `CAC9tSfZGRZPe001qLA3p`: at least six changes between letters and digits.
fn is_random(id: &Address<'_>) -> bool {
    let marks = id.local.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let are_digits = marks.map(u8::is_ascii_digit);
    let changes = are_digits.clone().zip(are_digits.skip(1)).filter(|(a, b)| a != b).count();
    changes >= 6
}

/// Whether the host is that of a program or a service that creates Message-IDs and has no mailboxes. Groups have a mailbox
/// at `googlegroups.com`, but not below this name.
fn is_relay(id: &Address<'_>) -> bool {
    const RELAYS: [&[u8]; 7] = [
        b"4ax.com",
        b"ger.gmane.org",
        b"mail.gmail.com",
        b"posting.google.com",
        b"googlegroups.com",
        b"prod.exchangelabs.com",
        b"prod.outlook.com",
    ];
    RELAYS.iter().any(|relay| is_in_domain(id.host, relay))
        && !id.host.eq_ignore_ascii_case(b"googlegroups.com")
}

/// The word at the end of `text`: letters of any script and hyphens.
fn last_word(text: &[u8]) -> &[u8] {
    /// The number of bytes that are read; no word of the tables is longer.
    const MAX_WORD: usize = 24;
    let end = text.get(text.len().saturating_sub(MAX_WORD)..).unwrap_or_default();
    let is_other = |byte: &u8| !byte.is_ascii_alphabetic() && *byte != b'-' && *byte < 0x80;
    let start = end.iter().rposition(is_other).map_or(0, |at| at + 1);
    end.get(start..).unwrap_or_default()
}

/// `text` without the `marks` at its end.
fn without<'t>(text: &'t [u8], marks: &[u8]) -> &'t [u8] {
    chars::split_last_run(text, |byte| marks.contains(&byte)).0
}

/// `text` without the `<id@host>` at its end; `None` if it does not end with such an id.
fn without_id(text: &[u8]) -> Option<&[u8]> {
    let inner = text.strip_suffix(b">")?;
    let near = inner.get(inner.len().saturating_sub(2 * email::MAX_LOCAL_LEN)..)?;
    let is_border = |byte: &u8| *byte == b'<' || byte.is_ascii_whitespace();
    let len = near.iter().rev().position(is_border)?;
    let at = inner.len() - len - 1;
    (inner.get(at) == Some(&b'<')).then(|| inner.get(..at)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_a_message_are_recognized_in_any_case() {
        assert!(is_message(b"Message") && is_message(b"MESSAGE-ID"));
        assert!(is_message("Zprávě".as_bytes()) && !is_message(b"Smith") && !is_message(b""));
    }
}
