//! Corrects texts that are not links because the scheme is missing. No single option makes such a text a link, so `explain`
//! shows the corrected URI instead.

use linkwright::Finder;
use linkwright::uri::Uri;

/// The maximum number of corrections that are reported.
const MOST: usize = 8;

/// A text that is not a link, and a URI that would be a link if it replaced the text.
pub(super) type Correction = (String, String);

/// Returns the words of `text` that become links if `http:` or `http://` is put before them: a host with a port,
/// `localhost`, or `//` and a host.
pub(super) fn without_scheme(finder: &Finder, text: &[u8]) -> Vec<Correction> {
    let text = String::from_utf8_lossy(text);
    let words = text.split_whitespace().filter_map(|word| {
        let uri = format!("http://{}", word.strip_prefix("//").unwrap_or(word));
        let authority = Uri::parse(&uri).ok()?.authority()?;
        let is_host = word.starts_with("//")
            || authority.port().is_some_and(|port| !port.is_empty())
            || authority.host().as_str() == "localhost";
        let is_link = || finder.find_iter(&uri).any(|found| found.span().len() == uri.len());
        (is_host && is_link()).then(|| (word.to_owned(), uri.clone()))
    });
    words.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use linkwright::find::Preset;

    use super::*;

    #[test]
    fn words_without_a_scheme_are_corrected() {
        let found = |text: &str| without_scheme(&Finder::preset(Preset::Mail), text.as_bytes());
        for (word, uri) in [
            ("localhost/x", "http://localhost/x"),
            ("a.example:8080", "http://a.example:8080"),
            ("//a.example/x", "http://a.example/x"),
        ] {
            let text = format!("see {word} now");
            assert_eq!(found(&text), [(word.to_owned(), uri.to_owned())], "{text}");
        }
        for text in ["a.example", "note:this", "http://a.example/", "a:b"] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
