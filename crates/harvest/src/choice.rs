//! What a document is: its format, and how it becomes UTF-8.

use crate::encoding::{self, Head, Plan};
use crate::format::{Encoded, Format};
use crate::run::{Run, Site};
use crate::trouble::{Trouble, TroubleKind};

/// The format of a document; `None` if it is not read and was reported as that.
pub(crate) fn choose(run: &mut Run<'_>, site: &Site, name: &str, head: Head<'_>) -> Option<Format> {
    let media_type = site.media_type.as_deref();
    let format = Format::of(name, media_type, &head.text(), head.bytes());
    // What has members may have itself for a member; only this ends that.
    let has_members = matches!(format.encoding(), Encoded::Bytes);
    let limit = run.settings().limits.depth;
    if has_members && site.depth >= limit {
        let message = format!("containers more than {limit} deep, not opened");
        run.trouble(&Trouble::skip(&site.place, TroubleKind::TooDeep, message));
        return None;
    }
    if format.is_container() {
        return Some(format);
    }
    if let Some(forced) = run.settings().format.filter(|_| site.message.is_none()) {
        return Some(forced);
    }
    if !has_members
        && !run.settings().binary
        && let Some((name, kind)) = head.data()
    {
        run.trouble(&Trouble::skip(&site.place, kind, format!("{name}, not searched")));
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

/// The content in words, if it begins as no text does: `a PNG picture`, `zip data`, `binary data`.
/// `None` for text of any format, messages and mailboxes among them.
///
/// `head` is the beginning of the content; 16 KiB of it are looked at.
///
/// ```
/// use linkwright_harvest::data_name;
///
/// assert_eq!(data_name(b"PK\x03\x04...").as_deref(), Some("zip data"));
/// assert_eq!(data_name(b"GIF89a...").as_deref(), Some("a GIF picture"));
/// assert_eq!(data_name(b"see http://a.example/"), None);
/// ```
pub fn data_name(head: &[u8]) -> Option<String> {
    let format = Format::of("", None, &[], head);
    if format.is_container() {
        return Some(format!("{format} data"));
    }
    data(head).map(|(name, _)| name.to_owned())
}

/// The data that begins so and will be left out, in words, and its kind; `None` for a document.
pub(crate) fn data(head: &[u8]) -> Option<(&'static str, TroubleKind)> {
    Head::of(head).data().filter(|_| Format::of("", None, &[], head) == Format::text())
}
