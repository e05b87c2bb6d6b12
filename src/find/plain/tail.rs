//! The labels behind a dot or an `@`, in plain ASCII: what tells nearly always whether it belongs to a
//! name.

use crate::find::work;
use crate::find::{host, suffix};
use crate::span::Span;
use crate::text::block::{self, Block};
use crate::text::chars;

/// The labels behind a dot or an `@`.
pub(super) struct Tail {
    /// How long they are, without a final dot.
    pub(super) len: usize,
    /// The last one, or what of it stands behind its last hyphen.
    last: Span,
    is_hyphened: bool,
    /// How many dots and hyphens are between them.
    pub(super) marks: u32,
}

impl Tail {
    /// The labels that begin `behind`. `None` if they may not be all of the candidate, or would be cut
    /// before they are judged: an empty label, a hyphen at an end, too many bytes.
    #[inline]
    pub(super) fn of(behind: &[u8]) -> Option<Tail> {
        let mut block = Block::head(behind);
        let mut run = block::run_len(block.names, 0);
        if run >= Block::HEAD {
            block = Block::of(behind);
            run = block::run_len(block.names, 0);
        }
        work::add(run);
        if run == 0 || run >= Block::LEN || goes_on(behind, run) {
            return None;
        }
        let ends_in_dot = chars::byte_before(behind, run) == b'.';
        if ends_in_dot && chars::byte_at(behind, run) == b':' {
            return None;
        }
        let len = run - usize::from(ends_in_dot);
        let marks = block.marks & ((1 << len) - 1);
        if marks & (marks >> 1 | 1) != 0 || marks >> (len - 1) != 0 {
            return None;
        }
        let last = (u64::BITS - marks.leading_zeros()) as usize;
        let is_hyphened = last > 0 && chars::byte_before(behind, last) == b'-';
        Some(Tail { len, last: Span::new(last, len), is_hyphened, marks: marks.count_ones() })
    }

    /// The last label.
    pub(super) fn last<'t>(&self, behind: &'t [u8]) -> &'t [u8] {
        self.last.of(behind)
    }

    /// Whether the labels themselves are a name that is delegated; `None` as in
    /// [`Tail::is_delegated`].
    pub(super) fn is_name(&self, labels: &[u8]) -> Option<bool> {
        if self.last.start() == 0 { Some(false) } else { self.is_delegated(labels) }
    }

    pub(super) fn is_number(&self, behind: &[u8]) -> bool {
        !self.is_hyphened && self.last(behind).iter().all(u8::is_ascii_digit)
    }

    /// Whether names that end so are delegated; `None` where that is not all that counts.
    pub(super) fn is_delegated(&self, behind: &[u8]) -> Option<bool> {
        // An A-label has two in a row, and no other top-level domain has one.
        if self.is_hyphened { Some(false) } else { suffix::is_delegated_label(self.last(behind)) }
    }
}

/// Whether a port, a path, a query, a fragment or a letter outside ASCII may follow the labels that end
/// at `end`.
#[inline]
fn goes_on(behind: &[u8], end: usize) -> bool {
    match chars::byte_at(behind, end) {
        b':' => chars::byte_at(behind, end + 1).is_ascii_digit(),
        0x80.. => behind.get(end..).is_some_and(begins_wide_label),
        next => matches!(next, b'/' | b'?' | b'#'),
    }
}

/// Whether `text` begins with a letter of a host outside ASCII.
pub(super) fn begins_wide_label(text: &[u8]) -> bool {
    chars::first(text).is_some_and(|(c, _)| host::is_host_letter(c))
}
