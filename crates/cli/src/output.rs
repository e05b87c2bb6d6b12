//! How `extract` writes what it finds.

use std::io::{self, BufWriter, StdoutLock, Write};

use linkwright::Match;
use linkwright::text::offsets::LineColumn;
use serde::Serialize;

use crate::record::{Link, VERSION};
use crate::show::Palette;

/// What is written about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `file:line:column: URI`, as compilers do, so that editors and terminals can jump there.
    Located,
    /// The URI.
    Bare,
    /// The record as a line of JSON.
    Jsonl,
    /// Nothing; the number of matches comes at the end.
    Count,
}

impl Shape {
    /// Whether it tells the line and the column, which cost a walk over the text.
    pub(crate) fn is_located(self) -> bool {
        matches!(self, Shape::Located | Shape::Jsonl)
    }
}

/// The file that a match stands in, by both of its names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) shown_name: String,
}

/// Writes matches to standard output.
#[derive(Debug)]
pub(crate) struct Printer {
    out: BufWriter<StdoutLock<'static>>,
    shape: Shape,
    palette: Palette,
    /// Ends each entry: LF, or NUL with `-0`.
    end: u8,
}

const BUFFER: usize = 64 * 1024;

impl Printer {
    pub(crate) fn new(shape: Shape, palette: Palette, end: u8) -> Printer {
        let out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
        Printer { out, shape, palette, end }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// Writes the entry of a match; `place` is there for the shapes that are located.
    pub(crate) fn print(
        &mut self,
        found: &Match<'_>,
        source: &Source,
        place: Option<LineColumn>,
    ) -> io::Result<()> {
        match self.shape {
            Shape::Located => self.located(found, source, place)?,
            Shape::Bare => self.out.write_all(found.uri().as_str().as_bytes())?,
            Shape::Jsonl => serde_json::to_writer(&mut self.out, &Row::new(found, source, place))?,
            Shape::Count => return Ok(()),
        }
        self.out.write_all(&[self.end])
    }

    fn located(
        &mut self,
        found: &Match<'_>,
        source: &Source,
        place: Option<LineColumn>,
    ) -> io::Result<()> {
        let Palette { path, place: number, link, .. } = self.palette;
        let (line, column) = place.map_or((0, 0), |place| (place.line(), place.column()));
        write!(self.out, "{path}{}{path:#}:{number}{line}{number:#}:", source.shown_name)?;
        write!(self.out, "{number}{column}{number:#}: {link}{}{link:#}", found.uri().as_str())
    }

    /// Writes the number of matches, where that is what was asked for.
    pub(crate) fn print_count(&mut self, count: u64) -> io::Result<()> {
        if self.shape == Shape::Count {
            write!(self.out, "{count}")?;
            self.out.write_all(&[self.end])?;
        }
        Ok(())
    }

    /// Lets the reader see what was written so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A line of `--format jsonl`.
#[derive(Debug, Serialize)]
struct Row<'m> {
    v: u32,
    source: RowSource<'m>,
    #[serde(flatten)]
    link: Link<'m>,
}

#[derive(Debug, Serialize)]
struct RowSource<'m> {
    path: &'m str,
    /// Of an archive; there are none yet.
    member: Option<&'m str>,
    /// Of a message; there are none yet.
    part: Option<&'m str>,
    line: Option<usize>,
    column: Option<usize>,
}

impl<'m> Row<'m> {
    fn new(found: &'m Match<'_>, source: &'m Source, place: Option<LineColumn>) -> Row<'m> {
        let source = RowSource {
            path: &source.name,
            member: None,
            part: None,
            line: place.map(LineColumn::line),
            column: place.map(LineColumn::column),
        };
        Row { v: VERSION, source, link: Link::new(found) }
    }
}
