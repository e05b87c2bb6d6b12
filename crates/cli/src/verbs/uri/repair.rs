//! `linkwright uri repair`: percent-encodes characters that are not allowed in URIs.

use std::borrow::Cow;

use linkwright::uri::{Edit, check, repair};
use serde::Serialize;

use super::parse::Texts;
use super::session::{InOut, Session};
use crate::exit::{Failure, Status};

/// Percent-encode characters that are not allowed in the path, query and fragment of a URI.
///
/// These characters are `{ } | \ ^ [ ] " < >`, the grave accent, the space, a `%` without two hexadecimal digits, and a
/// `#` in the fragment (RFC 2396, 2.4.3).
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    texts: Texts,

    #[command(flatten)]
    pub(super) io: InOut,
}

#[derive(Serialize)]
struct Record<'t> {
    uri: &'t str,
    edits: Vec<EditRecord>,
}

#[derive(Serialize)]
struct EditRecord {
    at: usize,
    original: char,
    reason: Option<String>,
}

impl From<&Edit> for EditRecord {
    fn from(edit: &Edit) -> EditRecord {
        let reason = edit.excluded().map(|excluded| excluded.to_string());
        EditRecord { at: edit.at(), original: edit.original(), reason }
    }
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    let grammar = args.texts.grammar();
    session.answer_texts(&args.texts.texts, |session, text| {
        let lossy = String::from_utf8_lossy(text);
        // Where the text is not UTF-8, it is not valid, and the error says where.
        let is_text = matches!(lossy, Cow::Borrowed(_));
        let checked = if is_text { Ok(()) } else { check(text, grammar, session.mode()) };
        match checked.and_then(|()| repair(&lossy, grammar, session.mode())) {
            Ok(repaired) if session.is_json() => {
                let edits = repaired.edits().iter().map(EditRecord::from).collect();
                session.write_json(&Record { uri: repaired.as_str(), edits })
            }
            Ok(repaired) => session.write("uri", repaired.as_str()),
            Err(error) => session.reject(text, error),
        }
    })
}
