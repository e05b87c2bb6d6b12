//! Finds links in Jupyter notebooks (nbformat 3 to 5), which are JSON documents with a list of cells.
//!
//! The source of a cell is one text, which the file usually stores as a list of lines. The source is read as Markdown
//! in a Markdown cell, and as code in a code cell. The lines of an output are also joined, and are read according to
//! their media type. Pictures, videos, PDF data, and files that are attached to a cell are not read. All other strings
//! are read as in any JSON document.

use linkwright::rewrite::TextRun;

use super::json::{self, unescape};
use super::records::{self, Format, Text};
use super::typed;
use crate::model::Origin;
use crate::sink::Sink;

pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    records::read(document, &NOTEBOOK, sink);
}

/// Whether `head` is the beginning of a notebook, which is JSON that contains `"cell_type"`.
pub(crate) fn is_notebook(head: &[u8]) -> bool {
    head.trim_ascii_start().starts_with(b"{")
        && memchr::memmem::find(head, b"\"cell_type\"").is_some()
        && json::is_json(head)
}

/// A record is a cell. In nbformat 3, the cells are inside a list of worksheets.
const NOTEBOOK: Format<Kind> = Format {
    is_record: |path| matches!(path, [.., b"cells", b"", b""]),
    kind,
    names: Some(Kind::Json),
    read: cell,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Source,
    CellType,
    /// An output with this media type.
    Output(&'static str),
    /// Read like any JSON string.
    Json,
}

fn kind(path: &[&[u8]]) -> Option<Kind> {
    match path {
        [b"source" | b"input"] | [b"source" | b"input", b""] => Some(Kind::Source),
        [b"cell_type"] => Some(Kind::CellType),
        [b"attachments", ..] => None,
        [b"outputs", .., name, b""] | [b"outputs", .., name] => output(name),
        _ => Some(Kind::Json),
    }
}

/// The kind of an output called `name`, which is a media type, or a short name in nbformat 3.
fn output(name: &[u8]) -> Option<Kind> {
    match name {
        b"text" | b"text/plain" => Some(Kind::Output("text/plain")),
        b"html" | b"text/html" => Some(Kind::Output("text/html")),
        b"text/markdown" => Some(Kind::Output("text/markdown")),
        b"svg" | b"image/svg+xml" => Some(Kind::Output("image/svg+xml")),
        b"png" | b"jpeg" | b"pdf" | b"application/pdf" => None,
        _ if name.starts_with(b"image/") || name.starts_with(b"video/") => None,
        _ => Some(Kind::Json),
    }
}

fn cell(document: &[u8], texts: &[Text<'_, Kind>], sink: &mut dyn Sink) {
    let cell_type = texts.iter().find(|text| text.kind == Kind::CellType);
    let is_list = |text: &Text<'_, Kind>| text.name.is_empty() && text.kind != Kind::Json;
    let lines = texts.chunk_by(|a, b| is_list(a) && is_list(b) && a.container == b.container);
    for lines in lines {
        let mut run = TextRun::new(document);
        for line in lines {
            unescape::push(&mut run, line.place);
        }
        match lines.first().map(|line| line.kind) {
            Some(Kind::Source) => match cell_type.map(|text| text.place.of(document)) {
                Some(b"code") => sink.search_run_as(&run, |_| Some(Origin::Code)),
                Some(b"markdown") => typed::read("text/markdown", &run, sink),
                _ => sink.search_run(&run),
            },
            Some(Kind::Output("text/plain")) => sink.search_run(&run),
            Some(Kind::Output(media_type)) => typed::read(media_type, &run, sink),
            Some(Kind::Json) => {
                for line in lines {
                    json::read_string(document, line.place, sink);
                }
            }
            _ => {}
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
