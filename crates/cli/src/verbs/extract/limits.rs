//! The limits on size and nesting: the option that sets them, and the messages about inputs that exceed them. Each limit
//! gets only one message for an input, because nested archives may exceed the same limit in thousands of places.

use linkwright_harvest::{DiagnosticKind, Limits};

use crate::names::near;

/// Sets the limits.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How the inputs are processed")]
pub(super) struct LimitArgs {
    /// Set a limit on size or nesting, such as `decompressed=1G`, `depth=2`; repeatable
    #[arg(long = "limit", value_name = "NAME=VALUE", long_help = ABOUT, value_parser = parse)]
    limits: Vec<(String, u64)>,
}

/// The limits, for the help. `every_limit_can_be_set` compares this text with the code.
const ABOUT: &str = "Set a limit on size or nesting; repeatable. Every limit that is exceeded is reported. Sizes are in \
bytes, or end in K, M or G

  filesize     the largest file that is read [no limit]
  held         the largest document or message that is held in memory [64M]
  decompressed how many bytes are decompressed from one file, or come from --pre [16G]
  ratio        how many bytes one compressed byte may decompress to [200]
  depth        how deeply archives and mailboxes may be nested, from 0 to 16 [8]
  members      how many members of one archive are read [1000000]
  parts        how many parts of one message are read [1000]
  part-depth   how deeply the parts of a message may be nested [32]
  places       how many locations of each link --unique keeps in JSON [no limit]";

const SIZES: [&str; 3] = ["filesize", "held", "decompressed"];
const NUMBERS: [&str; 6] = ["ratio", "depth", "members", "parts", "part-depth", "places"];

/// Parses `NAME=VALUE`.
fn parse(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as depth=2")?;
    let value = if SIZES.contains(&name) {
        size(value)?
    } else if NUMBERS.contains(&name) {
        value.parse().map_err(|_| "expected a whole number".to_owned())?
    } else {
        let names: Vec<String> =
            SIZES.iter().chain(&NUMBERS).map(|&name| name.to_owned()).collect();
        let near = near(name, &names).map(|near| format!("; did you mean {near}?"));
        let near = near.unwrap_or_else(|| format!("; the limits are {}", names.join(", ")));
        return Err(format!("there is no limit {name:?}{near}"));
    };
    if name == "depth" && value > Limits::MAX_DEPTH as u64 {
        return Err(format!("expected a whole number from 0 to {}", Limits::MAX_DEPTH));
    }
    Ok((name.to_owned(), value))
}

/// Parses a number of bytes, optionally followed by K, M or G for powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("expected a number, optionally followed by K, M or G".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a whole number".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "the number is too large".to_owned())
}

impl LimitArgs {
    /// The value of a limit; the last one on the command line applies.
    fn typed(&self, name: &str) -> Option<u64> {
        self.limits.iter().rev().find(|(typed, _)| typed == name).map(|(_, value)| *value)
    }

    pub(super) fn limits(&self) -> Limits {
        let default = Limits::default();
        let count = |name: &str, default: usize| {
            self.typed(name).map_or(default, |value| usize::try_from(value).unwrap_or(usize::MAX))
        };
        Limits {
            file_bytes: self.typed("filesize").or(default.file_bytes),
            held_bytes: count("held", default.held_bytes),
            unpacked_bytes: self.typed("decompressed").unwrap_or(default.unpacked_bytes),
            ratio: self.typed("ratio").unwrap_or(default.ratio),
            depth: count("depth", default.depth),
            members: count("members", default.members),
            parts: count("parts", default.parts),
            part_depth: count("part-depth", default.part_depth),
        }
    }

    /// How many locations of each link `--unique` keeps.
    pub(super) fn places(&self) -> u64 {
        self.typed("places").unwrap_or(u64::MAX)
    }

    /// Whether the limit `places` was typed.
    pub(super) fn has_places(&self) -> bool {
        self.typed("places").is_some()
    }
}

/// The limits that one input exceeded, in the order in which they were first exceeded.
#[derive(Debug, Default)]
pub(super) struct LimitLines(Vec<Line>);

#[derive(Debug)]
struct Line {
    kind: DiagnosticKind,
    /// The message about the first place where the limit was exceeded.
    text: String,
    /// The number of other places.
    others: u64,
}

/// Whether a diagnostic of this kind reports an exceeded limit, rather than damaged data.
pub(super) const fn is_limit(kind: DiagnosticKind) -> bool {
    use DiagnosticKind::{Ratio, TooDeep, TooLarge, TooMany, TooMuch};
    matches!(kind, Ratio | TooDeep | TooLarge | TooMany | TooMuch)
}

impl LimitLines {
    /// Records that a limit was exceeded. `text` builds the message, and is called only for the first place of each
    /// kind.
    pub(super) fn add(&mut self, kind: DiagnosticKind, text: impl FnOnce() -> String) {
        match self.0.iter_mut().find(|line| line.kind == kind) {
            Some(line) => line.others += 1,
            None => self.0.push(Line { kind, text: text(), others: 0 }),
        }
    }

    /// The messages with their kinds. `is_listed` tells whether `--skipped` lists all places.
    pub(super) fn finish(self, is_listed: bool) -> impl Iterator<Item = (DiagnosticKind, String)> {
        let list = if is_listed { "" } else { " (--skipped FILE lists them)" };
        self.0.into_iter().map(move |Line { kind, text, others }| {
            let text = match others {
                0 => text,
                1 => format!("{text}; also in 1 other place{list}"),
                _ => format!("{text}; also in {others} other places{list}"),
            };
            (kind, text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_reported_on_one_line() {
        let mut lines = LimitLines::default();
        for place in ["a", "b", "c"] {
            lines.add(DiagnosticKind::Ratio, || format!("{place}: grows"));
        }
        lines.add(DiagnosticKind::TooDeep, || "d: deep".to_owned());
        let lines: Vec<String> = lines.finish(true).map(|(_, text)| text).collect();
        assert_eq!(lines, ["a: grows; also in 2 other places", "d: deep"]);
    }

    #[test]
    fn damaged_data_is_not_a_limit() {
        assert!(is_limit(DiagnosticKind::TooDeep));
        assert!(!is_limit(DiagnosticKind::Truncated) && !is_limit(DiagnosticKind::LinkTooLong));
    }

    #[test]
    fn sizes_accept_units_in_powers_of_1024() {
        assert_eq!(size("10"), Ok(10));
        assert_eq!(size("2k"), Ok(2048));
        assert_eq!(size("3G"), Ok(3 << 30));
        assert!(size("3T").is_err() && size("G").is_err() && size("").is_err());
        assert!(size("99999999999G").is_err());
    }

    #[test]
    fn every_limit_can_be_set() {
        let names = ["filesize", "held", "decompressed", "ratio", "depth", "members", "parts"];
        for name in names.into_iter().chain(["part-depth", "places"]) {
            let changed = parse(&format!("{name}=3")).unwrap();
            assert!(changed == (name.to_owned(), 3), "{changed:?}");
            let args = LimitArgs { limits: vec![changed] };
            let is_changed = args.limits() != Limits::default() || args.places() == 3;
            assert!(is_changed && ABOUT.contains(&format!("  {name} ")), "{name}");
        }
        for wrong in ["depth", "depth=17", "depth=-1", "deep=1", "held=1T", "ratio=2K"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
