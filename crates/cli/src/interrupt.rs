//! Handles signals that end a run: the output ends with a complete row, and the exit status tells which signal arrived.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::{process, thread};

use crate::replacement;

/// The time after which the process ends in any case. Without this limit the process would hang if nothing reads its
/// output.
const PATIENCE: Duration = Duration::from_secs(2);

/// Installs handlers for SIGINT, SIGTERM and SIGHUP, or for Ctrl-C and similar events on systems other than Unix. A
/// signal calls `end`, and then ends the process with the status 128 plus the signal number. A second signal ends the
/// process at once.
///
/// On Linux, a signal that was ignored when the command started remains ignored, as `nohup` expects.
pub(crate) fn listen(end: impl Fn() + Send + Sync + 'static) {
    let end = Arc::new(end);
    let is_ending = AtomicBool::new(false);
    on_signal(move |status| {
        if is_ending.swap(true, Ordering::Relaxed) {
            process::exit(status);
        }
        let end = Arc::clone(&end);
        thread::spawn(move || {
            end();
            exit(status);
        });
        thread::spawn(move || {
            thread::sleep(PATIENCE);
            process::exit(status);
        });
    });
}

/// Like [`listen`], for subcommands that write only complete rows to standard output: the process ends between two
/// writes.
pub(crate) fn listen_between_rows() {
    // The lock is never released, so that no other thread begins a row before the process ends.
    listen(|| {
        let mut stdout = io::stdout().lock();
        // Errors are ignored, because the process is about to end.
        let _ = stdout.flush();
        core::mem::forget(stdout);
    });
}

fn exit(status: i32) -> ! {
    replacement::remove_drafts();
    #[cfg(feature = "sqlite")]
    linkwright_harvest::remove_private_copies();
    process::exit(status)
}

#[cfg(unix)]
fn on_signal(mut handle: impl FnMut(i32) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    // At SIGXFSZ nothing is done, and the write that exceeds the limit on the size of files fails.
    let heeded = [SIGHUP, SIGINT, SIGTERM, SIGXFSZ].into_iter();
    let heeded: Vec<i32> = heeded.filter(|&signal| ignored & (1 << (signal - 1)) == 0).collect();
    // If handlers cannot be installed, signals have their default effect and end the process.
    let Ok(mut signals) = Signals::new(heeded) else { return };
    thread::spawn(move || {
        for signal in signals.forever().filter(|&signal| signal != SIGXFSZ) {
            handle(128 + signal);
        }
    });
}

/// The signals that the process inherited as ignored, one bit each; 0 on systems other than Linux. This must be called
/// before handlers are installed.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn on_signal(mut handle: impl FnMut(i32) + Send + 'static) {
    let _ = ctrlc::set_handler(move || handle(130));
}
