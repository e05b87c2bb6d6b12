//! Signals that end a run: the output ends with a whole row, and the exit status names the signal.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::{process, thread};

use crate::replacement;

/// The time after which a signal ends the process in any case. Without this limit the process could hang, if nothing
/// reads its output.
const PATIENCE: Duration = Duration::from_secs(2);

/// From now on SIGINT, SIGTERM and SIGHUP (Ctrl-C and similar events on systems other than Unix) call `end` and end the
/// process with the status 128 plus the number of the signal. A second signal ends the process at once.
///
/// On Linux, signals that are ignored when the command starts stay ignored, as `nohup` expects.
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

/// Like [`listen`], for verbs that write only whole rows to standard output: the run ends between two writes.
pub(crate) fn listen_between_rows() {
    // The lock is never released, so no other thread begins a row before the process ends.
    listen(|| core::mem::forget(flushed_stdout()));
}

fn flushed_stdout() -> io::StdoutLock<'static> {
    let mut stdout = io::stdout().lock();
    // An error is ignored, because the process is about to end.
    let _ = stdout.flush();
    stdout
}

fn exit(status: i32) -> ! {
    replacement::remove_drafts();
    process::exit(status)
}

#[cfg(unix)]
fn on_signal(mut handle: impl FnMut(i32) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    let heeded = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let heeded: Vec<i32> = heeded.filter(|&signal| ignored & (1 << (signal - 1)) == 0).collect();
    // If signals cannot be handled, they end the process as usual.
    let Ok(mut signals) = Signals::new(heeded) else { return };
    thread::spawn(move || {
        for signal in &mut signals {
            handle(128 + signal);
        }
    });
}

/// The signals that the process ignores, one bit each. They were ignored when it started, because no handler is
/// installed yet. On systems other than Linux the result is 0.
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
