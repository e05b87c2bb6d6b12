//! The formats of findings: for people, for programs and for code scanning (SARIF 2.1.0).

use core::fmt;
use std::io::{self, Write as _};
use std::path::Path;

use clap::ValueEnum;
use linkwright::Span;
use linkwright_harvest::record::json;
use serde_json::{Value, json};

use super::finding::{Change, Finding};
use super::rules::{Level, Rule, rules};
use crate::draw::pointed;
use crate::show::{Palette, visible};

/// The format of the findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// `file:line:column: level: sentence [rule]`, and the line with a mark
    Text,
    /// One JSON object per line
    Jsonl,
    /// The same objects in one array
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The beginning of a SARIF log, up to its results.
pub(crate) fn sarif_open() -> Vec<u8> {
    let driver = json!({
        "name": "linkwright",
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules().map(|rule| described(&rule)).collect::<Vec<_>>(),
    });
    format!(
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":["
    )
    .into_bytes()
}

pub(crate) const SARIF_CLOSE: &[u8] = b"\n]}]}\n";

fn described(rule: &Rule) -> Value {
    // SARIF has no level for a rule that is off.
    let level = if rule.level == Level::Off { Level::Note } else { rule.level };
    json!({
        "id": rule.name,
        "shortDescription": { "text": rule.about },
        "help": { "text": format!("{}. A comment `linkwright-disable-line {}` turns the rule off in its line.", rule.about, rule.name) },
        "defaultConfiguration": { "enabled": rule.level > Level::Off, "level": level.name() },
    })
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
            Format::Jsonl | Format::Json => json::write(out, &object(path, finding)),
            Format::Sarif => json::write(out, &result(path, finding)),
        }
    }
}

fn write_text(
    path: &Path,
    finding: &Finding,
    palette: Palette,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let Finding { rule, message, place, at: (line, column), span, line: text, .. } = finding;
    let Palette { path: name, place: number, reject, link, rule: id, .. } = palette;
    let level = if rule.level == Level::Error { reject } else { link };
    write!(out, "{name}{}{}{name:#}:", visible(&path.to_string_lossy()), visible(place))?;
    write!(out, "{number}{line}:{column}{number:#}: {level}{}{level:#}: ", rule.level.name())?;
    write!(out, "{} {id}[{}]{id:#}", visible(message), rule.name)?;
    if span.is_empty() {
        return Ok(());
    }
    let shown = format!("{}{}{}", text.before, text.marked, text.after);
    let start = text.before.len();
    write!(out, "\n{}", pointed(&shown, Span::new(start, start + text.marked.len())))
}

fn object(path: &Path, finding: &Finding) -> Value {
    let Finding { rule, message, place, at: (line, column), span, text, fix, .. } = finding;
    let change = |change: &Change| json!({ "start": change.span.start(), "end": change.span.end(), "text": change.text });
    let mut object = json!({
        "path": path.to_string_lossy(),
        "line": line,
        "column": column,
        "start": span.start(),
        "end": span.end(),
        "rule": rule.name,
        "level": rule.level.name(),
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

/// A result of SARIF. Regions are given only for the file itself: those of a member or of a part are no regions of the
/// file.
fn result(path: &Path, finding: &Finding) -> Value {
    let Finding { rule, message, place, at: (line, _), text, line: shown, .. } = finding;
    let mut physical = json!({ "artifactLocation": { "uri": artifact(path) } });
    let mut location = json!({});
    if place.is_empty() && *line > 0 {
        physical["region"] = region(*line, shown.column, shown.end);
    } else if !place.is_empty() {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": place }]);
    }
    location["physicalLocation"] = physical;
    json!({
        "ruleId": rule.name,
        "ruleIndex": rules().position(|one| one.name == rule.name),
        "level": rule.level.name(),
        "message": { "text": format!("{message}: {text}") },
        "locations": [location],
    })
}

/// A region of one line. Without columns it is the whole line.
fn region(line: usize, start: Option<usize>, end: Option<usize>) -> Value {
    let mut region = json!({ "startLine": line });
    for (name, column) in [("startColumn", start), ("endColumn", end)] {
        if let Some(column) = column {
            region[name] = json!(column);
        }
    }
    region
}

/// The path relative to `folder` if it is in it, without a leading `./`.
fn in_folder<'p>(path: &'p Path, folder: &Path) -> &'p Path {
    let path = path.strip_prefix(folder).unwrap_or(path);
    path.strip_prefix(".").unwrap_or(path)
}

/// The path as a URI reference, relative to the working folder if the file is in it (RFC 3986, section 4.2).
fn artifact(path: &Path) -> String {
    let folder = std::env::current_dir().unwrap_or_default();
    let path = in_folder(path, &folder);
    let mut uri = String::from(match path.is_absolute() {
        true if cfg!(windows) => "file:///",
        true => "file://",
        false => "",
    });
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            // Writing to a string cannot fail.
            _ => _ = fmt::Write::write_fmt(&mut uri, format_args!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_relative_references() {
        assert_eq!(artifact(Path::new("./docs/a b:c%.md")), "docs/a%20b%3Ac%25.md");
        assert_eq!(artifact(Path::new("/x/é.md")), "file:///x/%C3%A9.md");
        let inside = std::env::current_dir().unwrap().join("a.md");
        assert_eq!(artifact(&inside), "a.md");
    }
}
