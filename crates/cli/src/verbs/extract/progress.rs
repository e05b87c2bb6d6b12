//! Shows the progress of a run: a line on standard error that is updated, and a summary at the end.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::env;
use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use clap::ValueEnum;
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::extent::Extent;
use crate::exit::warn;
use crate::show::{columns, visible};

/// When to show the progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// On a terminal, if the run takes longer than a second
    Auto,
    /// Never
    Never,
}

/// Counters of the work done so far, shared by all workers.
#[derive(Debug, Default)]
pub(super) struct Figures {
    files: AtomicU64,
    bytes: AtomicU64,
    links: AtomicU64,
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
    ///
    /// `extent` contains the inputs to read, if their sizes can be determined.
    pub(super) fn new(when: When, is_watched: bool, extent: Option<Extent>) -> Progress {
        let is_shown = when == When::Auto && !is_watched && io::stderr().is_terminal();
        let current = is_shown.then(Mutex::default);
        let figures = Arc::new(Figures { current, ..Figures::default() });
        let bar = ProgressBar::hidden();
        let progress = Progress { figures, begun: Instant::now(), bar };
        if is_shown {
            let watcher = progress.clone();
            // The thread ends when the bar is finished, or with the process.
            thread::spawn(move || watcher.watch(extent));
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

    fn watch(&self, extent: Option<Extent>) {
        thread::sleep(PATIENCE);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            let is_utf8 = shows_utf8(|name| env::var(name).ok());
            self.bar.set_style(if is_utf8 { style } else { style.tick_chars(r"|/-\ ") });
        }
        self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        let bytes = AtomicU64::new(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                let sum = extent.and_then(|extent| extent.bytes(|| self.bar.is_finished()));
                bytes.store(sum.unwrap_or_default(), Ordering::Relaxed);
            });
            while !self.bar.is_finished() {
                let width =
                    terminal_size::terminal_size_of(io::stderr()).map_or(80, |size| size.0.0);
                let line = self.line(bytes.load(Ordering::Relaxed));
                self.bar.set_message(line.fitted(usize::from(width).saturating_sub(SPINNER)));
                self.bar.tick();
                thread::sleep(TICK);
            }
        });
    }

    /// The text after the spinner. `bytes` is the total number of bytes to read, or 0 if it is unknown.
    fn line(&self, bytes: u64) -> Line {
        let so_far = self.so_far();
        let current = self.figures.current.as_ref();
        let name = current
            .map(|name| visible(&name.lock().unwrap_or_else(PoisonError::into_inner)).into_owned());
        Line {
            share: Share::of(&so_far, bytes).map(|share| share.to_string()).unwrap_or_default(),
            so_far,
            name: name.map(|name| if name == "-" { "standard input".to_owned() } else { name }),
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
        let so_far = self.so_far();
        warn(format_args!("{so_far} in {}", HumanDuration(so_far.time)));
    }

    /// The work done so far, in words.
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

/// The columns that the spinner and the blank after it take.
const SPINNER: usize = 2;

/// The columns that are reserved for the name of the input. Counts are left out if they would take these columns.
const NAME: usize = 24;

/// The text after the spinner.
#[derive(Debug)]
struct Line {
    /// The percentage done and the time left; empty if they are unknown.
    share: String,
    so_far: SoFar,
    /// The name of the input that is being read.
    name: Option<String>,
}

impl Line {
    /// Formats the line in at most `width` columns, or more if the share alone takes more. Counts are left out if the
    /// name would not have enough room, and the beginning of a long name is cut off.
    fn fitted(&self, width: usize) -> String {
        let name = self.name.as_deref().unwrap_or_default();
        let needed = name.chars().map(columns).sum::<usize>().min(NAME) + 2;
        let SoFar { links, .. } = self.so_far;
        let counts = [self.so_far.to_string(), plural(links, "link"), String::new()];
        let heads = counts.map(|counts| {
            let comma = if self.share.is_empty() || counts.is_empty() { "" } else { ", " };
            format!("{}{comma}{counts}", self.share)
        });
        let fits = |head: &&String| head.len() + needed <= width;
        let head = heads.iter().find(fits).or(heads.last()).map_or("", String::as_str);
        let colon = if head.is_empty() || name.is_empty() { "" } else { ": " };
        let room = width.saturating_sub(head.len() + colon.len());
        format!("{head}{colon}{}", end_of(name, room))
    }
}

/// Shortens `name` to at most `room` columns. A long name is replaced by three dots and its end.
fn end_of(name: &str, room: usize) -> String {
    const DOTS: &str = "...";
    if name.chars().map(columns).sum::<usize>() <= room {
        return name.to_owned();
    }
    let mut left = room.saturating_sub(DOTS.len());
    let fits = |c: &char| {
        let is_in = columns(*c) <= left;
        left = left.saturating_sub(columns(*c));
        is_in
    };
    let end: Vec<char> = name.chars().rev().take_while(fits).collect();
    let dots = DOTS.get(..room.min(DOTS.len())).unwrap_or_default();
    dots.chars().chain(end.into_iter().rev()).collect()
}

/// Whether the terminal shows UTF-8, according to the environment variables of the locale (POSIX, XBD 8.2).
fn shows_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale =
        names.into_iter().find_map(|name| variable(name).filter(|value| !value.is_empty()));
    let is_utf8 = |locale: &str| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    };
    cfg!(not(unix)) || locale.is_some_and(|locale| is_utf8(&locale))
}

/// The work done so far, which is displayed in words.
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
        // The number of files is left out while the first file is being read.
        if files > 0 {
            write!(f, "{}, ", plural(files, "file"))?;
        }
        write!(f, "{}, {}/s, {}", HumanBytes(bytes), HumanBytes(rate), plural(links, "link"))
    }
}

/// The share of the work that is done, and the time left at the same speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share {
    percent: u64,
    left: Duration,
}

impl Share {
    /// The share of `bytes` that is done. `None` if `bytes` is 0, which means unknown, or if no byte has been read yet.
    fn of(so_far: &SoFar, bytes: u64) -> Option<Share> {
        let done = so_far.bytes.min(bytes);
        let percent = done.saturating_mul(100).checked_div(bytes)?;
        let rest = u128::from(bytes - done) * so_far.time.as_millis();
        let left = rest.checked_div(done.into())?;
        let left = Duration::from_millis(left.try_into().unwrap_or(u64::MAX));
        // Until all bytes are read, at least one second is left.
        let least = Duration::from_secs(u64::from(done < bytes));
        Some(Share { percent, left: left.max(least) })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %, {} left", self.percent, HumanDuration(self.left))
    }
}

/// Formats a count with its noun: `1 file`, `1,234 files`.
fn plural(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_speed_so_far() {
        let so_far = |bytes| SoFar { files: 1, bytes, links: 1, time: Duration::from_secs(10) };
        let share = |done, bytes| Share::of(&so_far(done), bytes).map(|share| share.to_string());
        assert_eq!(share(25, 100).as_deref(), Some("25 %, 30 seconds left"));
        assert_eq!(share(100, 100).as_deref(), Some("100 %, 0 seconds left"));
        // If a file grows, more bytes are read than expected.
        assert_eq!(share(150, 100).as_deref(), Some("100 %, 0 seconds left"));
        assert_eq!(share(99, 100).as_deref(), Some("99 %, 1 second left"));
        assert_eq!(share(25, 0), None);
        assert_eq!(share(0, 100), None);
        assert!(share(1, u64::MAX).is_some());
    }

    #[test]
    fn the_progress_line_fits_the_width_of_the_terminal() {
        let so_far =
            SoFar { files: 24, bytes: 25 << 20, links: 290_958, time: Duration::from_secs(2) };
        let name = "/home/jane/many folders/of \u{6F22}\u{5B57}/file-25.txt";
        let share = "60 %, 1 second left".to_owned();
        let line = Line { share, so_far, name: Some(name.to_owned()) };
        for width in 0..200 {
            let shown = line.fitted(width);
            let is_cut = shown.chars().map(columns).sum::<usize>() > width;
            assert!(!is_cut || width < 21, "{width}: {shown}");
        }
        assert_eq!(line.fitted(38), "60 %, 1 second left: ...\u{5B57}/file-25.txt");
        let long = "60 %, 1 second left, 24 files, 25.00 MiB, 12.50 MiB/s, 290,958 links: ";
        assert_eq!(line.fitted(198), format!("{long}{name}"));
        assert!(line.fitted(98).starts_with(long) && line.fitted(98).ends_with("file-25.txt"));
        let line = Line { share: String::new(), so_far, name: None };
        assert_eq!(line.fitted(20), "290,958 links");
    }

    #[cfg(unix)]
    #[test]
    fn the_first_locale_variable_with_a_value_is_used() {
        let shows = |set: &[(&str, &str)]| {
            shows_utf8(|name| Some(set.iter().find(|(one, _)| *one == name)?.1.to_owned()))
        };
        assert!(shows(&[("LANG", "de_DE.UTF-8")]) && shows(&[("LC_CTYPE", "C.utf8")]));
        assert!(shows(&[("LC_ALL", ""), ("LANG", "C.UTF-8")]));
        assert!(!shows(&[]) && !shows(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]));
    }

    #[test]
    fn figures_are_rounded_and_have_units() {
        let one = SoFar { files: 1, bytes: 2048, links: 1, time: Duration::from_secs(2) };
        assert_eq!(one.to_string(), "1 file, 2.00 KiB, 1.00 KiB/s, 1 link");
        let none = SoFar { files: 0, ..one };
        assert_eq!(none.to_string(), "2.00 KiB, 1.00 KiB/s, 1 link");
        let many = SoFar { files: 12_345, bytes: 0, links: 0, time: Duration::ZERO };
        assert_eq!(many.to_string(), "12,345 files, 0 B, 0 B/s, 0 links");
    }
}
