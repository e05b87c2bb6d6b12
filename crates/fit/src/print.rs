//! Prints `src/evidence/line_ends.in`, which the library includes as Rust source.

use std::io::{self, Write};

use linkwright::find::evidence;

use crate::model::Model;

/// Prints the rows of the table with the weights of `model`. The facts and reasons are unchanged.
pub(crate) fn table(out: &mut impl Write, model: &Model) -> io::Result<()> {
    writeln!(
        out,
        "// Written by `crates/fit`, which changes only the weights; see `docs/joins.md`.\n["
    )?;
    for ((facts, _, why), weight) in evidence().zip(&model.weights) {
        let facts: Vec<String> = facts.into_iter().map(variant).collect();
        let (facts, weight) = (facts.join(", "), hundredths(*weight));
        writeln!(out, "    row(&[{facts}], {weight}, \"{why}\"),")?;
    }
    writeln!(out, "]")
}

#[expect(clippy::cast_possible_truncation, reason = "weights are small")]
fn hundredths(weight: f64) -> i16 {
    (weight * 100.0).round() as i16
}

/// Converts the name of a fact to the path of its variant: `ends-in-hyphen` to `Fact::EndsInHyphen`.
fn variant(name: &str) -> String {
    let parts = name.split('-').map(|part| {
        let (first, rest) = part.split_at(1);
        first.to_ascii_uppercase() + rest
    });
    format!("Fact::{}", parts.collect::<String>())
}
