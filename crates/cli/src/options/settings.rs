//! Builds a finder from named options.

use std::collections::BTreeMap;

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::options::{OptionError, UnknownName, Value};

/// Values of options, by name. The preset is one of them, called [`PRESET`].
pub(crate) type Settings = BTreeMap<String, Value>;

/// The name of the preset, as a flag and in configuration files. The library has a method for it and no option, because
/// it sets all options; so it is applied before the others.
pub(crate) const PRESET: &str = "preset";

/// The preset that `settings` name, or else the default. The name of a value that is no text is empty.
pub(crate) fn preset(settings: &Settings) -> Result<Preset, UnknownName> {
    let name = settings.get(PRESET).map(|name| name.as_text().unwrap_or_default());
    name.map_or(Ok(Preset::default()), str::parse)
}

/// A builder with `settings`, whose preset is valid. An option whose value is [`Unset`](Value::Unset), which is `null` in
/// JSON, is ignored. Some errors are detected only when the finder is built.
pub(crate) fn builder(settings: &Settings) -> Result<FinderBuilder, OptionError> {
    let mut builder = Finder::builder();
    builder.preset(preset(settings).unwrap_or_default());
    for (name, value) in settings {
        if name != PRESET && *value != Value::Unset {
            builder.set(name, value.clone())?;
        }
    }
    Ok(builder)
}

#[cfg(test)]
mod tests {
    use linkwright::options::Value;
    use serde_json::json;

    use super::super::error::in_json;
    use super::*;

    fn settings(value: serde_json::Value) -> Settings {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn options_of_every_kind_are_read_from_json() {
        let options = json!({
            "www": false, "max_len": 100, "default_scheme": "https", "wrap": "mail",
            "schemes": ["http"], "flowed": true, "delsp": false, "folds": "off", "ip": null,
            "page_breaks": false, "patterns": [{"name": "bug", "pattern": "BUG-[0-9]+", "href": "http://b/$0"}],
            "base": "http://b/", "preset": "mail",
        });
        let builder = builder(&settings(options)).unwrap();
        assert_eq!(builder.get("folds"), Some(Value::from("off")));
        assert!(builder.get("patterns").is_some_and(|patterns| patterns.as_list().is_some()));
        assert!(builder.build().is_ok());
    }

    #[test]
    fn an_error_names_the_option_and_the_value() {
        let finder = |options| builder(&settings(options))?.build();
        let error = |options| in_json(&finder(options).unwrap_err());
        assert_eq!(error(json!({"wwww": true})), "option wwww: unknown option; did you mean www?");
        assert_eq!(
            error(json!({"www": "yes"})),
            "option www: expected true or false, found \"yes\""
        );
        assert_eq!(
            error(json!({"wrap": "on"})),
            "option wrap: expected \"off\", \"delimited\" or \"mail\", found \"on\""
        );
        assert_eq!(
            error(json!({"max_len": -1})),
            "option max_len: expected a number from 16 to 65536, found -1"
        );
        assert!(
            error(json!({"patterns": [{"name": "bug"}]})).starts_with("option patterns: expected")
        );
    }
}
