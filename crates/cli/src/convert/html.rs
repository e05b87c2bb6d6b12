//! The conversion of HTML.

use linkwright::link;

use super::bare;
use super::converted::Converted;
use super::linkers::Linkers;

/// Adds links to an HTML document.
pub(super) fn linked<'i>(linkers: &Linkers, html: &'i [u8]) -> Converted<'i> {
    let is_off = bare::switch(html);
    if is_off.is_none() && !linkers.keeps_text {
        // Faster, because no edit is reported.
        return Converted { output: linkers.html.rewrite(html), ..Converted::default() };
    }
    let mut edits = Vec::new();
    let decide = |link: &mut link::Link<'_>| {
        if let (Some(is_off), Some(span)) = (&is_off, link.span())
            && is_off(span)
        {
            link.remove();
        }
    };
    let output = linkers.html.rewrite_reporting(html, decide, |edit| edits.push(edit.clone()));
    Converted { output, edits, ..Converted::default() }
}
