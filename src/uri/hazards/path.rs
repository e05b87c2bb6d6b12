//! Hazards of path segments (sections 6.2.2.3 and 7.3).

use super::code::Code;
use super::report::{Report, Subject};
use super::words::{DEVICES, is_word};
use crate::uri::dots::Dots;
use crate::uri::pct;
use crate::uri::schemes::Special;

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    check_dots(subject, report);
    if subject.special() == Special::File || subject.has_files {
        check_devices(subject, report);
    }
}

/// Reports dot segments, except literal ones at the start of a relative path, where they are normal.
fn check_dots(subject: &Subject<'_>, report: &mut Report) {
    let path = subject.part(subject.parts.path());
    let is_absolute = path.starts_with('/');
    let mut is_out_of_place = subject.parts.scheme().is_some() || is_absolute;
    let mut depth = 0_usize;
    let segments = subject.split(subject.parts.path(), [b'/'; 2]).skip(usize::from(is_absolute));
    for (segment, span) in segments {
        if !Dots::Decoded.contain(segment) {
            report.found_if(hides_dots(segment), Code::EncodedDotSegment, span);
            depth += 1;
            is_out_of_place = true;
            continue;
        }
        if Dots::Literal.contain(segment) {
            report.found_if(is_out_of_place, Code::DotSegment, span);
        } else {
            report.found(Code::EncodedDotSegment, span);
        }
        if Dots::Decoded.goes_up(segment) {
            report.found_if(depth == 0 && is_out_of_place, Code::DotUnderflow, span);
            depth = depth.saturating_sub(1);
        }
    }
}

/// Whether `segment` decodes to several segments, one of which is `..`, as in `..%2F..%5Cx`.
fn hides_dots(segment: &str) -> bool {
    segment.contains('%')
        && pct::decode(segment).split(|byte| b"/\\".contains(byte)).any(|part| part == b"..")
}

/// Reports names that some systems treat as devices in every folder, even with an extension. Also reports segments of
/// more than two dots, which some systems treat as a parent folder.
fn check_devices(subject: &Subject<'_>, report: &mut Report) {
    for (segment, span) in subject.split(subject.parts.path(), [b'/'; 2]) {
        let decoded = pct::decode(segment);
        let stem = decoded.split(|byte| b".:".contains(byte)).next().unwrap_or_default();
        let is_dots = decoded.len() > 2 && decoded.iter().all(|&byte| byte == b'.');
        let is_device = is_dots || is_device(stem.trim_ascii_end());
        report.found_if(is_device, Code::DeviceName, span);
    }
}

fn is_device(stem: &[u8]) -> bool {
    let is_port = matches!(stem, [port @ .., b'0'..=b'9'] if is_word(port, &["com", "lpt"]));
    is_port || is_word(stem, DEVICES)
}
