//! Finds URIs in text, validates them, and returns them with their positions. The steps are:
//!
//! ```text
//! trigger -> candidate and its facts -> rules (open, fold, join, cut, trim) -> validation -> rules (judge) -> match
//! ```
//!
//! A [`Finder`] is built from options ([`FinderBuilder`], or a [`Preset`]). It returns the matches in a text
//! ([`Finder::find_iter`]) or in a stream ([`Finder::stream`]), and explains them ([`Finder::explain`]). All three
//! methods find the same matches.
//!
//! A trigger is a short text such as `://` or `@`. The text around it that may be a URI is called a candidate. Its
//! facts are simple properties, such as that it contains a bracket, and show which rules apply to it. The [`rules()`]
//! run in the stages that are named in parentheses. They decide where the candidate begins and ends. The result is
//! checked against the grammar of RFC 3986, and the rules of the stage `judge` decide whether it is a link.
//!
//! [`guide`] compares the methods with those of other crates.

mod api;
mod builder;
pub(crate) mod choices;
mod config;
pub mod guide;
mod mismatch;
mod pipeline;

pub use crate::candidate::rooms::LineRoom;
pub(crate) use crate::candidate::scheme::{is_known as is_known_scheme, is_name as is_scheme_name};
// Public for the program in this repository that fits the weights, and for the tests of the facts.
#[cfg(feature = "explain")]
#[doc(hidden)]
pub use crate::evidence::evidence;
#[cfg(feature = "registrable-domains")]
pub use crate::public_suffix::registrable_domain;
pub use crate::rules::rule::RuleInfo;
pub use crate::rules::table::rules;
pub use crate::vocabulary::flags::{Flag, Flags};
pub use crate::vocabulary::{
    Alternate, AlternateReason, Delimiter, Join, JoinReason, MatchKind, RuleSet,
};
#[cfg(feature = "explain")]
pub use api::explain::{Explained, Outcome, Step, Weighed};
pub use api::finder::Finder;
#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) use api::hits::Hits;
pub use api::input::Input;
pub use api::iter::FindIter;
pub use api::spans::{Segment, Spans};
pub use api::stream::{StreamFindIter, StreamFinder};
pub use builder::FinderBuilder;
pub use choices::{Delimiting, Folds, HyphenOrder, Preset, Readings, Schemes, Wrap};
pub use mismatch::text_mismatch;
pub use pipeline::matches::Match;
pub(crate) use pipeline::report::own as own_link;
