//! `linkwright extract`: the URIs in files and standard input.

use std::io::{self, IsTerminal as _, Read};
use std::path::PathBuf;

use clap::ValueEnum;
use linkwright::find::StreamFinder;
use linkwright::text::offsets::StreamLines;
use linkwright::{Finder, Match};

use crate::args::When;
use crate::input::{self, Input};
use crate::options::FinderArgs;
use crate::outcome::{Failure, Status, complain};
use crate::output::{Printer, Shape, Source};
use crate::selection::{Selection, SelectionArgs};
use crate::show::Palette;

/// Find URIs in files or standard input.
///
/// Files are read as plain text of any size, in a fixed amount of memory. On a terminal each line
/// is `file:line:column: URI`, with columns in characters as a reader sees them; in a pipe it is
/// the URI. A file that cannot be read is reported, and the others go on.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Files to read; `-` or none is standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// What the files are; `auto` is text for now
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = From::Auto)]
    from: From,

    /// What to write: lines for people, or one JSON object a line
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// When to write `file:line:column: ` before each URI; `auto` means on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    location: When,

    /// Write the number of links and nothing else
    #[arg(long, conflicts_with_all = ["format", "location"])]
    count: bool,

    /// End each entry with NUL instead of a line feed, for `xargs -0`
    #[arg(short = '0', long)]
    null: bool,

    #[command(flatten)]
    selection: SelectionArgs,

    #[command(flatten)]
    finder: FinderArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum From {
    /// By what the file is
    Auto,
    /// Plain text
    Text,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Lines for people and for `xargs`
    Text,
    /// A JSON object a line, the LINK record
    Jsonl,
}

impl Args {
    fn shape(&self) -> Shape {
        match (self.count, self.format, self.location) {
            (true, ..) => Shape::Count,
            (_, Format::Jsonl, _) => Shape::Jsonl,
            (.., When::Always) => Shape::Located,
            (.., When::Auto) if io::stdout().is_terminal() => Shape::Located,
            _ => Shape::Bare,
        }
    }
}

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    // Both mean text until there are documents to tell from it.
    let (From::Auto | From::Text) = args.from;
    let mut options = args.finder.clone();
    args.selection.widen(&mut options.settings);
    let finder = options.finder()?;
    let end = if args.null { b'\0' } else { b'\n' };
    let mut sink = Sink::new(
        Selection::new(&args.selection, &options.settings),
        Printer::new(args.shape(), Palette::new(color), end),
    );
    let mut buffer = vec![0; BUFFER];
    let mut has_failed = false;
    for input in Input::all(&args.paths) {
        match search(&finder, &input, &mut buffer, &mut sink)? {
            Ok(skipped) => report_skipped(&input, skipped, options.max_len()),
            Err(error) => {
                has_failed = true;
                complain(format_args!("{}: {error}", input.shown_name()));
            }
        }
    }
    sink.printer.print_count(sink.count)?;
    sink.printer.flush()?;
    Ok(Status::of(sink.count > 0, has_failed))
}

/// How much is read at once: large enough that the calls do not count, small enough for the cache.
const BUFFER: usize = 128 * 1024;

/// Searches one input. An error of the input is the inner result, so that the others can go on;
/// otherwise it gives the number of tokens that were too long.
fn search(
    finder: &Finder,
    input: &Input,
    buffer: &mut [u8],
    sink: &mut Sink,
) -> Result<io::Result<u64>, Failure> {
    let mut reader = match input.open() {
        Ok(reader) => reader,
        Err(error) => return Ok(Err(error)),
    };
    sink.begin(input);
    let mut stream = finder.stream();
    loop {
        match advance(&mut stream, &mut *reader, buffer, sink) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Ok(Err(error)),
        }
        sink.release(stream.pending().map(linkwright::Span::start));
        sink.check()?;
        if *input == Input::Stdin {
            // Who writes to us line by line, as `tail -f` does, wants the links as they come.
            sink.printer.flush()?;
        }
    }
    stream.finish(|found| sink.take(&found));
    sink.check()?;
    Ok(Ok(stream.skipped_too_long()))
}

/// Searches the next bytes of the reader; says whether there were any.
fn advance(
    stream: &mut StreamFinder<'_>,
    mut reader: &mut dyn Read,
    buffer: &mut [u8],
    sink: &mut Sink,
) -> io::Result<bool> {
    if !sink.tells_lines() {
        return Ok(stream.read_from(&mut reader, |found| sink.take(&found))? > 0);
    }
    let len = input::read(reader, buffer)?;
    let chunk = &buffer[..len];
    sink.push(chunk);
    stream.push(chunk, |found| sink.take(&found));
    Ok(len > 0)
}

fn report_skipped(input: &Input, skipped: u64, max_len: u64) {
    let name = input.shown_name();
    match skipped {
        0 => {}
        1 => complain(format_args!("{name}: 1 token longer than {max_len} bytes was skipped")),
        _ => complain(format_args!(
            "{name}: {skipped} tokens longer than {max_len} bytes were skipped"
        )),
    }
}

/// How far before what is pending a match may begin: what is pending may be the `:` or the `@` of a
/// URI, and its scheme or mailbox stand before that. The finder looks no further back.
const REACH: usize = 1024;

/// Takes the matches of one input after the other.
struct Sink {
    selection: Selection,
    printer: Printer,
    /// Of the current input, where the output tells lines.
    lines: StreamLines,
    source: Source,
    /// The bytes of the current input so far.
    read: usize,
    /// The matches of all inputs.
    count: u64,
    /// What went wrong while matches were written: their callback cannot return it.
    failed: Option<io::Error>,
}

impl Sink {
    fn new(selection: Selection, printer: Printer) -> Sink {
        Sink {
            selection,
            printer,
            lines: StreamLines::new(),
            source: Source::default(),
            read: 0,
            count: 0,
            failed: None,
        }
    }

    fn begin(&mut self, input: &Input) {
        self.source = Source { name: input.name(), shown_name: input.shown_name() };
        self.lines.clear();
        self.read = 0;
    }

    /// Whether the output tells lines, so that the text has to be counted.
    fn tells_lines(&self) -> bool {
        self.printer.shape().is_located()
    }

    fn push(&mut self, chunk: &[u8]) {
        self.read += chunk.len();
        self.lines.push(chunk);
    }

    /// No match will begin much before `pending` any more, nor before the end if nothing is pending.
    fn release(&mut self, pending: Option<usize>) {
        self.lines.release(pending.unwrap_or(self.read).saturating_sub(REACH));
    }

    fn take(&mut self, found: &Match<'_>) {
        if self.failed.is_some() || !self.selection.takes(found) {
            return;
        }
        self.count += 1;
        let is_located = self.printer.shape().is_located();
        let place = is_located.then(|| self.lines.line_column(found.span().start()));
        self.failed = self.printer.print(found, &self.source, place).err();
    }

    fn check(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}
