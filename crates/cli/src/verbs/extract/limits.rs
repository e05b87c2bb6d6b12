//! The limits on size and nesting: the option that sets them, and the messages about inputs that exceed them. Each limit
//! gets only one message for an input, because nested archives may exceed the same limit in thousands of places.

use core::fmt::Write as _;

use linkwright_harvest::{DiagnosticKind, Limit, Limits};

use crate::names::near;

/// Sets the limits.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How the inputs are processed")]
pub(super) struct LimitArgs {
    /// Set a limit on size or nesting, such as `decompressed=1G`, `depth=2`; repeatable
    #[arg(long = "limit", value_name = "NAME=VALUE", long_help = about(), value_parser = parse)]
    limits: Vec<(Option<Limit>, u64)>,
}

/// The limit of this command, beside those of the harvester.
const PLACES: &str = "places";

/// The limits, for the help.
fn about() -> String {
    let mut text = "Set a limit on size, number or nesting; repeatable. Every limit that is reached is reported. Sizes are \
        in bytes, or end in K, M or G\n"
        .to_owned();
    for limit in Limit::ALL {
        let default = limit.default_value();
        let default = match default {
            u64::MAX => "no limit".to_owned(),
            _ if limit.is_size() && default % (1 << 30) == 0 => format!("{}G", default >> 30),
            _ if limit.is_size() && default % (1 << 20) == 0 => format!("{}M", default >> 20),
            _ if limit.is_size() => format!("{}K", default >> 10),
            _ => default.to_string(),
        };
        _ = write!(text, "\n  {:12} {} [{default}]", limit.name(), limit.about());
    }
    text + "\n  places       how many locations of each link --unique keeps in JSON [no limit]"
}

/// Parses `NAME=VALUE`.
fn parse(text: &str) -> Result<(Option<Limit>, u64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as depth=2")?;
    let limit = Limit::ALL.into_iter().find(|limit| limit.name() == name);
    if limit.is_none() && name != PLACES {
        let names = Limit::ALL.iter().map(|limit| limit.name()).chain([PLACES]);
        let names: Vec<String> = names.map(str::to_owned).collect();
        let near = near(name, &names).map(|near| format!("; did you mean {near}?"));
        let near = near.unwrap_or_else(|| format!("; the limits are {}", names.join(", ")));
        return Err(format!("there is no limit {name:?}{near}"));
    }
    let value = if limit.is_some_and(Limit::is_size) {
        size(value)?
    } else {
        value.parse().map_err(|_| "expected a whole number".to_owned())?
    };
    if limit == Some(Limit::Depth) && value > Limits::MAX_DEPTH {
        return Err(format!("expected a whole number from 0 to {}", Limits::MAX_DEPTH));
    }
    Ok((limit, value))
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
    pub(super) fn limits(&self) -> Limits {
        self.limits.iter().fold(Limits::default(), |limits, (limit, value)| match limit {
            Some(limit) => limits.with(*limit, *value),
            None => limits,
        })
    }

    /// How many locations of each link `--unique` keeps.
    pub(super) fn places(&self) -> u64 {
        let places = self.limits.iter().rev().find(|(limit, _)| limit.is_none());
        places.map_or(u64::MAX, |(_, value)| *value)
    }

    /// Whether the limit `places` was typed.
    pub(super) fn has_places(&self) -> bool {
        self.limits.iter().any(|(limit, _)| limit.is_none())
    }
}

/// The limits that one input exceeded, in the order in which they were first exceeded.
#[derive(Debug, Default)]
pub(super) struct LimitLines(Vec<Line>);

#[derive(Debug)]
struct Line {
    kind: DiagnosticKind,
    /// The limit, or `None` for encrypted data.
    limit: Option<Limit>,
    /// The message about the first place where the limit was exceeded.
    text: String,
    /// The number of other places.
    others: u64,
}

impl LimitLines {
    /// Records that a limit was exceeded. `text` builds the message, and is called only for the first place of each
    /// limit.
    pub(super) fn add(
        &mut self,
        kind: DiagnosticKind,
        limit: Option<Limit>,
        text: impl FnOnce() -> String,
    ) {
        match self.0.iter_mut().find(|line| (line.kind, line.limit) == (kind, limit)) {
            Some(line) => line.others += 1,
            None => self.0.push(Line { kind, limit, text: text(), others: 0 }),
        }
    }

    /// The messages with their kinds. `is_listed` tells whether `--skipped` lists all places.
    pub(super) fn finish(self, is_listed: bool) -> impl Iterator<Item = (DiagnosticKind, String)> {
        let list = if is_listed { "" } else { " (--skipped FILE lists them)" };
        self.0.into_iter().map(move |Line { kind, text, others, .. }| {
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
            lines.add(DiagnosticKind::Ratio, Some(Limit::Ratio), || format!("{place}: grows"));
        }
        for (limit, text) in [(Limit::Depth, "d: deep"), (Limit::Nesting, "e: deep")] {
            lines.add(DiagnosticKind::TooDeep, Some(limit), || text.to_owned());
        }
        let lines: Vec<String> = lines.finish(true).map(|(_, text)| text).collect();
        assert_eq!(lines, ["a: grows; also in 2 other places", "d: deep", "e: deep"]);
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
        for name in Limit::ALL.iter().map(|limit| limit.name()).chain([PLACES]) {
            let args = LimitArgs { limits: vec![parse(&format!("{name}=5")).unwrap()] };
            let is_changed = args.limits() != Limits::default() || args.places() == 5;
            assert!(is_changed && about().contains(&format!("  {name} ")), "{name}");
        }
        for wrong in ["depth", "depth=17", "depth=-1", "deep=1", "held=1T", "ratio=2K"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
