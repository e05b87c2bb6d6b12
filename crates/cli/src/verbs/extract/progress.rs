//! Shows the progress of a run: a line on standard error that is updated, and a summary at the end.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use indicatif::{
    HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle,
};

use crate::exit::warn;
use crate::show::visible;

/// Counts the work done so far, and shows it while the workers run.
#[derive(Debug)]
pub(super) struct Progress {
    pub(super) files: AtomicU64,
    pub(super) bytes: AtomicU64,
    pub(super) links: AtomicU64,
    begun: Instant,
    /// Hidden until the progress is shown. Its message is the name of the input that was started last.
    bar: ProgressBar,
}

/// The time before the progress is first shown.
const PATIENCE: Duration = Duration::from_secs(1);

const TICK: Duration = Duration::from_millis(100);

impl Progress {
    /// Starts the thread that shows the progress. `is_watched` means that the output goes to a terminal. No progress is
    /// shown then, because the output and the progress would overwrite each other.
    pub(super) fn new(is_watched: bool) -> Arc<Progress> {
        let [files, bytes, links] = [0; 3].map(AtomicU64::new);
        let bar = ProgressBar::hidden();
        let progress = Arc::new(Progress { files, bytes, links, begun: Instant::now(), bar });
        if !is_watched && io::stderr().is_terminal() {
            let watcher = Arc::clone(&progress);
            // The thread ends when the bar is finished, or with the process.
            thread::spawn(move || watcher.watch());
        }
        progress
    }

    /// Records the name of the input that a worker starts to read.
    pub(super) fn begin(&self, name: &str) {
        let name = if name == "-" { "standard input".into() } else { visible(name) };
        self.bar.set_message(name.into_owned());
    }

    /// Whether any link was reported.
    pub(super) fn has_links(&self) -> bool {
        self.links.load(Ordering::Relaxed) > 0
    }

    /// Whether the bar is or was shown.
    pub(super) fn was_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    fn watch(&self) {
        thread::sleep(PATIENCE);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}: {wide_msg}") {
            // Every terminal shows these characters.
            self.bar.set_style(style.tick_chars(r"|/-\ "));
        }
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        while !self.bar.is_finished() {
            self.bar.set_prefix(self.so_far(self.begun.elapsed()));
            self.bar.tick();
            thread::sleep(TICK);
        }
    }

    /// Writes a message without overwriting the bar.
    pub(super) fn warn(&self, what: fmt::Arguments<'_>) {
        self.bar.suspend(|| warn(what));
    }

    /// Removes the bar.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Writes the work done and the time to standard error.
    pub(super) fn summarize(&self) {
        let time = self.begun.elapsed();
        warn(format_args!("{} in {}", self.so_far(time), HumanDuration(time)));
    }

    /// The work done in `time`, in words.
    fn so_far(&self, time: Duration) -> String {
        let Progress { files, bytes, links, .. } = self;
        work_in_words([files, bytes, links].map(|figure| figure.load(Ordering::Relaxed)), time)
    }
}

fn work_in_words([files, bytes, links]: [u64; 3], time: Duration) -> String {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
    let rate = bytes.saturating_mul(1000) / millis;
    // The number of files is left out while the first file is being read.
    let files = if files > 0 { plural(files, "file") + ", " } else { String::new() };
    format!("{files}{}, {}/s, {}", HumanBytes(bytes), HumanBytes(rate), plural(links, "link"))
}

/// Formats a count with its noun: `1 file`, `1,234 files`.
pub(super) fn plural(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_rounded_and_have_units() {
        let two_seconds = Duration::from_secs(2);
        let one = work_in_words([1, 2048, 1], two_seconds);
        assert_eq!(one, "1 file, 2.00 KiB, 1.00 KiB/s, 1 link");
        let none = work_in_words([0, 2048, 1], two_seconds);
        assert_eq!(none, "2.00 KiB, 1.00 KiB/s, 1 link");
        let many = work_in_words([12_345, 0, 0], Duration::ZERO);
        assert_eq!(many, "12,345 files, 0 B, 0 B/s, 0 links");
    }
}
