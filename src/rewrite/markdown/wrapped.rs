//! URIs between `<` and `>` that were broken over lines.

use super::edit::Edit;
use super::place::Safety;
use super::run::{Kind, Run};
use crate::find::{Delimiter, Match};

/// The change that puts one together.
///
/// `None` where more than line breaks, blanks and the beginnings of quoted lines stands between the
/// pieces.
pub(super) fn mended(run: &Run<'_>, found: &Match<'_>) -> Option<Edit> {
    let wrapper = found.wrapper().filter(|_| found.delimiter() == Delimiter::Angle)?;
    let has_prefix = found.prefix().is_some();
    let is_text = run
        .parts_in(wrapper)
        .all(|(_, part)| matches!(part.kind, Kind::Text { escaped: false } | Kind::Break));
    let is_uri = found.uri().as_str() == found.text();
    let span = run.source_span(wrapper);
    (is_text && is_uri && !has_prefix).then(|| Edit {
        safety: Safety::Safe,
        changes: vec![(span, format!("<{}>", found.text()))],
        link: span,
    })
}
