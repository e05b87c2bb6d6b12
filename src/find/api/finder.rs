//! The finder: it is built once, and can then be shared between threads.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
#[cfg(feature = "joins")]
use std::sync::OnceLock;

#[cfg(feature = "explain")]
use crate::find::api::explain::{self, Explained};
use crate::find::api::input::Input;
use crate::find::api::iter::FindIter;
use crate::find::api::spans::Spans;
use crate::find::api::stream::{StreamFindIter, StreamFinder};
use crate::find::builder::FinderBuilder;
use crate::find::choices::Preset;
#[cfg(not(feature = "joins"))]
use crate::find::choices::Wrap;
use crate::find::config::Config;
use crate::find::pipeline::compiled::Compiled;
use crate::find::pipeline::matches::Match;
use crate::options::error::OptionError;

/// Finds URIs in text.
///
/// Building a finder compiles its options. The finder is then immutable, cheap to clone, and can be shared between
/// threads.
///
/// ```
/// use linkwright::Finder;
///
/// let finder = Finder::new();
/// let text = "Ask jim@example.com, or see <http://example.com/a\n  b>.";
/// let found: Vec<String> =
///     finder.find_iter(text).map(|m| m.uri().as_str().to_owned()).collect();
/// assert_eq!(found, ["mailto:jim@example.com", "http://example.com/ab"]);
/// ```
#[derive(Clone, Debug)]
pub struct Finder {
    pub(crate) compiled: Arc<Compiled>,
}

impl Default for Finder {
    fn default() -> Finder {
        Finder::new()
    }
}

impl FinderBuilder {
    /// Builds the finder.
    ///
    /// # Errors
    /// Fails for a name that is not a scheme, an invalid pattern or template ([`pattern`](FinderBuilder::pattern)), an
    /// invalid [`base`](FinderBuilder::base), a rule that does not exist, a limit out of range, or an option whose
    /// feature is not compiled in. The error names the option.
    pub fn build(&self) -> Result<Finder, OptionError> {
        Finder::from_config(&self.config)
    }
}

impl Finder {
    /// A finder with the options of [`Preset::Mail`]. Without the feature `joins`, it does not join lines.
    #[cfg(feature = "joins")]
    pub fn new() -> Finder {
        Finder::preset(Preset::Mail)
    }

    /// A finder with the options of [`Preset::Mail`], except that it does not join lines, which needs the feature `joins`.
    #[cfg(not(feature = "joins"))]
    #[expect(clippy::missing_panics_doc, reason = "these options are valid")]
    pub fn new() -> Finder {
        let config = Config { wrap: Wrap::Off, ..Config::preset(Preset::Mail) };
        #[expect(clippy::expect_used, reason = "these options are valid")]
        Finder::from_config(&config).expect("the options are valid")
    }

    /// A finder with the options of `preset`.
    #[cfg(feature = "joins")]
    #[expect(clippy::missing_panics_doc, reason = "every preset builds, as a test checks")]
    pub fn preset(preset: Preset) -> Finder {
        // Each preset is built on its first use: a program needs one or two of them.
        static PRESETS: [OnceLock<Finder>; Preset::ALL.len()] =
            [const { OnceLock::new() }; Preset::ALL.len()];
        #[expect(clippy::expect_used, reason = "every preset builds, as a test checks")]
        let build = || Finder::from_config(&Config::preset(preset)).expect("every preset builds");
        let built = PRESETS.get(preset as usize);
        built.map_or_else(build, |one| one.get_or_init(build).clone())
    }

    /// A builder with the options of [`Preset::Mail`].
    pub fn builder() -> FinderBuilder {
        FinderBuilder::default()
    }

    pub(crate) fn from_config(config: &Config) -> Result<Finder, OptionError> {
        Ok(Finder { compiled: Arc::new(Compiled::new(config)?) })
    }

    /// The matches in `input` (a text or bytes) from left to right.
    ///
    /// The matches do not overlap, unless alternates are also reported ([`Readings::All`](crate::find::Readings::All)).
    /// The time is linear in the length of the input. If the caller added patterns, the additional time for each
    /// pattern is bounded by the length of the input times [`max_len`](FinderBuilder::max_len).
    #[inline]
    pub fn find_iter<'f, 'h>(&'f self, input: impl Into<Input<'h>>) -> FindIter<'f, 'h> {
        FindIter::new(&self.compiled, input.into())
    }

    /// The first match in `input`; `None` for a text without links.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let text = "see http://a.example/ and http://b.example/";
    /// let found = Finder::new().find(text).unwrap();
    /// assert_eq!((found.as_str(), found.start(), found.end()), ("http://a.example/", 4, 21));
    /// assert!(Finder::new().find("none").is_none());
    /// ```
    pub fn find<'h>(&self, input: impl Into<Input<'h>>) -> Option<Match<'h>> {
        self.find_iter(input).next()
    }

    /// Whether there is a match in `input`. The search stops at the first match.
    pub fn is_match<'h>(&self, input: impl Into<Input<'h>>) -> bool {
        self.find(input).is_some()
    }

    /// All of `text` from left to right: the matches, and the text before, between and after them.
    ///
    /// With [`Readings::All`](crate::find::Readings::All) it contains only the primary matches, which do not overlap.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let text = "see http://a.example, please";
    /// let finder = Finder::new();
    /// let segments: Vec<(&str, bool)> =
    ///     finder.spans(text).map(|segment| (segment.as_str(), segment.found().is_some())).collect();
    /// assert_eq!(segments, [("see ", false), ("http://a.example", true), (", please", false)]);
    /// ```
    pub fn spans<'f, 'h>(&'f self, text: &'h str) -> Spans<'f, 'h> {
        Spans::new(text, self.find_iter(text).primary())
    }

    /// The matches in everything that `reader` returns. The finder reads at most 32 KiB at a time.
    ///
    /// Offsets count from the first byte. An error of the reader is yielded and ends the iteration; an interrupted read
    /// is tried again.
    pub fn stream_find_iter<R: io::Read>(&self, reader: R) -> StreamFindIter<R> {
        StreamFindIter::new(self.stream(), reader)
    }

    /// The maximum length of a URI, in bytes; see [`FinderBuilder::max_len`].
    pub fn max_len(&self) -> usize {
        self.compiled.syntax.max_len
    }

    /// A search of text that arrives in chunks. The search shares the options of the finder and does not borrow it, so
    /// it can be stored or sent to another thread.
    ///
    /// ```
    /// use linkwright::{Finder, find::StreamFinder};
    ///
    /// struct Session {
    ///     stream: StreamFinder,
    /// }
    /// let mut session = Session { stream: Finder::new().stream() };
    /// let mut found = 0;
    /// session.stream.push(b"see http://a.example/ now\n", |_| found += 1);
    /// assert_eq!(found, 1);
    /// ```
    pub fn stream(&self) -> StreamFinder {
        StreamFinder::new(Arc::clone(&self.compiled))
    }

    /// Whether the caller added patterns to the finder.
    #[cfg(feature = "html")]
    pub(crate) fn has_patterns(&self) -> bool {
        self.compiled.patterns.is_some()
    }

    /// Explains why each match begins and ends where it does, and why other candidates are not links: the candidates,
    /// in the order in which they were examined.
    #[cfg(feature = "explain")]
    pub fn explain<'h>(&self, input: impl Into<Input<'h>>) -> Vec<Explained> {
        explain::explain(&self.compiled, input.into())
    }

    /// Returns `text` with the result of the closure in place of each match, unchanged: unlike in `regex`, `$` has no
    /// special meaning. The result is borrowed if nothing is replaced.
    ///
    /// With [`Readings::All`](crate::find::Readings::All) only the primary matches are replaced. A joined match is
    /// replaced as a whole, together with the gaps between its pieces; a loop over the [`pieces`](Match::pieces) keeps the
    /// gaps. To write links, use the linkers of [`link`](crate::link), which escape their output.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let finder = Finder::new();
    /// let text = "see http://a.example.";
    /// assert_eq!(finder.replace_all(text, |_| "[link]"), "see [link].");
    /// let hosts = finder.replace_all(text, |found| {
    ///     found.uri().authority().map_or("?", |authority| authority.host().as_str()).to_owned()
    /// });
    /// assert_eq!(hosts, "see a.example.");
    /// ```
    pub fn replace_all<'h, T: AsRef<str>>(
        &self,
        text: &'h str,
        mut replacement: impl FnMut(&Match<'_>) -> T,
    ) -> Cow<'h, str> {
        let mut matches = self.find_iter(text).primary().peekable();
        if matches.peek().is_none() {
            return Cow::Borrowed(text);
        }
        let mut replaced = String::with_capacity(text.len());
        let mut copied = 0;
        for found in matches {
            replaced.push_str(text.get(copied..found.start()).unwrap_or_default());
            replaced.push_str(replacement(&found).as_ref());
            copied = found.end();
        }
        replaced.push_str(text.get(copied..).unwrap_or_default());
        Cow::Owned(replaced)
    }
}
