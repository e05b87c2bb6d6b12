//! What the bytes of an input mean: one or two choices, then the text.
//!
//! The choices come first and are printable bytes, so that an input is a text file, and another choice leaves the
//! text unchanged.

use linkwright::find::Preset;

/// Takes the byte in front as one of `choices`.
pub fn choose<'d, T>(data: &'d [u8], choices: &'static [T]) -> Option<(&'static T, &'d [u8])> {
    let (&byte, rest) = data.split_first()?;
    choices.get(usize::from(byte) % choices.len()).map(|choice| (choice, rest))
}

/// Takes the byte in front as a preset.
pub fn preset(data: &[u8]) -> Option<(Preset, &[u8])> {
    choose(data, Preset::ALL).map(|(preset, rest)| (*preset, rest))
}

/// What of `data` is UTF-8.
///
/// It is cut and not refused: the fuzzer would waste most of its runs on what is refused.
pub fn text(data: &[u8]) -> &str {
    let valid = match core::str::from_utf8(data) {
        Ok(_) => data.len(),
        Err(error) => error.valid_up_to(),
    };
    core::str::from_utf8(&data[..valid]).unwrap_or_default()
}
