//! The place of the patterns if the feature `patterns` is off: no value of the type exists, so the compiler removes the
//! code that searches for patterns.

use super::target::{PatternMatch, base_uri};
use crate::options::error::{OptionError, OptionProblem};
use crate::options::value;
use crate::scan::Hit;

#[derive(Debug)]
pub(crate) enum Patterns {}

#[derive(Clone, Debug, Default)]
pub(crate) struct PatternCursor {}

impl Patterns {
    pub(crate) fn new(
        patterns: &[value::Pattern],
        base: Option<&str>,
        _: usize,
    ) -> Result<Option<Patterns>, OptionError> {
        if !patterns.is_empty() {
            let problem = OptionProblem::Feature { feature: "patterns" };
            return Err(OptionError::new("patterns", problem));
        }
        base.map(base_uri).transpose()?;
        Ok(None)
    }

    pub(crate) fn next(&self, _: &mut PatternCursor, _: &[u8], _: usize, _: bool) -> Option<Hit> {
        match *self {}
    }

    pub(crate) fn take(&self, _: &mut PatternCursor, _: &[u8], _: usize) -> Option<PatternMatch> {
        match *self {}
    }

    pub(crate) fn horizon(&self, _: &mut PatternCursor, _: &[u8], _: usize, _: usize) -> usize {
        match *self {}
    }
}

#[expect(clippy::unused_self, reason = "the interface of the cursor that the feature has")]
impl PatternCursor {
    pub(crate) fn slide(&mut self, _: usize) {}

    pub(crate) fn has_searched(&self, _: &[u8], _: usize) -> bool {
        true
    }
}
