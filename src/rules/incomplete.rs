//! Whether a URI was cut: by a program that broke its line, or by one that shortened the text and wrote an ellipsis.
//!
//! Such a URI is a match, because a reader wants to know of it, but its host leads nowhere. It is told by a flag. A rule
//! that rejects it was considered: an archive would then lose the only trace of a link.

use super::draft::Draft;
use crate::candidate::facts::Facts;
use crate::candidate::line_end::LineEnd;
use crate::candidate::lines;
use crate::candidate::scheme;
use crate::span::Span;
use crate::text::chars;

/// Top-level domains that are not delegated, but in use: those of local networks (RFC 6762, appendix G), and the one of
/// hosts that do not exist (RFC 2606).
const PRIVATE: [&[u8]; 6] = [b"corp", b"home", b"intranet", b"invalid", b"lan", b"private"];

/// Whether the URI was cut.
///
/// Before an ellipsis, a host without a top-level domain was cut, and so was a path before `…`. After a path, `...` is
/// more often the punctuation of the author.
pub(crate) fn is_incomplete(draft: &Draft<'_>) -> bool {
    let ends_in_host = draft.ends_in_authority();
    let is_stump = ends_in_host && draft.pieces.is_one() && draft.facts.meets(Facts::HOST_STUMP);
    if draft.last_byte() == 0xA6 && draft.last_piece().ends_with("…".as_bytes()) {
        return true;
    }
    match draft.after() {
        [0xE2, 0x80, 0xA6, ..] => is_stump || !ends_in_host,
        [b'.', b'.', b'.', ..] => is_stump,
        _ => is_stump && draft.is_bare() && is_cut_by_line(draft),
    }
}

/// Whether the line ends after the host, and a host of that form is cut and not the name of a machine: `www`, a name
/// with a dot, or any name that the next line completes.
fn is_cut_by_line(draft: &Draft<'_>) -> bool {
    let host = draft.authority().map_or(&[][..], |authority| authority.of(draft.text));
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let is_private = PRIVATE.iter().any(|name| name.eq_ignore_ascii_case(last));
    let marks = draft.after().iter().take_while(|byte| matches!(byte, b'.' | b'-')).count();
    let end = draft.end() + marks;
    if host.eq_ignore_ascii_case(b"www") {
        let line_end = lines::skip_blanks(draft.text, end);
        return lines::break_len(draft.text, line_end) > 0 || line_end >= draft.text.len();
    }
    let below = LineEnd::below(draft.text, end).map(|below| below.token());
    let Some(below) = below.filter(|&below| !scheme::starts_uri(draft.text, below)) else {
        return false;
    };
    let line = Span::new(below, draft.text.len()).of(draft.text);
    let token = line.iter().position(|&byte| byte <= b' ').unwrap_or(line.len());
    let token = Span::new(below, below + token).of(draft.text);
    let has_dot = host.len() > last.len() && !is_private;
    let has_seam = marks > 0 || chars::byte_at(draft.text, below) == b'.';
    has_dot || has_seam && draft.cuts_host(token)
}
