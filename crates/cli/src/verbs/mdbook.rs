//! `linkwright mdbook`: links the bare URIs of a book, as a preprocessor of mdBook.
//!
//! mdBook writes `[context, book]` as JSON, and reads the book back. Everything but the text of the chapters is kept, also
//! the fields of later versions. The parts of a book are its `items`, in mdBook 0.4 its
//! `sections`; those of a chapter are its `sub_items`.

use std::io::Write as _;

use serde_json::Value as Json;

use crate::convert::{self, Conversion, LinkArgs, Linkers};
use crate::exit::{Failure, Status, warn};
use crate::input::Input;
use crate::options::Settings;
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
    // A value has a maximum depth, which bounds the recursion below, and so has what mdBook reads.
    let (context, mut book): (Json, Json) = serde_json::from_str(input)
        .map_err(|error| format!("standard input is not [context, book] of mdBook: {error}"))?;
    let table = context.pointer("/config/preprocessor/linkwright").cloned().unwrap_or_default();
    let linkers = linkers(table).map_err(|error| format!("[preprocessor.linkwright]: {error}"));
    let mut linkers = linkers?;
    linkers.keeps_text = true;
    link(&linkers, &mut book)?;
    Ok(book.to_string())
}

/// The linkers with the options of the table of the preprocessor.
fn linkers(table: Json) -> Result<Linkers, String> {
    let mut settings: Settings = serde_json::from_value(table)
        .map_err(|_| "book.toml has no such table, or an option of it has no value".to_owned())?;
    settings.retain(|name, _| !OF_MDBOOK.contains(&name.as_str()));
    let linkers = Linkers::of_settings(settings, LinkArgs::default())?;
    match linkers.args.without_effect(&[Conversion::Markdown]) {
        Some(name) => Err(format!("option {name}: has no effect in Markdown")),
        None => Ok(linkers),
    }
}

/// Links the chapters in the book, in a list of items, in an item or in a chapter. They have no names of members in
/// common.
fn link(linkers: &Linkers, part: &mut Json) -> Result<(), String> {
    match part {
        Json::Array(items) => items.iter_mut().try_for_each(|item| link(linkers, item)),
        Json::Object(members) => {
            let name = members.get("name").map(Json::to_string).unwrap_or_default();
            for (key, value) in members {
                match key.as_str() {
                    "sections" | "items" | "sub_items" | "Chapter" => link(linkers, value)?,
                    "content" => link_content(linkers, &name, value)
                        .map_err(|why| format!("chapter {name}{why}"))?,
                    _ => {}
                }
            }
            Ok(())
        }
        // A separator is a string.
        _ => Ok(()),
    }
}

/// Links the text of a chapter. A draft has none. The error follows the name of the chapter. A URI that is left bare is
/// named on standard error.
fn link_content(linkers: &Linkers, name: &str, content: &mut Json) -> Result<(), String> {
    let text = match content {
        Json::String(text) => text,
        Json::Null => return Ok(()),
        _ => return Err(": the content is no text".to_owned()),
    };
    let converted = convert::convert(linkers, Conversion::Markdown, text.as_bytes())
        .map_err(|error| format!(": {error}"))?;
    for complaint in &converted.complaints {
        if converted.has_failed {
            return Err(complaint.clone());
        }
        warn(format_args!("chapter {name}{complaint}"));
    }
    *text = String::from_utf8_lossy(&converted.output).into_owned();
    Ok(())
}
