//! Measures the speed at which linkwright reads the most expensive texts.
//!
//! Each text repeats a short text, its unit. The units are those with which `tests/growth.rs` tests that work is
//! linear. Peers are not measured on these texts, because some peers take quadratic time on some of them.

use core::hint::black_box;
use core::time::Duration;

use cpu_time::ThreadTime;
use linkwright::Finder;
use linkwright::find::Preset;
use serde::{Deserialize, Serialize};

#[path = "../../../tests/support/hostile.rs"]
mod units;

/// The speed at which a preset reads a repeated unit.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Slow {
    pub(crate) preset: String,
    pub(crate) unit: String,
    /// In MB/s.
    pub(crate) speed: f64,
}

/// The length of each text. It is so large that the constant costs of a search do not matter.
const LENGTH: usize = 256 << 10;

/// The minimum CPU time of a sample.
const SAMPLE: Duration = Duration::from_millis(2);

/// The number of units that are reported for each preset.
const KEPT: usize = 5;

/// The slowest units of each preset, the slowest first.
pub(crate) fn slowest(rounds: usize) -> Vec<Slow> {
    Preset::ALL.iter().flat_map(|&preset| slowest_of(preset, rounds)).collect()
}

fn slowest_of(preset: Preset, rounds: usize) -> Vec<Slow> {
    let finder = Finder::preset(preset);
    let mut slow: Vec<Slow> = texts()
        .map(|(unit, text)| Slow {
            preset: preset.name().to_owned(),
            unit,
            speed: speed(&finder, &text, rounds),
        })
        .collect();
    slow.sort_by(|one, other| one.speed.total_cmp(&other.speed));
    slow.truncate(KEPT);
    slow
}

/// Pairs of a unit and the text that repeats it.
fn texts() -> impl Iterator<Item = (String, String)> {
    let repeated = |unit: &str| unit.repeat(LENGTH / unit.len());
    let units = units::UNITS.iter().chain(units::WORST).map(|unit| (*unit).to_owned());
    // Long tokens that do not exceed the limit on the length of a link.
    let long = units::TAILS.iter().map(|tail| format!("http://a.example/{} ", tail.repeat(500)));
    units.chain(long).map(move |unit| (unit.clone(), repeated(&unit)))
}

/// The speed of the fastest round: other work on the machine makes a round slower and never faster.
fn speed(finder: &Finder, text: &str, rounds: usize) -> f64 {
    let seconds = (0..rounds).map(|_| sample(finder, text)).fold(f64::INFINITY, f64::min);
    crate::report::float(text.len()) / seconds / 1e6
}

/// The average CPU time of one search, in seconds.
fn sample(finder: &Finder, text: &str) -> f64 {
    let start = ThreadTime::now();
    let mut searches = 0;
    while start.elapsed() < SAMPLE {
        black_box(finder.find_iter(black_box(text)).count());
        searches += 1;
    }
    start.elapsed().as_secs_f64() / crate::report::float(searches)
}
