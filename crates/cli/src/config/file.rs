//! Reads one configuration file, checks every option in it, and remembers the line of every option for messages.

use core::fmt;
use core::ops::Range;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anstyle::Style;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::options::{OptionError, Value};
use linkwright::{Finder, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::check::rules::{self, Level};
use crate::draw::Text;
use crate::exit::Failure;
use crate::names::near;
use crate::options::{
    Configured, ConfiguredOptions, ConfiguredPreset, Origin, check_link_option, in_json,
    is_link_option,
};
use crate::show::visible;

/// The name of the table with the link options.
const LINK: &str = "link";

/// The name of the table with the levels of the rules of `check`.
const CHECK: &str = "check";

/// The options of the finder that a file found in a folder may not set, because they make links of text or decide where a
/// link leads. All link options are of the same kind. The other options only select what is reported.
const TRUSTED_ONLY: &[&str] = &["patterns", "base", "default_scheme"];

/// The maximum size of a configuration file, in bytes. Real files have a few hundred bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The options of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) preset: ConfiguredPreset,
    pub(crate) finder: ConfiguredOptions,
    pub(crate) link: ConfiguredOptions,
    pub(crate) check: BTreeMap<&'static str, Configured<Level>>,
}

impl Options {
    /// Sets all options of `others`, which override those of `self`.
    pub(super) fn overlay(&mut self, others: &Options) {
        self.preset = others.preset.clone().or(self.preset.take());
        self.finder.extend(others.finder.clone());
        self.link.extend(others.link.clone());
        self.check.extend(others.check.clone());
    }

    /// Reads and checks the file at `path`.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is too long, is not TOML, or has an unknown key or an invalid value.
    pub(super) fn read(path: &Path) -> Result<Options, Failure> {
        let failed = |error| Failure::at(path, error);
        let size = fs::metadata(path).map_err(failed)?.len();
        if size > MAX_SIZE {
            return Err(Failure::at(path, "the file is too long for a configuration file"));
        }
        let text = fs::read_to_string(path).map_err(failed)?;
        Options::parse(path, &text)
    }

    /// Refuses a file that another person may have written, if it sets more than which links are reported.
    pub(super) fn check_untrusted(&self) -> Result<(), Failure> {
        let of_finder =
            self.finder.iter().filter(|(name, _)| TRUSTED_ONLY.contains(&name.as_str()));
        match self.link.iter().chain(of_finder).next() {
            Some((name, Configured { origin, .. })) => Err(Failure::Message(format!(
                "{origin}: a file that is found in a folder cannot set {name}, which decides how links are made; \
                 use your own file (linkwright config shows where it is) or --config {}",
                visible(&origin.file.to_string_lossy())
            ))),
            None => Ok(()),
        }
    }

    /// What to say about the file at `path`, if it changes which links are reported.
    pub(super) fn notice(&self, path: &Path) -> Option<String> {
        let preset = self.preset.as_ref().map(|_| "preset");
        let names = preset.into_iter().chain(self.finder.keys().map(String::as_str));
        notice(path, "which links are found", names)
    }

    /// What to say about the file at `path`, if it sets levels of rules.
    pub(super) fn notice_of_levels(&self, path: &Path) -> Option<String> {
        notice(path, "the levels of rules", self.check.keys().copied())
    }

    fn parse(path: &Path, text: &str) -> Result<Options, Failure> {
        let source = ConfigSource { file: path.into(), text };
        let table = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            let why = if is_bare_word(text, span.start) {
                "text must be between quotes"
            } else {
                error.message()
            };
            source.failure(&span, why)
        })?;
        source.options(table.get_ref())
    }
}

/// What to say about the file at `path`, which sets `names`; `None` without names.
fn notice<'n>(path: &Path, what: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let (path, names) = (path.to_string_lossy(), names.collect::<Vec<_>>());
    let is_any = !names.is_empty();
    is_any.then(|| format!("{} decides {what}: it sets {}", visible(&path), names.join(", ")))
}

/// Whether the value at `at` is an unquoted word. TOML allows only the unquoted words `true`, `false`, `inf` and `nan`.
fn is_bare_word(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    before.trim_end_matches([' ', '\t']).ends_with('=') && after.starts_with(char::is_alphabetic)
}

type Key<'t> = Spanned<toml::de::DeString<'t>>;

/// A file that is being parsed.
struct ConfigSource<'t> {
    file: Arc<Path>,
    text: &'t str,
}

impl<'t> ConfigSource<'t> {
    /// Reads the options in `table`.
    fn options(&self, table: &DeTable<'t>) -> Result<Options, Failure> {
        let mut options = Options::default();
        for (key, value) in table {
            let name: &str = key.get_ref();
            match name {
                LINK => {
                    for (key, value) in self.table(LINK, value)? {
                        let is_known = is_link_option(key.get_ref());
                        let configured = self.option(key, value, is_known, check_link_option)?;
                        options.link.insert(key.get_ref().to_string(), configured);
                    }
                }
                CHECK => {
                    for (key, value) in self.table(CHECK, value)? {
                        let (rule, level) = self.level(key, value)?;
                        options.check.insert(rule, level);
                    }
                }
                "preset" => options.preset = Some(self.preset(key, value)?),
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
            _ => {
                Err(self.failure(&value.span(), format_args!("{name} must be a table of options")))
            }
        }
    }

    /// The level of a rule.
    fn level(
        &self,
        key: &Key<'t>,
        value: &Spanned<DeValue<'t>>,
    ) -> Result<(&'static str, Configured<Level>), Failure> {
        let rule = rules::named(key.get_ref()).map_err(|why| self.failure(&key.span(), why))?;
        let name = value.get_ref().as_str().unwrap_or_default();
        let level = Level::named(name).map_err(|why| self.failure(&value.span(), why))?;
        Ok((rule.name, Configured { value: level, origin: self.origin(key) }))
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
        let is_option = FinderBuilder::options().any(|known| known.name() == name);
        if !is_option && is_link_option(name) {
            let why = format!("{name} is a link option: it belongs in the table [{LINK}]");
            return Err(self.failure(&key.span(), why));
        }
        if let Some(near) = near_key(name).filter(|_| !is_option) {
            let why = format!("unknown option {name:?}; did you mean {near}?");
            return Err(self.failure(&key.span(), why));
        }
        self.option(key, value, is_option, check)
    }

    fn option(
        &self,
        key: &Key<'t>,
        value: &Spanned<DeValue<'t>>,
        is_known: bool,
        check: fn(&str, &Value) -> Result<(), OptionError>,
    ) -> Result<Configured<Value>, Failure> {
        let read = self.value(value)?;
        check(key.get_ref(), &read).map_err(|error| {
            let span = if is_known { value.span() } else { key.span() };
            self.failure(&span, in_json(&error))
        })?;
        Ok(Configured { value: read, origin: self.origin(key) })
    }

    /// Converts a TOML value into the value of an option.
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
                return Err(self.failure(&value.span(), "expected text, a whole number, true, false, a list or a table; no option takes a fraction or a date"));
            }
        })
    }

    fn origin(&self, key: &Key<'t>) -> Origin {
        Origin { file: Arc::clone(&self.file), line: self.line(key.span().start).0 }
    }

    /// The number (from 1) of the line that contains the byte at `at`, and the offset at which that line begins.
    fn line(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(self.text);
        (before.matches('\n').count() + 1, before.rfind('\n').map_or(0, |feed| feed + 1))
    }

    /// An error message about `span`, followed by the line with the span marked.
    fn failure(&self, span: &Range<usize>, why: impl fmt::Display) -> Failure {
        let (line, start) = self.line(span.start);
        let column = self.text.get(start..span.start).unwrap_or_default().chars().count() + 1;
        let origin = Origin { file: Arc::clone(&self.file), line };
        let mut drawn = Vec::new();
        let mark = Span::new(span.start, span.end);
        // Writing to a vector cannot fail.
        let _ = Text::new(self.text.as_bytes()).draw(&mut drawn, &[mark], Style::new());
        let drawn = String::from_utf8_lossy(&drawn);
        Failure::Message(format!("{origin}:{column}: {why}\n{}", drawn.trim_end()))
    }
}

/// The key most similar to `wrong`, among the keys that are not options of the finder.
fn near_key(wrong: &str) -> Option<String> {
    near(wrong, &["preset", LINK, CHECK].map(str::to_owned))
}

/// Checks that a finder accepts `value` for the option `name`.
fn check(name: &str, value: &Value) -> Result<(), OptionError> {
    let mut builder = Finder::builder();
    builder.set(name, value.clone())?;
    match builder.build() {
        // Errors about other options are ignored: an option that this one requires (a base, for instance) may be set
        // elsewhere.
        Err(error) if error.option() == name => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use linkwright::options::OptionInfo;

    use super::*;
    use crate::config::in_toml;
    use crate::options::link_options;

    fn parsed(text: &str) -> Result<Options, String> {
        match Options::parse(Path::new("a.toml"), text) {
            Ok(options) => Ok(options),
            Err(Failure::Message(text) | Failure::Usage(text)) => Err(text),
            Err(Failure::Output(error)) => panic!("{error}"),
        }
    }

    /// The values of the option in all presets, except `Unset`, which TOML cannot express.
    fn values(option: &OptionInfo) -> Vec<Value> {
        let of_presets = Preset::ALL.iter().map(|&preset| option.default(preset));
        of_presets.filter(|value| *value != Value::Unset).collect()
    }

    #[test]
    fn every_finder_option_can_be_set_by_its_name() {
        for option in FinderBuilder::options() {
            for value in values(option) {
                let text = format!("{} = {}", option.name(), in_toml(&value));
                let read = parsed(&text).unwrap();
                assert_eq!(read.finder[option.name()].value, value, "{text}");
            }
        }
    }

    #[test]
    fn every_link_option_can_be_set_in_its_table() {
        for option in link_options() {
            for value in values(option) {
                let text = format!("[link]\n{} = {}", option.name(), in_toml(&value));
                let read = parsed(&text).unwrap();
                assert_eq!(read.link[option.name()].value, value, "{text}");
            }
        }
    }

    #[test]
    fn an_unknown_key_is_refused_with_a_hint() {
        assert!(parsed("output = 'x'").unwrap_err().contains("unknown option \"output\""));
        assert!(parsed("rel = 'x'").unwrap_err().contains("[link]"));
        assert!(parsed("[[pattern]]\nname = 'x'").unwrap_err().contains("did you mean patterns?"));
        assert!(parsed("scheme = ['x']").unwrap_err().contains("did you mean schemes?"));
        assert!(parsed("presett = 'chat'").unwrap_err().contains("did you mean preset?"));
        assert!(parsed("[profile.x]\nwww = true").unwrap_err().contains("unknown option"));
        assert!(parsed("max-len = 100").unwrap_err().contains("did you mean max_len?"));
    }

    #[test]
    fn an_unquoted_word_is_reported_as_missing_quotes() {
        for text in ["preset = chat", "[link]\nrel=nofollow"] {
            assert!(parsed(text).unwrap_err().contains("between quotes"), "{text}");
        }
        assert!(!parsed("www = 1.x").unwrap_err().contains("between quotes"));
    }

    #[test]
    fn any_text_is_either_read_or_refused_with_a_message() {
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
