//! Options by name: lines `name=value`, or an object of JSON.

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::{HtmlLinker, HtmlLinkerBuilder};
use linkwright::options::{OptionError, Value};
use linkwright::rewrite::markdown::{MarkdownLinker, MarkdownLinkerBuilder};

use crate::error::{Failure, NOWHERE, Status};

/// An option with the place of its name in the text of the caller.
struct Given {
    name: String,
    value: Spelled,
    at: usize,
}

/// A value: text that the option parses, or a value of JSON.
enum Spelled {
    Text(String),
    Json(Value),
}

/// A finder with the options in `text`.
pub(crate) fn finder(text: &str) -> Result<Finder, Failure> {
    let mut given = read(text)?;
    let mut builder = Finder::builder();
    // A preset sets all options, so it is set before the others, wherever it is written.
    if let Some(at) = given.iter().position(|option| option.name == "preset") {
        let option = given.remove(at);
        let name = match &option.value {
            Spelled::Text(name) => name.as_str(),
            Spelled::Json(value) => value.as_text().unwrap_or_default(),
        };
        let preset: Preset = name.parse().map_err(|unknown| {
            let message = format!("preset: {unknown}");
            Failure::new(Status::Option, message).of_option("preset").at(option.at)
        })?;
        builder.preset(preset);
    }
    set_all(given, |name, value| match value {
        Spelled::Text(text) => builder.set_text(name, text).map(drop),
        Spelled::Json(value) => builder.set(name, value.clone()).map(drop),
    })?;
    Ok(builder.build()?)
}

/// The linkers for text, HTML and Markdown with the options in `text`. An option is set on each linker that has it.
pub(crate) fn linkers(
    finder: &Finder,
    text: &str,
) -> Result<(HtmlLinker, MarkdownLinker), Failure> {
    let mut html = HtmlLinker::builder(finder);
    let mut markdown = MarkdownLinker::builder(finder);
    set_all(read(text)?, |name, value| {
        let is_of_markdown = MarkdownLinkerBuilder::options().any(|option| option.name() == name);
        if is_of_markdown {
            match value {
                Spelled::Text(text) => markdown.set_text(name, text).map(drop)?,
                Spelled::Json(value) => markdown.set(name, value.clone()).map(drop)?,
            }
        }
        // An option that no linker has is set on the HTML linker, which refuses it.
        if is_of_markdown && !HtmlLinkerBuilder::options().any(|option| option.name() == name) {
            return Ok(());
        }
        match value {
            Spelled::Text(text) => html.set_text(name, text).map(drop),
            Spelled::Json(value) => html.set(name, value.clone()).map(drop),
        }
    })?;
    Ok((html.build()?, markdown.build()?))
}

fn set_all(
    given: Vec<Given>,
    mut set: impl FnMut(&str, &Spelled) -> Result<(), OptionError>,
) -> Result<(), Failure> {
    given.into_iter().try_for_each(|option| {
        set(&option.name, &option.value).map_err(|error| Failure::from(error).at(option.at))
    })
}

/// Reads the options: JSON if the text begins with `{`.
fn read(text: &str) -> Result<Vec<Given>, Failure> {
    if text.trim_start().starts_with('{') { json(text) } else { lines(text) }
}

fn json(text: &str) -> Result<Vec<Given>, Failure> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let before: usize = lines.map(str::len).sum();
        // At the end of the text, the column is that of the last character.
        let is_end = error.is_eof();
        let at = if is_end { text.len() } else { before + error.column().saturating_sub(1) };
        Failure::new(Status::Option, format!("options: {error}")).at(at.min(text.len()))
    })?;
    let Value::Map(members) = value else { return Ok(Vec::new()) };
    // JSON is read without places, so an error of an option has its name but no place.
    let given = |(name, value)| Given { name, value: Spelled::Json(value), at: NOWHERE };
    Ok(members.into_iter().map(given).collect())
}

fn lines(text: &str) -> Result<Vec<Given>, Failure> {
    let mut given = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let option = line.trim();
        if !option.is_empty() {
            let (name, value) = option.split_once('=').ok_or_else(|| {
                let message = format!("options: expected name=value, found {option:?}");
                Failure::new(Status::Option, message).at(at)
            })?;
            let value = Spelled::Text(value.trim_start().to_owned());
            given.push(Given { name: name.trim_end().to_owned(), value, at });
        }
        at += line.len();
    }
    Ok(given)
}
