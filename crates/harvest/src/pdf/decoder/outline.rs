//! Reads the items of the outline.

use std::collections::HashSet;

use pdfboss_core::{Dict, Document, ObjRef, Object};

use super::annotations::uris;
use super::guard::Guard;
use crate::model::Limit;
use crate::pdf::content::{Bookmark, PdfPart};
use crate::wire::Problem;

/// Reads the items of the outline in the order in which viewers show them. The outline function of pdfboss is not used,
/// because it omits actions.
pub(super) fn read(
    document: &Document,
    guard: &Guard<'_>,
    catalog: &Dict,
    parts: &mut Vec<PdfPart>,
) {
    let root = guard.dictionary(catalog.get("Outlines"));
    let mut waiting: Vec<Object> =
        root.and_then(|root| root.get("First").cloned()).into_iter().collect();
    let mut seen: HashSet<ObjRef> = HashSet::new();
    let mut count = 0;
    while let Some(item) = waiting.pop() {
        // Only items that are references can form a cycle.
        if item.as_ref().is_some_and(|reference| !seen.insert(reference)) {
            continue;
        }
        let Some(item) = guard.dictionary(Some(&item)) else { continue };
        count += 1;
        let limit = guard.limits.len(Limit::Outline);
        if count > limit {
            let message = format!("the outline: more than {limit} items; the others were not read");
            return parts.push(PdfPart::Problem(Problem::new(Limit::Outline, message)));
        }
        // The children of an item are shown before the next item.
        waiting.extend(item.get("Next").cloned());
        waiting.extend(item.get("First").cloned());
        let title = guard.text(item.get("Title")).unwrap_or_default();
        let action = item.get("A").and_then(|action| document.action(action));
        let uris = action.map(|action| uris(&action)).unwrap_or_default();
        let mut uris = uris.into_iter();
        parts.push(PdfPart::Bookmark(Bookmark { title, uri: uris.next() }));
        let others = uris.map(|uri| Bookmark { title: String::new(), uri: Some(uri) });
        parts.extend(others.map(PdfPart::Bookmark));
    }
}
