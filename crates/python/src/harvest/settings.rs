//! The options of a harvester, by name.

use linkwright::find::Preset;
use linkwright::options::Value;
use linkwright::uri::UriBuf;
use linkwright_harvest::{Format, Harvester, Limit, Limits};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error;
use crate::options::{self, Options};

/// The arguments of `harvest` other than the files.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) harvester: Harvester,
    /// Whether relative references without a base are reported.
    pub(crate) takes_relative: bool,
    /// Whether invalid references are reported.
    pub(crate) takes_invalid: bool,
    /// Whether records have the member `unwrapped`.
    pub(crate) unwraps: bool,
}

impl Settings {
    /// The settings from keyword arguments, which are options of documents and options of finders.
    ///
    /// # Errors
    /// An `OptionError` that names the option, or a `TypeError`.
    pub(crate) fn of(
        py: Python<'_>,
        preset: Preset,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Settings> {
        let options = options.copy()?;
        let mut builder = Harvester::builder();
        builder.lines(true);
        let mut settings = Own { py, options: &options };
        if let Some(name) = settings.take::<String>("format")? {
            let format = Format::from_name(&name);
            let unknown =
                || settings.refused("format", format!("{name:?} is not the name of a format"));
            builder.format(Some(format.ok_or_else(unknown)?));
        }
        if let Some(label) = settings.take::<String>("encoding")? {
            builder
                .encoding(Some(&label))
                .map_err(|problem| settings.refused("encoding", problem))?;
        }
        if let Some(base) = settings.take::<String>("base")? {
            let base = UriBuf::parse(base).map_err(|_| settings.refused("base", "not a URI"))?;
            builder.base(Some(base));
        }
        builder.context(settings.take("context")?.unwrap_or(0));
        builder.binary(settings.take("binary")?.unwrap_or(false));
        builder.limits(settings.limits()?);
        let takes_relative = settings.take("relative")?.unwrap_or(false);
        let takes_invalid = settings.take("invalid")?.unwrap_or(false);
        let unwraps = settings.take("unwrap")?.unwrap_or(false);
        let of_finder: Options = options::read(Some(&options), options::of_finders)?;
        builder.finder(&finder(py, preset, &of_finder)?);
        let harvester = builder
            .build()
            .map_err(|refused| error::option_named(py, refused.option(), refused.to_string()))?;
        Ok(Settings { harvester, takes_relative, takes_invalid, unwraps })
    }
}

fn finder(
    py: Python<'_>,
    preset: Preset,
    options: &Options,
) -> PyResult<linkwright::find::FinderBuilder> {
    let mut builder = linkwright::Finder::builder();
    builder.preset(preset);
    options::set(options, |name, value: &Value| builder.set(name, value.clone()).map(drop))
        .map_err(|refused| error::option(py, &refused))?;
    Ok(builder)
}

/// Keyword arguments. The options of the harvester are removed from them one by one, so that those of the finder
/// remain.
struct Own<'o, 'py> {
    py: Python<'py>,
    options: &'o Bound<'py, PyDict>,
}

impl Own<'_, '_> {
    /// Removes an option and returns its value; `None` if it is absent or `None`.
    fn take<T: for<'a, 'py> FromPyObject<'a, 'py>>(&mut self, name: &str) -> PyResult<Option<T>> {
        let Some(value) = self.options.get_item(name)? else { return Ok(None) };
        self.options.del_item(name)?;
        let value: Result<Option<T>, PyErr> = value.extract::<Option<T>>().map_err(Into::into);
        value.map_err(|error| self.refused(name, error.value(self.py)))
    }

    fn refused(&self, name: &str, problem: impl core::fmt::Display) -> PyErr {
        error::option_named(self.py, name, format!("{name}: {problem}"))
    }

    fn limits(&mut self) -> PyResult<Limits> {
        let mut limits = Limits::default();
        for limit in Limit::ALL {
            let name = format!("max_{}", limit.name().replace('-', "_"));
            if let Some(value) = self.take(&name)? {
                limits = limits.with(limit, value);
            }
        }
        Ok(limits)
    }
}
