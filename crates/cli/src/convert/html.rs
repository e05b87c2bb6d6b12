//! The conversions from text and HTML.
#![expect(
    clippy::unnecessary_wraps,
    reason = "all conversions have the same type, because they are in one table of functions"
)]

use linkwright::link;
use linkwright::rewrite::html::{self, Existing, HtmlLink};
use linkwright::uri::{Grammar, Mode, repair, to_uri};
use linkwright_harvest::displayed_text;

use super::bare::Bare;
use super::converted::{Converted, listed, lossy};
use super::linkers::Linkers;
use linkwright_harvest::record::{self as record, Link};
use serde_json::value::RawValue;

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

/// Lists the links of an HTML document, both existing links and URIs found in text, in document order.
pub(super) fn links(linkers: &Linkers, html: &[u8]) -> Result<Vec<Box<RawValue>>, String> {
    let mut records = Vec::new();
    html::links(&linkers.finder, html, |link| {
        let record = match link {
            HtmlLink::Text(found, map) => {
                let pieces = found.pieces().iter().filter_map(|piece| map.pieces(*piece)).flatten();
                let written: Vec<u8> = pieces.flat_map(|piece| piece.of(html)).copied().collect();
                let written = String::from_utf8_lossy(&written);
                let link = Link::new(found).unwrapping(linkers.unwraps).in_document(map);
                link.map(|link| listed(&link.written(&written)))
            }
            HtmlLink::Existing(link) => own(linkers, link, html),
            _ => None,
        };
        records.extend(record);
    });
    records.into_iter().collect()
}

/// The record of an existing link, if its reference is a URI or can be repaired into one. A relative reference has no
/// record, because its target depends on the address of the document.
fn own(
    linkers: &Linkers,
    link: &Existing<'_>,
    html: &[u8],
) -> Option<Result<Box<RawValue>, String>> {
    // Browsers remove line ends and tabs from the address.
    let value: String = link.value().chars().filter(|c| !"\t\n\r".contains(*c)).collect();
    let repaired = repair(&value, Grammar::Iri, Mode::new()).ok()?;
    let uri = to_uri(repaired.as_str()).ok()?;
    let written = String::from_utf8_lossy(link.span().of(html));
    let shown = displayed_text::of_html(html, link.span());
    let flags = record::flags(repaired.as_str(), uri.as_uri(), shown.as_deref());
    let link = Link::own(&written, uri.as_uri(), link.span(), flags, "attribute");
    Some(listed(&link.unwrapping(linkers.unwraps)))
}
