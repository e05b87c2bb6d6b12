//! Shows the progress of a run: a line on standard error that is updated, and a summary at the end.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use indicatif::{
    HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle,
};

use crate::exit::warn;
use crate::show::visible;

/// Counters of the work done so far, shared by all workers.
#[derive(Debug, Default)]
pub(super) struct Figures {
    pub(super) files: AtomicU64,
    pub(super) bytes: AtomicU64,
    pub(super) links: AtomicU64,
    /// The name of the input that was started last; `None` if no progress is shown.
    current: Option<Mutex<String>>,
}

impl Figures {
    /// Records the name of the input that a worker starts to read, if the progress is shown.
    pub(super) fn begin(&self, name: impl FnOnce() -> String) {
        if let Some(current) = &self.current {
            *current.lock().unwrap_or_else(PoisonError::into_inner) = name();
        }
    }

    /// Whether any link was reported.
    pub(super) fn has_links(&self) -> bool {
        self.links.load(Ordering::Relaxed) > 0
    }
}

/// Shows the figures while the workers run.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    figures: Arc<Figures>,
    begun: Instant,
    /// Hidden until the progress is shown.
    bar: ProgressBar,
}

/// The time before the progress is first shown.
const PATIENCE: Duration = Duration::from_secs(1);

const TICK: Duration = Duration::from_millis(100);

impl Progress {
    /// Starts the thread that shows the progress. `is_watched` means that the output goes to a terminal. No progress is
    /// shown then, because the output and the progress would overwrite each other.
    pub(super) fn new(is_watched: bool) -> Progress {
        let is_shown = !is_watched && io::stderr().is_terminal();
        let current = is_shown.then(Mutex::default);
        let figures = Arc::new(Figures { current, ..Figures::default() });
        let bar = ProgressBar::hidden();
        let progress = Progress { figures, begun: Instant::now(), bar };
        if is_shown {
            let watcher = progress.clone();
            // The thread ends when the bar is finished, or with the process.
            thread::spawn(move || watcher.watch());
        }
        progress
    }

    pub(super) fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Whether the bar is or was shown.
    pub(super) fn was_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    fn watch(&self) {
        thread::sleep(PATIENCE);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            // Every terminal shows these characters.
            self.bar.set_style(style.tick_chars(r"|/-\ "));
        }
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        while !self.bar.is_finished() {
            let current = self.figures.current.as_ref();
            let name = current.map(|name| name.lock().unwrap_or_else(PoisonError::into_inner));
            let name = name.map(|name| visible(&name).into_owned()).unwrap_or_default();
            let name = if name == "-" { "standard input" } else { &name };
            self.bar.set_message(format!("{}: {name}", self.so_far(self.begun.elapsed())));
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
        let Figures { files, bytes, links, .. } = &*self.figures;
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
