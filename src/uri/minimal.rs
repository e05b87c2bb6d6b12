//! Writes a URI with as few escapes as a program that finds links needs (UTS #58, minimal escaping).
//!
//! The text between two blanks is found whole by the preset `uts58`, and its parts are those of the URI. An escape is
//! kept where the character would end the link or separate other parts, and where a reader could not see it or could
//! mistake it for another one. A-labels of the host are written as U-labels where browsers would show them so.

use core::fmt::{self, Write};
use std::borrow::Cow;

use super::hazards::{self, Severity};
use super::pct;
use super::reference::{Iri, IriReference};
use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::text::chars;
use crate::text::glyph::{self, Glyph};
use crate::text::link_terms::{self, LinkPart, LinkPlace, LinkTerm};

/// What follows the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A blank, or the end of the text.
    Final,
    /// More of the same token.
    Medial,
    /// The end of the text of a link. Nothing is escaped that was not escaped before.
    Label,
}

impl IriReference<'_> {
    /// The URI or IRI with as few escapes as possible: a text for people that is found whole between two blanks by the
    /// preset `uts58`, and whose decoded parts are those of the URI (UTS #58, minimal escaping). If it `is_medial`, more
    /// of the token follows, so punctuation at its end is not escaped.
    ///
    /// The text may have characters that a URI must escape, such as letters of any script, `"`, `[`, or a `%` that no
    /// two hexadecimal digits follow. [`repair`](super::repair) and [`to_uri`](super::to_uri) make a URI of it again.
    ///
    /// Escapes of valid UTF-8 in path, query and fragment are decoded, except those of blanks, of characters that are
    /// invisible or control the direction of text, of the delimiters of the component (`/` and `?` in a path; `=`, `&`
    /// and `+` in a query; `#`; `:` and `~` in a fragment), of `\`, of a `%` before two hexadecimal digits, and of
    /// closing brackets without a partner. A closing bracket without a partner is escaped, and so is punctuation at the
    /// end. Without an authority, only characters outside ASCII are decoded.
    ///
    /// With the feature `idn`, A-labels of the host are written as U-labels (`xn--bcher-kva.example` as
    /// `bücher.example`), unless the name has a hazard such as `confusable-host`.
    ///
    /// A URI that ends in the dot of its host or with the `?` of an empty query is written unchanged, although its last
    /// character is not found.
    ///
    /// ```
    /// use linkwright::uri::Uri;
    ///
    /// let uri = Uri::parse("https://example.com/caf%C3%A9%20(a%29/b%2Fc?q=%22x%22.")?;
    /// assert_eq!(uri.minimally_escaped(false), "https://example.com/café%20(a)/b%2Fc?q=\"x\"%2E");
    /// assert_eq!(uri.minimally_escaped(true), "https://example.com/café%20(a)/b%2Fc?q=\"x\".");
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub fn minimally_escaped(&self, is_medial: bool) -> String {
        let form = if is_medial { Form::Medial } else { Form::Final };
        let (text, parts) = (self.as_str(), self.parts());
        let (head, tail) = text.split_at_checked(parts.path().start()).unwrap_or((text, ""));
        let mut out = String::with_capacity(text.len());
        // Writing to a `String` cannot fail.
        let _ = write_head(&mut out, head);
        let _ = write(&mut out, tail, parts.authority().is_some(), form);
        out
    }
}

/// Writes `head`, the text up to the path, with U-labels for the A-labels of its host.
pub(crate) fn write_head(out: &mut impl Write, head: &str) -> fmt::Result {
    // Only IDNA can tell that U-labels are those of this host.
    if !cfg!(feature = "idn") || !head.contains("xn--") {
        return out.write_str(head);
    }
    let start = head.rfind(['/', '@']).map_or(0, |at| at + 1);
    let (before, rest) = head.split_at_checked(start).unwrap_or((head, ""));
    let host = rest.split(':').next().unwrap_or_default();
    match u_labels(host) {
        Some(labels) => {
            write!(out, "{before}{labels}{}", rest.strip_prefix(host).unwrap_or_default())
        }
        None => out.write_str(head),
    }
}

/// `host` with U-labels for its A-labels; `None` where a reader could mistake the name for another one.
///
/// The U-labels must be mapped to exactly this host.
fn u_labels(host: &str) -> Option<String> {
    let shown = |label| hazards::decoded_label(label).map_or(Cow::Borrowed(label), Cow::Owned);
    let labels = host.split('.').map(shown).collect::<Vec<_>>().join(".");
    let is_word = |c: char| c.is_ascii() || c.is_alphanumeric() || glyph::is_mark(c);
    let text = format!("http://{labels}");
    let iri = Iri::parse(&text).ok().filter(|_| labels.chars().all(is_word))?;
    let is_harmless = iri.hazard_codes().severity() <= Some(Severity::Info);
    let is_same = iri.to_uri().is_ok_and(|uri| uri.as_str().strip_prefix("http://") == Some(host));
    (is_harmless && is_same).then_some(labels)
}

/// Writes `tail`, the path, query and fragment of a URI or of another link, with as few escapes as possible.
pub(crate) fn write(
    out: &mut impl Write,
    tail: &str,
    has_authority: bool,
    form: Form,
) -> fmt::Result {
    let hash = tail.find('#').unwrap_or(tail.len());
    let directive = tail.get(hash..).and_then(|fragment| fragment.find(":~:"));
    let mut piece = Piece {
        tail: tail.as_bytes(),
        directive: directive.map_or(tail.len(), |at| hash + at),
        has_authority,
        form,
        place: LinkPlace::new(),
        before: '/',
    };
    let (mut at, mut written) = (0, 0);
    loop {
        at += piece.pass_plain(at);
        let Some((c, len, is_escaped)) = character(piece.tail, at) else { break };
        let end = at + len;
        let shows = if is_escaped {
            piece.shows_escaped(c, at, end)
        } else {
            form == Form::Label || piece.shows_literal(c, end)
        };
        if shows {
            piece.place.read(c);
            piece.before = c;
        } else {
            piece.before = '%';
        }
        if shows == is_escaped {
            out.write_str(tail.get(written..at).unwrap_or_default())?;
            written = end;
            if shows { out.write_char(c)? } else { escape(out, c)? }
        }
        at = end;
    }
    out.write_str(tail.get(written..).unwrap_or_default())
}

/// The character at `at`, its length in bytes, and whether it is percent-encoded. A `%` that is not part of the escapes
/// of a character is a literal character.
#[inline]
fn character(tail: &[u8], at: usize) -> Option<(char, usize, bool)> {
    let rest = tail.get(at..)?;
    if let [b'%', ..] = rest
        && let Some((c, count)) =
            pct::first_char(pct::octets_of(rest).take_while(|octet| octet.is_encoded()))
    {
        return Some((c, 3 * count, true));
    }
    chars::first(rest).map(|(c, len)| (c, len, false))
}

fn escape(out: &mut impl Write, c: char) -> fmt::Result {
    c.encode_utf8(&mut [0; 4]).bytes().try_for_each(|byte| write!(out, "%{byte:02X}"))
}

/// The text that is written, and what was read of it.
struct Piece<'t> {
    tail: &'t [u8],
    /// The offset of the `:~:` in the fragment; the end without one.
    directive: usize,
    has_authority: bool,
    form: Form,
    place: LinkPlace,
    /// The character before, as it was written.
    before: char,
}

/// ASCII characters that are written as they are wherever no bracket is open, except at the end of the text.
const PLAIN: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-._!$'*+,;=@&/"));

impl Piece<'_> {
    /// Passes the plain characters from `at` on, and returns their number. Most characters of most URIs are plain.
    #[inline]
    fn pass_plain(&mut self, at: usize) -> usize {
        let Some((_, rest)) = self.tail.get(at..).and_then(<[u8]>::split_last) else { return 0 };
        if !self.place.is_closed() {
            return 0;
        }
        let count = rest.iter().take_while(|byte| PLAIN.contains(**byte)).count();
        if let Some(last) = rest.get(..count).and_then(<[u8]>::last) {
            self.before = char::from(*last);
            self.place.pass(self.before);
        }
        count
    }

    /// Whether the character `c`, which is escaped from `at` to `end`, is written without its escapes.
    fn shows_escaped(&self, c: char, at: usize, end: usize) -> bool {
        let is_delimiter = match (self.place.part, c) {
            (_, '#' | '\\')
            | (LinkPart::Path, '/' | '?')
            | (LinkPart::Query, '=' | '&' | '+')
            | (LinkPart::Fragment, ':' | '~') => true,
            // The parts of a text directive.
            (LinkPart::Fragment, ',' | '-' | '&' | '=') => at > self.directive,
            (_, '%') => self.begins_escape(end),
            _ => false,
        };
        (self.has_authority || !c.is_ascii()) && !is_delimiter && self.shows(c, end)
    }

    /// Whether the literal character `c`, which ends at `end`, is written as it is.
    #[inline]
    fn shows_literal(&self, c: char, end: usize) -> bool {
        let is_border = matches!((self.place.part, c), (LinkPart::Path, '?'));
        is_border || c == '%' || self.shows(c, end)
    }

    #[inline]
    fn shows(&self, c: char, end: usize) -> bool {
        let is_seen = match link_terms::term(c) {
            LinkTerm::Hard => false,
            LinkTerm::Soft => self.form != Form::Final || end < self.tail.len(),
            LinkTerm::Close => self.place.closes(c),
            LinkTerm::Include | LinkTerm::Open => true,
        };
        is_seen && (c.is_ascii() || is_visible(c, self.before))
    }

    /// Whether the next two characters are hexadecimal digits.
    fn begins_escape(&self, at: usize) -> bool {
        let is_digit = |at| character(self.tail, at).filter(|(c, ..)| c.is_ascii_hexdigit());
        is_digit(at).is_some_and(|(_, len, _)| is_digit(at + len).is_some())
    }
}

/// Whether a reader sees `c` as a character of its own, if it follows `before`: it is not invisible, does not change the
/// direction of text, and is no mark over a delimiter.
fn is_visible(c: char, before: char) -> bool {
    // The Hangul fillers are letters, but invisible.
    let is_blank = matches!(c, '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}');
    let is_apart = match glyph::glyph(c) {
        Glyph::Space | Glyph::Invisible | Glyph::BidiOpen | Glyph::BidiClose | Glyph::Control => {
            false
        }
        Glyph::Joiner => !before.is_ascii(),
        _ => c.is_alphanumeric() || !glyph::is_mark(c) || !before.is_ascii_punctuation(),
    };
    is_apart && !is_blank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn holds(uri: &str, expected: &str) {
        let written = Iri::parse(uri).unwrap().minimally_escaped(false);
        assert_eq!(written, expected);
    }

    #[test]
    fn data_that_would_be_a_delimiter_stays_escaped() {
        holds("http://h/a%2Fb%3Fc%3Dd", "http://h/a%2Fb%3Fc=d");
        holds("http://h/?a%26b%3Dc%2Bd%2Fe%3Ff", "http://h/?a%26b%3Dc%2Bd/e?f");
        holds("http://h/#a%23b%3A%7Ec/%3Fd%2Ce", "http://h/#a%23b%3A%7Ec/?d,e");
        holds("http://h/#:~:text=a%2Cb%2Dc%26d", "http://h/#:~:text=a%2Cb%2Dc%26d");
        holds("mailto:a%40b%3Fc@h?x=%C3%A9", "mailto:a%40b%3Fc@h?x=é");
        holds("http://%68/%5C", "http://%68/%5C");
    }

    #[cfg(feature = "idn")]
    #[test]
    fn labels_of_the_host_are_decoded_if_they_do_not_deceive() {
        holds("http://xn--bcher-kva.example:80/a", "http://bücher.example:80/a");
        holds("http://me@a.xn--e1afmkfd.xn--p1ai?b", "http://me@a.пример.рф?b");
        for kept in [
            // Letters of two scripts, letters that look like `apple`, and a heart.
            "http://xn--pple-43d.example/",
            "http://xn--80ak6aa92e.com/",
            "http://xn--qei.example/",
            // `xn--a` is no Punycode, the second encodes ASCII, and the third encodes a capital letter.
            "http://xn--a.example/",
            "http://xn--abc-.example/",
            "http://xn--bcher-2pa.example/",
            "http://XN--BCHER-KVA.example/",
            "mailto:me@xn--bcher-kva.example",
        ] {
            holds(kept, kept);
        }
    }

    #[test]
    fn percent_signs_stay_escaped_before_digits() {
        holds("http://h/%2541%25zz%25%34%31%25", "http://h/%2541%zz%2541%");
        holds("http://h/%FF%C3%28", "http://h/%FF%C3(");
    }

    #[test]
    fn blanks_and_invisible_characters_stay_escaped() {
        for kept in [
            "http://h/%20%0A%C2%A0%E3%80%80x",
            "http://h/a%E2%80%AEb%E2%81%A6c%E2%80%8Bd%C2%ADe",
            "http://h/%E3%85%A4x",
            "http://h/%CC%B8x",
        ] {
            holds(kept, kept);
        }
        holds("http://h/e%CC%81", "http://h/e\u{301}");
        holds("http://h/%E0%A4%97%E0%A4%BF%E0%BD%A6%E0%BD%A0", "http://h/गिསའ");
    }

    #[test]
    fn ends_and_brackets_are_escaped_as_needed() {
        holds("http://h/a..", "http://h/a.%2E");
        holds("http://h/%E3%80%82", "http://h/%E3%80%82");
        holds("http://h/?", "http://h/?");
        holds("http://h/(a%5Bb%5D)c)", "http://h/(a[b])c%29");
        holds("http://h/(a/b)%28c%29%29d", "http://h/(a/b%29(c)%29d");
    }

    #[test]
    fn plain_characters_are_no_delimiters_of_links() {
        for c in (0..=0x7F).filter(|byte| PLAIN.contains(*byte)).map(char::from) {
            let term = link_terms::term(c);
            assert!(matches!(term, LinkTerm::Include | LinkTerm::Soft) && !"?#:~%".contains(c));
        }
    }

    #[test]
    fn labels_get_no_new_escapes() {
        let mut label = String::new();
        write(&mut label, "/a)%C3%A9.", true, Form::Label).unwrap();
        assert_eq!(label, "/a)é.");
    }
}
