//! URIs and IRIs (RFC 3986, RFC 3987): parsing, components, resolution, comparison, hazards.
//!
//! | section | question | answer |
//! |---|---|---|
//! | 3, 4 | Is a text a URI? If not, how much of it is? | [`check`], [`Uri::parse`], [`UriReference::parse`], [`Iri::parse`] |
//! | 5 | To which URI does a reference refer? | [`Resolver`], [`Iri::resolve`] |
//! | 5.3 | How are components composed into a URI? | [`Builder`], setters such as [`UriBuf::set_host`], [`Components`] |
//! | 6 | Are two URIs equivalent? | [`Uri::is_equivalent`], [`Uri::normalize`], the comparison ladder [`Rung`] |
//! | 7 | Is a URI dangerous? | [`Uri::hazards`], [`hazards`] |
//!
//! The views [`Uri`], [`UriReference`], [`Iri`] and [`IriReference`] are `Copy` and borrow the text; [`UriBuf`],
//! [`UriReferenceBuf`], [`IriBuf`] and [`IriReferenceBuf`] own it. The [`guide`] explains which rung of the comparison
//! ladder to use, and what replaced the rules of RFC 2396.
//!
//! # Comparison with other crates
//!
//! | | this module | fluent-uri 0.4 | iri-string 0.7 | url 2.5 |
//! |---|---|---|---|---|
//! | grammar | RFC 3986, RFC 3987; RFC 6874 on request | RFC 3986, RFC 3987 | RFC 3986, RFC 3987 | WHATWG URL |
//! | relative references | yes | yes | yes | against a base |
//! | where a text stops being valid | exact byte, rule, what was expected, longest valid prefix | byte, kind of error | - | - |
//! | building and changing | builder, setters | builder, setter of the fragment | builder, setter of the fragment | setters |
//! | resolution | 5.2, strict or not, any base | 5.2, hierarchical bases | 5.2 | WHATWG |
//! | relative reference from a base to a target | yes, checked by resolving it | - | - | yes |
//! | normalization | each rung of 6.2 by name, lazy | one form | one form | during parsing |
//! | comparison | the first rung on which two URIs are equal | equal texts | equal texts | equal texts |
//! | repair of invalid characters | yes, with a list of edits | - | - | during parsing |
//! | hazards of section 7 | 55 codes with positions | - | - | - |
//! | templates (RFC 6570) | - | - | yes | - |
//! | `no_std` | - | yes | yes | yes |
//!
//! The features `url` and `http` add conversions to and from `url::Url` and `http::Uri`. With the feature `serde`,
//! every type except the iterators, [`Aliases`] and [`pct::ByteSet`] can be serialized.
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
mod builder;
mod chars;
mod compare;
#[cfg(any(feature = "http", feature = "url"))]
mod convert;
mod cursor;
mod dots;
mod error;
mod form;
mod grammar;
pub mod guide;
pub mod hazards;
mod host;
mod iri;
mod iter;
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
#[cfg(feature = "serde")]
mod serialize;
mod spelling;
mod split;
mod typed;
mod urn;
mod view;

pub use aliases::Aliases;
pub use buf::{IriBuf, IriReferenceBuf, UriBuf, UriBufError, UriReferenceBuf};
pub use builder::Builder;
pub use error::{Expected, ParseError, Rule};
pub use grammar::{Grammar, Mode};
pub use iri::{Iri, IriReference};
pub use iter::{QueryPairs, Segments};
pub use map::{MapError, to_uri};
pub use minimal::MinimallyEscaped;
pub use normalize::Normalized;
pub use parse::check;
pub use parts::HostKind;
pub use reference::{Authority, Host, Scheme, Uri, UriReference};
pub use repair::{Edit, Repaired, repair};
pub use resolve::{Resolver, Target};
pub use rung::Rung;
pub use split::{Components, ComposeError, split};
pub use typed::undelimited;
pub use urn::Urn;

pub(crate) use chars::is_ucschar;
pub(crate) use dots::is_dot_segment;
pub(crate) use host::kind_of_name;
pub(crate) use map::{has_plain_host, to_uri_from_parts, with_plain_host};
pub(crate) use minimal::{Form, write as write_minimal, write_head};
pub(crate) use parse::scan;
pub(crate) use parts::Parts;
pub(crate) use repair::repair_scanned;
