//! `linkwright mdbook`: links the bare URIs of a book, as a preprocessor of mdBook.
//!
//! mdBook writes `[context, book]` as JSON, and reads the book back. Everything but the text of the chapters is copied as
//! it came, so that the fields of later versions are kept. The parts of a book are its `items`, in mdBook 0.4 its
//! `sections`; those of a chapter are its `sub_items`.

use std::io::Write as _;

use linkwright::find::Preset;
use linkwright::options::Value;
use serde_json::value::RawValue;

use crate::convert::{self, Conversion, From, LinkArgs, Linkers, To};
use crate::exit::{Failure, Status, warn};
use crate::input::Input;
use crate::members::members;
use crate::options::{self, Settings};
use crate::rows::Rows;

/// Link the URIs of a book, as a preprocessor of mdBook
///
/// mdBook starts this command for the table [preprocessor.linkwright] of `book.toml`, whose keys are options of the
/// finder and of the linkers. Nothing else is read, no `linkwright.toml` either.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The question of mdBook whether the preprocessor supports a renderer; the exit status says that it does
    #[arg(value_name = "supports", value_parser = ["supports"], requires = "renderer")]
    question: Option<String>,

    /// The name of the renderer
    #[arg(value_name = "RENDERER")]
    renderer: Option<String>,
}

/// The keys of the table that belong to mdBook.
const OF_MDBOOK: [&str; 5] = ["command", "renderers", "before", "after", "optional"];

pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    // All renderers read the Markdown of the chapters.
    if args.question.is_some() {
        return Ok(Status::Found);
    }
    let read = Input::Stdin.read().map_err(|error| format!("standard input: {error}"));
    let linked = read.and_then(|input| {
        str::from_utf8(&input).map_err(|error| error.to_string()).and_then(linked)
    });
    let mut out = Rows::new();
    out.write_all(linked.map_err(Failure::Message)?.as_bytes())?;
    out.flush()?;
    Ok(Status::Found)
}

/// The book of the input of mdBook, with links.
fn linked(input: &str) -> Result<String, String> {
    let no_book = |error| format!("standard input is not [context, book] of mdBook: {error}");
    let [context, book]: [&RawValue; 2] = serde_json::from_str(input).map_err(no_book)?;
    let context: serde_json::Value = serde_json::from_str(context.get()).map_err(no_book)?;
    // A value has a maximum depth, which bounds the recursion below, and so has what mdBook reads.
    serde_json::from_str::<serde_json::Value>(book.get()).map_err(no_book)?;
    let table = context.pointer("/config/preprocessor/linkwright").cloned().unwrap_or_default();
    let linkers = linkers(table).map_err(|error| format!("[preprocessor.linkwright]: {error}"));
    let mut linkers = linkers?;
    linkers.keeps_text = true;
    let conversion = convert::conversion(From::Markdown, To::Markdown)?;
    let mut out = String::with_capacity(input.len());
    Book { linkers, conversion }.object(book, &mut out)?;
    Ok(out)
}

/// The linkers with the options of the table of the preprocessor.
fn linkers(table: serde_json::Value) -> Result<Linkers, String> {
    let mut settings: Settings = serde_json::from_value(table)
        .map_err(|_| "book.toml has no such table, or an option of it has no value".to_owned())?;
    settings.retain(|name, _| !OF_MDBOOK.contains(&name.as_str()));
    let preset = match settings.remove("preset") {
        Some(Value::Text(name)) => name.parse().map_err(|error| format!("preset: {error}"))?,
        Some(_) => return Err("preset: expected the name of a preset".to_owned()),
        None => Preset::default(),
    };
    let (of_links, of_finder): (Settings, Settings) =
        settings.into_iter().partition(|(name, _)| options::is_link_option(name));
    for (name, value) in &of_links {
        options::check_link_option(name, value).map_err(|error| options::in_json(&error))?;
    }
    let link = LinkArgs::default().with(of_links);
    if let Some(name) = link.name_without_effect(&[(From::Markdown, To::Markdown)]) {
        return Err(format!("option {name}: has no effect in Markdown"));
    }
    options::builder(preset, &of_finder)
        .and_then(|builder| Linkers::new(builder, &link))
        .map_err(|error| options::in_json(&error))
}

/// Writes a book with links.
struct Book {
    linkers: Linkers,
    conversion: &'static Conversion,
}

impl Book {
    /// Writes the book, an item of it or a chapter. They have no names of members in common.
    fn object(&self, object: &RawValue, out: &mut String) -> Result<(), String> {
        let members = members(object.get()).map_err(|error| format!("the book: {error}"))?;
        let name = members.iter().find(|(key, _)| key == "name").map_or("", |(_, name)| name.get());
        let mut mark = '{';
        for (key, value) in &members {
            out.push(mark);
            mark = ',';
            out.push_str(&serde_json::Value::from(key.as_str()).to_string());
            out.push(':');
            match key.as_str() {
                "sections" | "items" | "sub_items" => self.items(value, out)?,
                "Chapter" => self.object(value, out)?,
                "content" => {
                    let text = self.content(name, value);
                    let text = text.map_err(|why| format!("chapter {name}{why}"))?;
                    out.push_str(text.as_deref().unwrap_or(value.get()));
                }
                _ => out.push_str(value.get()),
            }
        }
        out.push_str(if members.is_empty() { "{}" } else { "}" });
        Ok(())
    }

    fn items(&self, items: &RawValue, out: &mut String) -> Result<(), String> {
        let items: Vec<&RawValue> =
            serde_json::from_str(items.get()).map_err(|error| format!("the book: {error}"))?;
        out.push('[');
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            // A separator is a string.
            if item.get().starts_with('{') {
                self.object(item, out)?;
            } else {
                out.push_str(item.get());
            }
        }
        out.push(']');
        Ok(())
    }

    /// The JSON of a text with links; `None` if it is unchanged. A draft has no text. The error follows the name of the
    /// chapter. A URI that is left bare is named on standard error.
    fn content(&self, name: &str, content: &RawValue) -> Result<Option<String>, String> {
        let content: Option<String> =
            serde_json::from_str(content.get()).map_err(|error| format!(": {error}"))?;
        let Some(text) = content else { return Ok(None) };
        let converted = (self.conversion.run)(&self.linkers, text.as_bytes())
            .map_err(|error| format!(": {error}"))?;
        for complaint in &converted.complaints {
            if converted.has_failed {
                return Err(complaint.clone());
            }
            warn(format_args!("chapter {name}{complaint}"));
        }
        let output = String::from_utf8_lossy(&converted.output);
        Ok((output != text).then(|| serde_json::Value::from(output).to_string()))
    }
}
