//! Converts plain text to text for a terminal, with hyperlinks (OSC 8).
//!
//! A terminal executes control characters: they can move the cursor, make the terminal send input, or change the
//! direction of the text. All of them except line ends and tabs are replaced by visible characters. Colours are kept.

use core::fmt;
use std::borrow::Cow;
use std::sync::Arc;

use super::allowed::Allowed;
use super::attributes::Attributes;
use super::decision::{Decision, Hook, Once, fallible};
use super::display::Display;
use super::page::{Markup, Page};
use super::policy::policy;
use super::screen::Screen;
use super::subject::Link;
use super::treatment::{Treatment, Treatments};
use crate::find::{Finder, Schemes};
use crate::options::error::OptionError;
use crate::options::table::{OptionRow, by_name, rows};

/// The options of a terminal linker.
#[derive(Clone)]
struct Config {
    schemes: Schemes,
    link_schemes: Vec<String>,
    on_danger: Treatment,
    on_warning: Treatment,
    hook: Option<Arc<Hook>>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            schemes: Schemes::Clickable,
            link_schemes: Vec::new(),
            on_danger: Treatment::Skip,
            on_warning: Treatment::Link,
            hook: None,
        }
    }
}

/// The options by name.
const ROWS: &[OptionRow<Config>] = rows! { Config, |_| Config::default();
    schemes "Schemes of the matches that become links: `clickable` (web, mail, phone, chat, news), `known` (those that people write in text, `file` and `ssh` included), `any` (all but those that run code), or a list";
    link_schemes "Schemes that become links in addition to the others, by default those of web, mail, phone, chat and news";
    on_danger "How a URI with a hazard of the severity `danger` is written: as a link, as a link or as text with its hazards after it, or as text";
    on_warning "How a URI with a hazard of the severity `warn` is written";
};

/// Builds a [`TerminalLinker`] with the options of the caller.
///
/// ```
/// use linkwright::{Finder, link::TerminalLinker};
///
/// let linker = TerminalLinker::builder(&Finder::new()).schemes(["https"]).build()?;
/// assert_eq!(linker.linkify("http://a.example"), "http://a.example");
/// # Ok::<(), linkwright::options::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TerminalLinkerBuilder {
    finder: Finder,
    config: Config,
}

by_name!(TerminalLinkerBuilder, ROWS);
policy!(TerminalLinkerBuilder, marks "its hazards in brackets after it", warning "a link");

impl TerminalLinkerBuilder {
    /// A builder of a linker for the matches of `finder`.
    pub(crate) fn new(finder: &Finder) -> TerminalLinkerBuilder {
        TerminalLinkerBuilder { finder: finder.clone(), config: Config::default() }
    }

    /// Builds the linker.
    ///
    /// # Errors
    /// Returns an error if a name is not a scheme, or if an added scheme runs code. The error names the option.
    pub fn build(&self) -> Result<TerminalLinker, OptionError> {
        let Config { schemes, link_schemes, .. } = &self.config;
        let allowed = Allowed::checked(schemes, link_schemes)?;
        Ok(TerminalLinker::from_config(&self.finder, &self.config, allowed))
    }
}

/// Turns the URIs of a text into terminal hyperlinks.
///
/// ```
/// use linkwright::{Finder, link::TerminalLinker};
///
/// let linker = TerminalLinker::new(&Finder::new());
/// assert_eq!(
///     linker.linkify("see http://a.example\x1b[2J"),
///     "see \x1b]8;;http://a.example\x1b\\http://a.example\x1b]8;;\x1b\\\u{241b}[2J",
/// );
/// ```
#[derive(Clone, Debug)]
pub struct TerminalLinker {
    pub(super) finder: Finder,
    decision: Decision,
}

impl TerminalLinker {
    /// A linker for the matches of `finder`.
    pub fn new(finder: &Finder) -> TerminalLinker {
        let config = Config::default();
        TerminalLinker::from_config(finder, &config, Allowed::new(config.schemes.clone()))
    }

    fn from_config(finder: &Finder, config: &Config, allowed: Allowed) -> TerminalLinker {
        let decision = config.decision(allowed, Attributes::default(), Display::default());
        TerminalLinker { finder: finder.clone(), decision }
    }

    /// A builder of a linker for the matches of `finder`.
    pub fn builder(finder: &Finder) -> TerminalLinkerBuilder {
        TerminalLinkerBuilder::new(finder)
    }

    /// Returns `text` with hyperlinks. The result is safe to show on a terminal.
    ///
    /// SGR sequences (`ESC [ 1 ; 31 m`), which set colours, weight and other styles, are kept. Those inside a link are
    /// written after it, so that no colour hides a part of it, and styles that are on at the end of the text are turned
    /// off. SGR sequences that make text invisible are shown as text, like all other control sequences.
    ///
    /// A URI of more than 2,083 bytes stays text: VTE and other terminals ignore hyperlinks with longer URIs.
    ///
    /// A match stays text if its scheme is not one of those that become links
    /// ([`schemes`](TerminalLinkerBuilder::schemes)) or runs code, if its host or address begins with `-`, if it has a
    /// hazard of the severity `danger` ([`on_danger`](TerminalLinkerBuilder::on_danger)), or if its target is relative,
    /// because a terminal has no base URI.
    ///
    /// Line feeds, tabs and CR LF are kept. Every other ASCII control character is replaced by its picture (`␛`). All
    /// other control characters, such as the bidi controls, and the tag characters are replaced by `�`.
    pub fn linkify(&self, text: &str) -> String {
        self.write(text, None)
    }

    /// Like [`linkify`](TerminalLinker::linkify), but writes to a [`core::fmt::Write`], such as a `Formatter`.
    ///
    /// The output is made in memory and passed to `out` in one call. For a long text, a [`stream`](TerminalLinker::stream)
    /// takes less memory.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn linkify_to(&self, text: &str, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(&self.linkify(text))
    }

    /// Like [`linkify`](TerminalLinker::linkify); `decide` receives each link after the closure of the builder
    /// ([`Link`]).
    ///
    /// ```
    /// use linkwright::{Finder, link::TerminalLinker};
    ///
    /// let linker = TerminalLinker::new(&Finder::new());
    /// let shown = linker.try_linkify("http://a.example http://b.example", |link| {
    ///     if link.text().contains("//b.") { Err("b") } else { Ok(()) }
    /// });
    /// assert_eq!(shown, Err("b"));
    /// ```
    ///
    /// # Errors
    /// Returns the first error of `decide`.
    pub fn try_linkify<E>(
        &self,
        text: &str,
        decide: impl FnMut(&mut Link<'_>) -> Result<(), E>,
    ) -> Result<String, E> {
        fallible(decide, |once| self.write(text, Some(once)))
    }

    fn write(&self, text: &str, once: Option<&mut Once<'_>>) -> String {
        let mut page = self.page();
        let mut text = page.plain(text);
        let end = page.plain_end();
        if !end.is_empty() {
            text.to_mut().push_str(&end);
        }
        page.whole(&text, self.finder.find_iter(&*text).primary(), once)
    }

    pub(super) fn page(&self) -> Page<'_> {
        Page::new(Cow::Borrowed(&self.decision), Markup::Terminal(Screen::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::screen::MOST_BYTES;
    use super::*;

    fn linkify(text: &str) -> String {
        TerminalLinker::new(&Finder::new()).linkify(text)
    }

    #[test]
    fn control_characters_are_replaced() {
        for c in (0..0x80_u32).chain(0x80..0xA0).filter_map(char::from_u32) {
            let out = linkify(&format!("a{c}b"));
            let kept = matches!(c, '\n' | '\t') || (' '..'\x7F').contains(&c);
            assert_eq!(out.contains(c), kept, "{c:?} {out:?}");
        }
        for c in "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}\u{61C}".chars() {
            assert_eq!(linkify(&format!("a{c}b")), "a�b");
        }
        assert_eq!(linkify("a\r\nb\rc"), "a\r\nb␍c");
    }

    #[test]
    fn the_pieces_of_one_uri_share_an_id() {
        let out = linkify("<http://a.example/b\n/c>");
        let open = "\x1b]8;id=linkwright-1;http://a.example/b/c\x1b\\";
        let close = "\x1b]8;;\x1b\\";
        assert_eq!(out, format!("<{open}http://a.example/b{close}\n{open}/c{close}>"));
    }

    #[test]
    fn colours_are_not_part_of_a_uri() {
        let open = "\x1b]8;;http://a.example/b\x1b\\";
        let close = "\x1b]8;;\x1b\\";
        assert_eq!(
            linkify("\x1b[31mhttp://a.ex\x1b[1mample/b\x1b[0m \x1b[2Jc"),
            format!("\x1b[31m{open}http://a.example/b{close}\x1b[1m\x1b[0m ␛[2Jc"),
        );
        assert_eq!(linkify("a\x1b[8mb\x1b["), "a␛[8mb␛[");
        assert_eq!(linkify("\x1b[31ma"), "\x1b[31ma\x1b[0m");
    }

    #[test]
    fn a_long_uri_stays_text() {
        let uri = |len: usize| format!("http://a.example/{}", "b".repeat(len - 17));
        assert!(linkify(&uri(MOST_BYTES)).starts_with("\x1b]8;;http"));
        assert_eq!(linkify(&uri(MOST_BYTES + 1)), uri(MOST_BYTES + 1));
    }

    #[test]
    fn schemes_that_run_code_are_never_linked() {
        let finder = Finder::builder().schemes(["javascript"]).build();
        let linker =
            TerminalLinker::builder(&finder.unwrap()).schemes(Schemes::Any).build().unwrap();
        assert_eq!(linker.linkify("javascript:alert(1)"), "javascript:alert(1)");
    }
}
