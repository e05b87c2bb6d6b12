//! The options of `linkwright/slim`: those that need no table.
//!
//! Whatever else a caller asks for is an error.

use linkwright::find::Preset;
use linkwright::options::{OptionError, OptionProblem};
use linkwright::{Finder, Match};

use crate::fields::Fields;
use crate::records::Records;
use crate::stream::Habits;
use crate::units::Units;

/// The name of an option, and what is wrong with it.
pub(crate) type Refused = (String, String);

/// A finder with the options in `text`: the preset, then names and values in the form that `options` describes.
pub(crate) fn finder(text: &str) -> Result<(Finder, Habits), Refused> {
    let mut fields = Fields(text);
    let mut builder = Finder::builder();
    let name = fields.next().unwrap_or_default();
    let preset = Preset::ALL.iter().copied().find(|preset| preset.name() == name);
    builder.preset(preset.unwrap_or_default());
    while let (Some(name), Some(kind)) = (fields.next(), fields.next()) {
        let value = fields.next().unwrap_or_default();
        let yes = value == "true";
        match (name, kind) {
            ("uris", "b") => builder.uris(yes),
            ("www", "b") => builder.www(yes),
            ("domains", "b") => builder.domains(yes),
            ("emails", "b") => builder.emails(yes),
            ("ip", "b") => builder.ip(yes),
            ("iri", "b") => builder.iri(yes),
            ("default_scheme", "s") => builder.default_scheme(value),
            ("schemes", "l") => {
                let count = value.parse().unwrap_or(0);
                let members: Vec<&str> = (0..count)
                    .filter_map(|_| (fields.next()? == "s").then(|| fields.next())?)
                    .collect();
                if members.len() < count {
                    return Err(wrong(name, "expected a list of strings"));
                }
                builder.schemes(members)
            }
            ("uris" | "www" | "domains" | "emails" | "ip" | "iri", _) => {
                return Err(wrong(name, "expected true or false"));
            }
            ("default_scheme", _) => return Err(wrong(name, "expected a string")),
            ("schemes", _) => return Err(wrong(name, "expected a list of strings")),
            _ => return Err(wrong(name, "linkwright/slim has no such option")),
        };
    }
    let habits = Habits { joins: false, wide_dots: preset == Some(Preset::Uts58) };
    Ok((builder.build().map_err(|error| refused(&error))?, habits))
}

fn refused(error: &OptionError) -> Refused {
    match error.problem() {
        // A preset sets the option, which has no other values here.
        OptionProblem::Feature { .. } => wrong(
            "preset",
            "linkwright/slim does not join lines; it has the presets chat, gfm and uts58",
        ),
        OptionProblem::Scheme { name, .. } => {
            wrong(error.option(), &format!("{name:?} is not a scheme"))
        }
        _ => wrong(error.option(), "the value is not valid"),
    }
}

fn wrong(option: &str, problem: &str) -> Refused {
    (option.to_owned(), format!("{option}: {problem}"))
}

/// A record has no more parts.
pub(crate) fn add_details(_: &mut Records, _: &Match<'_>, _: &[u8], _: &mut Units) -> u32 {
    0
}

/// There are no more names.
pub(crate) fn names() -> String {
    String::new()
}
