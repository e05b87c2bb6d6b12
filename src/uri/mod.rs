//! URIs and IRIs (RFC 3986, RFC 3987): parsing, components, resolution, comparison, hazards.
//!
//! | section | question | answer |
//! |---|---|---|
//! | 3, 4 | Is a text a URI? If not, how much of it is? | [`check`], [`Uri::parse`], [`UriReference::parse`], [`Iri::parse`] |
//! | 5 | To which URI does a reference refer? | [`Resolver`], [`Iri::resolve`] |
//! | 5.3 | How are components composed into a URI? | [`Components`] |
//! | 6 | Are two URIs equivalent? | [`UriReference::is_equivalent`], [`UriReference::normalize`], the comparison ladder [`Rung`] |
//! | 7 | Is a URI dangerous? | [`IriReference::hazards`], [`hazards`] |
//!
//! The views [`Uri`], [`UriReference`], [`Iri`] and [`IriReference`] are `Copy` and borrow the text; [`UriBuf`],
//! [`UriReferenceBuf`], [`IriBuf`] and [`IriReferenceBuf`] own it. The [`guide`] explains which rung of the comparison
//! ladder to use, and what replaced the rules of RFC 2396.
//!
//! # Comparison with other crates
//!
//! | | this module | fluent-uri 0.4 | iri-string 0.7 | url 2.5 |
//! |---|---|---|---|---|
//! | grammar | RFC 3986, RFC 3987 | RFC 3986, RFC 3987 | RFC 3986, RFC 3987 | WHATWG URL |
//! | relative references | yes | yes | yes | against a base |
//! | where a text stops being valid | exact byte, rule, what was expected, longest valid prefix | byte, kind of error | - | - |
//! | building and changing | components, checked | builder, setter of the fragment | builder, setter of the fragment | setters |
//! | resolution | 5.2, strict or not, any base | 5.2, hierarchical bases | 5.2 | WHATWG |
//! | relative reference from a base to a target | yes, checked by resolving it | - | - | yes |
//! | normalization | each rung of 6.2 by name | one form | one form | during parsing |
//! | comparison | the first rung on which two URIs are equal | equal texts | equal texts | equal texts |
//! | repair of invalid characters | yes, with a list of edits | - | - | during parsing |
//! | hazards of section 7 | 54 codes with positions | - | - | - |
//! | templates (RFC 6570) | - | - | yes | - |
//! | `no_std` | - | yes | yes | yes |
//!
//! With the feature `serde`, views and owned values are serialized as their texts, hazards with their codes and
//! positions, and [`Rung`], [`Grammar`] and [`Rule`] by name.
#![cfg_attr(
    not(test),
    deny(
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unwrap_used,
        clippy::expect_used,
        reason = "the parser reads hostile text and must not be able to panic"
    )
)]

mod aliases;
mod authority;
mod buf;
mod chars;
mod compare;
mod component;
mod cursor;
mod dots;
mod error;
mod form;
mod grammar;
pub mod guide;
pub mod hazards;
mod host;
mod map;
mod minimal;
mod normalize;
mod parse;
mod parts;
pub mod pct;
mod reference;
mod repair;
mod resolve;
pub mod rfc2396;
mod rung;
mod schemes;
mod spelling;
mod split;
mod typed;
mod view;

pub use aliases::Aliases;
pub use buf::{IriBuf, IriReferenceBuf, UriBuf, UriReferenceBuf};
pub use component::{Authority, Host, Scheme};
pub use error::{ParseError, Rule};
pub use grammar::Grammar;
pub use host::HostKind;
pub use map::{MapError, to_uri};
pub use parse::check;
pub use reference::{Iri, IriReference, QueryPair, Uri, UriReference};
pub use repair::{Edit, Repaired, repair};
pub use resolve::Resolver;
pub use rung::Rung;
pub use split::{Components, ComposeError, split};
pub use typed::undelimited;

pub(crate) use chars::is_ucschar;
#[cfg(feature = "patterns")]
pub(crate) use dots::is_dot_segment;
pub(crate) use error::expected;
pub(crate) use host::kind_of;
pub(crate) use map::{has_plain_host, with_plain_host};
pub(crate) use minimal::{Form, write as write_minimal, write_head};
pub(crate) use parse::scan;
pub(crate) use parts::Parts;
pub(crate) use repair::repair_scanned;
