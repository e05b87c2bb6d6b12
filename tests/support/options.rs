//! The options in the header of a case: those of the builder.

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Folds, HyphenOrder, Preset, Readings, Schemes, Wrap};

/// The options of one case, as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Options(Vec<(String, String)>);

impl Options {
    pub(crate) fn parse<'s>(words: impl Iterator<Item = &'s str>) -> Result<Options, String> {
        let mut options = Vec::new();
        for word in words {
            let (key, value) =
                word.split_once('=').ok_or_else(|| format!("no KEY=VALUE: {word}"))?;
            if key == "preset" && !options.is_empty() {
                return Err("`preset` comes first: it sets every other option".to_owned());
            }
            options.push((key.to_owned(), value.to_owned()));
        }
        Ok(Options(options))
    }

    /// The value of `key`, where it is written.
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
        "preset" => builder.preset(preset(value)?),
        "schemes" => builder.schemes(schemes(value)),
        "wrap" => builder.wrap(wrap(value)?),
        "folds" => builder.folds(folds(value)?),
        "hyphen" => builder.hyphen(hyphen(value)?),
        "readings" => builder.readings(readings(value)?),
        "default_scheme" => builder.default_scheme(value),
        "max_len" => builder.max_len(number(value)?),
        "max_lines" => builder.max_lines(number(value)?),
        "max_bytes" => builder.max_bytes(number(value)?),
        "pattern" => return pattern(builder, value),
        "base" => builder.base(value),
        _ => return switch(builder, key, value),
    };
    Ok(())
}

fn switch(builder: &mut FinderBuilder, key: &str, value: &str) -> Result<(), String> {
    let set = match key {
        "www" => FinderBuilder::www,
        "domains" => FinderBuilder::domains,
        "emails" => FinderBuilder::emails,
        "ip" => FinderBuilder::ip,
        "iri" => FinderBuilder::iri,
        "repair" => FinderBuilder::repair,
        "bare" => FinderBuilder::bare,
        "zone_ids" => FinderBuilder::zone_ids,
        "flowed" => FinderBuilder::flowed,
        "delsp" => FinderBuilder::delsp,
        "page_breaks" => FinderBuilder::page_breaks,
        _ => return Err(format!("unknown option `{key}`")),
    };
    match value {
        "yes" => set(builder, true),
        "no" => set(builder, false),
        _ => return unknown(key, value),
    };
    Ok(())
}

fn preset(value: &str) -> Result<Preset, String> {
    Preset::from_name(value).ok_or_else(|| format!("unknown preset `{value}`"))
}

fn schemes(value: &str) -> Schemes {
    match value {
        "any" => Schemes::Any,
        "known" => Schemes::Known,
        _ => Schemes::Only(value.split(',').map(str::to_owned).collect()),
    }
}

fn wrap(value: &str) -> Result<Wrap, String> {
    match value {
        "off" => Ok(Wrap::Off),
        "delimited" => Ok(Wrap::Delimited),
        "mail" => Ok(Wrap::Mail),
        _ => unknown("wrap", value),
    }
}

fn folds(value: &str) -> Result<Folds, String> {
    match value {
        "off" => Ok(Folds::Off),
        "conservative" => Ok(Folds::Conservative),
        "eager" => Ok(Folds::Eager),
        _ => unknown("folds", value),
    }
}

fn hyphen(value: &str) -> Result<HyphenOrder, String> {
    match value {
        "keep" => Ok(HyphenOrder::Keep),
        "typeset" => Ok(HyphenOrder::Typeset),
        _ => unknown("hyphen", value),
    }
}

fn readings(value: &str) -> Result<Readings, String> {
    match value {
        "best" => Ok(Readings::Best),
        "all" => Ok(Readings::All),
        _ => unknown("readings", value),
    }
}

fn pattern(builder: &mut FinderBuilder, value: &str) -> Result<(), String> {
    let mut parts = value.split('→');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(name), Some(pattern), Some(href)) => builder.pattern(name, pattern, href),
        _ => return unknown("pattern", value),
    };
    Ok(())
}

fn number(value: &str) -> Result<usize, String> {
    value.parse().map_err(|_| format!("no number: {value}"))
}

fn unknown<T>(key: &str, value: &str) -> Result<T, String> {
    Err(format!("unknown value of `{key}`: {value}"))
}
