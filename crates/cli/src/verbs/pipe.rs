//! `linkwright pipe`: reads JSON lines, and answers each line with one JSON line, in order.

use core::ops::ControlFlow;
use std::collections::HashMap;
use std::io::{self, Write};

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{self, GeneralPurpose, GeneralPurposeConfig};
use clap::ValueEnum as _;
use linkwright::Match;
use linkwright::options::Value;
use linkwright_harvest::record::Link;
use linkwright_harvest::{Diagnostic, Format, Harvester, Located, Visitor};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use serde_json::value::RawValue;

use crate::convert::{self, Conversion, From, LinkArgs, Linkers, To};
use crate::exit::{Failure, Status};
use crate::input::Lines;
use crate::interrupt;
use crate::options::{self, FinderArgs, PRESET, Settings};
use crate::rows::Rows;

/// Read JSON lines from standard input, and answer each line with a JSON line.
///
/// Each line of standard input is an object with "text" (or "base64", for bytes that are not UTF-8), and an "id" that
/// is returned unchanged: `{"id": 1, "text": "see http://example.com/"}`. The answer is one line, `{"id": 1, "links":
/// [...]}` or `{"id": 1, "error": "..."}`. "from" is the format of the text. With "to" the answer is `{"id": 1,
/// "output": "..."}`, the text with links added ("base64" instead of "output" if the result is not UTF-8); "complaints"
/// lists what could not be done. "preset" and "options" override the flags for one line; docs/options.md lists the names
/// of the options.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    link: LinkArgs,

    #[command(flatten)]
    finder: FinderArgs,

    /// Add the member `unwrapped` to each link: its original URI if a redirect service wrapped it, otherwise `null`
    ///
    /// To set it for one line: "options": {"unwrap": true}.
    #[arg(long, help_heading = "What is written")]
    unwrap: bool,
}

/// The only key of "options" that is an option of neither the finder nor the linkers.
const UNWRAP: &str = "unwrap";

pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    // An invalid flag ends the run here, instead of causing an error on every line.
    Linkers::new(args.finder.builder()?, &args.link)
        .map_err(|error| Failure::Usage(options::typed(&error)))?;
    interrupt::listen_between_rows();
    let mut out = Rows::new();
    let mut finders = Finders { typed: args, built: HashMap::new() };
    let mut lines = Lines::new();
    while let Some(line) = lines.next()? {
        match line {
            Ok(line) => answer(line, &mut finders, &mut out)?,
            Err(error) => write_answer(&mut out, None, Err(error))?,
        }
        out.end_row()?;
        if lines.are_paused() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(Status::Found)
}

/// Writes the answer to one line.
fn answer(line: &[u8], finders: &mut Finders<'_>, out: &mut impl Write) -> io::Result<()> {
    match Envelope::read(line) {
        Ok(envelope) => write_answer(out, envelope.id, answer_to(&envelope, finders)),
        Err((id, error)) => write_answer(out, id, Err(error)),
    }
}

/// An answer: the name of its member, the JSON of the member, and messages about what could not be done, with their
/// positions.
type Answer = (&'static str, String, Vec<String>);

fn answer_to(envelope: &Envelope<'_>, finders: &mut Finders<'_>) -> Result<Answer, String> {
    let (from, to) = (envelope.from()?, envelope.to()?);
    let Built { linkers, harvester, unwraps } = finders.get(envelope, from)?;
    let text = envelope.text()?;
    if let Some(to) = to {
        let converted = convert::convert(linkers, Conversion::of(from, Some(to))?, &text)?;
        let (name, output) = match str::from_utf8(&converted.output) {
            Ok(output) => ("output", json(output)?),
            Err(_) => ("base64", json(&general_purpose::STANDARD.encode(&converted.output))?),
        };
        return Ok((name, output, converted.complaints));
    }
    if let Some(harvester) = harvester {
        let mut listing = Listing { unwraps: *unwraps, ..Listing::default() };
        harvester.read("", &*text, &mut listing);
        return Ok(("links", format!("[{}]", listing.records.join(",")), listing.complaints));
    }
    let found: Vec<Match<'_>> = linkers.finder.find_iter(text.as_slice()).collect();
    let links = found.iter().map(|found| Link::new(found).unwrapping(*unwraps));
    Ok(("links", json(&links.collect::<Vec<_>>())?, Vec::new()))
}

fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// Collects the records of the links of a document, and what could not be read. A relative reference has no record,
/// because its target depends on the address of the document.
#[derive(Default)]
struct Listing {
    unwraps: bool,
    records: Vec<String>,
    complaints: Vec<String>,
}

impl Visitor for Listing {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        if link.uri().is_some() {
            self.records.extend(json(&Link::located(link).unwrapping(self.unwraps)));
        }
        ControlFlow::Continue(())
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.complaints.push(diagnostic.to_string());
    }
}

fn write_answer(
    out: &mut impl Write,
    id: Option<&RawValue>,
    answer: Result<Answer, String>,
) -> io::Result<()> {
    let (name, value, complaints) =
        answer.unwrap_or_else(|error| ("error", Json::from(error).to_string(), Vec::new()));
    write!(out, "{{\"id\":{},\"{name}\":{value}", id.map_or("null", RawValue::get))?;
    if !complaints.is_empty() {
        let complaints = complaints.iter().map(|one| one.trim_start_matches([':', ' ', '/']));
        write!(out, ",\"complaints\":{}", complaints.collect::<Json>())?;
    }
    out.write_all(b"}\n")
}

/// A line with unparsed members. A repeated or an unknown member is an error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'l> {
    #[serde(borrow)]
    id: Option<&'l RawValue>,
    text: Option<&'l RawValue>,
    base64: Option<&'l RawValue>,
    from: Option<&'l RawValue>,
    to: Option<&'l RawValue>,
    preset: Option<&'l RawValue>,
    options: Option<&'l RawValue>,
}

/// The id of a line that is no envelope, so that the answer can repeat it.
#[derive(Deserialize)]
struct Id<'l> {
    #[serde(borrow)]
    id: Option<&'l RawValue>,
}

impl<'l> Envelope<'l> {
    /// The error has the id of the line, if it can be read.
    fn read(line: &'l [u8]) -> Result<Envelope<'l>, (Option<&'l RawValue>, String)> {
        let line = str::from_utf8(line)
            .map_err(|error| (None, format!("the line is not UTF-8: {error}")))?;
        // A structure can be read from an array as well.
        if !line.trim_start().starts_with('{') {
            return Err((None, "the line is not a JSON object".to_owned()));
        }
        serde_json::from_str(line).map_err(|error| {
            let id = serde_json::from_str::<Id<'_>>(line).ok().and_then(|line| line.id);
            let what = if error.is_data() { "" } else { "the line is not a JSON object: " };
            (id, format!("{what}{error}"))
        })
    }

    /// The format of the text.
    fn from(&self) -> Result<From, String> {
        let name = member::<String>("from", self.from)?;
        name.map_or(Ok(From::Text), |name| {
            From::named(&name)
                .ok_or_else(|| format!("from: expected text, html or markdown, found {name:?}"))
        })
    }

    /// The format of the output; `None` for a list of links.
    fn to(&self) -> Result<Option<To>, String> {
        let name = member::<String>("to", self.to)?.filter(|name| name != "links");
        name.map(|name| {
            To::from_str(&name, false).map_err(|_| {
                format!("to: expected links, html, markdown or terminal, found {name:?}")
            })
        })
        .transpose()
    }

    /// The options, without those that are `null`.
    fn options(&self) -> Result<Settings, String> {
        let given = member::<Settings>("options", self.options)?.unwrap_or_default();
        Ok(given.into_iter().filter(|(_, value)| *value != Value::Unset).collect())
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
            (Some(_), Some(_)) => {
                Err("there are both \"text\" and \"base64\"; only one is allowed".to_owned())
            }
        }
    }
}

/// Base64 for input, with or without padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Parses the value of a member. `null` counts as absent.
fn member<T: DeserializeOwned>(name: &str, raw: Option<&RawValue>) -> Result<Option<T>, String> {
    let value = raw.map_or(Ok(None), |raw| serde_json::from_str(raw.get()));
    value.map_err(|error| format!("{name}: {error}"))
}

/// A cache of what the options of earlier lines made, because most programs use only a few sets of options.
struct Finders<'a> {
    typed: &'a Args,
    built: HashMap<String, Built>,
}

/// What the options and the format of a line make.
struct Built {
    linkers: Linkers,
    /// Reads documents; `None` for plain text.
    harvester: Option<Harvester>,
    unwraps: bool,
}

/// The maximum number of entries in the cache. When the cache is full, it is emptied, so that memory does not grow with
/// the number of lines.
const KEPT: usize = 64;

impl Finders<'_> {
    fn get(&mut self, envelope: &Envelope<'_>, from: From) -> Result<&Built, String> {
        let [preset, options] = [envelope.preset, envelope.options].map(written);
        // Two spellings of the same options are two entries in the cache.
        let key = format!("{from:?}\n{preset}\n{options}");
        if !self.built.contains_key(&key) {
            let built = self.build(envelope, from)?;
            if self.built.len() >= KEPT {
                self.built.clear();
            }
            self.built.insert(key.clone(), built);
        }
        self.built.get(&key).ok_or_else(|| "there is no finder".to_owned())
    }

    fn build(&self, envelope: &Envelope<'_>, from: From) -> Result<Built, String> {
        let mut given = envelope.options()?;
        let unwraps = match given.remove(UNWRAP) {
            Some(Value::Switch(unwraps)) => unwraps,
            Some(_) => return Err("unwrap: expected true or false".to_owned()),
            None => self.typed.unwrap,
        };
        let mut settings = self.typed.finder.settings.clone();
        let preset = member::<String>(PRESET, envelope.preset)?;
        settings.extend(preset.map(|name| (PRESET.to_owned(), name.into())));
        settings.extend(given);
        let linkers = Linkers::of_settings(settings, self.typed.link.clone())?;
        let format = match from {
            From::Text => None,
            From::Html => Some(Format::Html),
            From::Markdown => Some(Format::Markdown),
        };
        let harvester = |format| {
            let mut harvester = Harvester::builder();
            let harvester = harvester.finder(&linkers.builder).format(Some(format));
            // Whatever a document declares: JSON is UTF-8.
            harvester.encoding(Some("utf-8"))?.build().map_err(|error| error.to_string())
        };
        let harvester = format.map(harvester).transpose()?;
        Ok(Built { linkers, harvester, unwraps })
    }
}

fn written(raw: Option<&RawValue>) -> &str {
    raw.map_or("", RawValue::get)
}
