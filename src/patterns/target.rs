//! The matches of patterns and their targets, and the base for relative targets.

use std::sync::Arc;

use crate::options::error::OptionError;
use crate::span::Span;
use crate::uri::{Resolver, Uri, UriBuf};

/// A match of a pattern.
#[derive(Debug)]
pub(crate) struct PatternMatch {
    pub(crate) span: Span,
    pub(crate) name: Arc<str>,
    pub(crate) target: Option<PatternTarget>,
}

/// The target of a match of a pattern.
#[derive(Debug)]
pub(crate) struct PatternTarget {
    pub(crate) uri: UriBuf,
    /// The expanded reference, if it is relative and has no base.
    pub(crate) reference: Option<String>,
}

impl PatternTarget {
    /// The target that is written as `reference`; `None` if this is not a URI-reference.
    pub(crate) fn of(reference: &str) -> Option<PatternTarget> {
        if let Ok(uri) = UriBuf::parse(reference.to_owned()) {
            return Some(PatternTarget { uri, reference: None });
        }
        let uri = Resolver::new(Uri::parse(NO_BASE).ok()?).resolve(reference).ok()?;
        Some(PatternTarget { uri, reference: Some(reference.to_owned()) })
    }
}

/// The base for relative references of documents without a base (RFC 2557, section 5).
const NO_BASE: &str = "thismessage:/";

fn base_error(base: &str, problem: &str) -> OptionError {
    OptionError::invalid("base", base, format!("`{base}` {problem}"))
}

/// The value of the option `base`.
pub(super) fn base_uri(base: &str) -> Result<UriBuf, OptionError> {
    base.parse().map_err(|error| base_error(base, &format!("is not a URI: {error}")))
}

/// Checks that `base` has an authority or a path that begins with `/`, and a host if it is a web URI.
#[cfg(feature = "patterns")]
pub(super) fn check_root(base: Uri<'_>) -> Result<(), OptionError> {
    let is_web = base.scheme() == "http" || base.scheme() == "https";
    let has_host = base.authority().is_some_and(|authority| !authority.host().as_str().is_empty());
    if is_web && !has_host {
        return Err(base_error(base.as_str(), "has no host"));
    }
    if base.authority().is_none() && !base.path().starts_with('/') {
        return Err(base_error(base.as_str(), "has no path that begins with `/`"));
    }
    Ok(())
}
