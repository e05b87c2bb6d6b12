//! Reports the references and texts in formulas.

use std::sync::Arc;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::formula::{self, Literal};
use crate::model::{Origin, Unit};
use crate::sink::Sink;

/// The literals of a formula, with their spans in the document.
pub(super) fn place_literals(formula: &TextRun<'_>) -> Vec<(Literal, Vec<Span>)> {
    let found = formula::literals(formula.text()).into_iter();
    let placed = found.map(|literal| {
        let pieces = formula.map().pieces(literal.place);
        let pieces = pieces.unwrap_or_else(|| vec![formula.map().around(literal.place)]);
        (literal, pieces)
    });
    placed.filter(|(_, pieces)| !pieces.is_empty()).collect()
}

/// Reports the literals of the formula of a cell whose displayed text is `shown`. Returns the target of the cell, which
/// is the first complete reference of a `HYPERLINK` function.
pub(super) fn give_literals(
    literals: &[(Literal, Vec<Span>)],
    document: &[u8],
    unit: &Unit,
    shown: &str,
    sink: &mut dyn Sink,
) -> Option<String> {
    let mut leads = None;
    for (literal, pieces) in literals {
        let field = literal.function.map(str::to_owned);
        let is_partial = literal.is_partial;
        sink.unit(Some(Arc::new(Unit { field, is_partial, ..unit.clone() })));
        let Some(function) = literal.function else {
            let mut run = TextRun::new(document);
            for piece in pieces {
                run.push_source(*piece);
            }
            sink.search_run_as(&run, |_| Origin::Code);
            continue;
        };
        if function == "HYPERLINK" && !is_partial {
            leads = leads.or_else(|| Some(literal.text.clone()));
            if !shown.trim().is_empty() {
                sink.shows(shown);
            }
        }
        sink.existing_in(&literal.text, pieces, Origin::Attribute, function);
    }
    leads
}
