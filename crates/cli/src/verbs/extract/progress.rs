//! How far the work is: a line on standard error that moves, and a summary at the end.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use clap::ValueEnum;
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use crate::outcome::complain;

/// When the progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// On a terminal, when the work takes longer than a second
    Auto,
    /// Never
    Never,
}

/// What is done so far, counted by all workers.
#[derive(Debug, Default)]
pub(super) struct Figures {
    files: AtomicU64,
    bytes: AtomicU64,
    links: AtomicU64,
}

impl Figures {
    pub(super) fn add_file(&self) {
        self.files.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn add_links(&self, links: u64) {
        self.links.fetch_add(links, Ordering::Relaxed);
    }

    /// Whether any link was reported.
    pub(super) fn has_links(&self) -> bool {
        self.links.load(Ordering::Relaxed) > 0
    }
}

/// Shows figures while others work.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    figures: Arc<Figures>,
    begun: Instant,
    /// Hidden where nothing is to be shown.
    bar: ProgressBar,
}

/// Work that is done by then needs no progress.
const PATIENCE: Duration = Duration::from_secs(1);

const TICK: Duration = Duration::from_millis(100);

impl Progress {
    /// `is_watched` where the output itself goes to the terminal: what moves and what scrolls would
    /// write over each other.
    pub(super) fn new(when: When, is_watched: bool) -> Progress {
        let is_shown = when == When::Auto && !is_watched && io::stderr().is_terminal();
        let bar = ProgressBar::hidden();
        let progress = Progress { figures: Arc::default(), begun: Instant::now(), bar };
        if is_shown {
            let watcher = progress.clone();
            // It ends with the process, or when the bar is finished.
            thread::spawn(move || watcher.watch());
        }
        progress
    }

    pub(super) fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Whether there is a bar that people saw.
    pub(super) fn was_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    fn watch(&self) {
        thread::sleep(PATIENCE);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            self.bar.set_style(style);
        }
        self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        while !self.bar.is_finished() {
            self.bar.set_message(self.so_far().to_string());
            self.bar.tick();
            thread::sleep(TICK);
        }
    }

    /// Tells something without writing over the bar.
    pub(super) fn complain(&self, what: fmt::Arguments<'_>) {
        self.bar.suspend(|| complain(what));
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Tells what was done, for the summary.
    pub(super) fn summarize(&self) {
        let so_far = self.so_far();
        complain(format_args!("{so_far} in {}", HumanDuration(so_far.time)));
    }

    /// What is done so far, in words.
    pub(super) fn so_far(&self) -> SoFar {
        let read = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
        SoFar {
            files: read(&self.figures.files),
            bytes: read(&self.figures.bytes),
            links: read(&self.figures.links),
            time: self.begun.elapsed(),
        }
    }
}

/// Figures as people read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SoFar {
    files: u64,
    bytes: u64,
    links: u64,
    time: Duration,
}

impl fmt::Display for SoFar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SoFar { files, bytes, links, time } = *self;
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
        let rate = bytes.saturating_mul(1000) / millis;
        let (files, links) = (plural(files, "file"), plural(links, "link"));
        write!(f, "{files}, {}, {}/s, {links}", HumanBytes(bytes), HumanBytes(rate))
    }
}

/// `1 file`, `1,234 files`.
fn plural(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_as_people_read_them() {
        let one = SoFar { files: 1, bytes: 2048, links: 1, time: Duration::from_secs(2) };
        assert_eq!(one.to_string(), "1 file, 2.00 KiB, 1.00 KiB/s, 1 link");
        let many = SoFar { files: 12_345, bytes: 0, links: 0, time: Duration::ZERO };
        assert_eq!(many.to_string(), "12,345 files, 0 B, 0 B/s, 0 links");
    }
}
