//! The conversions from Markdown: GitHub's dialect, with front matter.

use core::fmt;
use std::borrow::Cow;

use linkwright::find::Flag;
use linkwright::rewrite::markdown::Dialect;
use linkwright::text::offsets::Offsets;
use linkwright::{Span, link};

use super::bare::{Marks, switch};
use super::converted::Converted;
use super::linkers::Linkers;

/// Adds links to a Markdown document. An edit that would change how the rest of the document is parsed is refused; a
/// complaint reports it if the linkers keep the text. Encodings other than UTF-8 are refused, because the Markdown parser
/// reads UTF-8.
pub(super) fn linked<'i>(linkers: &Linkers, source: &'i [u8]) -> Result<Converted<'i>, String> {
    let source =
        str::from_utf8(source).map_err(|error| format!("the Markdown is not UTF-8: {error}"))?;
    let mut edits = Vec::new();
    let is_off = switch(source.as_bytes());
    let marks = linkers.keeps_text.then(|| Marks::of(linkers.markdown.directives(source).masked()));
    let mut left = Vec::new();
    let decide = |link: &mut link::Link<'_>| {
        let Some(span) = link.span() else { return };
        let is_heading = marks.as_ref().is_some_and(|marks| marks.is_heading(span));
        if is_heading || is_off.as_ref().is_some_and(|is_off| is_off(span)) {
            link.remove();
        } else if let Some(marks) = &marks {
            let why = if marks.are_in(span) {
                "it contains marks of Markdown"
            } else if link.found().is_some_and(|found| found.pieces().len() > 1) {
                "it goes on after a line end or a blank"
            } else if link.found().is_some_and(|found| found.flags().contains(Flag::Incomplete)) {
                "it was cut off"
            } else {
                return;
            };
            left.push((span, link.href().to_owned(), why));
            link.remove();
        }
    };
    let output = if is_off.is_some() || linkers.keeps_text {
        linkers.markdown.rewrite_reporting(source, decide, |edit| edits.push(edit.clone()))
    } else {
        // Faster, because no edit is reported.
        linkers.markdown.rewrite(source)
    };
    let lines = Offsets::new(source);
    let message = |span: Span, what: fmt::Arguments<'_>| {
        let place = lines.line_column(span.start());
        format!(":{}:{}: {what}", place.line(), place.column())
    };
    let mut complaints = Vec::new();
    for edit in edits.iter().filter(|edit| linkers.keeps_text && edit.is_refused()) {
        let why = "that would change how the document is parsed";
        complaints.push(message(edit.span(), format_args!("{} was not linked: {why}", edit.uri())));
    }
    for (span, uri, why) in left {
        complaints.push(message(span, format_args!("{uri} was not linked: {why}")));
    }
    let unread = Dialect::None.directives(source).unread();
    complaints.extend(unread.map(|unread| message(unread, format_args!("{TOO_MANY}"))));
    let output = match output {
        Cow::Borrowed(same) => same.as_bytes().into(),
        Cow::Owned(changed) => changed.into_bytes().into(),
    };
    Ok(Converted { output, edits, complaints, has_failed: unread.is_some() })
}

const TOO_MANY: &str =
    "too many marks of Markdown for the memory of the parser; the rest is not read";
