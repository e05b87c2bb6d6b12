//! Decodes PDF and SQLite in a separate process with a memory limit.
//!
//! The harvester limits the size of the decoded content, but the objects of a hostile PDF may need many times as much
//! memory, and SQLite is not written in Rust. The command therefore starts itself as a child process with a hidden first
//! argument. The child reads a PDF from its standard input, or a database from a path, and writes the content to its
//! standard output. If the child runs out of memory, only the child ends, and the harvester reports the file.

use std::env;
use std::ffi::OsString;
use std::io::{self, Read};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};

use linkwright_harvest::{Limit, Limits};

/// The first argument of a child process that decodes a PDF. The limits follow as further arguments.
#[cfg(feature = "pdf")]
const PDF: &str = "__decode-pdf";

/// The first argument of a child process that reads a database. The limits and the path of the database follow.
#[cfg(feature = "sqlite")]
const SQLITE: &str = "__read-sqlite";

/// Starts a child process, sends it `pdf`, and returns a reader of the decoded content.
#[cfg(feature = "pdf")]
pub(crate) fn decode_pdf(pdf: &[u8], limits: &Limits) -> io::Result<Box<dyn Read>> {
    let mut child = command(PDF, limits)?.stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // An error means that the child ended early. The harvester notices this, because the end marker of the output
        // is missing.
        let _ = io::Write::write_all(&mut input, pdf);
    }
    Ok(Decoder::of(child))
}

/// Starts a child process that reads the database at `path`, and returns a reader of its content.
#[cfg(feature = "sqlite")]
pub(crate) fn read_sqlite(path: &std::path::Path, limits: &Limits) -> io::Result<Box<dyn Read>> {
    Ok(Decoder::of(command(SQLITE, limits)?.arg(path).stdin(Stdio::null()).spawn()?))
}

fn command(verb: &str, limits: &Limits) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    let numbers = Limit::ALL.map(|limit| limits.get(limit).to_string());
    command.arg(verb).args(numbers).stdout(Stdio::piped()).stderr(Stdio::null());
    Ok(command)
}

/// A running child process. Dropping this value ends the process.
struct Decoder {
    child: Child,
    output: Option<io::BufReader<ChildStdout>>,
}

impl Decoder {
    fn of(mut child: Child) -> Box<dyn Read> {
        let output = child.stdout.take().map(io::BufReader::new);
        Box::new(Decoder { child, output })
    }
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

/// If the first argument is that of a child process, decodes, and returns the exit code of the process.
pub(crate) fn decode_if_told() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    let decode = match arguments.next()?.to_str()? {
        #[cfg(feature = "pdf")]
        PDF => write_pdf,
        #[cfg(feature = "sqlite")]
        SQLITE => write_sqlite,
        _ => return None,
    };
    let done = limits(&mut arguments).and_then(|limits| run(decode, &limits, &mut arguments).ok());
    Some(if done.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

type Arguments<'a> = &'a mut dyn Iterator<Item = OsString>;

fn limits(arguments: Arguments<'_>) -> Option<Limits> {
    Limit::ALL.into_iter().try_fold(Limits::default(), |limits, limit| {
        Some(limits.with(limit, arguments.next()?.to_str()?.parse().ok()?))
    })
}

type Decode = fn(&Limits, Arguments<'_>, &mut dyn io::Write) -> io::Result<()>;

fn run(decode: Decode, limits: &Limits, arguments: Arguments<'_>) -> io::Result<()> {
    limit_memory(limits)?;
    // The decoder may panic. The panic message is not needed, because the harvester reports that the output is
    // incomplete.
    std::panic::set_hook(Box::new(|_| {}));
    let mut output = io::BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    decode(limits, arguments, &mut output)
}

#[cfg(feature = "pdf")]
fn write_pdf(limits: &Limits, _: Arguments<'_>, output: &mut dyn io::Write) -> io::Result<()> {
    linkwright_harvest::write_pdf_content(&mut io::stdin().lock(), limits, output)
}

#[cfg(feature = "sqlite")]
fn write_sqlite(
    limits: &Limits,
    arguments: Arguments<'_>,
    output: &mut dyn io::Write,
) -> io::Result<()> {
    let path = arguments.next().ok_or(io::ErrorKind::InvalidInput)?;
    linkwright_harvest::write_sqlite_content(path.as_ref(), limits, output)
}

/// Limits the memory of this process, and disables core dumps.
#[cfg(unix)]
fn limit_memory(limits: &Limits) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // A limit that the process has already cannot be raised.
    let most = getrlimit(Resource::As).maximum.unwrap_or(u64::MAX);
    let memory = (limits.get(Limit::Memory) / 2).min(most);
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
