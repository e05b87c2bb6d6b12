//! Finding: from bytes to proved, located URIs.
//!
//! ```text
//! trigger -> candidate and its facts -> rules (open, fold, join, cut, trim) -> proof -> rules (judge) -> match
//! ```
//!
//! A [`Finder`] is built from options ([`FinderBuilder`], or a [`Preset`]) and asked for the
//! matches of a text, of a stream, or for the reasons ([`Finder::explain`]). Whichever way, the
//! same loop runs (`kernel`). A rule is asked where one of the facts holds for which it waits (`facts`), and a
//! candidate for which no rule waits is a match as it was read.

mod candidate;
mod completion;
mod config;
mod decision;
#[cfg(test)]
mod declared;
mod delimited;
mod draft;
mod early;
mod edge;
mod email;
mod explain;
mod extent;
mod facts;
mod finder;
mod flags;
mod gfm;
mod hits;
mod host;
mod input;
mod iter;
mod kernel;
mod lines;
mod matches;
mod pattern;
mod place;
mod program;
mod reading;
mod report;
mod rule;
mod scheme;
mod sets;
mod settle;
mod shape;
mod stream;
mod suffix;
mod tail;
mod trigger;
mod vocabulary;
#[cfg(not(feature = "count-work"))]
mod work;
#[cfg(feature = "count-work")]
#[doc(hidden)]
pub mod work;

pub(crate) use completion::Head;
pub use config::{BuildError, FinderBuilder, Folds, HyphenOrder, Preset, Readings, Schemes, Wrap};
pub use decision::RuleInfo;
pub use explain::{Explained, Explanation, Outcome, Step};
pub use finder::Finder;
pub use flags::{Flag, Flags};
#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) use hits::Hits;
pub use input::Input;
pub use iter::FindIter;
pub use matches::Match;
pub use rule::rules;
pub use stream::{StreamFindIter, StreamFinder};
#[cfg(feature = "domains")]
pub use suffix::registrable_domain;
pub use vocabulary::{Alternate, Delimiter, Join, JoinReason, MatchKind, RuleSet, Why};
