//! Reads the embedded files of the document and of its annotations.

use core::ops::ControlFlow;
use std::collections::HashSet;

use pdfboss_core::{Document, FileSpec, Object, ObjectSource};

use super::guard::Guard;
use super::report::{Take, damaged, part};
use crate::model::Limit;
use crate::pdf::content::{Attachment, PdfPart};
use crate::wire::Problem;

/// An embedded file that has not been read yet.
struct Embedded {
    spec: FileSpec,
    name: String,
    media_type: Option<String>,
}

/// Reads each embedded file once.
pub(super) fn read(document: &Document, guard: &Guard<'_>, take: Take<'_>) -> ControlFlow<()> {
    let mut files = Vec::new();
    part(guard, "the attachments", take, |_| files = list(document, guard))?;
    let limit = guard.limits.len(Limit::Members);
    let has_more = files.len() > limit;
    files.truncate(limit);
    for file in files {
        part(guard, "an attachment", take, |parts| parts.push(read_file(guard, file)))?;
    }
    if has_more {
        let message = format!("more than {limit} attachments; the others were not read");
        take(PdfPart::Problem(Problem::new(Limit::Members, message)))?;
    }
    ControlFlow::Continue(())
}

/// The embedded files that the document lists, followed by the embedded files of annotations.
fn list(document: &Document, guard: &Guard<'_>) -> Vec<Embedded> {
    let named = document.embedded_files().into_iter().map(|file| Embedded {
        name: Some(file.spec.name()).filter(|name| !name.is_empty()).unwrap_or(file.name),
        spec: file.spec,
        media_type: file.mime,
    });
    let pages = 0..document.flattened_page_count().min(guard.limits.len(Limit::Pages));
    let annotations = pages
        .filter_map(|index| document.page(index).ok())
        .flat_map(|page| document.annotations(&page));
    let attached = annotations.filter_map(|annotation| annotation.file).map(|spec| Embedded {
        name: spec.name(),
        spec,
        media_type: None,
    });
    let mut seen = HashSet::new();
    let is_new = |file: &Embedded| file.spec.embedded.is_some_and(|stream| seen.insert(stream));
    named.chain(attached).filter(is_new).collect()
}

fn read_file(guard: &Guard<'_>, file: Embedded) -> PdfPart {
    let Embedded { spec, name, media_type } = file;
    let object = spec.embedded.and_then(|reference| guard.get(reference).ok());
    let Some(Object::Stream(stream)) = object else {
        return PdfPart::Problem(damaged(&format!("the attachment {name:?} is missing"), false));
    };
    match guard.stream_data(&stream) {
        Ok(bytes) => PdfPart::Attachment(Attachment { name, media_type, bytes }),
        Err(error) => {
            PdfPart::Problem(damaged(&format!("the attachment {name:?}: {error}"), false))
        }
    }
}
