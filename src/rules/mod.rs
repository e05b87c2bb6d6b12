//! Delimiting rules: each makes one decision about where a URI begins or ends, or whether it is a link.
//!
//! A rule is a constant and a function, in the file for its topic. The constant contains the name of the rule, its
//! stage, the facts that it needs, one sentence about its decision, and the sentence or measurement that justifies it.
//! A rule does not call other rules, and does not test which rules are enabled: [`table`] contains the order of the
//! rules, and the settings under which each is enabled. [`draft`] contains the candidate that the rules change.

mod address;
mod bare_domain;
mod brackets;
mod delimiters;
pub(crate) mod draft;
pub(crate) mod draft_uri;
mod enclosed;
mod evidence;
mod file_context;
mod flowed;
pub(crate) mod form;
mod gfm;
mod incomplete;
mod join;
mod link_text;
mod message_id;
mod name_text;
mod quoted_printable;
pub(crate) mod rule;
mod separators;
mod start;
pub(crate) mod table;
mod trailing;
mod unicode;
mod uts58;
mod validity;

pub(crate) use delimiters::is_angle_brackets;
pub(crate) use evidence::is_in_id_field;
pub(crate) use incomplete::is_incomplete;
pub(crate) use message_id::follows_other_word;
pub(crate) use separators::is_differential;
pub(crate) use start::is_defanged;
