//! The settings of the XML reader for damaged XML, and the diagnostics about the damage.

use quick_xml::{Error, Reader};

use crate::model::DiagnosticKind;
use crate::sink::Sink;

/// A reader of the events of `xml`.
pub(super) fn events(xml: &str) -> Reader<&[u8]> {
    let mut events = Reader::from_str(xml);
    let config = events.config_mut();
    // With the default settings, the reader would drop text or a tag after a stray `&`, and at an end tag that does not
    // match the start tag.
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    events
}

/// Reports the end tag of `name` at `at`, which is in the wrong place. If `open` is `None`, no open element is called
/// `name`. If `open` is given, the end tag of that element is missing before the end tag of `name`.
pub(super) fn report_wrong_end(
    at: Option<usize>,
    name: &str,
    open: Option<&str>,
    sink: &mut dyn Sink,
) {
    let message = match open {
        Some(open) => format!("invalid XML: `</{name}>` comes before `</{open}>`"),
        None => format!("invalid XML: `</{name}>` has no start tag"),
    };
    sink.diagnostic(at, DiagnosticKind::Malformed, &message);
}

/// Reports that the document ends at `at` before the end of the element `name`.
pub(super) fn report_open(at: usize, name: &str, sink: &mut dyn Sink) {
    let message = format!("invalid XML: the document ends before `</{name}>`");
    sink.diagnostic(Some(at), DiagnosticKind::Truncated, &message);
}

/// Reports that the text from `at` on is not XML.
pub(super) fn report_error(at: usize, error: &Error, sink: &mut dyn Sink) {
    let message = format!("invalid XML: {error}; the rest is searched as text");
    sink.diagnostic(Some(at), DiagnosticKind::Malformed, &message);
}
