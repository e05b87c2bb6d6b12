//! Whether a bare name is the text of a link to the host of that name: `[NAME](https://NAME/x)`.

use super::draft::Draft;

/// The number of bytes before or after a name that are searched for the target of a link.
const NEAR: usize = 64;

/// Whether `name`, the host of the draft, is the text of a link to this host in Markdown or HTML:
/// `[NAME](https://NAME/x)`, `[NAME]: https://NAME/x`, `<a href="https://NAME/x">NAME</a>`.
pub(super) fn is_of_link(draft: &Draft<'_>, name: &[u8]) -> bool {
    let before = draft.before();
    if !matches!(before, [.., b'[' | b'>']) {
        return false;
    }
    draft.note_reach(draft.end() + NEAR);
    let after = draft.after();
    let near = match after {
        [b']', b'(' | b':', ..] => after.get(..NEAR).unwrap_or(after),
        [b'<', b'/', ..] => before.get(before.len().saturating_sub(NEAR)..).unwrap_or_default(),
        _ => return false,
    };
    memchr::memmem::find_iter(near, b"://")
        .any(|at| near.get(at + 3..).is_some_and(|rest| begins_with_host(rest, name)))
}

/// Whether the draft ends the text of a link in Markdown: `[NAME](`.
pub(super) fn is_of_any(draft: &Draft<'_>) -> bool {
    draft.after().starts_with(b"](")
}

/// Whether `text` begins with the host `name`, with or without `www.`, and not with a longer host.
fn begins_with_host(text: &[u8], name: &[u8]) -> bool {
    let text = text.strip_prefix(b"www.").unwrap_or(text);
    let Some((host, rest)) = text.split_at_checked(name.len()) else { return false };
    let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.@:%_".contains(byte);
    host.eq_ignore_ascii_case(name) && !rest.first().is_some_and(goes_on)
}
