//! The list of file extensions, divided by where such file names usually occur.

use crate::text::wordlist::WordList;

/// Whether `extension`, in upper or lower case, is a file extension that is common at the ends of URIs.
pub(crate) fn is_web(extension: &[u8]) -> bool {
    WEB.contains(extension)
}

/// Whether `extension`, in upper or lower case, is a file extension.
pub(crate) fn is_any(extension: &[u8]) -> bool {
    is_web(extension) || SOURCES.contains(extension)
}

/// Whether `extension`, in upper or lower case, is an extension of source files. The extensions `c`, `cpp`, `h` and
/// `patch` are also common in URIs, and are recognized only in lower case.
pub(crate) fn is_source(extension: &[u8]) -> bool {
    SOURCES.contains(extension) || matches!(extension, b"c" | b"cpp" | b"h" | b"patch")
}

/// The extensions that are common at the ends of URIs.
static WEB: WordList = WordList::new(include_str!("web_extensions.txt"));

/// The other extensions.
static SOURCES: WordList = WordList::new(include_str!("source_extensions.txt"));

/// Whether names that end in `label`, in lower case, are more often file names than hosts.
#[inline]
pub(crate) fn is_mostly_extension(label: &[u8]) -> bool {
    // This runs for most dots in source code, and a pattern is faster than a search in a list.
    #[rustfmt::skip]
    let is_extension = matches!(
        label,
        b"am" | b"as" | b"bz" | b"cab" | b"cc" | b"dot" | b"java" | b"la" | b"md" | b"mk" | b"ml" | b"mm"
            | b"mo" | b"mov" | b"pl" | b"pm" | b"ps" | b"pub" | b"py" | b"rs" | b"sh" | b"so" | b"zip"
    );
    is_extension
}

/// Whether `label`, in lower case, is both a top-level domain and a file extension, for example of an autoconf
/// template, a manual page or a settings file. Whether a name with such a label is a host depends on the text around
/// it.
#[rustfmt::skip]
pub(crate) fn is_also_extension(label: &[u8]) -> bool {
    matches!(
        label,
        b"ac" | b"ad" | b"ai" | b"app" | b"at" | b"build" | b"cat" | b"cf" | b"docs" | b"eg" | b"gp" | b"in"
            | b"inc" | b"info" | b"lds" | b"man" | b"me" | b"ms" | b"news" | b"org" | b"pro" | b"properties" | b"sl"
            | b"sv" | b"tab" | b"tf"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_recognized_in_upper_and_lower_case() {
        assert!(is_web(b"HTML") && !is_web(b"spec") && is_any(b"spec") && is_source(b"spec"));
        assert!(is_source(b"c") && !is_source(b"html") && !is_any(b"") && !is_any(&[b'a'; 99]));
    }
}
