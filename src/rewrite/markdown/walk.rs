//! A document, run by run.

use core::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::run::{self, Run};

/// What comes up on the way through a document.
pub(super) enum Visit<'v, 's> {
    /// Every event, in order.
    Event(&'v Event<'s>, &'v Range<usize>),
    /// A run, behind its last event.
    Run(&'v Run<'s>),
}

/// Reads `source` from its beginning to its end.
pub(super) fn walk<'s>(source: &'s str, options: Options, mut visit: impl FnMut(Visit<'_, 's>)) {
    let mut run = Run::new(Some(source));
    let mut block = Block::default();
    for (event, range) in Parser::new_ext(source, options).into_offset_iter() {
        if !block.takes(&event) && !run.is_empty() {
            visit(Visit::Run(&run));
            run.clear();
        }
        visit(Visit::Event(&event, &range));
        if block.takes(&event) {
            run.push(&event, &range);
        } else {
            block.pass(&event, &mut run);
        }
    }
    if !run.is_empty() {
        visit(Visit::Run(&run));
    }
}

/// Whether text is text: not in blocks of code, HTML and metadata.
#[derive(Debug, Default)]
pub(super) struct Block {
    is_closed: bool,
}

impl Block {
    /// Whether the event is one of a run.
    pub(super) fn takes(&self, event: &Event<'_>) -> bool {
        !self.is_closed && run::is_inline(event)
    }

    /// Takes note of an event that is none.
    pub(super) fn pass(&mut self, event: &Event<'_>, run: &mut Run<'_>) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_)) => {
                self.is_closed = true;
            }
            Event::End(TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_)) => {
                self.is_closed = false;
            }
            Event::Html(html) => run.read_html_block(html),
            _ => {}
        }
    }
}
