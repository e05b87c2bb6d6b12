//! The decoder of PDF in a separate process, with a limit on its memory.
//!
//! The harvester limits the size of the decoded content, but the objects of a hostile file may take many times the
//! memory of its bytes. The command therefore starts itself with a hidden first argument. That child process reads the
//! PDF from its standard input, and writes the content to its standard output. If it runs out of memory, only the child
//! ends, and the harvester reports the file.

use std::env;
use std::ffi::OsString;
use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};

use linkwright_harvest::{Limits, write_pdf_content};

/// The first argument of the process that decodes. The limits follow it.
const VERB: &str = "__decode-pdf";

/// The limit on the memory of the decoding process, in bytes. It is higher if the limit on the size of documents is
/// high.
#[cfg(unix)]
const MEMORY: u64 = 1 << 30;

/// The limit on the memory for each byte of the longest document that may be held.
#[cfg(unix)]
const MEMORY_PER_BYTE: u64 = 8;

/// Starts the process that decodes `pdf`, and writes the PDF to it; returns a reader of the content.
pub(crate) fn start(pdf: &[u8], limits: &Limits) -> io::Result<Box<dyn Read>> {
    let Limits { held_bytes, unpacked_bytes, ratio, members, .. } = limits;
    let numbers = [*held_bytes as u64, *unpacked_bytes, *ratio, *members as u64];
    let mut child = Command::new(env::current_exe()?)
        .arg(VERB)
        .args(numbers.map(|number| number.to_string()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // An error means that the process has ended early. The harvester detects this, because the end of the output is
        // missing.
        let _ = input.write_all(pdf);
    }
    let output = child.stdout.take().map(io::BufReader::new);
    Ok(Box::new(Decoder { child, output }))
}

/// A process that decodes. Dropping this value ends the process.
struct Decoder {
    child: Child,
    output: Option<io::BufReader<ChildStdout>>,
}

impl Read for Decoder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.output.as_mut().map_or(Ok(0), |output| output.read(buffer))
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // The process has ended already, or nothing reads its output.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Decodes standard input and returns the exit status, if the first argument is [`VERB`].
pub(crate) fn decode_if_told() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next()? != VERB {
        return None;
    }
    let is_done = limits(arguments).is_some_and(|limits| decode(&limits).is_ok());
    Some(if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn limits(mut arguments: impl Iterator<Item = OsString>) -> Option<Limits> {
    let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
    let (held, unpacked_bytes, ratio, members) = (number()?, number()?, number()?, number()?);
    let held_bytes = usize::try_from(held).ok()?;
    let members = usize::try_from(members).ok()?;
    Some(Limits { held_bytes, unpacked_bytes, ratio, members, ..Limits::default() })
}

fn decode(limits: &Limits) -> io::Result<()> {
    limit_memory(limits)?;
    // The decoder may panic. The harvester reports the missing end of the output, so the message of the panic is not
    // needed.
    std::panic::set_hook(Box::new(|_| {}));
    let mut output = io::BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    write_pdf_content(&mut io::stdin().lock(), limits, &mut output)
}

/// Limits the memory of this process, and turns core dumps off.
#[cfg(unix)]
fn limit_memory(limits: &Limits) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let memory = (limits.held_bytes as u64).saturating_mul(MEMORY_PER_BYTE).max(MEMORY);
    for (resource, bytes) in [(Resource::As, memory), (Resource::Core, 0)] {
        setrlimit(resource, Rlimit { current: Some(bytes), maximum: Some(bytes) })?;
    }
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
fn limit_memory(_: &Limits) -> io::Result<()> {
    Ok(())
}
