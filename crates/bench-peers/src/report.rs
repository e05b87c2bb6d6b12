//! The results of a run, and the file that keeps them for comparison.

use core::error::Error;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::hostile::Slow;
use crate::memory::Peak;
use crate::setting::Setting;

/// All results of a run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The source of the corpora. Ratios for different texts cannot be compared.
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) setting: Setting,
    pub(crate) rounds: usize,
    pub(crate) rows: Vec<Row>,
    /// The memory of the command. Reports of earlier versions do not have this member.
    #[serde(default)]
    pub(crate) memory: Vec<Peak>,
    /// The slowest of the hostile texts.
    #[serde(default)]
    pub(crate) hostile: Vec<Slow>,
}

/// The result of one contestant on one corpus.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) corpus: String,
    pub(crate) name: String,
    pub(crate) is_ours: bool,
    pub(crate) bytes: usize,
    pub(crate) haystacks: usize,
    /// Whether speed is a time per haystack instead of bytes per second.
    pub(crate) per_haystack: bool,
    pub(crate) matches: usize,
    /// Seconds of one pass over the corpus.
    pub(crate) seconds: Figure,
    /// The ratio of each mode of linkwright to this contestant.
    pub(crate) ratios: Vec<Ratio>,
}

/// The ratio of a mode of linkwright to a contestant.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Ratio {
    pub(crate) ours: String,
    pub(crate) times: Figure,
}

/// The median and the spread of some samples.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Figure {
    pub(crate) median: f64,
    /// Half the distance between the quartiles, as a fraction of the median.
    pub(crate) spread: f64,
}

impl Figure {
    pub(crate) fn of(samples: impl Iterator<Item = f64>) -> Figure {
        let mut samples: Vec<f64> = samples.collect();
        samples.sort_by(f64::total_cmp);
        let at = |quarter: usize| samples[(samples.len() - 1) * quarter / 4];
        let median = at(2);
        Figure { median, spread: (at(3) - at(1)) / 2.0 / median }
    }

    /// The quotient of two medians, for samples that were not taken in the same rounds. Its spread is the sum of both
    /// spreads.
    pub(crate) fn over(self, other: Figure) -> Figure {
        Figure { median: self.median / other.median, spread: self.spread + other.spread }
    }

    /// The spread in percent.
    pub(crate) fn percent(self) -> f64 {
        self.spread * 100.0
    }
}

impl Row {
    /// The speed in MB/s, or in nanoseconds per haystack.
    pub(crate) fn speed(&self) -> f64 {
        if self.per_haystack {
            self.seconds.median * 1e9 / float(self.haystacks)
        } else {
            float(self.bytes) / self.seconds.median / 1e6
        }
    }

    /// The unit of [`speed`](Row::speed).
    pub(crate) fn unit(&self) -> &'static str {
        match (self.per_haystack, self.corpus.as_str()) {
            (true, "uris") => "ns/URI",
            (true, _) => "ns/msg",
            (false, _) => "MB/s",
        }
    }

    /// The ratio of `ours` to this contestant.
    pub(crate) fn ratio(&self, ours: &str) -> Option<Figure> {
        self.ratios.iter().find(|ratio| ratio.ours == ours).map(|ratio| ratio.times)
    }
}

impl Report {
    pub(crate) fn new(source: String, rounds: usize) -> Report {
        let setting = Setting::now();
        let (rows, memory, hostile) = (Vec::new(), Vec::new(), Vec::new());
        Report { source, setting, rounds, rows, memory, hostile }
    }

    pub(crate) fn row(&self, corpus: &str, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.corpus == corpus && row.name == name)
    }

    pub(crate) fn read(file: &Path) -> Result<Report, Box<dyn Error>> {
        let named = |error: &dyn Error| format!("cannot read {}: {error}", file.display());
        let bytes = fs::read(file).map_err(|error| named(&error))?;
        Ok(serde_json::from_slice(&bytes).map_err(|error| named(&error))?)
    }

    pub(crate) fn write(&self, file: &Path) -> Result<(), Box<dyn Error>> {
        let mut json = serde_json::to_string_pretty(self)?;
        json.push('\n');
        fs::write(file, json)
            .map_err(|error| format!("cannot write {}: {error}", file.display()).into())
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes here are far below 2^53")]
pub(crate) fn float(size: usize) -> f64 {
    size as f64
}

/// The size in MB; 1 MB is a million bytes.
#[expect(clippy::cast_precision_loss, reason = "sizes here are far below 2^53")]
pub(crate) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_has_the_median_and_half_the_distance_between_the_quartiles() {
        let figure = Figure::of([9.0, 1.0, 4.0, 3.0, 5.0].into_iter());
        assert!((figure.median - 4.0).abs() < 1e-9);
        // The quartiles are 3 and 5.
        assert!((figure.spread - 0.25).abs() < 1e-9);
    }

    #[test]
    fn a_report_is_the_same_after_writing_and_reading() {
        let times = Figure { median: 2.5, spread: 0.01 };
        let row = Row {
            corpus: "mail".to_owned(),
            name: "regex".to_owned(),
            is_ours: false,
            bytes: 4_000_000,
            haystacks: 1,
            per_haystack: false,
            matches: 7,
            seconds: Figure { median: 0.002, spread: 0.02 },
            ratios: vec![Ratio { ours: "mail".to_owned(), times }],
        };
        assert!((row.speed() - 2_000.0).abs() < 1e-6);
        let mut report = Report::new("here".to_owned(), 7);
        report.rows.push(row);
        let json = serde_json::to_string(&report).unwrap();
        let back: Report = serde_json::from_str(&json).unwrap();
        let ratio = back.row("mail", "regex").unwrap().ratio("mail").unwrap();
        assert!((ratio.median - 2.5).abs() < 1e-9);
    }
}
