//! Finds links in Jupyter notebooks (nbformat 3 to 5), which are JSON documents with a list of cells.
//!
//! The source of a cell is one text, which the file usually stores as a list of lines. The source is read as Markdown
//! in a Markdown cell, and as code in a code cell. The lines of an output are also joined, and are read according to
//! their media type. Pictures, videos, PDF data, and files that are attached to a cell are not read. All other strings
//! are read as in any JSON document.

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::json::path::Path;
use super::json::strings::{Strings, Token};
use super::json::{self, unescape};
use super::nested::Nested;
use super::{html, markdown, xml};
use crate::model::Origin;
use crate::sink::Sink;

pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut tokens = Strings::new(document, Span::new(0, document.len()));
    let mut walker =
        NotebookWalker { document, sink, path: Path::new(document, DEEPEST), cell: None, list: 0 };
    while !walker.sink.is_cancelled() {
        match tokens.next_token() {
            Ok(Some(token)) => walker.token(token),
            Ok(None) => return walker.end_cell(),
            Err(fault) => {
                walker.end_cell();
                return json::read_on(document, &fault, document.len(), walker.sink);
            }
        }
    }
}

/// Whether `head` is the beginning of a notebook, which is JSON that contains `"cell_type"`.
pub(crate) fn is_notebook(head: &[u8]) -> bool {
    head.trim_ascii_start().starts_with(b"{")
        && memchr::memmem::find(head, b"\"cell_type\"").is_some()
        && json::is_json(head)
}

/// The number of nested containers for which the names of members are stored. This is enough for the parts of cells,
/// even in nbformat 3, where the cells are inside a list of worksheets.
const DEEPEST: usize = 8;

struct NotebookWalker<'d, 's> {
    document: &'d [u8],
    sink: &'s mut dyn Sink,
    path: Path<'d>,
    cell: Option<NotebookCell>,
    /// How many containers have been opened so far. This number identifies the container that was opened last.
    list: usize,
}

/// A cell, which is an object in a list of cells.
#[derive(Debug)]
struct NotebookCell {
    depth: usize,
    kind: Option<Span>,
    /// The lines of the source of the cell.
    source: Vec<Span>,
    /// The other texts of the cell, in order.
    others: Vec<CellText>,
}

/// A text of a cell that is not its source.
#[derive(Debug)]
struct CellText {
    kind: TextKind,
    /// The number of the list that contains the lines; 0 for a single string, and for a string that is read as JSON.
    list: usize,
    lines: Vec<Span>,
}

/// The way in which a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextKind {
    Plain,
    Html,
    Markdown,
    Xml,
    /// Not read.
    Picture,
    /// Read like any JSON string.
    Json,
}

impl TextKind {
    /// The kind of an output called `name`, which is a media type, or a short name in nbformat 3.
    fn of(name: &[u8]) -> TextKind {
        match name {
            b"text" | b"text/plain" => TextKind::Plain,
            b"html" | b"text/html" => TextKind::Html,
            b"text/markdown" => TextKind::Markdown,
            b"svg" | b"image/svg+xml" => TextKind::Xml,
            b"png" | b"jpeg" | b"pdf" | b"application/pdf" => TextKind::Picture,
            _ if name.starts_with(b"image/") || name.starts_with(b"video/") => TextKind::Picture,
            _ => TextKind::Json,
        }
    }
}

impl<'d> NotebookWalker<'d, '_> {
    fn token(&mut self, token: Token) {
        match token {
            Token::Begin => self.begin(),
            Token::End => self.end(),
            Token::Name(place) => {
                self.path.name(place);
                self.other(place);
            }
            Token::String(place) => self.string(place),
        }
    }

    fn begin(&mut self) {
        self.path.begin();
        self.list += 1;
        let is_in_cells = self.path.above(2) == b"cells" && self.path.above(1).is_empty();
        if is_in_cells && self.path.is_kept() && self.cell.is_none() {
            let (source, others) = (Vec::new(), Vec::new());
            self.cell = Some(NotebookCell { depth: self.path.depth(), kind: None, source, others });
        }
    }

    fn end(&mut self) {
        if self.cell.as_ref().is_some_and(|cell| cell.depth == self.path.depth()) {
            self.end_cell();
        }
        self.path.end();
    }

    /// Stores a string that is a value, or reads it if it is outside all cells.
    fn string(&mut self, place: Span) {
        let Some(levels) =
            self.cell.as_ref().and_then(|cell| self.path.depth().checked_sub(cell.depth))
        else {
            return self.other(place);
        };
        let is_list = levels == 1 && self.path.above(0).is_empty();
        let name = if levels == 0 || is_list { self.path.above(levels) } else { &[] };
        let (is_source, is_kind) = (matches!(name, b"source" | b"input"), name == b"cell_type");
        match &mut self.cell {
            Some(cell) if is_source => cell.source.push(place),
            Some(cell) if is_kind && levels == 0 => cell.kind = Some(place),
            _ => self.output(place),
        }
    }

    /// Stores a string of a cell other than its source and its type. Attached files are not stored.
    fn output(&mut self, place: Span) {
        let own =
            self.cell.as_ref().and_then(|cell| self.path.from(cell.depth.checked_sub(1)?).next());
        let member = own.unwrap_or_default();
        if member == b"attachments" {
            return;
        }
        let is_list = self.path.is_kept() && self.path.above(0).is_empty();
        let is_output = member == b"outputs";
        let kind = if is_output {
            TextKind::of(self.path.above(usize::from(is_list)))
        } else {
            TextKind::Json
        };
        let list = if is_list && kind != TextKind::Json { self.list } else { 0 };
        let Some(cell) = &mut self.cell else { return };
        match cell.others.last_mut() {
            Some(last) if list > 0 && last.list == list => last.lines.push(place),
            _ => cell.others.push(CellText { kind, list, lines: vec![place] }),
        }
    }

    /// Stores a string of a cell that is read like any JSON string. Outside all cells, the string is read immediately.
    fn other(&mut self, place: Span) {
        match &mut self.cell {
            Some(cell) => {
                cell.others.push(CellText { kind: TextKind::Json, list: 0, lines: vec![place] });
            }
            None => json::read_string(self.document, place, self.sink),
        }
    }

    /// Reads the texts of the cell that has just ended, in the order of the document.
    fn end_cell(&mut self) {
        let Some(cell) = self.cell.take() else { return };
        let start = cell.source.first().map_or(usize::MAX, |line| line.start());
        let is_before =
            |text: &CellText| text.lines.first().is_some_and(|line| line.start() < start);
        let (before, after) = cell.others.split_at(cell.others.partition_point(is_before));
        for text in before {
            self.text(text);
        }
        self.source(&cell);
        for text in after {
            self.text(text);
        }
    }

    /// Reads a text that is not the source of a cell.
    fn text(&mut self, text: &CellText) {
        match text.kind {
            TextKind::Picture => return,
            TextKind::Json => {
                let read = |line: &Span| json::read_string(self.document, *line, self.sink);
                return text.lines.iter().for_each(read);
            }
            _ => {}
        }
        let run = self.run(&text.lines);
        match text.kind {
            TextKind::Html => html::read_run(&run, self.sink),
            TextKind::Markdown => {
                markdown::read(run.text(), &mut Nested::new(run.map(), self.sink));
            }
            TextKind::Xml => xml::read(run.text(), &mut Nested::new(run.map(), self.sink)),
            _ => self.sink.search_run(&run),
        }
    }

    /// The lines of a text, unescaped and joined.
    fn run(&self, lines: &[Span]) -> TextRun<'d> {
        let mut run = TextRun::new(self.document);
        for line in lines {
            unescape::push(&mut run, *line);
        }
        run
    }

    fn source(&mut self, cell: &NotebookCell) {
        let run = self.run(&cell.source);
        match cell.kind.map(|kind| kind.of(self.document)) {
            Some(b"code") => self.sink.search_run_as(&run, |_| Origin::Code),
            Some(b"markdown") => {
                markdown::read(run.text(), &mut Nested::new(run.map(), self.sink));
            }
            _ => self.sink.search_run(&run),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, notes, places, survives};
    use super::{is_notebook, read};

    const NOTEBOOK: &[u8] = br##"{"cells": [
 {"cell_type": "markdown", "metadata": {}, "source": ["# A\n", "[b](http://a.example/?b)\n", "\n", "`http://b.example`\n", "http://c.example/\u0064"]},
 {"cell_type": "code", "execution_count": 1, "metadata": {"source": "http://d.example"},
  "outputs": [{"data": {"text/html": ["<a href=\"http://e.example\">f</a>"]}, "output_type": "display_data"},
   {"name": "stdout", "text": ["http://f.example\n"]}],
  "source": ["get('http://g.example')\n", "# see http://h.example"]},
 {"source": "http://i.example", "cell_type": "code"},
 {"cell_type": "raw", "source": ["http://j.example"]}
], "metadata": {"source": "http://k.example"}, "nbformat": 4}"##;

    #[test]
    fn the_kind_of_a_cell_determines_how_its_source_is_read() {
        let expected = [
            "http://a.example/?b@link",
            "`http://b.example`",
            "http://c.example/d",
            "http://d.example",
            "http://e.example@href",
            "http://f.example",
            "`http://g.example`",
            "`http://h.example`",
            "`http://i.example`",
            "http://j.example",
            "http://k.example",
        ];
        assert_eq!(links(read, NOTEBOOK), expected);
        let places = places(read, NOTEBOOK);
        assert_eq!(places[0], "http://a.example/?b");
        assert_eq!(places[2], r"http://c.example/\u0064");
    }

    #[test]
    fn outputs_are_joined_and_read_according_to_their_type() {
        let text = br#"{"cells": [{"cell_type": "code", "source": [], "outputs": [
            {"output_type": "stream", "text": ["see http://a.exam", "ple/b, and\n", "http://c.example/"]},
            {"data": {"text/html": ["<a href=\"http://d.example/", "e\">f</a>"], "text/markdown": ["[g](http", "://h.example/)"],
              "image/png": "aHR0cDovL3guZXhhbXBsZS8=", "image/svg+xml": ["<svg xmlns=\"http://www.w3.org/2000/svg\">", "<a href=\"http://i.example/\"/></svg>"],
              "application/json": {"j": ["http://k.example/", "http://l.example/"]}}}]},
            {"cell_type": "markdown", "attachments": {"m.svg": {"image/svg+xml": "http://m.example/"}}, "source": "n"}]}"#;
        let expected = [
            "http://a.example/b",
            "http://c.example/",
            "http://d.example/e@href",
            "http://h.example/@link",
            "http://i.example/@href",
            "http://k.example/",
            "http://l.example/",
        ];
        assert_eq!(links(read, text), expected);
        assert_eq!(places(read, text)[0], "http://a.example/b");
    }

    #[test]
    fn cells_of_nbformat_3_are_read() {
        let text =
            br#"{"worksheets": [{"cells": [{"cell_type": "code", "input": ["http://a.example"]},
            {"cell_type": "heading", "source": "http://b.example"}]}]}"#;
        assert_eq!(links(read, text), ["`http://a.example`", "http://b.example"]);
    }

    #[test]
    fn strings_outside_cells_are_read_as_json() {
        let text = br#"{"cells": {"cell_type": "code", "source": "http://a.example"},
            "rows": [{"cell_type": "code", "source": "http://b.example"}],
            "cells": [["cell_type", "code", {"source": "http://c.example"}]]}"#;
        assert_eq!(links(read, text), ["http://a.example", "http://b.example", "http://c.example"]);
    }

    #[test]
    fn faults_are_reported_and_the_rest_is_searched_as_text() {
        let read = notes(
            read,
            br#"{"cells": [{"cell_type": "code", "source": "http://a.example", b http://c.example"#,
        );
        assert_eq!(read.links, ["`http://a.example`", "http://c.example"]);
        assert_eq!(read.diagnostics.len(), 1);
    }

    #[test]
    fn notebooks_are_recognized_by_their_cells() {
        assert!(is_notebook(NOTEBOOK));
        assert!(is_notebook(&NOTEBOOK[..200]));
        assert!(!is_notebook(br#"{"cells": []}"#));
        assert!(!is_notebook(b"the member \"cell_type\" of a notebook"));
    }

    #[test]
    fn broken_notebooks_are_read() {
        survives(
            read,
            br#"{"cells": [{"cell_type": "code", "source": ["http://a.example"]}, {"source": "[a](b)", "cell_type": "markdown"}]}"#,
        );
    }
}
