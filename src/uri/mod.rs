//! RFC 3986 and RFC 3987: what a URI is, where it stops being one, what it is made of, whether two
//! are the same, where a reference leads, and what is dangerous about it.
//!
//! | section | question | answer |
//! |---|---|---|
//! | 3, 4 | Is it a URI, and how far? | [`scan`], [`Uri::parse`], [`UriReference::parse`] |
//! | 5 | Where does it lead? | [`Resolver`] |
//! | 6 | Is it the same? | [`Uri::is_equivalent`], [`Uri::normalize`], the ladder [`Rung`] |
//! | 7 | Is it dangerous? | [`Uri::hazards`], [`hazards`] |
//!
//! The [`guide`] says which rung to ask for, and where the rules of RFC 2396 went.
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
mod cursor;
mod dots;
mod error;
mod form;
mod grammar;
pub mod guide;
pub mod hazards;
mod host;
mod map;
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
mod urn;

pub use aliases::Aliases;
pub use buf::{UriBuf, UriBufError};
pub use error::{Expected, ParseError, Rule, Stop};
pub use grammar::{Grammar, Mode};
pub use map::{MapError, to_uri};
pub use normalize::Normalized;
pub use parse::{Scan, scan, scan_bytes};
pub use parts::{HostKind, Parts};
pub use reference::{Authority, Host, Scheme, Uri, UriReference};
pub use repair::{Edit, Repaired, repair};
pub use resolve::{Resolver, Target, embedded_base};
pub use rung::Rung;
pub use split::{Components, ComposeError, split};
pub use urn::Urn;

pub(crate) use chars::is_ucschar;
pub(crate) use host::kind_of_name;
pub(crate) use map::{has_plain_host, to_uri_from_parts, with_plain_host};
pub(crate) use repair::repair_scanned;
