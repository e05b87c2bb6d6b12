//! The replacement of a match.

use std::borrow::Cow;

use crate::find::pipeline::matches::Match;

/// The replacement of a match: a text, or a closure that returns one; see
/// [`Finder::replace_all`](crate::find::Finder::replace_all).
///
/// A text is inserted unchanged: unlike in `regex`, `$` has no special meaning.
pub trait Replacer {
    /// Appends the replacement of `found` to `dst`.
    fn replace_append(&mut self, found: &Match<'_>, dst: &mut String);
}

impl<F: FnMut(&Match<'_>) -> T, T: AsRef<str>> Replacer for F {
    fn replace_append(&mut self, found: &Match<'_>, dst: &mut String) {
        dst.push_str(self(found).as_ref());
    }
}

/// Implements [`Replacer`] for string types.
macro_rules! text_replacer {
    ($($text:ty),*) => {$(
        impl Replacer for $text {
            fn replace_append(&mut self, _: &Match<'_>, dst: &mut String) {
                dst.push_str(self);
            }
        }
    )*};
}

text_replacer!(&str, String, &String, Cow<'_, str>);
