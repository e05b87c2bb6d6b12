//! Tracks the open fields of a part, reads their instructions, and reports the links that the fields create. The result
//! of a field is the text of its link.

use std::sync::Arc;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::field::Instruction;
use super::markup::Text;
use super::paragraph::{LinkTexts, Mark};
use crate::model::{Origin, Unit};
use crate::sink::Sink;

#[derive(Debug)]
struct OpenField<'d> {
    instruction: TextRun<'d>,
    /// Whether the instruction has ended.
    is_result: bool,
    /// The number of the link whose text is the result.
    link: Option<usize>,
    unit: Unit,
}

/// The open fields, from the outermost to the innermost.
#[derive(Debug)]
pub(super) struct Fields<'d> {
    document: &'d [u8],
    open: Vec<OpenField<'d>>,
    /// How many open fields are nested too deeply to be read.
    beyond: usize,
}

/// How many nested fields are read. The limit keeps the time linear.
const DEEPEST: usize = 32;

impl<'d> Fields<'d> {
    pub(super) const fn new(document: &'d [u8]) -> Fields<'d> {
        Fields { document, open: Vec::new(), beyond: 0 }
    }

    pub(super) fn begin(&mut self, unit: Unit, mark: Mark) {
        if self.open.len() >= DEEPEST {
            self.beyond += 1;
            return;
        }
        let unit = Unit {
            is_deleted: mark.is_deleted,
            is_hidden: unit.is_hidden || mark.is_hidden,
            ..unit
        };
        let instruction = TextRun::new(self.document);
        self.open.push(OpenField { instruction, is_result: false, link: None, unit });
    }

    /// Adds `instruction` to the instruction of the innermost field.
    pub(super) fn set(&mut self, instruction: &TextRun<'_>) {
        let is_open = self.beyond == 0;
        let Some(field) = self.open.last_mut().filter(|_| is_open) else { return };
        // Each character of the instruction keeps its position in the document.
        let map = instruction.map();
        let mut at = 0;
        for char in String::from_utf8_lossy(instruction.text()).chars() {
            let part = Span::new(at, at + char.len_utf8());
            let place = map.around(part);
            field.instruction.push_decoded(char.encode_utf8(&mut [0; 4]).as_bytes(), place);
            at = part.end();
        }
    }

    /// Whether text at the current position belongs to an instruction.
    pub(super) fn is_instruction(&self) -> bool {
        self.open.iter().any(|field| !field.is_result)
    }

    pub(super) const fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The number of the link of the innermost field that has a link.
    pub(super) fn link(&self) -> Option<usize> {
        self.open.iter().rev().find_map(|field| field.link)
    }

    /// Adds text to the innermost instruction. The result of a field inside an instruction is part of the instruction.
    pub(super) fn push(&mut self, text: Text<'_>) {
        let Some(field) = self.open.iter_mut().rev().find(|field| !field.is_result) else { return };
        text.push_to(&mut field.instruction);
    }

    /// Ends the instruction of the innermost field, and begins its result.
    pub(super) fn separate(&mut self, links: &mut LinkTexts) {
        let is_open = self.beyond == 0;
        let last = self.open.last_mut().filter(|field| is_open && !field.is_result);
        let Some(field) = last else { return };
        field.is_result = true;
        let instruction = Instruction::read(field.instruction.text());
        let reference = instruction.filter(Instruction::refers).and_then(|one| one.reference());
        field.link = reference.map(|(reference, _)| links.add(Some(&reference)));
    }

    /// Ends the innermost field, and reports its link. `open` is the part of the displayed text of the link that is in
    /// the current paragraph, which has not ended yet.
    pub(super) fn end(&mut self, links: &mut LinkTexts, open: &str, sink: &mut dyn Sink) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        self.separate(links);
        let Some(field) = self.open.pop() else { return };
        let Some(instruction) = Instruction::read(field.instruction.text()) else { return };
        let unit = Unit { field: Some(instruction.keyword.clone()), ..field.unit };
        sink.unit(Some(Arc::new(unit)));
        if instruction.refers() {
            let shown = field.link.and_then(|link| links.shown.get(link));
            let shown = format!("{}{open}", shown.map_or("", |shown| shown));
            report(&field.instruction, &instruction, &shown, sink);
        } else {
            sink.search_run_as(&field.instruction, |_| Origin::Code);
        }
        sink.unit(None);
    }
}

fn report(run: &TextRun<'_>, instruction: &Instruction, shown: &str, sink: &mut dyn Sink) {
    let Some((reference, place)) = instruction.reference() else { return };
    let pieces = run.map().pieces(place).unwrap_or_else(|| vec![run.map().around(place)]);
    if !shown.trim().is_empty() {
        sink.shows(shown);
    }
    sink.existing_in(&reference, &pieces, Origin::Attribute, &instruction.keyword);
}
