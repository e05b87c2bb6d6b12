//! The options in the header of a case, which set options of the builder by name.

use linkwright::Finder;
use linkwright::find::FinderBuilder;

/// The options of one case, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Options(Vec<(String, String)>);

impl Options {
    pub(crate) fn parse<'s>(words: impl Iterator<Item = &'s str>) -> Result<Options, String> {
        let mut options = Vec::new();
        for word in words {
            let (key, value) =
                word.split_once('=').ok_or_else(|| format!("not of the form KEY=VALUE: {word}"))?;
            if key == "preset" && !options.is_empty() {
                return Err("`preset` comes first: it sets every other option".to_owned());
            }
            options.push((key.to_owned(), value.to_owned()));
        }
        Ok(Options(options))
    }

    /// The value of `key`, if the header has it.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    pub(crate) fn finder(&self) -> Result<Finder, String> {
        self.builder()?.build().map_err(|error| error.to_string())
    }

    pub(crate) fn builder(&self) -> Result<FinderBuilder, String> {
        let mut builder = Finder::builder();
        for (key, value) in &self.0 {
            apply(&mut builder, key, value)?;
        }
        Ok(builder)
    }
}

fn apply(builder: &mut FinderBuilder, key: &str, value: &str) -> Result<(), String> {
    match key {
        "preset" => {
            let preset: Result<_, linkwright::options::UnknownName> = value.parse();
            builder.preset(preset.map_err(|error| error.to_string())?);
        }
        "pattern" => pattern(builder, value)?,
        _ => drop(builder.set_text(key, value).map_err(|error| error.to_string())?),
    }
    Ok(())
}

fn pattern(builder: &mut FinderBuilder, value: &str) -> Result<(), String> {
    let mut parts = value.split('→');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(name), Some(pattern), Some(href)) => builder.pattern(name, pattern, href),
        _ => return Err(format!("not of the form NAME→PATTERN→TEMPLATE: {value}")),
    };
    Ok(())
}
