//! Errors as values: the struct `lw_error` of the caller.

use core::ffi::{c_char, c_int};
use linkwright::options::OptionError;
use linkwright::uri::ParseError;

/// What a function returns, and the first member of [`LwError`]. The numbers are those of `enum lw_status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// No error.
    Ok = 0,
    /// A handle is `NULL`, was freed, or belongs to another type.
    Handle = 1,
    /// A handle is in use elsewhere.
    Busy = 2,
    /// A pointer, a length or a number that cannot be right.
    Argument = 3,
    /// A name that is not UTF-8.
    Utf8 = 4,
    /// A wrong option.
    Option = 5,
    /// A text that is not a URI.
    Uri = 6,
    /// The callback stopped the call.
    Stopped = 7,
    /// A defect of the library.
    Internal = 8,
}

/// The place of an error that has none.
pub(crate) const NOWHERE: usize = usize::MAX;

/// An error, in memory of the caller; `struct lw_error` in C.
#[repr(C)]
pub struct LwError {
    /// A [`Status`].
    pub status: c_int,
    /// The place in the text that the error is about, in bytes, or `SIZE_MAX`.
    pub at: usize,
    /// The option that the error is about, or empty.
    pub option: [c_char; 64],
    /// What is wrong. If it had to be cut, it ends in `...`.
    pub message: [c_char; 512],
}

impl Default for LwError {
    fn default() -> LwError {
        LwError { status: 0, at: NOWHERE, option: [0; 64], message: [0; 512] }
    }
}

impl core::fmt::Debug for LwError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LwError")
            .field("status", &self.status)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

/// The reason why a function failed. It is in a box, so that a result that did not fail is small.
#[derive(Debug)]
pub(crate) struct Failure(Box<Reason>);

#[derive(Debug)]
struct Reason {
    status: Status,
    at: usize,
    option: String,
    message: String,
}

impl Failure {
    #[cold]
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Failure {
        let (option, message) = (String::new(), message.into());
        Failure(Box::new(Reason { status, at: NOWHERE, option, message }))
    }

    /// The failure that a handle of an object of this type is wrong.
    #[cold]
    pub(crate) fn of_handle(name: &str, problem: &str) -> Failure {
        Failure::new(Status::Handle, format!("{name}: {problem}"))
    }

    /// The same failure with its place, in bytes.
    pub(crate) fn at(mut self, at: usize) -> Failure {
        self.0.at = at;
        self
    }

    /// The same failure with the name of the option that is wrong.
    pub(crate) fn of_option(mut self, option: &str) -> Failure {
        option.clone_into(&mut self.0.option);
        self
    }

    pub(crate) fn status(&self) -> Status {
        self.0.status
    }

    pub(crate) fn write(&self, error: &mut LwError) {
        error.status = self.0.status as c_int;
        error.at = self.0.at;
        copy(&self.0.option, &mut error.option);
        copy(&self.0.message, &mut error.message);
    }
}

/// Copies `text` with a NUL behind it. A text that is too long is cut at a character and ends in `...`.
fn copy(text: &str, to: &mut [c_char]) {
    let room = to.len() - 1;
    let is_cut = text.len() > room;
    let mut kept = if is_cut { room - 3 } else { text.len() };
    while !text.is_char_boundary(kept) {
        kept -= 1;
    }
    let kept = text.get(..kept).unwrap_or_default();
    let dots = if is_cut { "..." } else { "" };
    // A NUL inside would end the text for C.
    let bytes = kept.bytes().chain(dots.bytes()).map(|byte| if byte == 0 { b' ' } else { byte });
    for (to, byte) in to.iter_mut().zip(bytes.chain([0])) {
        *to = byte.cast_signed();
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Failure {
        Failure::new(Status::Option, error.to_string()).of_option(error.option())
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::new(Status::Uri, error.to_string()).at(error.at())
    }
}
