//! The texts that the links of a Markdown document display.

use std::collections::HashMap;

use linkwright::Span;
use linkwright::find::text_mismatch;
use linkwright::uri::to_uri;
use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

use super::tags::{MOST, without_tags};

/// Reads the texts of links from the events of a document.
#[derive(Debug, Default)]
pub(crate) struct LinkText {
    /// The type and the text of the open link.
    open: Option<(LinkType, String)>,
    /// The number of open images. Their descriptions are not the text of the link.
    images: usize,
}

impl LinkText {
    /// Reads the next event. Returns the type and the text of the link that it ends.
    pub(crate) fn event(&mut self, event: &Event<'_>) -> Option<(LinkType, String)> {
        match event {
            Event::Start(Tag::Link { link_type, .. }) => {
                self.open = Some((*link_type, String::new()));
            }
            Event::Start(Tag::Image { .. }) => self.images += 1,
            Event::End(TagEnd::Image) => self.images = self.images.saturating_sub(1),
            Event::End(TagEnd::Link) => return self.open.take(),
            Event::Text(text) | Event::Code(text) => self.push(text),
            Event::InlineHtml(tag) => {
                self.push(&String::from_utf8_lossy(&without_tags(tag.as_bytes())));
            }
            Event::SoftBreak | Event::HardBreak => self.push("\n"),
            _ => {}
        }
        None
    }

    fn push(&mut self, text: &str) {
        if let Some((_, shown)) = self.open.as_mut().filter(|_| self.images == 0) {
            let room = MOST.saturating_sub(shown.len());
            shown.extend(text.chars().take(room));
        }
    }
}

/// The displayed text of the links that refer to each definition (`[label]: destination`) of a Markdown document.
///
/// If several links refer to one definition, only one text is kept: the text of the first link that displays a domain
/// other than the domain of the destination ([`text_mismatch`]), or the text of the first link if there is no such
/// link.
#[derive(Debug)]
pub(crate) struct ReferenceTexts {
    /// The places of the definitions, in order, with the text of each, and whether it displays another domain.
    texts: Vec<(Span, Option<(String, bool)>)>,
}

impl ReferenceTexts {
    /// The texts of the document of `parser`. A document without definitions is not read.
    pub(crate) fn read(parser: Parser<'_>) -> ReferenceTexts {
        let found = parser.reference_definitions().iter();
        let mut found: Vec<_> =
            found.map(|(label, one)| (Span::from(one.span.clone()), folded(label))).collect();
        found.sort_unstable();
        let mut texts: Vec<_> = found.iter().map(|(place, _)| (*place, None)).collect();
        let labels: HashMap<String, usize> =
            found.into_iter().enumerate().map(|(at, (_, label))| (label, at)).collect();
        let (mut reader, mut open) = (LinkText::default(), None);
        for event in parser.take_while(|_| !labels.is_empty()) {
            if let Event::Start(Tag::Link { link_type, dest_url, id, .. }) = &event {
                let definition = labels.get(&folded(id)).filter(|_| is_reference(*link_type));
                open = definition.map(|definition| (*definition, to_uri(dest_url.trim()).ok()));
            }
            if let Some((_, text)) = reader.event(&event)
                && let Some((definition, uri)) = open.take()
                && let Some((_, shown)) = texts.get_mut(definition)
                && !matches!(shown, Some((_, true)))
            {
                let is_other = uri.is_some_and(|uri| text_mismatch(&text, uri.as_uri()));
                if is_other || shown.is_none() {
                    *shown = Some((text, is_other));
                }
            }
        }
        ReferenceTexts { texts }
    }

    /// The displayed text of the links to the definition that contains `offset`; `None` if no link refers to that
    /// definition, or if no definition is at `offset`.
    pub(crate) fn at(&self, offset: usize) -> Option<&str> {
        let after = self.texts.partition_point(|(place, _)| place.start() <= offset);
        let (place, shown) = self.texts.get(after.checked_sub(1)?)?;
        shown.as_ref().filter(|_| offset < place.end()).map(|(text, _)| &**text)
    }
}

const fn is_reference(kind: LinkType) -> bool {
    matches!(kind, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut)
}

/// The label in a form that is the same for labels that differ only in case. Both conversions are needed, because `ẞ`,
/// `ß` and `SS` are one label.
fn folded(label: &str) -> String {
    label.to_lowercase().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_another_domain_is_kept() {
        let source = "[click][a] or [paypal.com][A]\n\n[a]: http://evil.example/\n";
        let texts = ReferenceTexts::read(Parser::new(source));
        let destination = source.find("http").unwrap();
        assert_eq!(texts.at(destination), Some("paypal.com"));
        assert_eq!(texts.at(0), None);
    }

    #[test]
    fn the_text_of_a_link_is_read() {
        let text = |source: &str| {
            let mut reader = LinkText::default();
            Parser::new(source).find_map(|event| reader.event(&event)).map(|(_, text)| text)
        };
        assert_eq!(text("[a](x)").as_deref(), Some("a"));
        assert_eq!(text("x [**a [b]** c_d](<x>)").as_deref(), Some("a [b] c_d"));
        assert_eq!(text("[![](http://b.example/x)](x)").as_deref(), Some(""));
        assert_eq!(text("[a<br>`b`\nc &amp; d](x)").as_deref(), Some("a\nb\nc & d"));
        assert_eq!(text("[a ![b](c) e](x)").as_deref(), Some("a  e"));
        assert_eq!(text("![a](x)"), None);
    }
}
