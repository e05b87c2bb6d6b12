//! The list of file extensions, divided by where such file names usually occur.

/// Where most file names with an extension occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Files {
    /// At the ends of URIs: pages, pictures, archives, and some source files.
    Web,
    /// In source code and change logs, and seldom at the end of a URI.
    Sources,
}

/// The length of the longest extension, in bytes.
const MAX_LEN: usize = 10;

/// Whether `extension`, in upper or lower case, is a file extension that is common at the ends of URIs.
pub(crate) fn is_web(extension: &[u8]) -> bool {
    files(extension) == Some(Files::Web)
}

/// Whether `extension`, in upper or lower case, is a file extension.
pub(crate) fn is_any(extension: &[u8]) -> bool {
    files(extension).is_some()
}

/// Whether `extension`, in upper or lower case, is an extension of source files. The extensions `c`, `cpp`, `h` and
/// `patch` are also common in URIs, and are recognized only in lower case.
pub(crate) fn is_source(extension: &[u8]) -> bool {
    files(extension) == Some(Files::Sources) || matches!(extension, b"c" | b"cpp" | b"h" | b"patch")
}

fn files(extension: &[u8]) -> Option<Files> {
    let mut lower = [0; MAX_LEN];
    let lower = lower.get_mut(..extension.len())?;
    lower.copy_from_slice(extension);
    lower.make_ascii_lowercase();
    let lower = &*lower;
    if WEB.binary_search(&lower).is_ok() {
        Some(Files::Web)
    } else {
        SOURCES.binary_search(&lower).is_ok().then_some(Files::Sources)
    }
}

/// The extensions that are common at the ends of URIs, in alphabetical order. A search in a list takes a tenth of the code
/// of a pattern with as many alternatives.
#[rustfmt::skip]
const WEB: &[&[u8]] = &[
    b"asp", b"aspx", b"bz2", b"c", b"cfm", b"cgi", b"cpp", b"css", b"csv", b"deb", b"doc", b"gif", b"git",
    b"gz", b"h", b"htm", b"html", b"jpeg", b"jpg", b"js", b"json", b"jsp", b"md", b"mp3", b"mp4", b"patch",
    b"pdf", b"php", b"php3", b"phtml", b"pl", b"png", b"ps", b"py", b"rdf", b"rss", b"rst", b"sh", b"shtml",
    b"svg", b"tar", b"tgz", b"txt", b"xml", b"xz", b"zip",
];

/// The other extensions, in alphabetical order.
#[rustfmt::skip]
const SOURCES: &[&[u8]] = &[
    b"am", b"asm", b"awk", b"bash", b"bat", b"cc", b"cfg", b"cmake", b"cnf", b"conf", b"config", b"cs",
    b"cxx", b"def", b"desktop", b"diff", b"dtd", b"el", b"exe", b"exp", b"go", b"hh", b"hpp", b"hxx", b"ini",
    b"install", b"java", b"kt", b"lisp", b"lock", b"log", b"lua", b"m4", b"mak", b"make", b"mk", b"ml",
    b"mli", b"pas", b"pc", b"pm", b"po", b"postinst", b"postrm", b"pot", b"preinst", b"prerm", b"rb", b"rc",
    b"rs", b"rules", b"scm", b"sed", b"service", b"sgml", b"socket", b"spec", b"sql", b"swift", b"symbols",
    b"tcl", b"templates", b"tex", b"texi", b"timer", b"toml", b"ts", b"tsx", b"vim", b"xsd", b"xsl", b"yaml",
    b"yml",
];

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
    fn the_lists_are_sorted() {
        assert!(WEB.is_sorted() && SOURCES.is_sorted());
    }

    #[test]
    fn extensions_are_recognized_in_upper_and_lower_case() {
        assert!(is_web(b"HTML") && !is_web(b"spec") && is_any(b"spec") && is_source(b"spec"));
        assert!(is_source(b"c") && !is_source(b"html") && !is_any(b"") && !is_any(&[b'a'; 99]));
    }
}
