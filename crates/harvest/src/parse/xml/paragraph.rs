//! A text that is being read, with the fields in it.

use std::rc::Rc;

use linkwright::rewrite::TextRun;

use crate::parse::anchor::Target;

/// The text of an element that is a text of its own, with its open fields (ECMA-376, part 1, section 17.16.18).
///
/// A field is open from its `begin`. Its instruction ends at `separate`, and what follows is plain text again, up to
/// its `end`. A paragraph that ends also ends the instructions in it, so an instruction without its end takes no text
/// of the next paragraph. There is no limit for the depth: the instructions are counted, not searched.
#[derive(Debug)]
pub(super) struct Paragraph<'x> {
    /// The text since it was searched last.
    pub(super) run: TextRun<'x>,
    /// The target of the link to which that text belongs.
    pub(super) link: Option<Rc<Target>>,
    /// The target of the field whose result is being read.
    pub(super) field: Option<Rc<Target>>,
    /// The instructions that have not ended, each with the number of open results inside it.
    instructions: Vec<(TextRun<'x>, usize)>,
    /// The number of open results outside all instructions.
    results: usize,
}

impl<'x> Paragraph<'x> {
    pub(super) const fn new(document: &'x [u8]) -> Paragraph<'x> {
        let run = TextRun::new(document);
        Paragraph { run, link: None, field: None, instructions: Vec::new(), results: 0 }
    }

    pub(super) const fn is_in_instruction(&self) -> bool {
        !self.instructions.is_empty()
    }

    /// The innermost instruction, or else the text.
    pub(super) fn open_run(&mut self) -> &mut TextRun<'x> {
        self.instructions.last_mut().map_or(&mut self.run, |(run, _)| run)
    }

    /// Begins a field.
    pub(super) fn begin(&mut self, document: &'x [u8]) {
        self.instructions.push((TextRun::new(document), 0));
    }

    /// Ends the innermost instruction and begins its result.
    pub(super) fn separate(&mut self) -> Option<TextRun<'x>> {
        let ended = self.instructions.pop();
        *self.results() += 1;
        ended.map(|(run, _)| run)
    }

    /// Ends a field. Returns its instruction if it has no result.
    pub(super) fn end(&mut self) -> Option<TextRun<'x>> {
        self.field = None;
        let results = self.results();
        if *results > 0 {
            *results -= 1;
            return None;
        }
        self.instructions.pop().map(|(run, _)| run)
    }

    /// Ends the innermost instruction at the end of the paragraph.
    pub(super) fn finish(&mut self) -> Option<TextRun<'x>> {
        self.instructions.pop().map(|(run, _)| run)
    }

    fn results(&mut self) -> &mut usize {
        self.instructions.last_mut().map_or(&mut self.results, |(_, results)| results)
    }
}
