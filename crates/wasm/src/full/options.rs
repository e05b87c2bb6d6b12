//! The options of finders and linkers, by name.

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::HtmlLinker;
use linkwright::options::{OptionError, Value};

use crate::fields::Fields;
use crate::stream::Habits;

/// The name of an option, and what is wrong with it.
pub(crate) type Refused = (String, String);

/// A finder with the options in `text`: the preset, then names and values.
pub(crate) fn finder(text: &str) -> Result<(Finder, Habits), Refused> {
    let mut fields = Fields(text);
    let mut builder = Finder::builder();
    builder.preset(fields.next().and_then(|name| name.parse().ok()).unwrap_or(Preset::Mail));
    while let Some((name, value)) = option(&mut fields) {
        builder.set(name, value).map_err(|error| refused(&error))?;
    }
    let is = |name, value: &str| builder.get(name) == Some(value.into());
    let habits = Habits { joins: !is("wrap", "off"), wide_dots: is("delimiting", "uts58") };
    Ok((builder.build().map_err(|error| refused(&error))?, habits))
}

/// A linker with the options in `text`: names and values.
pub(crate) fn linker(finder: &Finder, text: &str) -> Result<HtmlLinker, Refused> {
    let mut fields = Fields(text);
    let mut builder = HtmlLinker::builder(finder);
    while let Some((name, value)) = option(&mut fields) {
        builder.set(name, value).map_err(|error| refused(&error))?;
    }
    builder.build().map_err(|error| refused(&error))
}

fn refused(error: &OptionError) -> Refused {
    (error.option().to_owned(), error.to_string())
}

fn option<'t>(fields: &mut Fields<'t>) -> Option<(&'t str, Value)> {
    Some((fields.next()?, value(fields)?))
}

/// Reads a value: a letter for its type, followed by its parts.
fn value(fields: &mut Fields<'_>) -> Option<Value> {
    Some(match fields.next()? {
        "b" => Value::Switch(fields.next()? == "true"),
        "n" => Value::Number(fields.next()?.parse().ok()?),
        "s" => Value::Text(fields.next()?.to_owned()),
        "l" => {
            let count: usize = fields.next()?.parse().ok()?;
            Value::List((0..count).map(|_| value(fields)).collect::<Option<_>>()?)
        }
        "m" => {
            let count: usize = fields.next()?.parse().ok()?;
            let member = |_| Some((fields.next()?.to_owned(), value(fields)?));
            Value::Map((0..count).map(member).collect::<Option<_>>()?)
        }
        _ => Value::Unset,
    })
}
