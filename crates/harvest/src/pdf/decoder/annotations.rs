//! Reads the links and notes of a page from its annotations and actions.

use pdfboss_core::{Action, ActionKind, Annotation, Document, FileSpec, Page};

use super::guard::Guard;
use crate::pdf::content::{Note, PageLink, Rectangle, finite};

/// The links and notes of the annotations of a page, and the links of the actions that the page
/// performs.
pub(super) fn read(
    document: &Document,
    guard: &Guard<'_>,
    page: &Page,
) -> (Vec<PageLink>, Vec<Note>) {
    let (mut links, mut notes) = (Vec::new(), Vec::new());
    for annotation in document.annotations(page) {
        let area = annotation.rect.map(|rect| [rect.x0, rect.y0, rect.x1, rect.y1].map(finite));
        let is_hidden = annotation.flags.hidden() || annotation.flags.no_view();
        for uri in uris_of(&annotation) {
            links.push(PageLink { uri, area, is_hidden });
        }
        notes.extend(note(&annotation, area, is_hidden));
        notes.extend(field(guard, &annotation, area, is_hidden));
    }
    let actions = document.page_additional_actions(page);
    let uris = actions.iter().flat_map(|triggered| uris(&triggered.action));
    links.extend(uris.map(|uri| PageLink { uri, ..PageLink::default() }));
    (links, notes)
}

/// The URIs of the actions that an annotation performs.
fn uris_of(annotation: &Annotation) -> Vec<String> {
    let additional = annotation.additional_actions.iter().map(|triggered| &triggered.action);
    annotation.action.iter().chain(additional).flat_map(uris).collect()
}

/// The URIs of an action and of the actions that are performed after it.
pub(super) fn uris(action: &Action) -> Vec<String> {
    let mut all = Vec::new();
    let mut waiting = vec![action];
    while let Some(action) = waiting.pop() {
        all.extend(uri(&action.kind));
        waiting.extend(action.next.iter().rev());
    }
    all
}

/// The URI of one action. An action that opens a file has a URI if the file is specified by a URL.
fn uri(action: &ActionKind) -> Option<String> {
    match action {
        ActionKind::Uri { uri, .. } => Some(uri.clone()),
        ActionKind::GoToR { file, .. }
        | ActionKind::GoToE { file, .. }
        | ActionKind::Launch { file, .. } => file.as_ref().and_then(FileSpec::url),
        _ => None,
    }
}

/// The text of an annotation, such as a comment. The text of a link is not read, because it only
/// describes the link.
fn note(annotation: &Annotation, area: Option<Rectangle>, is_hidden: bool) -> Option<Note> {
    let text = annotation.contents.clone().filter(|text| !text.is_empty())?;
    if annotation.subtype == "Link" {
        return None;
    }
    let author = annotation.markup.as_ref().and_then(|markup| markup.title.clone());
    Some(Note { text, kind: annotation.subtype.clone(), author, field: None, area, is_hidden })
}

/// The value of the form field that an annotation displays.
fn field(
    guard: &Guard<'_>,
    annotation: &Annotation,
    area: Option<Rectangle>,
    is_hidden: bool,
) -> Option<Note> {
    if annotation.subtype != "Widget" {
        return None;
    }
    let widget = guard.dictionary(annotation.object.map(pdfboss_core::Object::Ref).as_ref())?;
    let parent = guard.dictionary(widget.get("Parent")).unwrap_or_default();
    let either = |key: &str| guard.text(widget.get(key)).or_else(|| guard.text(parent.get(key)));
    let text = either("V").filter(|text| !text.is_empty())?;
    let field = either("T");
    Some(Note { text, kind: annotation.subtype.clone(), author: None, field, area, is_hidden })
}
