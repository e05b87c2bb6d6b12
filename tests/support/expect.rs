//! The part of a case below its `---`: the expectation for each match.

use std::collections::BTreeSet;

/// If a case has this value as its `uri`, the expected URI is the text between the brackets of the case.
pub(crate) const AS_DRAWN: &str = "(as drawn)";

/// The expectation for one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expectation {
    pub(crate) skipped: u64,
    pub(crate) groups: Vec<Group>,
}

/// The expectation for one match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) uri: String,
    pub(crate) uri_idn: Option<String>,
    /// The URI and the reason of each alternate.
    pub(crate) alts: Vec<(String, String)>,
    /// The URIs of further matches that overlap this match.
    pub(crate) again: Vec<String>,
    pub(crate) kind: Option<String>,
    pub(crate) delimiter: Option<String>,
    pub(crate) wrapper: Option<String>,
    pub(crate) prefix: Option<String>,
    /// The reason of each join.
    pub(crate) joins: Option<Vec<String>>,
    pub(crate) flags: BTreeSet<String>,
    /// The confidence in percent. It is compared only if the case contains it.
    pub(crate) confidence: Option<u64>,
    pub(crate) rules: Option<BTreeSet<String>>,
}

impl Expectation {
    pub(crate) fn parse<'s>(lines: impl Iterator<Item = &'s str>) -> Result<Expectation, String> {
        let mut expectation = Expectation::default();
        let mut none = false;
        for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
            let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let value = value.trim();
            match key {
                "none" => none = true,
                "skipped" => expectation.skipped = number(value)?,
                "uri" => {
                    expectation.groups.push(Group { uri: value.to_owned(), ..Group::default() });
                }
                _ => {
                    let last = expectation.groups.last_mut();
                    last.ok_or_else(|| format!("`{key}` before `uri`"))?.set(key, value)?;
                }
            }
        }
        if none == expectation.groups.is_empty() {
            return Ok(expectation);
        }
        Err("expected either `none` or at least one `uri`".to_owned())
    }
}

impl Group {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if value.is_empty() {
            return Err(format!("`{key}` without a value"));
        }
        let text = value.to_owned();
        match key {
            "uri-idn" => self.uri_idn = Some(text),
            "alt" => {
                let (uri, why) = value.split_once(' ').ok_or("`alt` without its reason")?;
                self.alts.push((uri.to_owned(), why.trim().to_owned()));
            }
            "again" => self.again.push(text),
            "kind" => self.kind = Some(text),
            "delimiter" => self.delimiter = Some(text),
            "wrapper" => self.wrapper = Some(text),
            "prefix" => self.prefix = Some(text),
            "joins" => self.joins = Some(value.split_whitespace().map(str::to_owned).collect()),
            "flags" => self.flags = words(value),
            "confidence" => self.confidence = Some(number(value)?),
            "rules" if value == "none" => self.rules = Some(BTreeSet::new()),
            "rules" => self.rules = Some(words(value)),
            _ => return Err(format!("unknown key `{key}`")),
        }
        Ok(())
    }

    /// The expected URI of a match. `drawn` is the concatenation of the pieces that are marked in the case.
    pub(crate) fn uri_for<'e>(&'e self, drawn: &'e str) -> &'e str {
        let idn = self.uri_idn.as_deref().filter(|_| cfg!(feature = "idn"));
        let uri = idn.unwrap_or(&self.uri);
        if uri == AS_DRAWN { drawn } else { uri }
    }
}

fn number(value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| format!("not a number: {value}"))
}

fn words(value: &str) -> BTreeSet<String> {
    value.split_whitespace().map(str::to_owned).collect()
}
