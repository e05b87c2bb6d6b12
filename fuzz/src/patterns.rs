//! Checks that, for any pattern and template, the search ends, takes linear time, and has the properties of other
//! searches.

use super::{any_pattern, input};

/// Reads `data` as a line with the pattern, a line with the template, and a text. The first line of the text is also
/// used as a group.
pub fn check(data: &[u8]) {
    let mut lines = data.splitn(3, |byte| *byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let (pattern, href, text) = (input::text(line()), input::text(line()), line());
    any_pattern::any_pattern_keeps_the_properties(pattern, href, text, text.len() as u64);
    let group = input::text(text.split(|byte| b"\r\n".contains(byte)).next().unwrap_or_default());
    any_pattern::groups_stay_in_their_component(group, href.contains("raw"));
}
