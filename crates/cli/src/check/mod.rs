//! Checks the references of documents: the rules, the switches in a text that turn them off, and the formats of the
//! findings. The inputs are read by `extract`, and what can become a link is what `linkify` changes.

mod finding;
mod format;
pub(crate) mod rules;
mod settings;
pub(crate) mod switches;

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::{self, BufReader, Read};
use std::path::Path;

use linkwright::text::offsets::StreamLines;
use linkwright_harvest::Located;

use crate::convert::{self, Conversion, From, Linkers};
use crate::show::Palette;
pub(crate) use finding::{CONTEXT, Finding};
pub(crate) use format::Format;
use rules::{BARE, Level, Levels, Rule, UNKNOWN_RULE};
pub(crate) use settings::CheckSettings;
use switches::Switches;

/// Checks documents.
#[derive(Debug)]
pub(crate) struct Checker {
    pub(crate) levels: Levels,
    /// The level from which a finding counts.
    pub(crate) least: Level,
    pub(crate) format: Format,
    pub(crate) palette: Palette,
    /// The format of all files, if it is set.
    pub(crate) from: Option<From>,
    pub(crate) linkers: Linkers,
    /// The longest document that is held in memory.
    pub(crate) held: u64,
    /// Whether a finding counts.
    pub(crate) has_found: AtomicBool,
    /// Whether an input has been read.
    pub(crate) has_read: AtomicBool,
}

impl Checker {
    /// The findings at a link.
    pub(crate) fn at_link(&self, path: &Path, link: &Located<'_>, findings: &mut Vec<Finding>) {
        for (name, more) in finding::of_link(link, self.format_of(path)) {
            if let Some(rule) = self.levels.on(name) {
                findings.push(Finding::at_link(link, rule, more));
            }
        }
    }

    /// The format of the file at `path`.
    fn format_of(&self, path: &Path) -> From {
        self.from.unwrap_or_else(|| From::of_file(path))
    }

    /// Completes the findings in a file: adds those that need its whole content, removes those that switches turn off,
    /// and sorts them.
    ///
    /// # Errors
    ///
    /// Returns why something was not checked.
    pub(crate) fn review(
        &self,
        path: &Path,
        content: &mut dyn Read,
        findings: &mut Vec<Finding>,
    ) -> Result<(), String> {
        let from = self.format_of(path);
        let (mut held, mut result) = (Vec::new(), Ok(()));
        if let Some(rule) = self.levels.on(BARE)
            && from.is_markup()
        {
            content.take(self.held).read_to_end(&mut held).map_err(|error| error.to_string())?;
            // The harvester reports a document that is too long.
            if (held.len() as u64) < self.held {
                result = self.at_bare(path, from, &held, rule, findings);
            }
        }
        let content = BufReader::new((&*held).chain(content));
        let switches = Switches::read(content, from.is_markup());
        let switches = switches.map_err(|error| error.to_string())?;
        if let Some(rule) = self.levels.on(UNKNOWN_RULE) {
            let unknown = switches.unknown.iter();
            findings
                .extend(unknown.map(|(line, word)| Finding::at_word(*line, word.clone(), rule)));
        }
        findings.retain(|one| !one.place.is_empty() || !switches.are_off(one.rule.name, one.at.0));
        // Places come in the order of the file.
        for same in findings.chunk_by_mut(|one, next| one.place == next.place) {
            same.sort_by_key(|one| one.at);
        }
        result
    }

    /// The URIs that `linkify` makes links of.
    fn at_bare(
        &self,
        path: &Path,
        from: From,
        content: &[u8],
        rule: Rule,
        findings: &mut Vec<Finding>,
    ) -> Result<(), String> {
        let linkers = self.linkers.of_file(path).map_err(|error| error.to_string())?;
        let converted = convert::convert(&linkers, Conversion::of(from, None)?, content)?;
        let mut lines = StreamLines::new();
        lines.push(content);
        for edit in converted.edits.iter().filter(|edit| !edit.is_refused()) {
            let at = lines.line_column(edit.span().start());
            findings.push(Finding::at_edit(content, at, edit, rule));
        }
        Ok(())
    }

    /// Appends a finding in the file at `path`.
    pub(crate) fn write(
        &self,
        path: &Path,
        finding: &Finding,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        self.has_found.fetch_or(finding.rule.level >= self.least, Ordering::Relaxed);
        self.format.write(path, finding, self.palette, out)
    }
}
