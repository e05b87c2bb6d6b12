//! The search: finders, matches, and functions that can be called without a finder.

mod as_dict;
mod explain;
pub(crate) mod finder;
pub(crate) mod found;
pub(crate) mod functions;
pub(crate) mod iterator;
pub(crate) mod record;
pub(crate) mod stream;
