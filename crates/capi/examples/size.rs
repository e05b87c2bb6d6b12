//! Uses everything that the C interface offers, from Rust: its size is what the library adds to a program without C.
//! `docs/c.md` compares it with the shared library.

use linkwright::find::{Input, Preset};
use linkwright::link::{HtmlLinker, Link};
use linkwright::options::Value;
use linkwright::rewrite::markdown::MarkdownLinker;
use linkwright::text::grid::Grid;
use linkwright::uri::{Iri, IriReference, Rung};
use linkwright::{Finder, Span};

fn decide(link: &mut Link<'_>) -> Result<(), Box<dyn core::error::Error>> {
    eprintln!("{} {} {:?}", link.href(), link.label(), link.hazards());
    link.set_label("label");
    link.set_href("http://a.example")?;
    link.set_attribute("title", "title")?;
    Ok(())
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let text = &std::io::read_to_string(std::io::stdin())?;
    let value: Value = serde_json::from_str(text)?;
    let mut builder = Finder::builder();
    builder.preset(text.parse::<Preset>()?).set_text(text, text)?.set(text, value.clone())?;
    let finder = builder.build()?;
    for found in finder.find_iter(Input::new(text.as_bytes())) {
        eprintln!("{:?} {} {} {:?}", found.pieces(), found.uri(), found.text(), found.flags());
    }
    let mut stream = finder.stream();
    stream.push(text.as_bytes(), |found| eprintln!("{:?}", found.kind()));
    eprintln!("{:?}", stream.pending());
    stream.finish(|found| eprintln!("{:?}", found.delimiter()));
    let mut html = HtmlLinker::builder(&finder);
    let html = html.set_text(text, text)?.set(text, value.clone())?.build()?;
    let mut markdown = MarkdownLinker::builder(&finder);
    let markdown = markdown.set_text(text, text)?.set(text, value)?.build()?;
    eprintln!("{} {}", html.linkify(text), html.try_linkify(text, decide)?);
    let bytes = text.as_bytes();
    eprintln!("{:?} {:?}", html.rewrite(bytes), html.try_rewrite(bytes, decide)?);
    eprintln!("{} {}", markdown.rewrite(text), markdown.try_rewrite(text, decide)?);
    let mut grid = Grid::new();
    grid.cell(text, 1);
    grid.end_row(true);
    eprintln!("{} {:?}", grid.text(), grid.cells(Span::new(0, 1)).next());
    let (iri, reference) = (Iri::parse(text)?, IriReference::parse(text)?);
    eprintln!("{:?} {:?}", reference.path(), reference.hazards());
    let rung = text.parse::<Rung>()?;
    eprintln!("{} {}", reference.normalize(rung), reference.is_equivalent(&reference, rung));
    eprintln!("{} {}", iri.minimally_escaped(false), iri.resolve(reference)?.as_str());
    Ok(())
}
