//! What a document is: its format, and how it becomes UTF-8.

use crate::encoding::{self, Head, Plan};
use crate::format::{Encoded, Format};
use crate::run::{Run, Site};
use crate::trouble::{Trouble, TroubleKind};

/// The format of a document; `None` if it is no text and was reported as that.
pub(crate) fn choose(run: &mut Run<'_>, site: &Site, name: &str, head: Head<'_>) -> Option<Format> {
    let media_type = site.media_type.as_deref();
    let format = Format::of(name, media_type, &head.text(), head.bytes());
    // What has members may have itself for a member; only this ends that.
    let has_members = matches!(format.encoding(), Encoded::Bytes);
    let limit = run.settings().limits.depth;
    if has_members && site.depth >= limit {
        let message = format!("containers more than {limit} deep, not opened");
        run.trouble(&Trouble::new(&site.place, TroubleKind::TooDeep, message));
        return None;
    }
    if format.is_container() {
        return Some(format);
    }
    if let Some(forced) = run.settings().format.filter(|_| site.message.is_none()) {
        return Some(forced);
    }
    if !has_members && !run.settings().binary && head.is_binary() {
        run.trouble(&Trouble::new(&site.place, TroubleKind::Binary, "no text, skipped"));
        return None;
    }
    Some(format)
}

/// How the document becomes UTF-8.
pub(crate) fn plan(run: &mut Run<'_>, site: &Site, format: Format, head: Head<'_>) -> Plan {
    let Encoded::Text(declared) = format.encoding() else { return Plan::AsIs };
    let container = site.charset.as_deref().and_then(|label| {
        let encoding = encoding::for_label(label);
        if encoding.is_none() {
            let message = format!("unknown charset {label:?}, the encoding is guessed");
            run.trouble(&Trouble::new(&site.place, TroubleKind::Encoding, message));
        }
        encoding
    });
    let said = container.or(run.settings().encoding).or_else(|| declared(head.bytes()));
    encoding::plan(head, said)
}

/// Whether what begins so is no text and will be skipped.
pub(crate) fn is_skipped(head: &[u8]) -> bool {
    Format::of("", None, &[], head) == Format::text() && Head::of(head).is_binary()
}
