//! The target, the title and the text of an existing link, and the verdict of the settings and closures on that link.

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::edit::{LinkTarget, shown};
use super::search;
use crate::link::{Attributes, Context, Decision, Once, Treated};

/// The target, the title and the text of an existing link.
#[derive(Clone, Debug, Default)]
pub(super) struct Says {
    pub(super) href: String,
    pub(super) title: String,
    /// The text, without markup and without the descriptions of images.
    pub(super) text: String,
}

/// The verdict on an existing link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Stays,
    /// The link gets another target, title or text. A label replaces its content.
    Changes(LinkTarget),
    /// The link is removed, and its content stays.
    Goes,
}

impl Says {
    /// The target and title of the link that `tag` begins; its text is still empty. `None` if `tag` does not begin a
    /// link, or begins a wiki link, whose destination is not a URI-reference.
    pub(super) fn begun_by(tag: &Tag<'_>) -> Option<Says> {
        let Tag::Link { link_type, dest_url, title, .. } = tag else { return None };
        let href = match link_type {
            LinkType::Autolink => match search::without_prefix(dest_url) {
                Some(uri) => uri.into_string(),
                None => dest_url.to_string(),
            },
            LinkType::Email => format!("mailto:{dest_url}"),
            LinkType::Inline | LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut => {
                dest_url.to_string()
            }
            _ => return None,
        };
        Some(Says { href, title: title.to_string(), text: String::new() })
    }

    /// The verdict of `decision` on the link; `once` is the closure that was passed to `try_rewrite`, if there is one.
    pub(super) fn judged_by(&self, decision: &Decision, once: Option<&mut Once<'_>>) -> Verdict {
        let Some(Treated { href: Some(href), label, attributes }) = self.treated_by(decision, once)
        else {
            return Verdict::Goes;
        };
        let title = attributes.get("title").unwrap_or_default();
        if href == self.href && title == self.title && label.is_none() {
            return Verdict::Stays;
        }
        // An unchanged title may have several lines.
        let title = if title == self.title { title.to_owned() } else { shown(title) };
        Verdict::Changes(LinkTarget { href, title, label: label.as_deref().map(shown) })
    }

    /// The result of `decision` for the link, with all attributes.
    pub(super) fn treated_by(
        &self,
        decision: &Decision,
        once: Option<&mut Once<'_>>,
    ) -> Option<Treated> {
        let title = Some(&self.title).filter(|title| !title.is_empty());
        let title = title.map(|title| ("title".to_owned(), title.clone()));
        let attributes = Attributes::existing(title);
        decision.treat(Context::Markdown, &self.href, &self.text, attributes, once)
    }
}

/// The number of open images. The text of a link does not include the descriptions of images, and links in descriptions
/// are not shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Images(usize);

impl Images {
    #[inline]
    pub(super) fn read(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::Image { .. }) => self.0 += 1,
            Event::End(TagEnd::Image) => self.0 = self.0.saturating_sub(1),
            _ => {}
        }
    }

    /// Whether the next event belongs to an image.
    pub(super) fn are_open(self) -> bool {
        self.0 > 0
    }
}

/// The text that an event shows; `None` if it shows no text.
pub(super) fn text_of<'e>(event: &'e Event<'_>) -> Option<&'e str> {
    match event {
        Event::Text(text)
        | Event::Code(text)
        | Event::InlineMath(text)
        | Event::DisplayMath(text) => Some(text),
        Event::SoftBreak | Event::HardBreak => Some("\n"),
        _ => None,
    }
}
