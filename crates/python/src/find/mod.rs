//! The search: finders, matches, and functions that need no finder.

mod as_dict;
pub(crate) mod finder;
pub(crate) mod found;
pub(crate) mod functions;
pub(crate) mod record;
