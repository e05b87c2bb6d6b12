//! Whether a URI was cut: by a program that broke its line, or by one that shortened the text and wrote an ellipsis.
//!
//! Such a URI is a match, because a reader wants to know of it, but its host leads nowhere. It is told by a flag. A rule
//! that rejects it was considered: an archive would then lose the only trace of a link.

use super::draft::Draft;
use crate::candidate::facts::Facts;
use crate::candidate::lines;
use crate::candidate::name;
use crate::text::chars;

/// Top-level domains that are not delegated, but in use: those of local networks (RFC 6762, appendix G), and the one of
/// hosts that do not exist (RFC 2606).
const PRIVATE: [&[u8]; 6] = [b"corp", b"home", b"intranet", b"invalid", b"lan", b"private"];

/// Whether the URI was cut.
///
/// Before an ellipsis, a host without a top-level domain was cut, and so was a path before `…`. After a path, `...` is
/// more often the punctuation of the author.
pub(crate) fn is_incomplete(draft: &Draft<'_>) -> bool {
    if draft.last_byte() == 0xA6 && draft.last_piece().ends_with("…".as_bytes()) {
        return true;
    }
    let is_stump = draft.facts.meets(Facts::HOST_STUMP) && draft.pieces.is_one();
    let is_before_ellipsis = draft.after().starts_with("…".as_bytes());
    if !(is_stump || is_before_ellipsis) {
        return false;
    }
    let host = draft.authority().filter(|authority| authority.end() == draft.end());
    match host.map(|host| host.of(draft.text)) {
        None => is_before_ellipsis,
        Some(_) if is_before_ellipsis || draft.after().starts_with(b"...") => is_stump,
        Some(host) => draft.is_bare() && is_cut_by_line(draft, host),
    }
}

/// Whether the line ends after the host, and a host of that form is cut and not the name of a machine: `www`, a name
/// with a dot, or any name that the next line completes.
fn is_cut_by_line(draft: &Draft<'_>, host: &[u8]) -> bool {
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let is_private = PRIVATE.iter().any(|name| name.eq_ignore_ascii_case(last));
    let marks = draft.after().iter().take_while(|byte| matches!(byte, b'.' | b'-')).count();
    let end = draft.end() + marks;
    if host.eq_ignore_ascii_case(b"www") {
        let line_end = lines::skip_blanks(draft.text, end);
        return lines::break_len(draft.text, line_end) > 0 || line_end >= draft.text.len();
    }
    let Some(below) = below(draft.text, end) else { return false };
    let has_dot = host.len() > last.len() && !is_private;
    let has_seam = marks > 0 || below.starts_with(b".");
    // A single label may be the next word of the sentence.
    let has_more = memchr::memchr2(b'.', b'/', below).is_some();
    has_dot || (has_seam && has_more && name::completes_host(host, below))
}

/// The token below the line that ends at `end`; `None` if no line ends there, if the next line is blank, or if it begins
/// with a URI, as in a list.
fn below(text: &[u8], end: usize) -> Option<&[u8]> {
    let line_end = lines::skip_blanks(text, end);
    let broken = lines::break_len(text, line_end);
    let line = text.get(line_end + broken..).filter(|_| broken > 0)?;
    let (_, rest) = chars::split_run(line, |byte| matches!(byte, b' ' | b'\t' | b'>' | b'|'));
    let (token, _) = chars::split_run(rest, |byte| byte > b' ');
    let (_, after) = chars::split_run(token, |byte| byte != b':');
    (!token.is_empty() && !after.starts_with(b"://")).then_some(token)
}
