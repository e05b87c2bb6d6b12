//! Reads one configuration file, checks every option in it, and remembers the line of every option for messages.

use core::fmt;
use core::ops::Range;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anstyle::Style;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::options::Value;
use linkwright::text::offsets::{LineColumn, Offsets};
use linkwright::{Finder, Span};
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::check::rules::{self, Level};
use crate::draw::Text;
use crate::exit::Failure;
use crate::names::near;
use crate::options::{Configured, PRESET, check_link_option, in_json, is_link_option};
use crate::show::visible;

/// The name of the table with the link options.
pub(crate) const LINK: &str = "link";

/// The name of the table with the levels of the rules of `check`.
pub(crate) const CHECK: &str = "check";

/// The options of the finder that a file found in a folder may not set, because they make links of text or decide where a
/// link leads. All link options are of the same kind. The other options only select what is reported.
const TRUSTED_ONLY: &[&str] = &["patterns", "base", "default_scheme"];

/// The maximum size of a configuration file, in bytes. Real files have a few hundred bytes.
const MAX_SIZE: u64 = 1 << 20;

/// What files set, by table and name. The preset and the options of the finder are in no table; its name is empty.
pub(crate) type Options = BTreeMap<(&'static str, String), Configured>;

/// Reads and checks the file at `path`.
///
/// # Errors
///
/// The file cannot be read, is too long, is not TOML, or has an unknown key or an invalid value.
pub(super) fn read(path: &Path) -> Result<Options, Failure> {
    let failed = |error| Failure::at(path, error);
    if fs::metadata(path).map_err(failed)?.len() > MAX_SIZE {
        return Err(Failure::at(path, "the file is too long for a configuration file"));
    }
    let text = fs::read_to_string(path).map_err(failed)?;
    parse(path, &text)
}

/// Refuses the file at `path`, which another person may have written, if it sets more than which links are reported.
pub(super) fn check_untrusted(path: &Path, options: &Options) -> Result<(), Failure> {
    let is_refused =
        |table: &str, name: &str| table == LINK || table.is_empty() && TRUSTED_ONLY.contains(&name);
    match options.iter().find(|((table, name), _)| is_refused(table, name)) {
        Some(((_, name), Configured { origin, .. })) => Err(Failure::Message(format!(
            "{origin}: a file that is found in a folder cannot set {name}, which decides how links are made; \
             use your own file (linkwright config shows where it is) or --config {}",
            visible(&path.to_string_lossy())
        ))),
        None => Ok(()),
    }
}

/// What to say about the file at `path`, if it sets something in `table`, and so decides `what`.
pub(super) fn notice(path: &Path, options: &Options, table: &str, what: &str) -> Option<String> {
    let set = options.keys().filter(|(one, _)| *one == table);
    let names: Vec<&str> = set.map(|(_, name)| name.as_str()).collect();
    let path = path.to_string_lossy();
    (!names.is_empty())
        .then(|| format!("{} decides {what}: it sets {}", visible(&path), names.join(", ")))
}

fn parse(path: &Path, text: &str) -> Result<Options, Failure> {
    let source = ConfigSource { path, text };
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        let is_bare = is_bare_word(text, span.start);
        source.failure(&span, if is_bare { "text must be between quotes" } else { error.message() })
    })?;
    let mut options = Options::new();
    for (key, value) in table.get_ref() {
        let Some(table) = [LINK, CHECK].into_iter().find(|table| key.get_ref() == table) else {
            source.add("", key, value, &mut options)?;
            continue;
        };
        let DeValue::Table(members) = value.get_ref() else {
            let why = format_args!("{table} must be a table of options");
            return Err(source.failure(&value.span(), why));
        };
        for (key, value) in members {
            source.add(table, key, value, &mut options)?;
        }
    }
    Ok(options)
}

/// Whether the value at `at` is an unquoted word. TOML allows only the unquoted words `true`, `false`, `inf` and `nan`.
fn is_bare_word(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    before.trim_end_matches([' ', '\t']).ends_with('=') && after.starts_with(char::is_alphabetic)
}

/// A file that is being parsed.
struct ConfigSource<'t> {
    path: &'t Path,
    text: &'t str,
}

impl<'t> ConfigSource<'t> {
    /// Adds an option in `table` to `options`.
    fn add(
        &self,
        table: &'static str,
        key: &Spanned<DeString<'t>>,
        value: &Spanned<DeValue<'t>>,
        options: &mut Options,
    ) -> Result<(), Failure> {
        let name = key.get_ref().to_string();
        let read = match value.get_ref() {
            // Serde would read a date as a table.
            DeValue::Datetime(date) => Ok(date.to_string().into()),
            _ => Value::deserialize(value.clone().into_deserializer()),
        };
        let read = read.map_err(|error| {
            self.failure(&error.span().unwrap_or(value.span()), error.message())
        })?;
        check(table, &name, &read).map_err(|why| {
            let span = if is_known(table, &name) { value.span() } else { key.span() };
            self.failure(&span, why)
        })?;
        let origin = self.origin(self.at(key.span().start));
        options.insert((table, name), Configured { value: read, origin });
        Ok(())
    }

    /// The line and the column of the byte at `at`.
    fn at(&self, at: usize) -> LineColumn {
        Offsets::new(self.text).line_column(at)
    }

    /// The position as `FILE:LINE`.
    fn origin(&self, at: LineColumn) -> String {
        format!("{}:{}", visible(&self.path.to_string_lossy()), at.line())
    }

    /// An error message about `span`, followed by the line with the span marked.
    fn failure(&self, span: &Range<usize>, why: impl fmt::Display) -> Failure {
        let at = self.at(span.start);
        let mut drawn = Vec::new();
        let mark = Span::new(span.start, span.end);
        // Writing to a vector cannot fail.
        let _ = Text::new(self.text.as_bytes()).draw(&mut drawn, &[mark], Style::new());
        let drawn = String::from_utf8_lossy(drawn.trim_ascii_end());
        Failure::Message(format!("{}:{}: {why}\n{drawn}", self.origin(at), at.column()))
    }
}

/// Whether `table` has an option `name`.
fn is_known(table: &str, name: &str) -> bool {
    match table {
        CHECK => rules::find(name).is_some(),
        LINK => is_link_option(name),
        _ => name == PRESET || FinderBuilder::options().any(|option| option.name() == name),
    }
}

/// Checks that `table` has an option `name` that takes `value`. The error is a sentence for the user.
fn check(table: &str, name: &str, value: &Value) -> Result<(), String> {
    let text = value.as_text().unwrap_or_default();
    let is_known = is_known(table, name);
    match (table, name) {
        (CHECK, _) => rules::named(name).and_then(|_| Level::named(text)).map(drop),
        (LINK, _) => check_link_option(name, value).map_err(|error| in_json(&error)),
        (_, PRESET) => text.parse::<Preset>().map(drop).map_err(|error| error.to_string()),
        _ if !is_known && is_link_option(name) => {
            Err(format!("{name} is a link option: it belongs in the table [{LINK}]"))
        }
        _ => {
            if !is_known && let Some(near) = near(name, [PRESET, LINK, CHECK]) {
                return Err(format!("option {name}: unknown option; did you mean {near}?"));
            }
            match Finder::builder().set(name, value.clone()).and_then(|builder| builder.build()) {
                // Errors about other options are ignored: an option that this one requires (a base, for instance) may
                // be set elsewhere.
                Err(error) if error.option() == name => Err(in_json(&error)),
                _ => Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use linkwright::options::OptionInfo;

    use super::*;
    use crate::config::in_toml;
    use crate::options::link_options;

    fn parsed(text: &str) -> Result<Options, String> {
        match parse(Path::new("a.toml"), text) {
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
                assert_eq!(read[&("", option.name().to_owned())].value, value, "{text}");
            }
        }
    }

    #[test]
    fn every_link_option_can_be_set_in_its_table() {
        for option in link_options() {
            for value in values(option) {
                let text = format!("[link]\n{} = {}", option.name(), in_toml(&value));
                let read = parsed(&text).unwrap();
                assert_eq!(read[&(LINK, option.name().to_owned())].value, value, "{text}");
            }
        }
    }

    #[test]
    fn an_unknown_key_is_refused_with_a_hint() {
        assert!(parsed("output = 'x'").unwrap_err().contains("option output: unknown option"));
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
