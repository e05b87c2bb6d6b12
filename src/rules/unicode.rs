//! Rules that end a candidate at non-ASCII characters.

use super::draft::{Draft, Verdict};
use super::rule::{Kinds, Rule, Stage};
use crate::ascii;
use crate::candidate::facts::Facts;
use crate::candidate::host;
use crate::candidate::scheme;
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};
use crate::vocabulary::Reads;

/// `/wiki/《新青年》编辑部`: a pair of CJK brackets at the beginning of a word belongs to the path.
///
/// CJK punctuation ends a candidate, but a title in CJK brackets directly after `/ _ - = #` does not, if the brackets
/// are closed. After a CJK letter of the path (`/wiki/圣保罗（巴西）`), the brackets must not contain punctuation, because
/// a sentence in brackets is a remark.
pub(super) const CJK_BRACKETS: Rule = Rule::shape("cjk-brackets", Stage::Cut, cjk_brackets)
    .kinds(Kinds::HOSTS)
    .when(Facts::AFTER_WIDE)
    .reads(Reads::Token)
    .documented(
        "a pair of CJK brackets after `/ _ - = #` is part of the URI; after a CJK letter, only without punctuation in it",
        "RFC 3987, 2.2 allows these brackets in an IRI, and titles of encyclopedia articles contain them",
    );

/// The maximum length of a title, in bytes. It limits the search for a closer.
const MAX_TITLE: usize = 192;

fn cjk_brackets(draft: &mut Draft<'_>) -> Verdict {
    let mut verdict = Verdict::Pass;
    while draft.byte_after() >= 0x80
        && draft.limits.iri
        && !draft.ends_in_authority()
        && let is_title = matches!(draft.last_byte(), b'/' | b'_' | b'-' | b'=' | b'#')
        && (is_title || glyph::ends_in_cjk(draft.last_piece()))
        && let Some(end) = pair_end(draft.text, draft.end(), is_title)
    {
        let end = plain_end(draft.text, end);
        draft.lengthen(end);
        verdict = Verdict::Changed;
    }
    verdict
}

/// The offset after the closer of the bracket that opens at `start`; `None` if it is not closed in the same token, or if
/// it contains punctuation and is not a title.
fn pair_end(text: &[u8], start: usize, is_title: bool) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = start;
    while at < start + MAX_TITLE {
        let (c, len) = chars::first(text.get(at..)?)?;
        match c {
            '\0'..='\x7F' if ascii::STOP.contains(c as u8) => return None,
            '\0'..='\x7F' => {}
            c => match glyph::glyph(c) {
                Glyph::Open(closer) => open.push(closer),
                Glyph::Close if open.pop() != Some(c) => return None,
                Glyph::Stop if !is_title => return None,
                Glyph::Space
                | Glyph::Control
                | Glyph::Invisible
                | Glyph::BidiOpen
                | Glyph::BidiClose => return None,
                _ => {}
            },
        }
        at += len;
        if open.is_empty() {
            return (at > start + len).then_some(at);
        }
    }
    None
}

/// The end of the URI characters after a closed pair.
fn plain_end(text: &[u8], mut at: usize) -> usize {
    while let Some((c, len)) = text.get(at..).and_then(chars::first)
        && is_token(c)
    {
        at += len;
    }
    at
}

/// A link never ends inside a run of characters that a reader sees as one token.
///
/// A direction control with more URI characters after it makes people read the characters in a different order than
/// parsers. An invisible character in the authority makes two hosts look alike. Such a URI is not linked, not even in
/// part. After the authority, an invisible character only ends the URI, because several scripts separate words with
/// such characters. A letter in another encoding than UTF-8 belongs to the host, although it cannot be read: `http://m\xFCnchen.example`
/// is no link to `http://m`. A closing control before a space, punctuation or the end of the text also only ends the URI,
/// because chat clients enclose links in a pair of direction controls.
pub(super) const VISUAL_TOKEN: Rule =
    Rule::shape("visual-token", Stage::Cut, visual_token).when(Facts::AFTER_WIDE).reads(Reads::Token).documented(
        "a URI that direction controls or invisible characters disguise, or whose host goes on in bytes that are not UTF-8, is not a link",
        "RFC 3987, 4.1; Unicode Technical Report 36",
    );

const REASON: &str =
    "it is followed by an invisible character or a direction control, which disguises its end";

const NOT_UTF_8: &str = "its host goes on after a byte that is not UTF-8";

fn visual_token(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_after() < 0x80 {
        return Verdict::Pass;
    }
    let Some((c, len)) = chars::first(draft.after()) else {
        // In the encodings of Western Europe these bytes are letters; the lower ones are quotes, dashes and blanks.
        let is_name =
            |byte: u8| byte.is_ascii_alphanumeric() || b".-@:%_".contains(&byte) || byte >= 0x80;
        let host = draft.authority().map(|authority| authority.of(draft.text));
        let touches = host
            .is_some_and(|host| host.iter().all(|byte| is_name(*byte)) && !host.ends_with(b"."));
        let is_letter = draft.byte_after() >= 0xC0 && touches && draft.ends_in_authority();
        return Verdict::Reject(NOT_UTF_8).when(is_letter);
    };
    let after = draft.after().get(len..).unwrap_or_default();
    let disguises = match glyph::glyph(c) {
        Glyph::BidiOpen => goes_on(after),
        Glyph::BidiClose => runs_on(after),
        Glyph::Invisible => draft.ends_in_authority() && goes_on(after),
        _ => false,
    };
    Verdict::Reject(REASON).when(disguises)
}

/// Whether URI characters follow, after any further controls.
fn goes_on(after: &[u8]) -> bool {
    next_visible(after).is_some_and(|(c, _)| is_token(c))
}

/// Whether a word continues after a closing control and further controls. Punctuation does not continue a word.
fn runs_on(after: &[u8]) -> bool {
    next_visible(after)
        .is_some_and(|(c, _)| c.is_alphanumeric() || matches!(c, '/' | '@' | '%' | '#' | '?'))
}

fn next_visible(mut after: &[u8]) -> Option<(char, usize)> {
    // Longer runs of controls do not occur in real text.
    for _ in 0..16 {
        let (c, len) = chars::first(after)?;
        if !is_hidden(c) {
            return Some((c, len));
        }
        after = after.get(len..).unwrap_or_default();
    }
    None
}

/// Whether `c` is invisible or changes the direction of the text.
pub(super) fn is_hidden(c: char) -> bool {
    !c.is_ascii()
        && matches!(glyph::glyph(c), Glyph::Invisible | Glyph::BidiOpen | Glyph::BidiClose)
}

/// Whether a URI may contain `c`.
fn is_token(c: char) -> bool {
    match c {
        '\0'..='\x7F' => !ascii::STOP.contains(c as u8),
        c => matches!(glyph::glyph(c), Glyph::Letter | Glyph::Cjk | Glyph::Hyphen | Glyph::Joiner),
    }
}

/// `http://evil。example`: browsers read the ideographic full stop in a host as a dot.
///
/// If the URI ended before this character, the link would lead to a different host than the text does in a browser, so
/// nothing is linked. If no letter or digit directly follows the character, the character ends a sentence, and the URI
/// before it is linked.
pub(super) const FULLWIDTH_DOT: Rule = Rule::shape("fullwidth-dot", Stage::Cut, fullwidth_dot)
    .kinds(Kinds::HOSTS)
    .when(Facts::AFTER_WIDE)
    .reads(Reads::Token)
    .documented(
        "a URI whose host contains an ideographic or fullwidth dot is not a link",
        "RFC 3490, 3.1: U+3002, U+FF0E and U+FF61 are dots to IDNA",
    );

fn fullwidth_dot(draft: &mut Draft<'_>) -> Verdict {
    let goes_on = draft.byte_after() >= 0x80
        && draft.ends_in_authority()
        && matches!(chars::first(draft.after()), Some(('。' | '．' | '｡', len))
            if chars::byte_at(draft.after(), len).is_ascii_alphanumeric());
    Verdict::Reject("its host continues after a character that browsers read as a dot")
        .when(goes_on)
}

/// `http://example.comこれは`, `http://example.com👍`: an ASCII top-level domain ends where CJK text or an emoji touches it.
pub(super) const CJK_HOST: Rule =
    Rule::cut("cjk-host", cjk_host).kinds(Kinds::URI).when(Facts::HOST_WIDE).documented(
        "a host ends where an ASCII top-level domain meets CJK letters or an emoji",
        "some scripts are written without spaces, and no top-level domain mixes ASCII and these characters",
    );

fn cjk_host(draft: &Draft<'_>) -> Option<usize> {
    let authority = draft.authority()?;
    let bytes = authority.of(draft.text);
    if bytes.is_ascii() || bytes.contains(&b'@') {
        return None;
    }
    let labels = host::labels(draft.text, authority.start(), true);
    let end = labels.span.end();
    // A lone label before a symbol may be the beginning of another host.
    let is_glued = |c| glyph::is_cjk(c) || glyph::is_syllable(c) && !labels.is_lone();
    let meets_cjk = labels.last.of(draft.text).is_ascii()
        && draft.text.get(end..).and_then(chars::first).is_some_and(|(c, _)| is_glued(c));
    (meets_cjk && end < authority.end()).then_some(end)
}

/// `http://h/xterm.htmlから`, `http://h/a?q=1ครับ`, `http://h/a👈`, `http://h/1ab提取码：2cd3`: text of some scripts that
/// touches an ASCII letter or digit after the authority is text after the URI.
///
/// Japanese and Korean particles directly follow a word, without a space, and in Thai and its neighbours no word is set
/// apart. A segment that begins in such a script is a title and belongs to the URI; this was true of all six such
/// segments in text that was not used to write the rule. Han letters are often a title even after a letter, so they end
/// the URI only if they are the label of the text after a fullwidth colon, or if another URI directly follows them:
/// `http://h/a和https://h/b`. After a slash or `=` (`http://h/条目/https://h/b`) that URI is data of the first one.
pub(super) const GLUED_SYLLABLE: Rule = Rule::cut("glued-syllable", glued_syllable)
    .kinds(Kinds::HOSTS)
    .when(Facts::IN_WIDE)
    .documented(
        "kana, hangul, letters of Southeast Asia and emoji directly after an ASCII letter or digit end the URI, and so does a label in Han letters; letters of these scripts directly before another URI end it as well",
        "these scripts put no space between words or before a particle, although RFC 3987, 2.2 allows them in an IRI",
    );

fn glued_syllable(draft: &Draft<'_>) -> Option<usize> {
    let path = draft.after_authority();
    let mut previous = 0_u8;
    // The beginning of the run of letters outside ASCII at the end of the draft, if it touches a letter or digit.
    let mut label = None;
    // The last run of bytes outside ASCII.
    let (mut run, mut run_end) = (path, path);
    for (at, byte) in draft.bytes_from(path) {
        if byte < 0x80 {
            label = None;
            if byte == b':'
                && let Some(end) = lead_to_uri(draft.text, Span::new(run, run_end), at)
            {
                return Some(end);
            }
            previous = byte;
            continue;
        }
        run = if previous < 0x80 { at } else { run };
        run_end = at + 1;
        if previous.is_ascii_alphanumeric() {
            let c = draft.text.get(at..).and_then(chars::first);
            if c.is_some_and(|(c, _)| glyph::is_syllable(c)) {
                return Some(at);
            }
            label = Some(at);
        }
        previous = byte;
    }
    label.filter(|_| draft.after().starts_with("：".as_bytes()))
}

/// The offset of the text that leads from one URI to the next, if a known scheme is between `run` and the `://` at `colon`,
/// and `run` ends in a letter or punctuation of a script without blanks between words: the letters after the last
/// punctuation of `run`, with that punctuation if it is an opening bracket (`http://h/a（见https://h/b）`).
fn lead_to_uri(text: &[u8], run: Span, colon: usize) -> Option<usize> {
    let is_scheme = || scheme::is_known(Span::new(run.end(), colon).of(text));
    if !text.get(colon..)?.starts_with(b"://") || !is_scheme() {
        return None;
    }
    let run_text = core::str::from_utf8(run.of(text)).ok()?;
    let is_letter = |c: char| !c.is_ascii() && glyph::glyph(c) == Glyph::Cjk;
    let letters = run_text.trim_end_matches(is_letter);
    let at = run.start() + letters.len();
    match letters.chars().next_back().map(|c| (c.len_utf8(), glyph::glyph(c))) {
        Some((len, Glyph::Open(_))) => Some(at - len),
        Some((_, Glyph::Close | Glyph::Stop)) => Some(at),
        _ => (at < run.end()).then_some(at),
    }
}
