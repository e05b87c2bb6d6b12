//! `linkwright pipe`: JSON lines in, JSON lines out, one answer a line and in order.

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use linkwright::{Finder, Match};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::input::Lines;
use crate::options::{self, FinderArgs, Settings};
use crate::outcome::{Failure, Status};
use crate::record::Link;

/// JSON lines in, JSON lines out: the same work for other programs.
///
/// Each line of standard input is an object with "text" (or "base64", for bytes that are no
/// UTF-8), and an "id" that comes back as it is: `{"id": 1, "text": "see http://example.com/"}`.
/// The answer is one line, `{"id": 1, "links": [...]}` or `{"id": 1, "error": "..."}`. "preset" and
/// "options" override the flags for that line; the names of the options are those of the flags
/// below, with `_` for `-`, and "schemes" for `--scheme`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    finder: FinderArgs,
}

pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    // A flag that is wrong ends the run here, and not in each of its lines.
    args.finder.finder()?;
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let mut finders = Finders::new(&args.finder);
    let mut lines = Lines::new();
    while let Some(line) = lines.next()? {
        answer(line, &mut finders, &mut out)?;
        if lines.are_paused() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(Status::Found)
}

const BUFFER: usize = 64 * 1024;

/// Writes the answer to one line.
fn answer(line: &[u8], finders: &mut Finders, out: &mut impl Write) -> io::Result<()> {
    let envelope = match Envelope::read(line) {
        Ok(envelope) => envelope,
        Err(error) => return write_answer(out, None, &Body::Error(error)),
    };
    match links(&envelope, finders) {
        Ok((finder, text)) => {
            let found: Vec<Match<'_>> = finder.find_iter(text.as_slice()).collect();
            let links = found.iter().map(Link::new).collect();
            write_answer(out, envelope.id, &Body::Links(links))
        }
        Err(error) => write_answer(out, envelope.id, &Body::Error(error)),
    }
}

/// What a line asks for: the finder, and the text to search.
fn links<'f>(
    envelope: &Envelope<'_>,
    finders: &'f mut Finders,
) -> Result<(&'f Finder, Vec<u8>), String> {
    envelope.check_formats()?;
    Ok((finders.get(envelope)?, envelope.text()?))
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Body<'m> {
    Links(Vec<Link<'m>>),
    Error(String),
}

#[derive(Serialize)]
struct Answer<'m> {
    id: Option<&'m RawValue>,
    #[serde(flatten)]
    body: &'m Body<'m>,
}

fn write_answer(out: &mut impl Write, id: Option<&RawValue>, body: &Body<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Answer { id, body })?;
    out.write_all(b"\n")
}

/// A line, with its members unread: the id comes back as it was written, whatever is wrong with
/// the others.
#[derive(Deserialize)]
struct Envelope<'l> {
    #[serde(borrow, default)]
    id: Option<&'l RawValue>,
    #[serde(borrow, default)]
    text: Option<&'l RawValue>,
    #[serde(borrow, default)]
    base64: Option<&'l RawValue>,
    #[serde(borrow, default)]
    from: Option<&'l RawValue>,
    #[serde(borrow, default)]
    to: Option<&'l RawValue>,
    #[serde(borrow, default)]
    preset: Option<&'l RawValue>,
    #[serde(borrow, default)]
    options: Option<&'l RawValue>,
}

impl<'l> Envelope<'l> {
    fn read(line: &'l [u8]) -> Result<Envelope<'l>, String> {
        let line =
            str::from_utf8(line).map_err(|error| format!("the line is no UTF-8: {error}"))?;
        // A struct can be read from an array as well, member by member; a line must be an object.
        if !line.trim_start().starts_with('{') {
            return Err("the line is no JSON object".to_owned());
        }
        serde_json::from_str(line).map_err(|error| format!("the line is no JSON object: {error}"))
    }

    /// Only text is read so far, and only links are written.
    fn check_formats(&self) -> Result<(), String> {
        for (name, value, known) in [("from", self.from, "text"), ("to", self.to, "links")] {
            if let Some(format) = member::<String>(name, value)?.filter(|format| format != known) {
                return Err(format!("{name}: only {known:?} is supported yet, found {format:?}"));
            }
        }
        Ok(())
    }

    fn text(&self) -> Result<Vec<u8>, String> {
        let text = member::<String>("text", self.text)?;
        let base64 = member::<String>("base64", self.base64)?;
        match (text, base64) {
            (Some(text), None) => Ok(text.into_bytes()),
            (None, Some(base64)) => {
                LENIENT.decode(base64).map_err(|error| format!("base64: {error}"))
            }
            (None, None) => Err("there is neither \"text\" nor \"base64\"".to_owned()),
            (Some(_), Some(_)) => Err("there is \"text\" and \"base64\" as well".to_owned()),
        }
    }
}

/// Base64 with or without its padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The value of a member; `null` is as if it were left out.
fn member<T: DeserializeOwned>(name: &str, raw: Option<&RawValue>) -> Result<Option<T>, String> {
    let value = raw.map_or(Ok(None), |raw| serde_json::from_str(raw.get()));
    value.map_err(|error| format!("{name}: {error}"))
}

/// The finders that were asked for so far: programs ask for the same few again and again.
struct Finders {
    typed: FinderArgs,
    built: HashMap<String, Finder>,
}

/// How many finders are kept. A program that asks for more different ones gets each, but built
/// anew: memory must not grow with the lines.
const KEPT: usize = 64;

impl Finders {
    fn new(typed: &FinderArgs) -> Finders {
        Finders { typed: typed.clone(), built: HashMap::new() }
    }

    fn get(&mut self, envelope: &Envelope<'_>) -> Result<&Finder, String> {
        let [preset, options] = [envelope.preset, envelope.options].map(written);
        // Two spellings of the same options are two entries, which costs a build and no more.
        let key = format!("{preset}\n{options}");
        if !self.built.contains_key(&key) {
            let finder = self.build(envelope)?;
            if self.built.len() >= KEPT {
                self.built.clear();
            }
            self.built.insert(key.clone(), finder);
        }
        self.built.get(&key).ok_or_else(|| "there is no finder".to_owned())
    }

    fn build(&self, envelope: &Envelope<'_>) -> Result<Finder, String> {
        let preset = match member::<String>("preset", envelope.preset)? {
            Some(name) => options::preset(&name)?,
            None => self.typed.preset,
        };
        let mut settings = self.typed.settings.clone();
        let given = member::<Settings>("options", envelope.options)?.unwrap_or_default();
        settings.extend(given.into_iter().filter(|(_, value)| !value.is_null()));
        options::finder(preset, &settings)
    }
}

fn written(raw: Option<&RawValue>) -> &str {
    raw.map_or("", RawValue::get)
}
