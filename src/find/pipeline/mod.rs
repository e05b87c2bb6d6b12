//! The pipeline from a trigger to a match. All matches are made here.
//!
//! [`kernel`] is the loop over the triggers of a window, which is the part of the text in memory. For each candidate
//! [`run`] applies the rules, [`validate`] parses the text, and [`report`] makes the match. If the facts of the
//! candidate show that no rule applies, the match is made directly after the scan.

pub(crate) mod compiled;
pub(crate) mod defanged;
pub(crate) mod early;
pub(crate) mod kernel;
pub(crate) mod lazy_uri;
pub(crate) mod matches;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod state;
pub(crate) mod validate;
