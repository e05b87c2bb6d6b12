//! Finding: from bytes to proved, located URIs.
//!
//! ```text
//! trigger -> candidate and its facts -> rules (open, fold, join, cut, trim) -> proof -> rules (judge) -> match
//! ```
//!
//! A [`Finder`] is built from options ([`FinderBuilder`], or a [`Preset`]). It returns the matches of a text
//! ([`Finder::find_iter`]) or of a stream ([`Finder::stream`]), and explains them ([`Finder::explain`]). All of these give
//! the same matches. A candidate is a text that may be a URI, such as the characters around `://`; [`rules()`] decide where
//! it begins and ends, and a parser of RFC 3986 validates the result. [`guide`] compares the calls with those of other
//! crates.

mod api;
mod builder;
mod candidate;
pub(crate) mod choices;
mod config;
mod evidence;
mod flags;
pub mod guide;
mod patterns;
mod pipeline;
mod rules;
mod scan;
mod vocabulary;
#[cfg(not(feature = "count-work"))]
mod work;
#[cfg(feature = "count-work")]
#[doc(hidden)]
pub mod work;

#[cfg(feature = "registrable-domains")]
pub use crate::public_suffix::registrable_domain;
pub use api::explain::{Explained, Explanation, Outcome, Step, Weighed};
pub use api::finder::Finder;
#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) use api::hits::Hits;
pub use api::input::Input;
pub use api::iter::FindIter;
pub use api::replacer::Replacer;
pub use api::spans::{Segment, Spans};
pub use api::stream::{StreamFindIter, StreamFinder};
pub use builder::FinderBuilder;
#[cfg(feature = "html")]
pub(crate) use candidate::lookaround::Breaks;
pub(crate) use candidate::scheme::{is_known as is_known_scheme, is_name as is_scheme_name};
pub use choices::{Dialect, Folds, HyphenOrder, Preset, Readings, Schemes, Wrap};
pub use evidence::{Term, address_evidence, evidence};
pub use flags::{Flag, Flags};
pub use pipeline::matches::Match;
pub use rules::rule::RuleInfo;
pub use rules::table::rules;
pub use rules::weighing::Clue;
pub use vocabulary::{Alternate, AlternateReason, Delimiter, Join, JoinReason, MatchKind, RuleSet};
