//! Builds a finder from a preset and named options.

use std::collections::BTreeMap;

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::options::{OptionError, Value};

/// Values of options, by name.
pub(crate) type Settings = BTreeMap<String, Value>;

/// A builder that starts from `preset` and applies `settings`. An option whose value is [`Unset`](Value::Unset), which is
/// `null` in JSON, is ignored. Some errors are detected only when the finder is built.
pub(crate) fn builder(preset: Preset, settings: &Settings) -> Result<FinderBuilder, OptionError> {
    let mut builder = Finder::builder();
    builder.preset(preset);
    for (name, value) in settings.iter().filter(|(_, value)| **value != Value::Unset) {
        builder.set(name, value.clone())?;
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
            "base": "http://b/",
        });
        let builder = builder(Preset::Mail, &settings(options)).unwrap();
        assert_eq!(builder.get("folds"), Some(Value::from("off")));
        assert!(builder.get("patterns").is_some_and(|patterns| patterns.as_list().is_some()));
        assert!(builder.build().is_ok());
    }

    #[test]
    fn an_error_names_the_option_and_the_value() {
        let finder = |options| builder(Preset::Mail, &settings(options))?.build();
        let error = |options| in_json(&finder(options).unwrap_err());
        assert_eq!(error(json!({"wwww": true})), "unknown option \"wwww\"; did you mean www?");
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
