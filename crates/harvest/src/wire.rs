//! The format in which a decoder in another process sends the parts of a document.
//!
//! A structure is written as its members in the order of their declaration, an enumeration as a tag and its members.
//! Numbers are little-endian. A text is written as its length and its bytes, and a list as its length and its elements.
//! An optional value is written as one byte, which is followed by the value if the byte is 1. The parts are optional
//! values, and `None` is the last: if it is missing, the other process has failed. The format has no version, because
//! the same program writes and reads it.

use core::ops::ControlFlow;
use std::io::{self, Read, Write};
use std::sync::mpsc;
use std::thread;

use crate::model::{Cause, Diagnostic, DiagnosticKind, Limit, Place};

/// A value that can be written as bytes and read again.
pub(crate) trait Wire: Sized {
    fn write(&self, to: &mut dyn Write) -> io::Result<()>;
    fn read(from: &mut dyn Read) -> io::Result<Self>;
}

/// Something that was not read, and why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    pub(crate) cause: Cause,
    /// Whether no part of the document was read.
    pub(crate) is_skip: bool,
    pub(crate) message: String,
}

impl Problem {
    /// A problem of a document that is read at least in part.
    pub(crate) fn new(cause: impl Into<Cause>, message: impl Into<String>) -> Problem {
        Problem { cause: cause.into(), is_skip: false, message: message.into() }
    }

    /// The problem of a document whose decoder in another process, called `decoder`, has failed.
    pub(crate) fn ended(decoder: &str, error: &io::Error, is_skip: bool) -> Problem {
        let message = match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                format!("{decoder} ended early, and may have reached its memory limit")
            }
            _ => format!("{decoder}: {error}"),
        };
        Problem { is_skip, ..Problem::new(Limit::Held, message) }
    }

    /// The diagnostic for the document at `place`.
    pub(crate) fn diagnostic(&self, place: &Place) -> Diagnostic {
        let diagnostic = Diagnostic::new(place, self.cause, &*self.message);
        if self.is_skip { diagnostic.skipping() } else { diagnostic }
    }
}

/// Calls `decode` with a function that writes each part to `out`, and writes the end.
pub(crate) fn write_parts<Part: Wire>(
    out: &mut dyn Write,
    decode: impl FnOnce(&mut dyn FnMut(Part) -> ControlFlow<()>),
) -> io::Result<()> {
    let mut written = Ok(());
    decode(&mut |part| {
        written = Some(part).write(out);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    None::<Part>.write(out)?;
    out.flush()
}

/// The stack of a decoder, in bytes. The objects of a PDF may be nested 128 levels deep, an expression of a database
/// 1000 levels.
const STACK: usize = 16 << 20;

/// Runs `decode` in a thread with a large stack, because the stack of the caller may be small, and calls `take` with
/// each part. The thread is at most `ahead` parts ahead.
pub(crate) fn on_large_stack<Part: Send>(
    ahead: usize,
    decode: impl FnOnce(&mut dyn FnMut(Part) -> ControlFlow<()>) + Send,
    take: &mut dyn FnMut(Part) -> ControlFlow<()>,
) -> io::Result<()> {
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(ahead);
        let decode = move || {
            decode(&mut |part| match sender.send(part) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        };
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, decode)?;
        for part in receiver {
            if take(part).is_break() {
                break;
            }
        }
        Ok(())
    })
}

/// Calls `take` with each part that [`write_parts`] has written.
pub(crate) fn read_parts<Part: Wire>(
    from: &mut dyn Read,
    take: &mut dyn FnMut(Part) -> ControlFlow<()>,
) -> io::Result<()> {
    while let Some(part) = Wire::read(from)? {
        if take(part).is_break() {
            break;
        }
    }
    Ok(())
}

/// Implements [`Wire`] for structures. The members are written in the order in which they are listed.
macro_rules! members {
    ($($name:ident { $($member:ident),+ })+) => {$(
        impl $crate::wire::Wire for $name {
            fn write(&self, to: &mut dyn Write) -> io::Result<()> {
                $(self.$member.write(to)?;)+
                Ok(())
            }

            fn read(from: &mut dyn Read) -> io::Result<$name> {
                Ok($name { $($member: Wire::read(from)?,)+ })
            }
        }
    )+};
}

/// Implements [`Wire`] for numbers, in little-endian order.
macro_rules! numbers {
    ($($number:ty)+) => {$(
        impl Wire for $number {
            fn write(&self, to: &mut dyn Write) -> io::Result<()> {
                to.write_all(&self.to_le_bytes())
            }

            fn read(from: &mut dyn Read) -> io::Result<$number> {
                let mut bytes = [0; size_of::<$number>()];
                from.read_exact(&mut bytes)?;
                Ok(<$number>::from_le_bytes(bytes))
            }
        }
    )+};
}

numbers! { u8 u32 i64 f32 }

impl Wire for bool {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        u8::from(*self).write(to)
    }

    fn read(from: &mut dyn Read) -> io::Result<bool> {
        Ok(u8::read(from)? != 0)
    }
}

impl<const N: usize> Wire for [f32; N] {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        self.iter().try_for_each(|number| number.write(to))
    }

    fn read(from: &mut dyn Read) -> io::Result<[f32; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = f32::read(from)?;
        }
        Ok(numbers)
    }
}

impl Wire for Vec<u8> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        write_len(self.len(), to)?;
        to.write_all(self)
    }

    /// Memory is allocated for received bytes only, so a false length does not fill the memory.
    fn read(from: &mut dyn Read) -> io::Result<Vec<u8>> {
        let len = u64::from(u32::read(from)?);
        let mut bytes = Vec::new();
        let read = from.take(len).read_to_end(&mut bytes)?;
        if read as u64 == len { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Wire for String {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        write_len(self.len(), to)?;
        to.write_all(self.as_bytes())
    }

    fn read(from: &mut dyn Read) -> io::Result<String> {
        String::from_utf8(Wire::read(from)?).map_err(|_| invalid("a text that is not UTF-8"))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        self.is_some().write(to)?;
        self.as_ref().map_or(Ok(()), |value| value.write(to))
    }

    fn read(from: &mut dyn Read) -> io::Result<Option<T>> {
        if bool::read(from)? { T::read(from).map(Some) } else { Ok(None) }
    }
}

members! {
    Problem { cause, is_skip, message }
}

impl Wire for Cause {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let number = match self {
            Cause::Fault(kind) => *kind as usize,
            Cause::Limit(limit) => DiagnosticKind::ALL.len() + *limit as usize,
        };
        u8::try_from(number).unwrap_or_default().write(to)
    }

    fn read(from: &mut dyn Read) -> io::Result<Cause> {
        let kinds = DiagnosticKind::ALL.into_iter().map(Cause::Fault);
        let mut causes = kinds.chain(Limit::ALL.into_iter().map(Cause::Limit));
        let cause = causes.nth(usize::from(u8::read(from)?));
        cause.ok_or_else(|| invalid("an unknown cause of a diagnostic"))
    }
}

pub(crate) fn write_len(len: usize, to: &mut dyn Write) -> io::Result<()> {
    u32::try_from(len).map_err(|_| invalid("more than 4 GiB"))?.write(to)
}

pub(crate) fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

pub(crate) use members;
