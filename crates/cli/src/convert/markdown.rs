//! The conversions from Markdown: GitHub's dialect, with front matter.

use std::borrow::Cow;

use linkwright::find::Flag;
use linkwright::link;
use linkwright::rewrite::LinkEdit;
use linkwright::rewrite::markdown::Dialect;
use linkwright::text::offsets::{Offsets, StreamLines};

use super::bare::{Bare, Marks};
use super::converted::Converted;
use super::linkers::Linkers;

/// Adds links to a Markdown document. An edit that would change how the rest of the document is parsed is refused. With
/// `--mend`, a complaint reports every refused edit.
pub(super) fn markdown_to_markdown<'i>(
    linkers: &Linkers,
    source: &'i [u8],
) -> Result<Converted<'i>, String> {
    let source = text(source)?;
    let mut edits = Vec::new();
    let mut bare = Bare::of(source.as_bytes());
    let has_switches = bare.is_some();
    let marks = linkers.keeps_text.then(|| Marks::of(linkers.markdown.directives(source).masked()));
    let mut left = Vec::new();
    let decide = |link: &mut link::Link<'_>| {
        let Some(span) = link.span() else { return };
        let is_heading = marks.as_ref().is_some_and(|marks| marks.is_heading(span));
        if is_heading || bare.as_mut().is_some_and(|bare| bare.is_off(span)) {
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
    let tells_all = linkers.args.mends() || linkers.keeps_text;
    let output = if has_switches || tells_all {
        linkers.markdown.rewrite_reporting(source, decide, |edit| edits.push(edit.clone()))
    } else {
        // Faster, because no edit is reported.
        linkers.markdown.rewrite(source)
    };
    let refused = edits.iter().filter(|edit| tells_all && edit.is_refused());
    let mut complaints = refusals(source, refused);
    let mut has_failed = !linkers.keeps_text && !complaints.is_empty();
    let mut lines = StreamLines::new();
    lines.push(source.as_bytes());
    for (span, uri, why) in left {
        let at = lines.line_column(span.start());
        complaints.push(format!(":{}:{}: {uri} was not linked: {why}", at.line(), at.column()));
    }
    if let Some(unread) = Dialect::None.directives(source).unread() {
        let place = Offsets::new(source).line_column(unread.start());
        complaints.push(format!(":{}:{}: {TOO_MANY}", place.line(), place.column()));
        has_failed = true;
    }
    let output = match output {
        Cow::Borrowed(same) => same.as_bytes().into(),
        Cow::Owned(changed) => changed.into_bytes().into(),
    };
    Ok(Converted { output, edits, complaints, has_failed })
}

const TOO_MANY: &str =
    "too many marks of Markdown for the memory of the parser; the rest is not read";

/// One message for each refused edit, with the position and the URI.
fn refusals<'e>(source: &str, refused: impl Iterator<Item = &'e LinkEdit>) -> Vec<String> {
    let mut lines = StreamLines::new();
    lines.push(source.as_bytes());
    let refusal = |one: &LinkEdit| {
        let place = lines.line_column(one.span().start());
        let what = if one.is_mended() { "joined" } else { "linked" };
        let (line, column, uri) = (place.line(), place.column(), one.uri());
        format!(
            ":{line}:{column}: {uri} was not {what}: that would change how the document is parsed"
        )
    };
    refused.map(refusal).collect()
}

/// Decodes the document. Encodings other than UTF-8 are refused, because the Markdown parser reads UTF-8.
fn text(source: &[u8]) -> Result<&str, String> {
    str::from_utf8(source).map_err(|error| format!("the Markdown is not UTF-8: {error}"))
}
