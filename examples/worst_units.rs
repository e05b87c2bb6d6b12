//! Finds the texts that are most expensive to search. A unit is a combination of up to N tokens that affect the search;
//! the program repeats each unit until the text is long and searches that text with every preset. It counts the steps
//! and does not measure the time, so the result is the same on every machine.
//!
//! ```console
//! $ cargo run --release --example worst_units -- 3
//! $ cargo run --release --example worst_units -- 4 1/8
//! ```
//!
//! Three tokens take about a minute, four about half an hour. The second argument, `1/8`, selects the first of eight
//! parts of the work.
//!
//! The program prints the units for which the work grows most with the length of the text, and then the units with the
//! most steps per byte. The worst units become named cases of `tests/growth.rs`.
#![allow(clippy::print_stdout, reason = "the program prints its results")]

#[path = "../tests/support/doubling.rs"]
#[expect(dead_code, reason = "only the tests ask whether the growth is steep")]
mod doubling;

use doubling::Growth;
use linkwright::Finder;
use linkwright::find::Preset;

/// The tokens: one or two of each kind that begins, encloses, ends, joins or breaks a candidate.
const ALPHABET: &[&str] = &[
    "http://", "://", ":", "www.", "mailto:", "URL:", "@", ".", "a", "a.co", "1", "/", "?", "#",
    "%41", "-", "~", "*", "'", "\"", "<", ">", "(", ")", "[", "]", "|", "\\", "&amp;", ",", "=",
    " ", "\n", "\n> ", "“", "。", "é", "中", "\u{AD}", "😀",
];

/// The maximum number of lines in each of the two lists.
const SHOWN: usize = 20;

struct Find {
    unit: String,
    preset: Preset,
    growth: Growth,
}

/// The part of the units that this run of the program searches.
struct Part {
    number: usize,
    parts: usize,
}

impl Part {
    const WHOLE: Part = Part { number: 1, parts: 1 };

    /// Parses an argument such as "3/8".
    fn parse(text: &str) -> Option<Part> {
        let (number, parts) = text.split_once('/')?;
        let part = Part { number: number.parse().ok()?, parts: parts.parse().ok()? };
        (1..=part.parts).contains(&part.number).then_some(part)
    }

    /// Whether unit number `at` belongs to the part. The units are dealt out to the parts in turn, so all parts take
    /// about the same time.
    fn has(&self, at: usize) -> bool {
        at % self.parts == self.number - 1
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let most = args
        .next()
        .map_or(2, |most| most.parse().expect("the first argument is a number of tokens"));
    let part = args.next().map_or(Part::WHOLE, |part| {
        Part::parse(&part).expect("the second argument is a part of the units, such as 3/8")
    });
    let units = units(most);
    let mut steepest: Vec<Find> = Vec::new();
    let mut costliest: Vec<Find> = Vec::new();
    let mut tried = 0;
    for &preset in Preset::ALL {
        let finder = Finder::preset(preset);
        for (_, unit) in units.iter().enumerate().filter(|&(at, _)| part.has(at)) {
            tried += 1;
            let run = |text: &[u8]| assert!(finder.find_iter(text).count() <= text.len());
            let growth = doubling::growth(|size| doubling::repeated(unit.as_bytes(), size), run);
            keep(&mut steepest, unit, preset, growth, steepness);
            keep(&mut costliest, unit, preset, growth, |growth| growth.per_byte);
        }
    }
    println!("{tried} texts searched");
    print("Growth per doubling", steepest, steepness);
    print("Steps per byte", costliest, |growth| growth.per_byte);
}

/// Every unit of one token, then of two, and so on up to `most`.
fn units(most: usize) -> Vec<String> {
    let mut units = Vec::new();
    for len in 1..=most {
        let mut places = vec![0; len];
        loop {
            if is_least(&places) {
                units.push(places.iter().map(|&place| ALPHABET[place]).collect());
            }
            if !advance(&mut places) {
                break;
            }
        }
    }
    units
}

/// Whether `places` is less than each of its rotations. All rotations of a unit yield the same repeated text, so only
/// one of them is tried; units that are repetitions themselves are skipped.
fn is_least(places: &[usize]) -> bool {
    (1..places.len()).all(|by| {
        let rotated = places[by..].iter().chain(&places[..by]);
        places.iter().lt(rotated)
    })
}

/// Advances the digits like an odometer; returns false after the last combination.
fn advance(places: &mut [usize]) -> bool {
    for place in places.iter_mut().rev() {
        *place += 1;
        if *place < ALPHABET.len() {
            return true;
        }
        *place = 0;
    }
    false
}

/// The factor of the growth, or 0 if the work per byte is too small to count (see `Growth::is_steep`).
fn steepness(growth: &Growth) -> f64 {
    if growth.per_byte > 8.0 { growth.ratio } else { 0.0 }
}

/// Inserts the unit into `worst`, which keeps the units with the largest `measure`, the largest first.
fn keep(
    worst: &mut Vec<Find>,
    unit: &str,
    preset: Preset,
    growth: Growth,
    measure: fn(&Growth) -> f64,
) {
    let at = worst.partition_point(|other| measure(&other.growth) >= measure(&growth));
    if at < SHOWN {
        worst.insert(at, Find { unit: unit.to_owned(), preset, growth });
        worst.truncate(SHOWN);
    }
}

fn print(title: &str, worst: Vec<Find>, measure: fn(&Growth) -> f64) {
    println!("\n{title}");
    for Find { unit, preset, growth } in worst {
        println!("{:8.3}  {:8} {unit:?}", measure(&growth), preset.name());
    }
}
