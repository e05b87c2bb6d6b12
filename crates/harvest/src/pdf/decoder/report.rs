//! Reports the parts of a document, and problems of the decoder.

use core::ops::ControlFlow;
use core::panic::AssertUnwindSafe;
use std::panic;

use super::guard::Guard;
use crate::model::{DiagnosticKind, Limit};
use crate::pdf::content::PdfPart;
use crate::wire::Problem;

/// A function that receives the parts of a document, and returns [`ControlFlow::Break`] to end the reading.
pub(in crate::pdf) type Take<'t> = &'t mut dyn FnMut(PdfPart) -> ControlFlow<()>;

/// Calls `read`, and then calls `take` with each part. If the decoder panics or exceeds a bound, a problem is added
/// after the parts. `take` is called only after `read` has returned, so a panic of `take` is not reported as a panic of
/// the decoder.
pub(super) fn part(
    guard: &Guard<'_>,
    name: &str,
    take: Take<'_>,
    read: impl FnOnce(&mut Vec<PdfPart>),
) -> ControlFlow<()> {
    let mut parts = Vec::new();
    let is_done = contained(|| read(&mut parts)).is_some();
    parts.extend((!is_done).then(|| PdfPart::Problem(failed(name, false))));
    parts.extend(
        guard.take_breach().map(|(limit, value)| PdfPart::Problem(breached(limit, value, name))),
    );
    parts.into_iter().try_for_each(take)
}

/// The value of `read`; `None` if it panics.
pub(super) fn contained<T>(read: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(read)).ok()
}

pub(super) fn failed(what: &str, is_skip: bool) -> Problem {
    damaged(&format!("the decoder failed on {what}"), is_skip)
}

pub(super) fn damaged(message: &str, is_skip: bool) -> Problem {
    let message = format!("a damaged PDF document: {message}");
    Problem { is_skip, ..Problem::new(DiagnosticKind::Malformed, message) }
}

/// Describes the bound that was exceeded in `place`.
fn breached(limit: Limit, value: u64, place: &str) -> Problem {
    let message = match limit {
        Limit::Held => format!("{place}: a stream of more than {value} bytes, not read"),
        Limit::PageStrings => format!("{place}: more than {value} strings, not read"),
        _ => format!("{place}: streams of more than {value} bytes in total, stopped"),
    };
    Problem::new(limit, message)
}
