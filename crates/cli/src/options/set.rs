//! `--set NAME=VALUE`: sets any option of the finder, and in commands that write links any option of the linkers, by the
//! name that the configuration, JSON and the bindings use.

use clap::{Arg, ArgAction, ArgMatches};
use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::link::{HtmlLinker, HtmlLinkerBuilder};
use linkwright::options::{OptionError, OptionInfo, Value, ValueKind};
use linkwright::rewrite::markdown::{MarkdownLinker, MarkdownLinkerBuilder};

use super::settings::Settings;
use crate::names::near;

/// The flag, without dashes.
pub(crate) const SET: &str = "set";

/// The options of the HTML linker. `schemes` is left out because the finder has an option with the same name;
/// `link_schemes` adds schemes to the default.
fn html_options() -> impl Iterator<Item = &'static OptionInfo> {
    HtmlLinkerBuilder::options().filter(|option| option.name() != "schemes")
}

/// The options of the Markdown linker that the HTML linker does not have. `extensions` is left out, because documents
/// are always read with GitHub's extensions.
fn markdown_options() -> impl Iterator<Item = &'static OptionInfo> {
    MarkdownLinkerBuilder::options().filter(|option| {
        !["schemes", "extensions"].contains(&option.name())
            && html_options().all(|other| other.name() != option.name())
    })
}

/// The options of all linkers.
pub(crate) fn link_options() -> impl Iterator<Item = &'static OptionInfo> {
    html_options().chain(markdown_options())
}

/// Whether a linker has the option `name`.
pub(crate) fn is_link_option(name: &str) -> bool {
    link_options().any(|option| option.name() == name)
}

/// Whether the builder of the option `name` accepts `value`.
///
/// # Errors
///
/// The error of the builder.
pub(crate) fn check_link_option(name: &str, value: &Value) -> Result<(), OptionError> {
    let finder = Finder::new();
    if markdown_options().any(|option| option.name() == name) {
        return MarkdownLinker::builder(&finder).set(name, value.clone()).map(drop);
    }
    HtmlLinker::builder(&finder).set(name, value.clone()).map(drop)
}

/// The argument `--set`. Only commands that write links accept their options.
pub(crate) fn arg(writes_links: bool) -> Arg {
    Arg::new(SET)
        .long(SET)
        .value_name("NAME=VALUE")
        .action(ArgAction::Append)
        .value_parser(move |text: &str| parse(text, writes_links))
        .help("Set any option by its name; `linkwright options` lists all; repeatable")
}

/// The options that `--set` set; the last value of an option applies.
pub(super) fn typed(matches: &ArgMatches) -> Settings {
    let given = matches.get_many::<(&'static str, Value)>(SET).into_iter().flatten();
    given.map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

/// Parses `NAME=VALUE`. The error is a sentence for the user.
fn parse(text: &str, writes_links: bool) -> Result<(&'static str, Value), String> {
    let (typed, value) = text.split_once('=').ok_or("expected NAME=VALUE, as in max_lines=100")?;
    let name = typed.replace('-', "_");
    let of_finder = FinderBuilder::options().find(|option| option.name() == name);
    let of_links = link_options().find(|option| option.name() == name);
    let option = match (of_finder, of_links) {
        (Some(option), _) => option,
        (None, Some(option)) if writes_links => option,
        (None, Some(_)) => {
            return Err(format!("{name} changes how links look: only linkify and pipe have it"));
        }
        (None, None) => return Err(unknown(&name)),
    };
    if option.kind() == ValueKind::Patterns {
        return Err("a pattern has three parts: --pattern NAME PATTERN HREF".to_owned());
    }
    let value = match option.kind().parse(value) {
        Some(value) => value,
        None if value.is_empty() && option.is_optional() => Value::Unset,
        None => return Err(format!("expected {}", option.kind())),
    };
    // The builder refuses values of the right kind that are wrong for another reason.
    Ok((option.name(), value))
}

fn unknown(name: &str) -> String {
    let names = FinderBuilder::options().chain(link_options()).map(OptionInfo::name);
    let near = near(name, names).map(|near| format!("did you mean {near}? ")).unwrap_or_default();
    format!("there is no option {name:?}; {near}`linkwright options` lists all")
}

/// The defaults of an option of the finder: that of the default preset, and the presets that differ from it.
pub(crate) fn defaults(option: &OptionInfo) -> String {
    let default = option.default(Preset::default());
    let others = Preset::ALL.iter().filter_map(|&preset| {
        let value = option.default(preset);
        (value != default).then(|| format!("; {}: {value}", preset.name()))
    });
    format!("{default}{}", others.collect::<String>())
}
