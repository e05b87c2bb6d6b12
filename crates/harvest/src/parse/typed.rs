//! Reads a document inside another one according to its media type.

use linkwright::rewrite::TextRun;

use super::nested::Nested;
use super::{css, html, json, markdown, script, value, xml};
use crate::sink::Sink;

/// Reads a document with this media type, which is in lower case. The content decides if the media type is unknown.
pub(super) fn read(media_type: &str, run: &TextRun<'_>, sink: &mut dyn Sink) {
    let text = run.text();
    let subtype = media_type.rsplit(['/', '+']).next().unwrap_or_default();
    match subtype {
        "html" => html::read_run(run, sink),
        "css" => css::read_run(run, sink),
        "json" => json::read(text, &mut Nested::new(run.map(), sink)),
        "xml" => xml::read(text, &mut Nested::new(run.map(), sink)),
        "markdown" => markdown::read(text, &mut Nested::new(run.map(), sink)),
        _ if subtype.ends_with("javascript") || subtype == "ecmascript" => {
            script::read_run(run, sink);
        }
        "x-www-form-urlencoded" => value::search_run(run, sink),
        _ if html::is_html(text) => html::read_run(run, sink),
        _ if json::is_json(text) => json::read(text, &mut Nested::new(run.map(), sink)),
        _ => sink.search_run(run),
    }
}
