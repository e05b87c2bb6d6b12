//! The formats of findings: for people and for programs.

use std::io::{self, Write as _};
use std::path::Path;

use clap::ValueEnum;
use linkwright::Span;
use linkwright_harvest::record::json;
use serde_json::{Value, json};

use super::finding::Finding;
use super::rules::Level;
use crate::names::name_of;
use crate::show::{Palette, visible};

/// The format of the findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// `file:line:column: level: sentence [rule]`, and the line with a mark
    Text,
    /// One JSON object per line
    Jsonl,
}

impl Format {
    /// Appends a finding in the file at `path`, without the end of the entry.
    pub(crate) fn write(
        self,
        path: &Path,
        finding: &Finding,
        palette: Palette,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        match self {
            Format::Text => write_text(path, finding, palette, out),
            Format::Jsonl => json::write(out, &object(path, finding)),
        }
    }
}

fn write_text(
    path: &Path,
    finding: &Finding,
    palette: Palette,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let Finding { rule, message, place, at: (line, column), span, drawn, .. } = finding;
    let Palette { path: name, place: number, reject, link, rule: id, .. } = palette;
    let level = if rule.level == Level::Error { reject } else { link };
    write!(out, "{name}{}{}{name:#}:", visible(&path.to_string_lossy()), visible(place))?;
    write!(out, "{number}{line}:{column}{number:#}: {level}{}{level:#}: ", name_of(&rule.level))?;
    write!(out, "{} {id}[{}]{id:#}", visible(message), rule.name)?;
    if span.is_empty() { Ok(()) } else { write!(out, "\n{drawn}") }
}

fn object(path: &Path, finding: &Finding) -> Value {
    let Finding { rule, message, place, at: (line, column), span, text, fix, .. } = finding;
    let change = |(span, text): &(Span, String)| json!({ "start": span.start(), "end": span.end(), "text": text });
    let mut object = json!({
        "path": path.to_string_lossy(),
        "line": line,
        "column": column,
        "start": span.start(),
        "end": span.end(),
        "rule": rule.name,
        "level": name_of(&rule.level),
        "message": message,
        "text": text,
    });
    if !place.is_empty() {
        object["place"] = json!(place);
    }
    if !fix.is_empty() {
        object["fix"] = fix.iter().map(change).collect();
    }
    object
}
