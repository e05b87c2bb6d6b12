//! The search for the signs of defanged text: `hxxp`, `fxp`, and separators in brackets such as `[.]`.
//!
//! It is separate from the search for the other triggers, so that configurations without it do not pay for it.

use crate::candidate::{host, scheme};
use crate::span::Span;
use crate::text::{chars, heads};

/// A sign of defanged text, and the text for which it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sign {
    pub(crate) span: Span,
    pub(crate) plain: &'static str,
}

/// The length of the longest text that [`next`] reads to recognize a sign: `hxxps[://]`.
pub(crate) const MAX_SIGN: usize = 10;

/// The first sign in `text` that begins at or after `from`.
pub(crate) fn next(text: &[u8], mut from: usize) -> Option<Sign> {
    loop {
        let at = heads::next(text, from)?;
        if let Some((len, plain)) = sign_at(text, at) {
            return Some(Sign { span: Span::new(at, at + len), plain });
        }
        from = at + 1;
    }
}

/// The length of the sign at `at`, and the text for which it is written. The name of a scheme must be a whole word, and
/// its colon may be in brackets.
fn sign_at(text: &[u8], at: usize) -> Option<(usize, &'static str)> {
    let rest = text.get(at..)?;
    let Some((len, plain)) = scheme::defanged(rest) else {
        return host::separator_in_brackets(rest);
    };
    let after = rest.get(len..)?;
    let after = after.strip_prefix(b"s").or(after.strip_prefix(b"S")).unwrap_or(after);
    let in_brackets = host::separator_in_brackets(after).map(|(_, plain)| plain);
    let is_scheme =
        after.starts_with(b"://") || in_brackets.is_some_and(|one| one.starts_with(':'));
    (is_scheme && !chars::byte_before(text, at).is_ascii_alphanumeric()).then_some((len, plain))
}
