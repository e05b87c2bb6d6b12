//! Finds links in iCalendar (RFC 5545) and vCard (RFC 6350), in the values and the parameters of properties.
//!
//! Both formats consist of content lines: a name, parameters, a colon and a value. Programs fold these lines at 75
//! octets, and escape some characters of the value. The name and the parameters determine whether the value is a URI,
//! text, HTML, or data, which is not searched. Each value is searched separately, so no link spans two properties.

mod line;
mod value;

use linkwright::Span;
use linkwright::rewrite::TextRun;
use linkwright::uri::Uri;

use super::nested::Nested;
use super::{html, runs, value as values};
use crate::model::Origin;
use crate::sink::Sink;
use line::ContentLine;
use value::Holds;

/// Reads complete content lines.
pub(crate) fn read(window: &[u8], sink: &mut dyn Sink) {
    let mut at = 0;
    while at < window.len() && !sink.is_cancelled() {
        let (run, next) = line::unfolded(window, at);
        if let Some(line) = ContentLine::parse(run) {
            read_line(&line, sink);
        }
        at = next;
    }
}

/// The length of the complete content lines at the beginning of `window`. A line is complete if the byte after its line
/// break does not continue it, and it does not end in `=`, which may be a soft break of quoted-printable.
pub(crate) fn split(window: &[u8]) -> usize {
    let is_border = |&next: &usize| {
        let before = window.get(..next).unwrap_or_default();
        window.get(next).is_some_and(|byte| !line::is_fold(*byte))
            && !before.ends_with(b"=\n")
            && !before.ends_with(b"=\r\n")
    };
    memchr::memrchr_iter(b'\n', window).map(|at| at + 1).find(is_border).unwrap_or(0)
}

fn read_line(line: &ContentLine<'_>, sink: &mut dyn Sink) {
    let sink: &mut dyn Sink = &mut Nested::new(line.run.map(), sink);
    for (name, place) in &line.parameters {
        let run = runs::source(line.run.text(), *place);
        if URI_PARAMETERS.contains(&&**name) {
            read_uri(&run, name, sink);
        } else {
            values::search_run(&run, sink);
        }
    }
    let run = line.value();
    match Holds::of(&line.name, &line.parameters, line.run.text()) {
        Holds::Data => {}
        Holds::Html => html::read_run(&run, sink),
        Holds::Text => sink.search_run(&run),
        Holds::Uri => read_uri(&run, &line.name, sink),
    }
}

/// The parameters whose value is a URI by definition (RFC 5545, section 3.2).
const URI_PARAMETERS: &[&str] =
    &["altrep", "delegated-from", "delegated-to", "dir", "member", "sent-by"];

/// Reads a value that should be a URI.
fn read_uri(run: &TextRun<'_>, name: &str, sink: &mut dyn Sink) {
    let place = Span::new(0, run.text().len()).trimmed(run.text());
    match str::from_utf8(place.of(run.text())) {
        Ok(text) if Uri::parse(text).is_ok() => {
            sink.existing(text, run.map().around(place), Origin::Attribute, name);
        }
        _ => values::search_run(run, sink),
    }
}

/// Whether `head` is the beginning of a calendar.
pub(crate) fn is_calendar(head: &[u8]) -> bool {
    begins(head, b"BEGIN:VCALENDAR")
}

/// Whether `head` is the beginning of a vCard.
pub(crate) fn is_card(head: &[u8]) -> bool {
    begins(head, b"BEGIN:VCARD")
}

fn begins(head: &[u8], line: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    head.get(..line.len()).is_some_and(|first| first.eq_ignore_ascii_case(line))
        && head.get(line.len()).is_none_or(u8::is_ascii_whitespace)
}

/// Whether a text is valid UTF-8 after unfolding. A fold may cut a character in two (RFC 5545, section 3.1); such text
/// is not valid UTF-8 before unfolding.
pub(crate) fn is_utf8(head: &[u8]) -> bool {
    let mut at = 0;
    while at < head.len() {
        let (line, next) = line::unfolded(head, at);
        let error = str::from_utf8(line.text()).err();
        // The head may end inside a character.
        if error.is_some_and(|error| error.error_len().is_some() || next <= head.len()) {
            return false;
        }
        at = next;
    }
    true
}

#[cfg(test)]
mod tests;
