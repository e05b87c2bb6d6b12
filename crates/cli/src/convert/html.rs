//! The conversions from text and HTML.
#![expect(
    clippy::unnecessary_wraps,
    reason = "all conversions have the same type, because they are in one table of functions"
)]

use linkwright::link;

use super::bare::Bare;
use super::converted::{Converted, lossy};
use super::linkers::Linkers;

/// Converts plain text to HTML with links. Bytes that are not UTF-8 become U+FFFD, because HTML cannot express them.
pub(super) fn text_to_html<'i>(linkers: &Linkers, text: &'i [u8]) -> Result<Converted<'i>, String> {
    Ok(Converted::written(linkers.html.linkify(&lossy(text))))
}

/// Adds links to an HTML document.
pub(super) fn html_to_html<'i>(linkers: &Linkers, html: &'i [u8]) -> Result<Converted<'i>, String> {
    let mut bare = Bare::of(html);
    if bare.is_none() && !linkers.keeps_text {
        // Faster, because no edit is reported.
        return Ok(linkers.html.rewrite(html).into());
    }
    let mut edits = Vec::new();
    let decide = |link: &mut link::Link<'_>| {
        if let (Some(bare), Some(span)) = (&mut bare, link.span())
            && bare.is_off(span)
        {
            link.remove();
        }
    };
    let output = linkers.html.rewrite_reporting(html, decide, |edit| edits.push(edit.clone()));
    Ok(Converted { edits, ..output.into() })
}

/// Converts plain text to text with terminal hyperlinks.
pub(super) fn text_to_terminal<'i>(
    linkers: &Linkers,
    text: &'i [u8],
) -> Result<Converted<'i>, String> {
    Ok(Converted::written(linkers.terminal.linkify(&lossy(text))))
}
