//! What the end of a line and the token below it look like to a reader who knows URIs.

use crate::find::candidate::draft::Draft;
use crate::find::candidate::line_end::LineEnd;
use crate::span::Span;

/// Whether prose could not have written `token`: it has digits, or marks of a path or a query.
pub(crate) fn has_structure(token: &[u8]) -> bool {
    let token = without_points(token);
    let is_mark = |byte: &u8| {
        matches!(byte, b'/' | b'=' | b'&' | b'%' | b'?' | b'#' | b'_') || byte.is_ascii_digit()
    };
    let inner = token.get(1..token.len().saturating_sub(1)).unwrap_or_default();
    token.iter().any(is_mark) || inner.contains(&b'.')
}

/// `token` without the punctuation that ends a sentence.
pub(crate) fn without_points(token: &[u8]) -> &[u8] {
    let points = token
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?'));
    token.get(..token.len() - points.count()).unwrap_or_default()
}

/// Whether the token below may go on with the URI above at all: it begins like a part of one, and
/// like nothing else.
pub(crate) fn may_go_on(draft: &Draft<'_>, line_end: &LineEnd) -> bool {
    let token = line_end.token.of(draft.text);
    let first = token.first().copied().unwrap_or(0);
    let begins = first.is_ascii_alphanumeric()
        || matches!(first, b'/' | b'&' | b'?' | b'=' | b'%' | b'#' | b'_' | b'-' | b'~' | b'+');
    // `-http://h` and `-x` below: two items of a list.
    let is_item = matches!(first, b'-' | b'+' | b'*') && draft.byte_before() == first;
    begins && !is_item && !is_list_mark(token) && !is_address(token) && !is_elided(draft)
}

/// Whether the text ends in `..` or `…`: it was cut short by hand.
fn is_elided(draft: &Draft<'_>) -> bool {
    let text = draft.last_piece();
    text.ends_with(b"..") || text.ends_with("…".as_bytes())
}

/// `jane@example.com`, whole: an address of its own.
fn is_address(token: &[u8]) -> bool {
    let token = without_points(token);
    let Some(at) = memchr::memchr(b'@', token) else { return false };
    let (local, domain) = token.split_at_checked(at).unwrap_or_default();
    let is_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    let domain = domain.get(1..).unwrap_or_default();
    !local.is_empty() && domain.contains(&b'.') && local.iter().chain(domain).all(is_name)
}

/// `2.`, `3)`, `b)`, `[4]`, `Date:`, `--`: the beginning of something else.
fn is_list_mark(token: &[u8]) -> bool {
    let (last, head) = token.split_last().unwrap_or((&0, &[]));
    let digits = !head.is_empty() && head.iter().all(u8::is_ascii_digit);
    let letter = head.len() == 1 && head.iter().all(u8::is_ascii_alphabetic);
    match last {
        b'.' => digits,
        b')' => digits || letter,
        b':' => !head.iter().any(|byte| matches!(byte, b'/' | b'=' | b'&' | b'%' | b'?')),
        _ => !token.iter().any(u8::is_ascii_alphanumeric),
    }
}

/// Extensions that end a file name on the web.
const EXTENSIONS: [&[u8]; 41] = [
    b"asp", b"aspx", b"bz2", b"c", b"cfm", b"cgi", b"css", b"csv", b"doc", b"gif", b"git", b"gz",
    b"h", b"htm", b"html", b"jpeg", b"jpg", b"js", b"json", b"jsp", b"md", b"mp3", b"mp4",
    b"patch", b"pdf", b"php", b"php3", b"phtml", b"pl", b"png", b"ps", b"py", b"rdf", b"rss",
    b"shtml", b"svg", b"tar", b"tgz", b"txt", b"xml", b"zip",
];

/// Whether `text` ends in `.` and a known file extension.
pub(crate) fn has_extension(text: &[u8]) -> bool {
    let name = text.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    let Some(dot) = memchr::memrchr(b'.', name).filter(|&dot| dot > 0) else { return false };
    let extension = name.get(dot + 1..).unwrap_or_default();
    EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// Whether `text` is whole without `token`: it ends in a file, and the token adds no part to it.
pub(crate) fn is_complete_before(text: &[u8], token: &[u8]) -> bool {
    let has_part = text.iter().any(|byte| matches!(byte, b'?' | b'#'));
    let adds_part = matches!(token.first(), Some(b'?' | b'#' | b'&' | b'/'));
    has_extension(text) && !has_part && !adds_part
}

/// Words that are alone below a URI because a sentence goes on.
const STOP_WORDS: [&[u8]; 32] = [
    b"a", b"also", b"an", b"and", b"are", b"as", b"at", b"but", b"by", b"can", b"for", b"from",
    b"has", b"have", b"if", b"in", b"is", b"it", b"not", b"now", b"of", b"on", b"or", b"so",
    b"that", b"the", b"this", b"to", b"was", b"will", b"with", b"you",
];

/// Whether `token` is a short word of English.
pub(crate) fn is_stop_word(token: &[u8]) -> bool {
    STOP_WORDS.contains(&token)
}

/// No mark of a list or a footnote, with its blanks, is longer.
const MAX_LEAD: usize = 12;

/// Whether nothing but marks is before the URI on its line: an indent, a list or footnote mark,
/// an opener, `URL:`.
pub(crate) fn begins_line(draft: &Draft<'_>, line_end: &LineEnd) -> bool {
    let first = draft.last_start();
    let lead = Span::new(line_end.content(), first).of(draft.text);
    let lead = match draft.prefix {
        Some(prefix) if prefix.start() >= line_end.content() => {
            Span::new(line_end.content(), prefix.start()).of(draft.text)
        }
        _ => lead,
    };
    lead.len() <= MAX_LEAD && !lead.iter().any(u8::is_ascii_alphabetic)
}
