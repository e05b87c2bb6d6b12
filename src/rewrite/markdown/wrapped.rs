//! Joins URIs between `<` and `>` that are broken over lines.

use super::edit::{Edit, LinkTarget};
use super::form;
use super::place::Safety;
use super::run::{PartKind, Run};
use crate::find::{Delimiter, Match};

/// The edit that joins a URI.
///
/// `None` if the text between `<` and `>` has an escape, a character reference, a mark or an element, if that text was
/// repaired to form the URI, or if it has a prefix such as `URL:`.
pub(super) fn mended(run: &Run<'_>, found: &Match<'_>, target: &LinkTarget) -> Option<Edit> {
    let wrapper = found.wrapper().filter(|_| found.delimiter() == Delimiter::Angle)?;
    let has_prefix = found.prefix().is_some();
    let is_text = run
        .parts_in(wrapper)
        .all(|(_, part)| matches!(part.kind, PartKind::Text { escaped: false } | PartKind::Break));
    let is_uri = found.uri().as_str() == found.text();
    let span = run.source_span(wrapper);
    let is_plain = form::is_plain(found, target);
    let text = if is_plain { format!("<{}>", found.text()) } else { form::labelled(found, target) };
    (is_text && is_uri && !has_prefix).then(|| Edit {
        safety: if is_plain { Safety::Safe } else { Safety::Doubtful },
        changes: vec![(span, text)],
        link: run.source_span(found.span()),
        target: target.clone(),
        is_mended: true,
        changed: Vec::new(),
    })
}
