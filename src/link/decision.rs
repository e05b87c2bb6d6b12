//! Decides whether a match becomes a link, and with which target, text and attributes.

use core::{fmt, ptr};
use std::borrow::Cow;
use std::sync::Arc;

use super::allowed::Allowed;
use super::attributes::Attributes;
use super::display::Display;
use super::escape;
use super::mailto;
use super::subject::{Context, Link};
use super::treatment::{self, Treatment, Treatments};
use crate::find::{Match, MatchKind, text_mismatch};
use crate::span::Span;
use crate::uri::Uri;
use crate::uri::hazards::{Code, Codes};

/// The closure that was set on a builder.
pub(crate) type Hook = dyn Fn(&mut Link<'_>) + Send + Sync;

/// The closure that was passed to one call.
pub(crate) type Once<'d> = dyn FnMut(&mut Link<'_>) + 'd;

/// Calls `run` with a closure that passes each link to `decide`.
///
/// # Errors
/// Returns the first error of `decide`. After an error, `decide` is not called again.
pub(crate) fn fallible<T, E>(
    mut decide: impl FnMut(&mut Link<'_>) -> Result<(), E>,
    run: impl FnOnce(&mut Once<'_>) -> T,
) -> Result<T, E> {
    let mut failed = None;
    let done = run(&mut |link| {
        if failed.is_none() {
            failed = decide(link).err();
        }
    });
    failed.map_or(Ok(done), Err)
}

/// The settings that decide whether a match becomes a link, and how its anchor is written.
#[derive(Clone)]
pub(crate) struct Decision {
    pub(crate) allowed: Allowed,
    pub(crate) treatments: Treatments,
    pub(crate) attributes: Attributes,
    pub(crate) display: Display,
    pub(crate) hook: Option<Arc<Hook>>,
}

impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decision")
            .field("allowed", &self.allowed)
            .field("treatments", &self.treatments)
            .field("attributes", &self.attributes.after_href())
            .field("display", &self.display)
            .field("hook", &self.hook.as_ref().map(|_| "Fn(&mut Link)"))
            .finish()
    }
}

/// The target of a link.
#[derive(Debug)]
pub(crate) struct Href<'m> {
    /// The beginning of the URI that is implied and not in the text (such as `https://`), or empty.
    pub(super) head: &'static str,
    pub(super) rest: Cow<'m, str>,
}

/// The link that is written for a match.
#[derive(Debug)]
pub(crate) struct Linked<'m> {
    pub(crate) href: Href<'m>,
    label: Option<Cow<'m, str>>,
    /// Whether a closure set the label, which then replaces all pieces.
    is_ordered: bool,
    /// The attributes, if they differ from those of the linker.
    attributes: Option<Box<Attributes>>,
    /// Whether the text has no target, only a mark that names its hazards.
    pub(super) is_caution: bool,
}

impl Decision {
    /// The link for `found`, or `None` if its text stays unlinked. `span` is the range of the document, and `once` the
    /// closure passed to this call.
    pub(crate) fn link<'m>(
        &'m self,
        found: &'m Match<'m>,
        span: Option<Span>,
        context: Context,
        once: Option<&mut Once<'_>>,
    ) -> Option<Linked<'m>> {
        if self.hook.is_none() && once.is_none() {
            return self.link_unasked(found);
        }
        self.link_asking(found, span, context, |link| self.ask(link, once))
    }

    /// Whether no closure decides how links are written, and their text is shown unchanged.
    pub(super) fn is_usual(&self) -> bool {
        self.hook.is_none() && self.display.is_plain()
    }

    /// The link according to the settings, without calling a closure.
    pub(crate) fn link_unasked<'m>(&'m self, found: &'m Match<'m>) -> Option<Linked<'m>> {
        let Some((head, uri)) = self.plain_target(found) else {
            return self.link_asking(found, None, Context::Text, |_| {});
        };
        Some(Linked::new(Href { head, rest: uri.into() }, self.label(found), None))
    }

    fn link_asking<'m>(
        &'m self,
        found: &'m Match<'m>,
        span: Option<Span>,
        context: Context,
        ask: impl FnOnce(&mut Link<'_>),
    ) -> Option<Linked<'m>> {
        // Not even a closure may link it.
        if found.is_defanged() {
            return None;
        }
        let hazards = hazards(found);
        let (attributes, is_caution) = self.attributes_of(found, hazards)?;
        if is_caution {
            let href = Href { head: "", rest: "".into() };
            let linked = Linked { is_caution, ..Linked::new(href, None, written(attributes)) };
            return self.allowed.permits_href(found).then_some(linked);
        }
        let mut link = Link {
            found: Some(found),
            span,
            text: found.text(),
            context,
            hazards,
            href: Cow::Borrowed(found.href()),
            label: self.label(found),
            is_labelled: false,
            attributes,
            is_removed: false,
        };
        ask(&mut link);
        let Link { href, label, is_labelled, attributes, is_removed, .. } = link;
        // Tested last, because the closures may change the target.
        let is_permitted = match &href {
            Cow::Borrowed(_) => self.allowed.permits_href(found),
            Cow::Owned(href) => self.allowed.permits_reference(href),
        };
        let href = Href { head: "", rest: mailto::harmless(href) };
        let attributes = written(attributes);
        let linked = Linked { href, label, is_ordered: is_labelled, attributes, is_caution: false };
        (is_permitted && !is_removed).then_some(linked)
    }

    /// The target of `found` in two parts, the implied prefix and the rest, if it certainly becomes a link with the
    /// attributes of the linker, because it has no hazards. Most matches have such a target.
    #[inline]
    pub(super) fn plain_target<'m>(&self, found: &'m Match<'_>) -> Option<(&'static str, &'m str)> {
        if found.is_defanged() || found.is_cut_host() {
            return None;
        }
        let (head, uri) = found.plain_uri()?;
        if !self.allowed.has_plain() && !self.allowed.permits_href(found) {
            return None;
        }
        Some((head.map_or("", |head| head.as_str()), uri))
    }

    /// The attributes of the link for `found`, or of the text that is marked in its place, and which of these is written.
    /// `None` if `found` stays text because of its hazards. The headers of a `mailto` are no hazard, because the link is
    /// written without them.
    fn attributes_of(
        &self,
        found: &Match<'_>,
        mut hazards: Codes,
    ) -> Option<(Cow<'_, Attributes>, bool)> {
        mailto::forget_headers(&mut hazards);
        let mut attributes = Cow::Borrowed(&self.attributes);
        let keeps_danger = matches!(self.treatments.danger, Treatment::Skip | Treatment::Caution);
        if keeps_danger && found.is_cut_host() {
            return None;
        }
        let treatment = self.treatments.of(hazards);
        match treatment {
            Treatment::Skip => return None,
            Treatment::Caution => attributes = Cow::Owned(Attributes::default()),
            Treatment::Link | Treatment::Mark => {}
        }
        if treatment != Treatment::Link {
            treatment::mark(attributes.to_mut(), hazards);
        }
        Some((attributes, treatment == Treatment::Caution))
    }

    /// The sentence that names the hazards of `found`, if it is to be marked.
    pub(super) fn caution(&self, found: &Match<'_>) -> Option<String> {
        if self.treatments.are_none() || found.plain_uri().is_some() {
            return None;
        }
        let mut hazards = hazards(found);
        mailto::forget_headers(&mut hazards);
        let is_marked = matches!(self.treatments.of(hazards), Treatment::Mark | Treatment::Caution);
        is_marked.then(|| treatment::title(hazards))
    }

    /// Calls the closure of the builder and, unless that closure removed the link, the closure passed to this call.
    pub(super) fn ask(&self, link: &mut Link<'_>, once: Option<&mut Once<'_>>) {
        if let Some(hook) = &self.hook {
            hook(link);
        }
        if let Some(once) = once.filter(|_| !link.is_removed) {
            once(link);
        }
    }

    /// The label that the settings produce for `found`, or `None` if it equals the text.
    fn label<'m>(&self, found: &'m Match<'m>) -> Option<Cow<'m, str>> {
        if self.display.is_plain() {
            return None;
        }
        Some(self.display.of(found.text())).filter(|label| *label != found.text())
    }

    /// Writes an anchor with the text `label`.
    pub(crate) fn anchor(&self, out: &mut String, linked: &Linked<'_>, label: &str) {
        self.open(out, linked);
        escape::text(out, label);
        out.push_str(Linked::CLOSE);
    }

    /// Writes the anchor of a [`plain_target`](Decision::plain_target) with the text `label`.
    #[inline]
    pub(super) fn plain_anchor(&self, out: &mut String, (head, uri): (&str, &str), label: &str) {
        out.push_str(Linked::OPEN);
        out.push_str(head);
        // Usually the label is the URI, or the URI without an implied `https://`. If the two are equal, one test shows
        // that neither needs an escape.
        if (ptr::eq(uri, label) || uri == label) && escape::is_plain_uri(uri) {
            out.push_str(uri);
            out.push_str(self.attributes.after_href());
            out.push_str(label);
        } else {
            escape::text(out, uri);
            out.push_str(self.attributes.after_href());
            escape::text(out, label);
        }
        out.push_str(Linked::CLOSE);
    }

    /// Writes the start tag of an anchor.
    pub(crate) fn open(&self, out: &mut String, linked: &Linked<'_>) {
        let attributes = linked.attributes(self).after_href();
        if linked.is_caution {
            out.push_str("<a");
            return out.push_str(attributes.strip_prefix('"').unwrap_or(attributes));
        }
        out.push_str(Linked::OPEN);
        out.push_str(linked.href.head);
        escape::attribute(out, &linked.href.rest);
        out.push_str(attributes);
    }
}

/// The hazards of a match. The target of a pattern is the caller's, but its text may show another host.
fn hazards(found: &Match<'_>) -> Codes {
    let mut hazards = found.hazards();
    if found.kind() == MatchKind::Pattern && text_mismatch(found.text(), found.uri()) {
        hazards.insert(Code::TextMismatch);
    }
    hazards
}

/// The attributes of one link, ready to be written; `None` if the link has the attributes of the linker.
fn written(attributes: Cow<'_, Attributes>) -> Option<Box<Attributes>> {
    match attributes {
        Cow::Borrowed(_) => None,
        Cow::Owned(mut attributes) => {
            attributes.write();
            Some(Box::new(attributes))
        }
    }
}

impl Href<'_> {
    /// The length of the target in bytes.
    pub(super) fn len(&self) -> usize {
        self.head.len() + self.rest.len()
    }

    /// Whether the target is a URI and not a relative reference.
    pub(super) fn is_uri(&self) -> bool {
        !self.head.is_empty() || Uri::parse(&self.rest).is_ok()
    }
}

/// Writes the target without escapes.
impl fmt::Display for Href<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.head)?;
        f.write_str(&self.rest)
    }
}

impl Linked<'_> {
    fn new<'m>(
        href: Href<'m>,
        label: Option<Cow<'m, str>>,
        attributes: Option<Box<Attributes>>,
    ) -> Linked<'m> {
        Linked { href, label, is_ordered: false, attributes, is_caution: false }
    }

    /// The beginning of the start tag of an anchor, before its URI.
    const OPEN: &'static str = "<a href=\"";

    /// The end tag of an anchor.
    pub(crate) const CLOSE: &'static str = "</a>";

    /// The label that replaces the text of a match with this number of pieces, or `None` if the text is kept. A label
    /// made by the settings only replaces the text of a match with one piece. Several pieces have text between them,
    /// which must be kept.
    pub(crate) fn label(&self, pieces: usize) -> Option<&str> {
        self.label.as_deref().filter(|_| self.is_ordered || pieces == 1)
    }

    /// The attributes of the link: those of `decision`, unless they were changed for this link.
    pub(crate) fn attributes<'d>(&'d self, decision: &'d Decision) -> &'d Attributes {
        self.attributes.as_deref().unwrap_or(&decision.attributes)
    }
}
