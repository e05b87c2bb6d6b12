//! The option that sets the limits on size and nesting.

use core::fmt::Write as _;

use linkwright_harvest::{Limit, Limits};

use crate::names::near;

/// Sets the limits.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How the inputs are processed")]
pub(super) struct LimitArgs {
    /// Set a limit on size or nesting, such as `decompressed=1G`, `depth=2`; repeatable
    #[arg(long = "limit", value_name = "NAME=VALUE", long_help = about(), value_parser = parse)]
    limits: Vec<(Limit, u64)>,
}

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
    text
}

/// Parses `NAME=VALUE`.
fn parse(text: &str) -> Result<(Limit, u64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as depth=2")?;
    let Some(limit) = Limit::ALL.into_iter().find(|limit| limit.name() == name) else {
        let names: Vec<&str> = Limit::ALL.iter().map(|limit| limit.name()).collect();
        let near = near(name, names.iter().copied()).map(|near| format!("; did you mean {near}?"));
        let near = near.unwrap_or_else(|| format!("; the limits are {}", names.join(", ")));
        return Err(format!("there is no limit {name:?}{near}"));
    };
    let value = if limit.is_size() {
        size(value)?
    } else {
        value.parse().map_err(|_| "expected a whole number".to_owned())?
    };
    if limit == Limit::Depth && value > Limits::MAX_DEPTH {
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
        let set = |limits: Limits, (limit, value): &(Limit, u64)| limits.with(*limit, *value);
        self.limits.iter().fold(Limits::default(), set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for name in Limit::ALL.map(Limit::name) {
            let args = LimitArgs { limits: vec![parse(&format!("{name}=5")).unwrap()] };
            let is_changed = args.limits() != Limits::default();
            assert!(is_changed && about().contains(&format!("  {name} ")), "{name}");
        }
        for wrong in ["depth", "depth=17", "depth=-1", "deep=1", "held=1T", "ratio=2K"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
