//! Checks that searching a text that is twice as long takes at most 2.1 times the work.

use linkwright::Finder;

use super::{doubling, input};

/// The longest unit: long enough for a combination of triggers, and short enough for many repetitions in 4 KiB.
const MAX_UNIT: usize = 64;

/// Reads `data` as a byte that selects a preset, and a unit that is repeated.
pub fn check(data: &[u8]) {
    let Some((preset, unit)) = input::preset(data) else { return };
    let unit = &unit[..unit.len().min(MAX_UNIT)];
    let finder = Finder::preset(preset);
    let run = |text: &[u8]| assert!(finder.find_iter(text).count() <= text.len());
    let growth = doubling::growth(|size| doubling::repeated(unit, size), run);
    assert!(!growth.is_steep(), "{growth:?}, repeating {:?}", String::from_utf8_lossy(unit));
}
