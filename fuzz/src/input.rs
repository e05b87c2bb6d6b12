//! The meaning of the bytes of an input: one or two choices, then the text.
//!
//! The choices are first and are printable bytes, so that an input is a text file, and changing a choice does not
//! change the text.

use linkwright::find::Preset;

/// Reads the first byte as one of `choices`.
pub fn choose<'d, T>(data: &'d [u8], choices: &'static [T]) -> Option<(&'static T, &'d [u8])> {
    let (&byte, rest) = data.split_first()?;
    choices.get(usize::from(byte) % choices.len()).map(|choice| (choice, rest))
}

/// Reads the first byte as a preset.
pub fn preset(data: &[u8]) -> Option<(Preset, &[u8])> {
    choose(data, Preset::ALL).map(|(preset, rest)| (*preset, rest))
}

/// The longest beginning of `data` that is UTF-8.
///
/// The rest is cut. If such inputs were rejected, the fuzzer would waste most of its runs on them.
pub fn text(data: &[u8]) -> &str {
    let valid = match core::str::from_utf8(data) {
        Ok(_) => data.len(),
        Err(error) => error.valid_up_to(),
    };
    core::str::from_utf8(&data[..valid]).unwrap_or_default()
}
