//! The texts of Markdown links that refer to a definition: `[text][label]`, `[label][]`, `[label]`.

use std::collections::HashMap;

use linkwright::Span;
use linkwright::find::text_mismatch;
use linkwright::uri::to_uri;
use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

/// About how many bytes of the text of a link are kept. A host or a URI in the text is usually among its first words.
pub(super) const MOST: usize = 512;

/// The displayed text of the links that refer to each definition (`[label]: destination`) of a Markdown document.
///
/// If several links refer to one definition, only one text is kept: the text of the first link that displays a domain
/// other than the domain of the destination ([`text_mismatch`]), or the text of the first link if there is no such
/// link.
#[derive(Debug)]
pub(crate) struct ReferenceTexts {
    /// The places of the definitions, in order.
    places: Vec<Span>,
    /// The text of each definition.
    texts: Vec<Option<Shown>>,
    /// The index of each definition, by its folded label.
    labels: HashMap<String, usize>,
    open: Option<OpenReference>,
}

/// The text that a link displays.
#[derive(Debug)]
struct Shown {
    text: String,
    /// Whether the text displays a domain other than the domain of the destination.
    is_other: bool,
}

/// A link whose text is being read.
#[derive(Debug)]
struct OpenReference {
    definition: usize,
    destination: String,
    text: String,
    /// The number of open images. Their descriptions are not the text of the link.
    images: usize,
}

impl ReferenceTexts {
    /// The texts of the document of `parser`. A document without definitions is not read.
    pub(crate) fn read(parser: Parser<'_>) -> ReferenceTexts {
        let mut texts = ReferenceTexts::new(&parser);
        if !texts.places.is_empty() {
            parser.for_each(|event| texts.event(&event));
        }
        texts
    }

    fn new(parser: &Parser<'_>) -> ReferenceTexts {
        let found = parser.reference_definitions().iter();
        let mut found: Vec<(Span, &str)> =
            found.map(|(label, one)| (Span::from(one.span.clone()), label)).collect();
        found.sort_unstable();
        let labels = found.iter().enumerate().map(|(at, (_, label))| (folded(label), at)).collect();
        let places: Vec<Span> = found.iter().map(|(place, _)| *place).collect();
        let texts = places.iter().map(|_| None).collect();
        ReferenceTexts { places, texts, labels, open: None }
    }

    /// Handles the next event of the document.
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, id, .. }) if is_reference(*link_type) => {
                let definition = self.labels.get(&folded(id)).copied();
                self.open = definition.map(|definition| OpenReference {
                    definition,
                    destination: dest_url.to_string(),
                    text: String::new(),
                    images: 0,
                });
            }
            Event::Start(Tag::Image { .. }) => self.images(|images| images + 1),
            Event::End(TagEnd::Image) => self.images(|images| images.saturating_sub(1)),
            Event::End(TagEnd::Link) => self.close(),
            Event::Text(text) | Event::Code(text) => self.push(text),
            Event::SoftBreak | Event::HardBreak => self.push(" "),
            _ => {}
        }
    }

    /// The displayed text of the links to the definition that contains `offset`; `None` if no link refers to that
    /// definition, or if no definition is at `offset`.
    pub(crate) fn at(&self, offset: usize) -> Option<&str> {
        let last = self.places.partition_point(|place| place.start() <= offset).checked_sub(1)?;
        self.places.get(last).filter(|place| offset < place.end())?;
        self.texts.get(last)?.as_ref().map(|shown| &*shown.text)
    }

    fn images(&mut self, count: impl Fn(usize) -> usize) {
        if let Some(open) = &mut self.open {
            open.images = count(open.images);
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(open) = self.open.as_mut().filter(|open| open.images == 0) {
            let room = MOST.saturating_sub(open.text.len());
            open.text.extend(text.chars().take(room));
        }
    }

    fn close(&mut self) {
        let Some(OpenReference { definition, destination, text, .. }) = self.open.take() else {
            return;
        };
        let Some(shown) = self.texts.get_mut(definition) else { return };
        if shown.as_ref().is_some_and(|shown| shown.is_other) {
            return;
        }
        let uri = to_uri(destination.trim()).ok();
        let is_other = uri.is_some_and(|uri| text_mismatch(&text, uri.as_uri()));
        if is_other || shown.is_none() {
            *shown = Some(Shown { text, is_other });
        }
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
}
