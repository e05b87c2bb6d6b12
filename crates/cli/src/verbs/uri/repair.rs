//! `linkwright uri repair`: percent-encodes characters that are not allowed in URIs.

use linkwright::uri::Edit;
use serde::Serialize;

use super::parse::GrammarArgs;
use super::session::Texts;
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
    grammar: GrammarArgs,
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

pub(super) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    let grammar = args.grammar.grammar();
    args.texts.answer(color, |session, text| match session.repair(text, grammar) {
        Ok(repaired) if session.is_json() => {
            let edits = repaired.edits().iter().map(EditRecord::from).collect();
            session.write_json(&Record { uri: repaired.as_str(), edits })
        }
        Ok(repaired) => session.write("uri", repaired.as_str()),
        Err(error) => session.reject(text, error),
    })
}
