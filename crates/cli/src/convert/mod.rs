//! Conversions from one format to another that add links, for `linkify`, `pipe`, `mdbook` and `check`.
//!
//! To support a new pair of formats, add a [`Conversion`].

mod bare;
mod converted;
mod format;
mod html;
mod link_args;
mod linkers;
mod markdown;
mod stream;

use converted::lossy;

pub(crate) use converted::Converted;
pub(crate) use format::{Conversion, From, To, is_mail};
pub(crate) use link_args::LinkArgs;
pub(crate) use linkers::Linkers;
pub(crate) use stream::{open, stream};

/// Converts an input that is in memory. If nothing changes, the output may borrow the input. In plain text, bytes that are
/// not UTF-8 become U+FFFD, because HTML cannot express them.
pub(crate) fn convert<'i>(
    linkers: &Linkers,
    conversion: Conversion,
    input: &'i [u8],
) -> Result<Converted<'i>, String> {
    let text = match conversion {
        Conversion::Text => linkers.html.linkify(&lossy(input)),
        Conversion::Terminal => linkers.terminal.linkify(&lossy(input)),
        Conversion::Html => return Ok(html::linked(linkers, input)),
        Conversion::Markdown => return markdown::linked(linkers, input),
    };
    Ok(Converted { output: text.into_bytes().into(), ..Converted::default() })
}
