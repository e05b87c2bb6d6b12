//! The one way from a trigger to a match.
//!
//! [`kernel`] is the loop over the triggers of a window. For each candidate [`run`] asks the rules,
//! [`validate`] parses the text, and [`report`] makes the match. A candidate whose facts no rule needs
//! goes from the scan to the report.

pub(crate) mod compiled;
pub(crate) mod early;
pub(crate) mod kernel;
pub(crate) mod lazy_uri;
pub(crate) mod matches;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod state;
pub(crate) mod validate;
