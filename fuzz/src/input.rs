//! Reads the bytes of an input: most targets read up to two bytes as choices, and the rest as the text.
//!
//! A choice is the byte modulo the number of choices, so it can be a printable byte, and changing it does not change
//! the text.

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
/// The bytes after it are ignored. If an input that is not UTF-8 were rejected, the fuzzer would waste most of its
/// runs.
pub fn text(data: &[u8]) -> &str {
    let valid = match core::str::from_utf8(data) {
        Ok(_) => data.len(),
        Err(error) => error.valid_up_to(),
    };
    core::str::from_utf8(&data[..valid]).unwrap_or_default()
}
