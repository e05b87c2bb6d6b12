//! Decodes PDF in a separate process with a memory limit.
//!
//! The harvester limits the size of the decoded content, but the objects of a hostile file may need many times as much
//! memory. The command therefore starts itself as a child process with a hidden first argument. The child reads the PDF
//! from its standard input, and writes the content to its standard output. If the child runs out of memory, only the
//! child ends, and the harvester reports the file.

use std::env;
use std::ffi::OsString;
use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};

use linkwright_harvest::{Limits, write_pdf_content};

/// The first argument of the child process. The limits follow as further arguments.
const VERB: &str = "__decode-pdf";

/// The memory limit of the child process, in bytes, unless the size limit for documents calls for more.
#[cfg(unix)]
const MEMORY: u64 = 1 << 30;

/// How many bytes of memory the child process may use per byte of the size limit for documents.
#[cfg(unix)]
const MEMORY_PER_BYTE: u64 = 8;

/// Starts a child process, sends it `pdf`, and returns a reader of the decoded content.
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
        // An error means that the child ended early. The harvester notices this, because the end marker of the output
        // is missing.
        let _ = input.write_all(pdf);
    }
    let output = child.stdout.take().map(io::BufReader::new);
    Ok(Box::new(Decoder { child, output }))
}

/// A running child process. Dropping this value ends the process.
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
        // Either the child has already ended, or its output is no longer needed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// If the first argument is [`VERB`], decodes standard input and returns the exit code of the process.
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
    // The decoder may panic. The panic message is not needed, because the harvester reports that the output is
    // incomplete.
    std::panic::set_hook(Box::new(|_| {}));
    let mut output = io::BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    write_pdf_content(&mut io::stdin().lock(), limits, &mut output)
}

/// Limits the memory of this process, and disables core dumps.
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
#[expect(clippy::unnecessary_wraps, reason = "same signature as on Unix")]
fn limit_memory(_: &Limits) -> io::Result<()> {
    Ok(())
}
