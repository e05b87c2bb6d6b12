//! Reads the text, the links and the notes of the pages.

use core::ops::ControlFlow;

use pdfboss_core::{Document, Immediate, PageLabel, block_on, page_label};
use pdfboss_text::{
    ExtractReport, FontCache, ReadingOrder, SkipCause, SkippedTextKind, TextSpan,
    extract_spans_reporting_cached_with,
};

use super::annotations;
use super::guard::Guard;
use super::report::{Take, contained, damaged, part};
use crate::model::Limit;
use crate::pdf::content::{Page, PdfPart, Run, finite};
use crate::pdf::text;
use crate::wire::Problem;

/// Reads the pages in order.
pub(super) fn read(document: &Document, guard: &Guard<'_>, take: Take<'_>) -> ControlFlow<()> {
    let mut count = 0;
    part(guard, "the pages", take, |_| count = document.flattened_page_count())?;
    if count == 0 {
        take(PdfPart::Problem(damaged("it has no pages", false)))?;
    }
    let labels = contained(|| document.page_labels()).flatten();
    let fonts = FontCache::default();
    for index in 0..count.min(guard.limits.len(Limit::Pages)) {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        guard.begin_page();
        part(guard, &format!("page {number}"), take, |parts| {
            let label = labels.as_ref().map(|labels: &Vec<PageLabel>| page_label(labels, index));
            let empty = Page { number, label, ..Page::default() };
            read_page(document, guard, &fonts, index, empty, parts);
        })?;
        if guard.is_spent() {
            return ControlFlow::Continue(());
        }
    }
    let limit = guard.limits.len(Limit::Pages);
    if count > limit {
        let message = format!("more than {limit} pages; the others were not read");
        take(PdfPart::Problem(Problem::new(Limit::Pages, message)))?;
    }
    ControlFlow::Continue(())
}

fn read_page(
    document: &Document,
    guard: &Guard<'_>,
    fonts: &FontCache,
    index: usize,
    empty: Page,
    parts: &mut Vec<PdfPart>,
) {
    let number = empty.number;
    let page = match document.page(index) {
        Ok(page) => page,
        Err(error) => {
            return parts
                .push(PdfPart::Problem(damaged(&format!("page {number}: {error}"), false)));
        }
    };
    // Hidden layers are also read, because all links of the document are reported.
    let source = Immediate(guard);
    let order = ReadingOrder::Content;
    let spans = extract_spans_reporting_cached_with(source, &page, fonts, None, None, order);
    let (spans, report) = block_on(spans).unwrap_or_default();
    let (links, notes) = annotations::read(document, guard, &page);
    let runs = spans.into_iter().filter(|span| !span.text.is_empty()).map(run).collect();
    parts.push(PdfPart::Page(Page { runs, links, notes, ..empty }));
    // A bound that was exceeded is reported separately.
    let skipped = skipped(&report, number).filter(|_| !guard.is_breached());
    parts.extend(skipped.map(PdfPart::Problem));
}

/// The problem with the first content of a page that could not be read. Content with a picture filter or an unknown
/// filter is not a problem, because it has no text.
fn skipped(report: &ExtractReport, number: u32) -> Option<Problem> {
    let is_content = |kind| matches!(kind, SkippedTextKind::PageContents | SkippedTextKind::Form);
    let first = report.skipped.iter().find(|skipped| {
        is_content(skipped.kind) && !matches!(skipped.cause, SkipCause::UnsupportedFilter(_))
    })?;
    Some(damaged(&format!("page {number}: {}: {}", first.kind, first.cause), false))
}

fn run(span: TextSpan) -> Run {
    text::upright(Run {
        from: [span.x, span.y].map(finite),
        to: [span.end_x, span.end_y].map(finite),
        area: [span.bbox.x0, span.bbox.y0, span.bbox.x1, span.bbox.y1].map(finite),
        size: finite(span.size),
        turn: u8::try_from(span.rotate.rem_euclid(360) / 90).unwrap_or_default(),
        text: span.text,
    })
}
