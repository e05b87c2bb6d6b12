//! The class `Uri`: the parser of RFC 3986, normalization, comparison, resolution and hazards.

pub(crate) mod class;
mod compose;
