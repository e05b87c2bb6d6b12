//! `linkwright explain`: shows why each match starts and ends where it does, and why the rest of the text is not a
//! link.

mod admission;
mod report;

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::config::ConfigArgs;
use crate::draw::Text;
use crate::exit::{Failure, Status};
use crate::input::Input;
use crate::interrupt;
use crate::options::FinderArgs;
use crate::show::Palette;

use admission::{admissions, link};
use report::Report;

/// Show why each match starts and ends where it does.
///
/// For every link, the report shows the text, the URI, the rules that moved its start or its end (each rule with its
/// source), and the other URIs that the text could mean. For every text that could have been a link but is not, it
/// shows the reason, and the option that would make the text a link.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The text to explain; `-` or no text means standard input
    #[arg(value_name = "TEXT")]
    text: Option<OsString>,

    /// Explain the content of FILE, as plain text
    ///
    /// The file is not decoded. To read the content of mail, HTML and archives, use `extract`.
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) config: ConfigArgs,

    #[command(flatten)]
    pub(crate) finder: FinderArgs,
}

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    interrupt::listen_between_rows();
    let finder = args.finder.finder()?;
    let text = args.read()?;
    let candidates = &finder.explain(text.as_slice());
    let admissions = admissions(&args.finder.settings, &text, candidates);
    let mut report = Report::new(Text::new(&text), Palette::new(color));
    report.all(candidates, &admissions)?;
    if args.text.as_ref().is_some_and(|text| text != "-" && Path::new(text).is_file()) {
        let what = "there is a file of that name: `explain --file` explains its content";
        writeln!(report.out, "{what}")?;
    }
    report.out.flush()?;
    Ok(Status::of(candidates.iter().any(|one| link(one).is_some()), false))
}

/// The maximum size of an input, in bytes. The explanation of a longer input would be too long to read.
const LIMIT: u64 = 1024 * 1024;

impl Args {
    fn read(&self) -> Result<Vec<u8>, Failure> {
        let input = match (&self.text, &self.file) {
            (_, Some(path)) => Input::all(core::slice::from_ref(path)).remove(0),
            (Some(text), None) if text != "-" => return Ok(text.as_encoded_bytes().to_vec()),
            _ => Input::Stdin,
        };
        let name = input.shown_name();
        let mut bytes = Vec::new();
        let reader = input.open().and_then(|input| input.take(LIMIT + 1).read_to_end(&mut bytes));
        reader.map_err(|error| Failure::Message(format!("{name}: {error}")))?;
        if bytes.len() as u64 > LIMIT {
            return Err(Failure::Message(format!(
                "{name}: the input has more than {LIMIT} bytes, which is too long to explain"
            )));
        }
        Ok(bytes)
    }
}
