//! Mail: the texts that a reader is shown, with links, and the links of a message.

use std::borrow::Cow;

use linkwright_harvest::{Located, MailText, MailTextKind, mail_texts};
use serde::Serialize;

use super::html;
use super::linkers::Linkers;
use super::listed::Listed;
use crate::record::Link;

/// The texts of a message as HTML. Those that are HTML stay as they are, with links.
pub(super) fn mail_to_html<'i>(
    linkers: &Linkers,
    message: &'i [u8],
) -> Result<Cow<'i, [u8]>, String> {
    written(&mail_texts(message), linkers, |linkers, text| match text.kind() {
        MailTextKind::Html => html::html_to_html(linkers, text.text().as_bytes()),
        _ => html::text_to_html(linkers, text.text().as_bytes()),
    })
}

/// The plain texts of a message for a terminal.
pub(super) fn mail_to_terminal<'i>(
    linkers: &Linkers,
    message: &'i [u8],
) -> Result<Cow<'i, [u8]>, String> {
    let mut texts = mail_texts(message);
    let has_any = !texts.is_empty();
    texts.retain(|text| text.kind() != MailTextKind::Html);
    if has_any && texts.is_empty() {
        return Err("the message is all HTML; `--to html` writes it".to_owned());
    }
    written(&texts, linkers, |linkers, text| {
        html::text_to_terminal(linkers, text.text().as_bytes())
    })
}

/// All texts one below the other, each by `write`, with linkers that know whether its lines flow.
fn written(
    texts: &[MailText],
    linkers: &Linkers,
    write: impl for<'t> Fn(&Linkers, &'t MailText) -> Result<Cow<'t, [u8]>, String>,
) -> Result<Cow<'static, [u8]>, String> {
    let mut out = Vec::new();
    for text in texts {
        if !out.is_empty() && !out.ends_with(b"\n") {
            out.push(b'\n');
        }
        out.extend_from_slice(&match text.kind() {
            MailTextKind::Flowed { delsp } => write(&linkers.flowed(delsp)?, text)?,
            _ => write(linkers, text)?,
        });
    }
    Ok(out.into())
}

/// A link of a message: the offsets of the record are those of the part, decoded.
#[derive(Serialize)]
struct InPart<'l> {
    #[serde(flatten)]
    link: Link<'l>,
    /// Of what was attached, such as an archive.
    member: Option<&'l str>,
    /// `null` in the header.
    part: Option<&'l str>,
}

/// The links of a message, in its order. What is broken in it is read as far as it goes.
pub(super) fn links(linkers: &Linkers, message: &[u8]) -> Result<Vec<Listed>, String> {
    let mut records = Vec::new();
    linkers.mail()?.read("", message, &mut |link: &Located<'_>| {
        let (member, part) = (link.place().member(), link.place().part());
        let is_reported = link.uri().is_some() || link.found().is_some();
        let record = Link::located(link).filter(|_| is_reported);
        let record = record.map(|record| record.unwrapping(linkers.unwraps));
        let record = record.map(|link| InPart { link, member, part });
        records.extend(record.map(|record| Listed::new(&record.link, &record)));
    });
    records.into_iter().collect()
}
