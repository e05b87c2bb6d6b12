//! Rules that end a candidate at a comma, a bar, a backslash or another separator.

use super::draft::{Draft, Verdict};
use super::rule::{Kinds, Rule, Stage};
use crate::ascii;
use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::candidate::facts::Facts;
use crate::candidate::scheme::{self, SchemeForm, SchemeRow, SchemeStatus};
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};
use crate::vocabulary::Reads;

/// `http://evil.example\@good.example/`: parsers disagree about the host.
///
/// RFC 3986 does not allow a backslash, so by its grammar the URI ends before the backslash. Browsers read a backslash
/// as a slash, and lenient parsers read an `@` after it as the end of the userinfo. Parsers disagree about the host
/// only if such an `@` follows. A `\n` after a URI in source code is harmless. Before `-` or `.` and a letter it is an
/// escape inside the host (`https://doc.rust\-lang.org` in a manual page), and the host before it is another one.
pub(super) const BACKSLASH: Rule = Rule::shape("backslash", Stage::Cut, backslash)
    .kinds(Kinds::HOSTS)
    .when(Facts::AFTER_BACKSLASH)
    .reads(Reads::Token)
    .documented(
        "a URI with a backslash and an `@` after its host, or with `\\-` or `\\.` in it, is not a link, because parsers disagree about the host",
        "RFC 3986, 7.6; WHATWG URL, 4.4",
    );

fn backslash(draft: &mut Draft<'_>) -> Verdict {
    if is_differential(draft) {
        return Verdict::Reject("parsers disagree about its host because of the backslash");
    }
    let goes_on =
        matches!(draft.after(), [b'\\', b'-' | b'.', next, ..] if next.is_ascii_alphanumeric());
    Verdict::Reject("its host goes on after the backslash")
        .when(goes_on && draft.ends_in_authority())
}

/// Whether a backslash directly follows the authority and an `@` follows in the same token.
pub(crate) fn is_differential(draft: &Draft<'_>) -> bool {
    let follows = draft.after();
    follows.first() == Some(&b'\\')
        && draft.ends_in_authority()
        && follows
            .iter()
            .take(MAX_TOKEN)
            .take_while(|&&byte| byte == b'\\' || !ascii::STOP.contains(byte))
            .any(|&byte| byte == b'@')
}

/// `https://h.example/A_\(b\)`: a backslash before `( ) _ % & -` is an escape of Markdown, TeX or roff, and the URI
/// goes on.
///
/// The text of the match has the backslash, and its URI does not. A backslash in the authority, or directly after it,
/// is no escape, because parsers could read another host. Brackets must be closed in the same way: `\(a\|b\)` in the
/// pattern of a search is no part of a URI. Other marks are left to the rule `escaped-mark`, because in program text
/// they are more often not escapes of this kind.
pub(super) const ESCAPE: Rule = Rule::shape("escape", Stage::Cut, escape)
    .kinds(Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN))
    .when(Facts::AFTER_BACKSLASH)
    .reads(Reads::Token)
    .documented(
        "a URI goes on after a backslash before one of `( ) _ % & -`",
        "CommonMark, 2.4; TeX; roff; RFC 3986 does not allow a backslash",
    );

fn escape(draft: &mut Draft<'_>) -> Verdict {
    if !may_go_on(draft) {
        return Verdict::Pass;
    }
    // The offset of the first bracket that is not closed, and the number of open brackets.
    let (mut at, mut open, mut opener) = (draft.end(), 0_u32, None);
    for (escaped, mark) in escapes(draft.text, at) {
        match mark {
            b'(' if open == 0 => (open, opener) = (1, Some(escaped.start() - 1)),
            b'(' => open += 1,
            b')' if open == 0 => break,
            b')' => open -= 1,
            b'_' | b'%' | b'&' | b'-' if escaped.len() > 1 => {}
            _ => break,
        }
        at = escaped.end();
    }
    let at = opener.filter(|_| open > 0).unwrap_or(at);
    if at == draft.end() {
        return Verdict::Pass;
    }
    draft.lengthen(at);
    Verdict::Changed
}

fn may_go_on(draft: &Draft<'_>) -> bool {
    let is_whole = !draft.is_partial() && draft.pieces.is_one();
    is_whole && draft.byte_after() == b'\\' && !draft.ends_in_authority()
}

/// The texts from `at` on that begin with a backslash and a mark, directly one after the other: the text after each
/// backslash, and the mark. Of `\:` also the mark is left out.
fn escapes(text: &[u8], mut at: usize) -> impl Iterator<Item = (Span, u8)> {
    let limit = text.len().min(at + MAX_TOKEN);
    core::iter::from_fn(move || {
        let [b'\\', mark, ..] = *text.get(at..limit)? else { return None };
        let start = at + if mark == b':' { 2 } else { 1 };
        let is_text = |byte: &&u8| byte.is_ascii() && !ascii::STOP.contains(**byte);
        let len = Span::new(start, limit).of(text).iter().take_while(is_text).count();
        at = start + len;
        (mark.is_ascii_punctuation() && len > 0).then_some((Span::new(start, at), mark))
    })
}

/// `https://h.example/\~jane`: if all readings are returned, the URI without the backslash is one of them.
///
/// Markdown and TeX escape other marks as well; in manual pages `\:` only marks where a line may break. In the
/// authority the backslash is not removed, because the result would have another host.
pub(super) const ESCAPED_MARK: Rule = Rule::shape("escaped-mark", Stage::Cut, escaped_mark)
    .kinds(Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN))
    .when(Facts::AFTER_BACKSLASH)
    .reads(Reads::Token)
    .documented(
        "the URI without the backslashes that escape marks is an alternate",
        "CommonMark, 2.4; RFC 3986 does not allow a backslash",
    );

fn escaped_mark(draft: &mut Draft<'_>) -> Verdict {
    if !may_go_on(draft) {
        return Verdict::Pass;
    }
    let mut pieces = draft.pieces.clone();
    let mut at = draft.end();
    for (escaped, _) in escapes(draft.text, at) {
        pieces.push(escaped);
        at = escaped.end();
    }
    let tail = Span::new(draft.end(), at).of(draft.text).iter().rev();
    let is_tail = |byte: &&u8| ascii::POINT.or(ascii::BRACKET).contains(**byte);
    at -= tail.take_while(is_tail).count();
    if at <= draft.end() + 1 {
        return Verdict::Pass;
    }
    pieces.cut(at);
    draft.spare().unescaped = Some(pieces);
    Verdict::Changed
}

/// `http://a,https://b`: in a list without spaces, a URI ends at the `,`, `;` or `|` before the next URI. In
/// `1;https://h/a;2` it ends at the separator that is directly before it: the line is a row of a table, and a URI with
/// such a character would be in quotes there.
///
/// A URI after a slash does not end the first one: archives have whole URIs in their paths (`/web/*/http://h`).
pub(super) const GLUED_COMMA: Rule =
    Rule::cut("glued-comma", glued_comma).when(Facts::IN_SEPARATOR).documented(
        "a comma, a semicolon or a `|` directly before another URI ends the first URI; a comma or a semicolon directly before a URI also ends it",
        "lists and tables are often written without spaces, although RFC 3986 allows a comma in a URI; RFC 4180",
    );

fn glued_comma(draft: &Draft<'_>) -> Option<usize> {
    cell_end(draft).or_else(|| next_of_list(draft))
}

/// The separator that ends the URI, if the same separator is directly before the URI.
fn cell_end(draft: &Draft<'_>) -> Option<usize> {
    let before = draft.byte_before();
    // The `;` of `&lt;` is not a separator.
    let name =
        draft.before().iter().rev().skip(1).take(8).position(|it| !it.is_ascii_alphanumeric());
    let is_entity =
        || name.is_some_and(|len| draft.before().iter().rev().nth(len + 1) == Some(&b'&'));
    let is_separator = before == b',' || before == b';' && !is_entity();
    let mut bytes = is_separator.then(|| draft.bytes_from(draft.after_authority()))?;
    bytes.find(|&(_, byte)| byte == before).map(|(at, _)| at)
}

/// The separator before the next URI.
fn next_of_list(draft: &Draft<'_>) -> Option<usize> {
    let body = Span::new(draft.body() + 2, draft.pieces.first().end());
    // The loop looks for `://`, which is rarer than a comma, and then examines the text before it.
    let split = memchr::memmem::find_iter(body.of(draft.text), b"://").find_map(|slashes| {
        let before = Span::new(body.start(), body.start() + slashes).of(draft.text);
        let name = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let comma = (body.start() + slashes).checked_sub(name + 1)?;
        let is_list = matches!(draft.text.get(comma), Some(b',' | b';' | b'|'))
            && scheme::starts_known(draft.text, comma + 1);
        is_list.then_some(comma)
    });
    split.filter(|&comma| comma > draft.body())
}

/// If all readings are returned, the URI with the text after a `|` is one of them.
pub(super) const PIPE_ALTERNATE: Rule =
    Rule::shape("pipe-alternate", Stage::Cut, pipe_alternate).when(Facts::IN_FOREIGN).documented(
        "the URI with all text after a `|` is an alternate",
        "RFC 2396, 2.4.3: `|` is unwise, but authors write it",
    );

fn pipe_alternate(draft: &mut Draft<'_>) -> Verdict {
    // In a list without blanks, the rest of the list is not another reading of every item.
    let is_inside = !draft.is_partial() && draft.last_byte() != b'|';
    if !(is_inside && draft.bytes_from(draft.body()).any(|(_, byte)| byte == b'|')) {
        return Verdict::Pass;
    }
    draft.spare().pipe = Some(draft.end());
    Verdict::Changed
}

/// `POST|http://h|2019`: a `|` ends the URI, unless a query or a fragment continues after it.
///
/// In a row of a table (`|http://h?a|b|`) and in the link of a chat client (`<http://h?a|b>`) it also ends a query.
pub(super) const PIPE: Rule = Rule::cut("pipe", pipe).when(Facts::IN_FOREIGN).documented(
    "`|` ends the URI, but not in a query or a fragment that continues after it, unless `|` or `<` is before the URI",
    "RFC 2396, 2.4.3: `|` is unwise; tables and logs use it as a separator, and Slack before the text of a link",
);

fn pipe(draft: &Draft<'_>) -> Option<usize> {
    let is_cell = draft.byte_before() == b'<' || draft.before().trim_ascii_end().ends_with(b"|");
    let mut is_after_path = false;
    for (at, byte) in draft.bytes_from(draft.body()) {
        match byte {
            b'?' | b'#' => is_after_path = !is_cell,
            b'|' if !(is_after_path && goes_on(draft, at + 1)) => return Some(at),
            _ => {}
        }
    }
    None
}

fn goes_on(draft: &Draft<'_>, at: usize) -> bool {
    let next = chars::byte_at(draft.text, at);
    at < draft.end() && !ascii::STOP.or(ascii::BRACKET).contains(next)
}

/// `http://example.com{x}`, `https://h.example[Text]`, `http://example.com's page`: the URI ends with its host.
///
/// The grammar of a reg-name allows sub-delims, and the text after a URI may put other characters directly after the
/// host. A DNS name contains none of these characters. The rule applies only if the host before the character is
/// complete (in `http://api.{region}.example` it is not) and the rest of the token does not mislead: a parser reads the
/// text before an `@` as userinfo, and invisible or fullwidth characters disguise the text after them. In all
/// other cases this rule cuts nothing, and the other rules judge the whole text.
pub(super) const HOST_END: Rule = Rule::cut("host-end", host_end)
    .kinds(Kinds::HOSTS)
    .when(Facts::HOST_ODD)
    .reads(Reads::Token)
    .documented(
        "a character that no host name contains ends the URI after its host",
        "RFC 1123, 2.1; measured on issues and READMEs: AsciiDoc links, templates, entities",
    );

fn host_end(draft: &Draft<'_>) -> Option<usize> {
    static HOST: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-._%:"));
    let in_one_piece = |authority: &Span| authority.end() <= draft.pieces.first().end();
    let authority = draft.authority().filter(in_one_piece)?;
    let bytes = authority.of(draft.text);
    let end = bytes.iter().position(|&byte| byte < 0x80 && !HOST.contains(byte))?;
    let (host, rest) = bytes.split_at(end);
    let at = authority.start() + host.len();
    // Punctuation at the end is left to other rules.
    let goes_on = authority.end() < draft.end()
        || rest.starts_with(b"[")
        || rest.iter().any(u8::is_ascii_alphanumeric);
    // A host must not begin with `-`, so no part of such a host is linked.
    let is_complete = host.last().is_some_and(u8::is_ascii_alphanumeric) && !host.starts_with(b"-");
    // In `http://api{x}.example.com` the name continues after the character. In `http://localhost's.` the sentence
    // ends.
    let last = rest.iter().rposition(u8::is_ascii_alphanumeric).unwrap_or_default();
    let is_part = !host.contains(&b'.') && rest.iter().take(last).any(|&byte| byte == b'.');
    let is_end = is_complete && !is_part && goes_on && draft.scheme().is_none_or(has_dns_host);
    (is_end && !misleads(draft.text.get(at..)?)).then_some(at)
}

/// Whether hosts of the scheme are DNS names.
fn has_dns_host(scheme: SchemeRow) -> bool {
    scheme.status == SchemeStatus::Known
        && matches!(scheme.shape, SchemeForm::Web | SchemeForm::Slashes)
}

/// Whether the token at the beginning of `rest` has a character that makes people or parsers read another host.
fn misleads(rest: &[u8]) -> bool {
    let rest = rest.get(..MAX_TOKEN).unwrap_or(rest);
    if rest.is_ascii() && memchr::memchr2(b'@', b'\\', rest).is_none() {
        return false;
    }
    let (token, _) = chars::split_run(rest, |byte| byte > b' ');
    String::from_utf8_lossy(token).chars().any(|c| match c {
        '@' | '\\' | '\u{FF01}'..='\u{FF5E}' | '\u{FF61}' | '\u{3002}' => true,
        '\0'..='\x7F' => false,
        c => matches!(
            glyph::glyph(c),
            Glyph::Invisible | Glyph::Joiner | Glyph::BidiOpen | Glyph::BidiClose | Glyph::Control
        ),
    })
}

/// At most this many bytes of a token are examined.
const MAX_TOKEN: usize = 512;

/// Without repair, a character that RFC 3986 does not allow ends the URI.
pub(super) const FOREIGN_CHARACTER: Rule =
    Rule::cut("foreign-character", foreign_character).when(Facts::IN_FOREIGN).documented(
        "without repair, `[ ] { } | ^` after the authority end the URI",
        "RFC 3986, 2.2 and 3.3",
    );

fn foreign_character(draft: &Draft<'_>) -> Option<usize> {
    let mut bytes = draft.bytes_from(draft.after_authority());
    bytes.find(|&(_, byte)| ascii::FOREIGN.contains(byte)).map(|(at, _)| at)
}
