//! From a match to the link that is written for it, or to none.

use core::fmt;
use std::borrow::Cow;
use std::sync::Arc;

use super::allowed::Allowed;
use super::attributes::Attributes;
use super::display::Display;
use super::escape;
use crate::find::{ImpliedPrefix, Match};
use crate::uri::{ParseError, Uri};

/// A link that is about to be written: a closure may read it, change it, or leave it out.
///
/// See [`HtmlLinkerBuilder::decide`](super::HtmlLinkerBuilder::decide).
#[derive(Debug)]
pub struct Link<'m> {
    found: &'m Match<'m>,
    href: Cow<'m, str>,
    label: Option<String>,
    is_removed: bool,
}

impl<'m> Link<'m> {
    /// The match. In a document its offsets count in the decoded text around it.
    pub const fn found(&self) -> &'m Match<'m> {
        self.found
    }

    /// Where the link leads: the [`href`](Match::href) of the match, unless it was changed.
    pub fn href(&self) -> &str {
        &self.href
    }

    /// Sets the target of the link. The list of permitted schemes applies to it as well.
    ///
    /// # Errors
    /// If `href` is not a URI with a scheme (RFC 3986, section 3), such as a relative reference (`/a`); the link is
    /// unchanged.
    pub fn set_href(&mut self, href: impl Into<String>) -> Result<(), ParseError> {
        let href = href.into();
        Uri::parse(&href)?;
        self.href = Cow::Owned(href);
        Ok(())
    }

    /// Shows `label` in place of the text. If the URI has several pieces, `label` replaces all of
    /// them and the text between them.
    pub fn set_label(&mut self, label: impl Into<String>) {
        self.label = Some(label.into());
    }

    /// Removes the link: the text stays unchanged, without markup.
    pub fn remove(&mut self) {
        self.is_removed = true;
    }
}

pub(super) type Hook = dyn Fn(&mut Link<'_>) + Send + Sync;

/// The settings that decide whether a match becomes a link, and how its anchor is written.
#[derive(Clone)]
pub(crate) struct Decision {
    pub(crate) allowed: Allowed,
    pub(crate) attributes: Attributes,
    pub(crate) display: Display,
    pub(crate) hook: Option<Arc<Hook>>,
}

impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decision")
            .field("allowed", &self.allowed)
            .field("attributes", &self.attributes.behind_href())
            .field("display", &self.display)
            .field("hook", &self.hook.as_ref().map(|_| "Fn(&mut Link)"))
            .finish()
    }
}

/// Where a link leads.
#[derive(Debug)]
pub(crate) struct Href<'m> {
    /// The implied beginning of the URI (such as `https://`), if it is not in the text, or empty.
    head: &'static str,
    rest: Cow<'m, str>,
}

/// What is written for a match.
#[derive(Debug)]
pub(crate) struct Linked<'m> {
    pub(crate) href: Href<'m>,
    label: Option<Cow<'m, str>>,
    /// Whether the closure set the label, which then replaces all pieces.
    is_ordered: bool,
}

impl Decision {
    /// The link for `found`, or `None` if its text stays unlinked.
    pub(crate) fn link<'m>(&self, found: &'m Match<'m>) -> Option<Linked<'m>> {
        match &self.hook {
            Some(hook) => self.hooked(found, hook.as_ref()),
            None => self.plain(found),
        }
    }

    /// The link as the settings have it.
    fn plain<'m>(&self, found: &'m Match<'m>) -> Option<Linked<'m>> {
        let (head, rest) = found.headed_uri();
        let is_permitted = match head {
            Some(head) => self.allowed.permits_implied(head.scheme(), rest),
            None => self.allowed.permits_href(found),
        };
        let href = Href { head: head.map_or("", ImpliedPrefix::as_str), rest: Cow::Borrowed(rest) };
        is_permitted.then(|| Linked { href, label: self.label(found), is_ordered: false })
    }

    /// The link as the closure leaves it.
    fn hooked<'m>(&self, found: &'m Match<'m>, hook: &Hook) -> Option<Linked<'m>> {
        let href = Cow::Borrowed(found.href());
        let mut link = Link { found, href, label: None, is_removed: false };
        hook(&mut link);
        let Link { href, label, is_removed, .. } = link;
        // Asked last, about what the closure made of it.
        let is_permitted = match &href {
            Cow::Borrowed(_) => self.allowed.permits_href(found),
            Cow::Owned(href) => Uri::parse(href).is_ok_and(|href| self.allowed.permits(href)),
        };
        let is_ordered = label.is_some();
        let label = label.map(Cow::Owned).or_else(|| self.label(found));
        let href = Href { head: "", rest: href };
        (is_permitted && !is_removed).then_some(Linked { href, label, is_ordered })
    }

    /// The label that the settings give to `found`, or `None` if it equals the text. A URI in pieces
    /// is shown unchanged, because each piece has a separate location.
    fn label<'m>(&self, found: &'m Match<'m>) -> Option<Cow<'m, str>> {
        if self.display.is_plain() {
            return None;
        }
        Some(self.display.of(found.text())).filter(|label| *label != found.text())
    }

    /// Writes an anchor to `href` with its text.
    pub(crate) fn anchor(
        &self,
        out: &mut (impl fmt::Write + ?Sized),
        href: &Href<'_>,
        label: &str,
    ) -> fmt::Result {
        let Href { head, rest } = href;
        // As a rule the text is what was written of the URI, and has nothing to escape: one look for both.
        if rest == label && escape::is_plain_uri(rest) {
            let parts =
                [Linked::OPEN, head, rest, self.attributes.behind_href(), label, Linked::CLOSE];
            return parts.into_iter().try_for_each(|part| out.write_str(part));
        }
        self.open(out, href)?;
        Decision::label_to(out, label)
    }

    /// Writes a text into an anchor, and ends it.
    pub(crate) fn label_to(out: &mut (impl fmt::Write + ?Sized), label: &str) -> fmt::Result {
        escape::text(out, label)?;
        out.write_str(Linked::CLOSE)
    }

    /// Writes the start tag of an anchor.
    pub(crate) fn open(
        &self,
        out: &mut (impl fmt::Write + ?Sized),
        href: &Href<'_>,
    ) -> fmt::Result {
        out.write_str(Linked::OPEN)?;
        out.write_str(href.head)?;
        escape::attribute(out, &href.rest)?;
        out.write_str(self.attributes.behind_href())
    }
}

impl Linked<'_> {
    /// The beginning of a start tag of an anchor, up to its URI.
    const OPEN: &'static str = "<a href=\"";

    /// The end tag of an anchor.
    pub(crate) const CLOSE: &'static str = "</a>";

    /// The label that replaces a text of this many pieces, or `None` if the text is kept.
    pub(crate) fn label(&self, pieces: usize) -> Option<&str> {
        self.label.as_deref().filter(|_| self.is_ordered || pieces == 1)
    }
}
