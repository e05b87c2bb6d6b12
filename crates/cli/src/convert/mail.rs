//! Adds links to the visible texts of a mail message, and lists the links of a message.

use std::borrow::Cow;

use linkwright_harvest::{
    Alternative, DiagnosticKind, Limits, Located, MailText, MailTextKind, mail_texts,
};
use serde::Serialize;

use super::converted::{Converted, listed};
use super::linkers::Linkers;
use super::sanitizer::MarkupSource;
use linkwright_harvest::record::Link;
use serde_json::value::RawValue;

/// Converts the texts of a message to HTML. Plain text is escaped and HTML is cleaned; each text becomes a separate
/// fragment. The fragment of a plain text keeps its lines and blanks in a browser, unless the option `newlines` is set.
pub(super) fn mail_to_html<'i>(
    linkers: &Linkers,
    message: &'i [u8],
) -> Result<Converted<'i>, String> {
    Mail::of(message, linkers.sanitizer.alternative()).write(linkers, |linkers, text| {
        if text.kind() == MailTextKind::Html {
            let clean = linkers.sanitizer.clean(text.text(), MarkupSource::Mail)?;
            return Ok(linkers.mail_html.rewrite(clean.as_bytes()).into_owned());
        }
        let html = linkers.mail_html.linkify(&shown(linkers, text));
        if linkers.args.is_set("newlines") {
            return Ok(html.into_bytes());
        }
        Ok(format!("<div style=\"white-space: pre-wrap; font-family: monospace\">{html}</div>\n")
            .into_bytes())
    })
}

/// A plain text as it is written: with its lines joined, if that is wanted.
fn shown<'t>(linkers: &Linkers, text: &'t MailText) -> Cow<'t, str> {
    if linkers.sanitizer.reflows() { text.reflowed() } else { text.text().into() }
}

/// Converts the plain texts of a message to text with terminal hyperlinks.
pub(super) fn mail_to_terminal<'i>(
    linkers: &Linkers,
    message: &'i [u8],
) -> Result<Converted<'i>, String> {
    let mut mail = Mail::of(message, Alternative::Text);
    let has_any = !mail.texts.is_empty();
    mail.texts.retain(|text| text.kind() != MailTextKind::Html);
    if has_any && mail.texts.is_empty() {
        return Err("the message contains only HTML and no plain text; use `--to html`".to_owned());
    }
    mail.write(linkers, |linkers, text| {
        Ok(linkers.terminal.linkify(&shown(linkers, text)).into_bytes())
    })
}

/// The texts of a message, and complaints about what is not read.
struct Mail {
    texts: Vec<MailText>,
    complaints: Vec<String>,
    has_failed: bool,
}

impl Mail {
    fn of(message: &[u8], alternative: Alternative) -> Mail {
        let (texts, diagnostics) = mail_texts(message, alternative, &Limits::default());
        let has_failed = diagnostics.iter().any(|one| one.kind() != DiagnosticKind::Encrypted);
        let complaints = diagnostics.iter().map(ToString::to_string).collect();
        Mail { texts, complaints, has_failed }
    }

    /// Converts each text with `write`, and concatenates the results. A text in `format=flowed` gets linkers for that
    /// format. A text that cannot be converted is left out, with a complaint.
    fn write(
        self,
        linkers: &Linkers,
        write: impl Fn(&Linkers, &MailText) -> Result<Vec<u8>, String>,
    ) -> Result<Converted<'static>, String> {
        let Mail { texts, mut complaints, mut has_failed } = self;
        let mut out = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let text = match text.kind() {
                MailTextKind::Flowed { delsp } => {
                    write(&linkers.flowed(delsp && !linkers.sanitizer.reflows())?, text)
                }
                _ => write(linkers, text),
            };
            match text {
                Ok(text) => {
                    if !out.is_empty() && !out.ends_with(b"\n") {
                        out.push(b'\n');
                    }
                    out.extend_from_slice(&text);
                }
                Err(error) => {
                    complaints.push(format!(": text {}: left out: {error}", number + 1));
                    has_failed = true;
                }
            }
        }
        Ok(Converted { complaints, has_failed, ..Cow::<[u8]>::Owned(out).into() })
    }
}

/// A link of a message. The offsets of the record refer to the decoded part. In an archive or another container that is
/// attached, they refer to the member; in the header, they refer to the message.
#[derive(Serialize)]
struct InPart<'l> {
    #[serde(flatten)]
    link: Link<'l>,
    /// The member of an attached container, such as a file in an archive.
    member: Option<&'l str>,
    /// `null` in the header.
    part: Option<&'l str>,
}

/// Lists the links of a message, in the order of the message. Damaged parts are read as far as possible.
pub(super) fn links(linkers: &Linkers, message: &[u8]) -> Result<Vec<Box<RawValue>>, String> {
    let mut records = Vec::new();
    linkers.mail()?.read("", message, &mut |link: &Located<'_>| {
        let (member, part) = (link.place().member(), link.place().part());
        let is_reported = link.uri().is_some() || link.found().is_some();
        if is_reported {
            let link = Link::located(link).unwrapping(linkers.unwraps);
            let record = InPart { link, member, part };
            records.push(listed(&record));
        }
    });
    records.into_iter().collect()
}
