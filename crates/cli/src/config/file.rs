//! One configuration file: its options, each checked, with the line of each.

use core::fmt;
use core::ops::Range;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anstyle::Style;
use clap::Command;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::options::{OptionError, Value};
use linkwright::{Finder, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::convert::LinkArgs;
use crate::draw::{Mark, Text};
use crate::exit::Failure;
use crate::names::near;
use crate::options::{Configured, ConfiguredOptions, ConfiguredPreset, Origin, flag, in_json};
use crate::show::visible;

/// The table of the options of the linkers, and that of the profiles.
const LINK: &str = "link";
const PROFILE: &str = "profile";

/// The options of links that only the file of the user can set: they decide which links are safe to follow.
const OF_USER: &[&str] = &["schemes", "link_schemes", "on_danger", "on_warning"];

/// The longest file that is read, in bytes; options take a few hundred.
const MOST: u64 = 1 << 20;

/// The options of a file or of a profile.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) preset: ConfiguredPreset,
    pub(crate) finder: ConfiguredOptions,
    pub(crate) link: ConfiguredOptions,
}

impl Options {
    /// Replaces those that `others` has, too.
    pub(super) fn overlay(&mut self, others: &Options) {
        self.preset = others.preset.clone().or(self.preset.take());
        self.finder.extend(others.finder.clone());
        self.link.extend(others.link.clone());
    }
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct File {
    pub(super) options: Options,
    pub(super) profiles: BTreeMap<String, Options>,
}

impl File {
    /// Reads and checks the file at `path`.
    ///
    /// # Errors
    ///
    /// It cannot be read, it is not TOML, or a key or a value is not that of an option.
    pub(super) fn read(path: &Path, command: fn() -> Command) -> Result<File, Failure> {
        let shown = visible(&path.to_string_lossy()).into_owned();
        let failure = |why: &dyn fmt::Display| Failure::Message(format!("{shown}: {why}"));
        let size = fs::metadata(path).map_err(|error| failure(&error))?.len();
        if size > MOST {
            return Err(failure(&"it is too long for a configuration file"));
        }
        let text = fs::read_to_string(path).map_err(|error| failure(&error))?;
        File::parse(path, &text, command)
    }

    /// Refuses a file that another person may have written and that sets which links are safe.
    pub(super) fn check_stranger(&self) -> Result<(), Failure> {
        let tables = core::iter::once(&self.options).chain(self.profiles.values());
        let set = tables.flat_map(|options| &options.link);
        match set.into_iter().find(|(name, _)| OF_USER.contains(&name.as_str())) {
            Some((name, Configured { origin, .. })) => Err(Failure::Message(format!(
                "{origin}: {name} decides which links are safe; only the file of the user can set it"
            ))),
            None => Ok(()),
        }
    }

    fn parse(path: &Path, text: &str, command: fn() -> Command) -> Result<File, Failure> {
        let source = ConfigSource { file: path.into(), text, command };
        let table = DeTable::parse(text)
            .map_err(|error| source.failure(&error.span().unwrap_or_default(), error.message()))?;
        source.file(table.get_ref())
    }
}

type Key<'t> = Spanned<toml::de::DeString<'t>>;

/// A file while it is read.
struct ConfigSource<'t> {
    file: Arc<Path>,
    text: &'t str,
    /// The definition of the command, with its flags.
    command: fn() -> Command,
}

impl<'t> ConfigSource<'t> {
    fn file(&self, table: &DeTable<'t>) -> Result<File, Failure> {
        let mut profiles = BTreeMap::new();
        let options = self.options(table, |key, value| {
            if key != PROFILE {
                return Ok(false);
            }
            for (name, value) in self.table(PROFILE, value)? {
                let table = self.table(name.get_ref(), value)?;
                let options = self.options(table, |_, _| Ok(false))?;
                profiles.insert(name.get_ref().to_string(), options);
            }
            Ok(true)
        })?;
        Ok(File { options, profiles })
    }

    /// The options in `table`, but for the keys that `is_other` takes.
    fn options(
        &self,
        table: &DeTable<'t>,
        mut is_other: impl FnMut(&str, &Spanned<DeValue<'t>>) -> Result<bool, Failure>,
    ) -> Result<Options, Failure> {
        let mut options = Options::default();
        for (key, value) in table {
            let name: &str = key.get_ref();
            match name {
                LINK => {
                    for (key, value) in self.table(LINK, value)? {
                        let configured = self.link_option(key, value)?;
                        options.link.insert(key.get_ref().to_string(), configured);
                    }
                }
                "preset" => options.preset = Some(self.preset(key, value)?),
                _ if is_other(name, value)? => {}
                _ => {
                    let configured = self.finder_option(key, value)?;
                    options.finder.insert(name.to_owned(), configured);
                }
            }
        }
        Ok(options)
    }

    fn table<'v>(
        &self,
        name: &str,
        value: &'v Spanned<DeValue<'t>>,
    ) -> Result<&'v DeTable<'t>, Failure> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.failure(&value.span(), format_args!("{name} is a table of options"))),
        }
    }

    fn preset(
        &self,
        key: &Key<'t>,
        value: &Spanned<DeValue<'t>>,
    ) -> Result<Configured<Preset>, Failure> {
        let DeValue::String(name) = value.get_ref() else {
            return Err(self.failure(&value.span(), "preset: expected the name of a preset"));
        };
        let preset = name.parse().map_err(|error| self.failure(&value.span(), error))?;
        Ok(Configured { value: preset, origin: self.origin(key) })
    }

    fn finder_option(
        &self,
        key: &Key<'t>,
        value: &Spanned<DeValue<'t>>,
    ) -> Result<Configured<Value>, Failure> {
        let name: &str = key.get_ref();
        let is_option = |name: &str| FinderBuilder::options().any(|known| known.name() == name);
        if !is_option(&name.replace('-', "_"))
            && let Some(why) = self.of_command_line(name)
        {
            return Err(self.failure(&key.span(), why));
        }
        let read = self.value(value)?;
        check(name, &read).map_err(|error| {
            let is_known = is_option(name);
            let span = if is_known { value.span() } else { key.span() };
            match near_key(name).filter(|_| !is_known) {
                Some(near) => self
                    .failure(&span, format_args!("unknown option {name:?}; did you mean {near}?")),
                None => self.failure(&span, in_json(&error)),
            }
        })?;
        Ok(Configured { value: read, origin: self.origin(key) })
    }

    fn link_option(
        &self,
        key: &Key<'t>,
        value: &Spanned<DeValue<'t>>,
    ) -> Result<Configured<Value>, Failure> {
        let name: &str = key.get_ref();
        let read = self.value(value)?;
        LinkArgs::check(name, &read).map_err(|error| {
            let span = if LinkArgs::knows(name) { value.span() } else { key.span() };
            self.failure(&span, in_json(&error))
        })?;
        Ok(Configured { value: read, origin: self.origin(key) })
    }

    /// A value as the builders take it.
    fn value(&self, value: &Spanned<DeValue<'t>>) -> Result<Value, Failure> {
        Ok(match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Boolean(yes) => Value::Switch(*yes),
            DeValue::Integer(number) => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                Value::Number(number.unwrap_or(i64::MAX))
            }
            DeValue::Array(list) => {
                Value::List(list.iter().map(|value| self.value(value)).collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => {
                let member = |(key, value): (&Key<'t>, _)| {
                    Ok((key.get_ref().to_string(), self.value(value)?))
                };
                Value::Map(table.iter().map(member).collect::<Result<_, Failure>>()?)
            }
            DeValue::Float(_) | DeValue::Datetime(_) => {
                return Err(self.failure(&value.span(), "no option takes a fraction or a date"));
            }
        })
    }

    /// Why `name` is refused if it is a flag of the command, and no option of the finder.
    fn of_command_line(&self, name: &str) -> Option<String> {
        let (wanted, command) = (flag(name), (self.command)());
        let mut flags = command.get_subcommands().flat_map(Command::get_arguments);
        flags.find(|arg| arg.get_long() == Some(&wanted))?;
        Some(if LinkArgs::knows(name) {
            format!("{name} is an option of the links: it belongs in the table [{LINK}]")
        } else {
            format!("a configuration file cannot set --{wanted}; it is for the command line")
        })
    }

    fn origin(&self, key: &Key<'t>) -> Origin {
        Origin { file: Arc::clone(&self.file), line: self.line(key.span().start).0 }
    }

    /// The number of the line of the byte at `at`, from 1, and where that line begins.
    fn line(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(self.text);
        (before.matches('\n').count() + 1, before.rfind('\n').map_or(0, |feed| feed + 1))
    }

    /// A message about `span`, with its line and a mark below.
    fn failure(&self, span: &Range<usize>, why: impl fmt::Display) -> Failure {
        let (line, start) = self.line(span.start);
        let column = self.text.get(start..span.start).unwrap_or_default().chars().count() + 1;
        let origin = Origin { file: Arc::clone(&self.file), line };
        let mut drawn = Vec::new();
        let mark = Mark { span: Span::new(span.start, span.end), style: Style::new() };
        // Writing to a vector cannot fail.
        let _ = Text::new(self.text.as_bytes()).draw(&mut drawn, &[mark]);
        let drawn = String::from_utf8_lossy(&drawn);
        Failure::Message(format!("{origin}:{column}: {why}\n{}", drawn.trim_end()))
    }
}

/// The key beside those of the finder that is most like `wrong`.
fn near_key(wrong: &str) -> Option<String> {
    near(wrong, &["preset", LINK, PROFILE].map(str::to_owned))
}

/// Whether a finder takes that value of the option `name`.
fn check(name: &str, value: &Value) -> Result<(), OptionError> {
    let mut builder = Finder::builder();
    builder.set(name, value.clone())?;
    match builder.build() {
        // It may need another option, such as a base.
        Err(error) if error.option() == name => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Arg;
    use linkwright::options::OptionInfo;

    use super::*;
    use crate::config::in_toml;

    /// A command with a flag that is not an option, and a flag that is an option of links.
    fn command() -> Command {
        let flags = ["output", "rel", "max-len"].map(|name| Arg::new(name).long(name));
        Command::new("c").subcommand(Command::new("verb").args(flags))
    }

    fn parsed(text: &str) -> Result<Options, String> {
        match File::parse(Path::new("a.toml"), text, command) {
            Ok(file) => Ok(file.options),
            Err(Failure::Message(text) | Failure::Usage(text)) => Err(text),
            Err(Failure::Output(error)) => panic!("{error}"),
        }
    }

    /// The values that options have in presets, which TOML can say.
    fn values(option: &OptionInfo) -> Vec<Value> {
        let of_presets = Preset::ALL.iter().map(|&preset| option.default(preset));
        of_presets.filter(|value| *value != Value::Unset).collect()
    }

    #[test]
    fn each_option_of_the_finder_is_read_by_its_name() {
        for option in FinderBuilder::options() {
            for value in values(option) {
                let text = format!("{} = {}", option.name(), in_toml(&value));
                let read = parsed(&text).unwrap();
                assert_eq!(read.finder[option.name()].value, value, "{text}");
            }
        }
    }

    #[test]
    fn each_option_of_the_links_is_read_in_its_table() {
        for option in LinkArgs::options() {
            for value in values(option) {
                let text = format!("[link]\n{} = {}", option.name(), in_toml(&value));
                let read = parsed(&text).unwrap();
                assert_eq!(read.link[option.name()].value, value, "{text}");
            }
        }
    }

    #[test]
    fn a_flag_of_the_command_is_refused_unless_it_is_an_option() {
        assert!(parsed("output = 'x'").unwrap_err().contains("cannot set --output"));
        assert!(parsed("rel = 'x'").unwrap_err().contains("[link]"));
        assert!(parsed("presett = 'chat'").unwrap_err().contains("did you mean preset?"));
        assert!(parsed("[profiles.x]\nwww = true").unwrap_err().contains("did you mean profile?"));
        assert!(parsed("[profile.x]\nwwww = true").unwrap_err().contains("did you mean www?"));
        assert!(parsed("max-len = 100").unwrap_err().contains("did you mean max_len?"));
    }

    #[test]
    fn any_text_is_read_or_refused() {
        for text in [
            "",
            "\u{feff}www = true",
            "a = [",
            "[link]\n[link]",
            "x = 1\nx = 2",
            "\"\" = 1",
            "é = 'é",
        ] {
            if let Err(error) = parsed(text) {
                assert!(error.starts_with("a.toml:"), "{text:?}: {error}");
            }
        }
    }
}
