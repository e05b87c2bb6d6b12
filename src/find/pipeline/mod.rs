//! The pipeline from a trigger to a match. All matches are made here.
//!
//! [`kernel`] is the loop over the triggers of a window. For each candidate [`run`] applies the rules,
//! [`validate`] parses the text, and [`report`] makes the match. If no rule needs a fact of the candidate, the
//! match is made directly after the scan.

pub(crate) mod compiled;
pub(crate) mod early;
pub(crate) mod kernel;
pub(crate) mod lazy_uri;
pub(crate) mod matches;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod state;
pub(crate) mod validate;
