//! Whether the text around a name shows that it is the name of a file.
//!
//! Some top-level domains are also file extensions (`config.in`, `suite.at`), and such file names are frequent in
//! change logs, diffs and manuals. They are recognized by their position in the line and by the names of other files
//! near them.

use crate::ascii::ByteSet;
use crate::candidate::extension;
use crate::span::Span;
use crate::text::chars;

/// Whether the name is an entry of a change log or of a diff: `* NAME:`, `- NAME (function):`, `NAME | 4 ++`, or one of
/// several: `* NAME, NAME, NAME:`.
///
/// `before` is the line up to the name, `after` the rest of the line; the name ends in `tld`.
pub(super) fn is_entry(before: &[u8], after: &[u8], tld: &[u8]) -> bool {
    let item = before.trim_ascii();
    let is_item = matches!(item.first(), Some(b'*' | b'-' | b'+'));
    let names = item.get(usize::from(is_item)..).unwrap_or_default();
    let is_mark = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let is_first = names.is_empty();
    // Only the names of other files may precede the name on its line.
    let mut others = names.split(is_mark).filter(|name| !name.is_empty());
    let is_next = is_item
        && names.ends_with(b",")
        && others.all(|name| is_file(name, tld) || ends_in(name, tld));
    if !is_first && !is_next {
        return false;
    }
    match after.trim_ascii_start() {
        [b':', rest @ ..] => {
            let is_label = rest.first().is_none_or(u8::is_ascii_whitespace);
            is_label && (is_item || !before.is_empty())
        }
        [b'(', rest @ ..] => is_item && rest.windows(2).any(|pair| pair == b"):"),
        [b'|', rest @ ..] => {
            let count = rest.trim_ascii_start();
            count.first().is_some_and(u8::is_ascii_digit) || count.starts_with(b"Bin ")
        }
        [b',', rest @ ..] => {
            let next =
                rest.trim_ascii_start().split(|&byte| is_border(byte)).next().unwrap_or_default();
            is_item && (!is_first || is_file(next, tld) || ends_in(next, tld))
        }
        _ => false,
    }
}

/// Whether `token` ends in a dot and `tld`, with or without a colon after it.
fn ends_in(token: &[u8], tld: &[u8]) -> bool {
    let token = token.strip_suffix(b":").unwrap_or(token);
    token.strip_suffix(tld).is_some_and(|rest| rest.ends_with(b"."))
}

/// Whether the name of another file is in the text around a name that ends in `tld`.
pub(super) fn is_near_file(before: &[u8], after: &[u8], tld: &[u8]) -> bool {
    // A token at the outer end of the text may be incomplete.
    has_file(before, tld, |token| token.start() > 0)
        || has_file(after, tld, |token| token.end() < after.len())
}

/// Whether one of the tokens of `text` for which `whole` is true is the name of a file.
fn has_file(text: &[u8], tld: &[u8], whole: impl Fn(Span) -> bool) -> bool {
    memchr::memchr_iter(b'.', text).any(|dot| {
        let (path, rest) = text.split_at_checked(dot + 1).unwrap_or_default();
        let (last, after) = chars::split_run(rest, |byte| byte.is_ascii_alphanumeric());
        if !(extension::is_any(last) || last == tld || last == b"in") {
            return false;
        }
        let (before, _) = chars::split_last_run(path, |byte| !is_border(byte));
        let (goes_on, _) = chars::split_run(after, |byte| !is_border(byte));
        let token = Span::new(before.len(), path.len() + last.len() + goes_on.len());
        whole(token) && is_file(token.of(text), tld)
    })
}

fn is_border(byte: u8) -> bool {
    static BORDER: ByteSet = ByteSet::range(0, b' ').or(ByteSet::of(b",;|()[]{}<>\"'`"));
    BORDER.contains(byte)
}

/// Whether `token` is the name of a file, and not of a host or a URI: it has an extension that is not a top-level
/// domain, it has any extension and is in a folder, or it has a name such as `README`.
fn is_file(token: &[u8], tld: &[u8]) -> bool {
    let (token, _) = chars::split_last_run(token, |byte| b".:*!?".contains(&byte));
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-+/$~".contains(byte);
    let Some(dot) = memchr::memrchr(b'.', token) else { return is_base(token) };
    let (path, last) = token.split_at_checked(dot + 1).unwrap_or_default();
    let (folder, base) = chars::split_last_run(path, |byte| byte != b'/');
    let (top, _) = chars::split_run(folder, |byte| byte != b'/');
    let has_extension = match folder {
        [] => extension::is_any(last) && !extension::is_mostly_extension(last),
        _ => !top.contains(&b'.') && (extension::is_any(last) || last == tld),
    };
    let first = base.split(|&byte| byte == b'.').next().unwrap_or_default();
    token.iter().all(is_name) && (base.len() > 2 && has_extension || is_base(first))
}

/// Whether `name`, which has no extension, is the name of a program's settings file: `Doxyfile`, `Vagrantfile`.
pub(super) fn is_of_program(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_uppercase) && name.ends_with(b"file")
}

/// Whether `name`, which has no extension, is a file name that many projects use: `README`, `Makefile`.
pub(super) fn is_base(name: &[u8]) -> bool {
    const BASES: [&[u8]; 9] = [
        b"build",
        b"changelog",
        b"config",
        b"configure",
        b"copyright",
        b"license",
        b"makefile",
        b"manifest",
        b"readme",
    ];
    BASES.iter().any(|base| base.eq_ignore_ascii_case(name))
}

/// Whether `path` ends in the name of a source file, of a file with the extension `tld`, or of a hidden file:
/// `name.in/list.c`, `a.cf/b.cf`, `name.in/.list`. `tld` is the top-level domain of the host.
pub(super) fn ends_in_source(path: &[u8], tld: &[u8]) -> bool {
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    let Some(dot) = memchr::memrchr(b'.', name) else { return false };
    let last = name.get(dot + 1..).unwrap_or_default();
    dot == 0 || extension::is_source(last) || last == tld
}
