//! `linkwright pipe`: reads JSON lines, and answers each line with one JSON line, in order.

use std::collections::HashMap;
use std::io::{self, Write};

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{self, GeneralPurpose, GeneralPurposeConfig};
use linkwright::Match;
use linkwright::find::FinderBuilder;
use linkwright::options::{UnknownName, Value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::convert::{self, From, LinkArgs, Linkers, To};
use crate::exit::{Failure, Status};
use crate::input::Lines;
use crate::interrupt;
use crate::members::members;
use crate::options::{self, FinderArgs, Settings};
use crate::rows::Rows;
use linkwright_harvest::record::Link;

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
    finder: FinderArgs,

    #[command(flatten)]
    link: LinkArgs,

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
    let mut finders = Finders::new(args);
    let mut lines = Lines::new();
    while let Some(line) = lines.next()? {
        match line {
            Ok(line) => answer(line, &mut finders, &mut out)?,
            Err(error) => write_answer(&mut out, None, &Body::Error(error), &[])?,
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
fn answer(line: &[u8], finders: &mut Finders, out: &mut impl Write) -> io::Result<()> {
    let envelope = match Envelope::read(line) {
        Ok(envelope) => envelope,
        Err(error) => return write_answer(out, None, &Body::Error(error), &[]),
    };
    write_work(&envelope, finders, out)
        .unwrap_or_else(|error| write_answer(out, envelope.id, &Body::Error(error), &[]))
}

/// Processes a line and writes the answer. The outer error concerns the line, and the inner error the output.
fn write_work(
    envelope: &Envelope<'_>,
    finders: &mut Finders,
    out: &mut impl Write,
) -> Result<io::Result<()>, String> {
    if let Some(error) = &envelope.error {
        return Err(error.clone());
    }
    let (from, to) = (envelope.from()?, envelope.to()?);
    let linkers = finders.get(envelope)?;
    let body = if let Some(to) = to {
        let conversion = convert::conversion(from, to)?;
        let text = envelope.text()?;
        let converted = (conversion.run)(linkers, &text)?;
        let body = Body::output(converted.output.into_owned());
        return Ok(write_answer(out, envelope.id, &body, &converted.complaints));
    } else if let Some(listing) = convert::listing(from) {
        let links = listing(linkers, &envelope.text()?)?;
        Body::Listed(links)
    } else {
        let text = envelope.text()?;
        let found: Vec<Match<'_>> = linkers.finder.find_iter(text.as_slice()).collect();
        let record = |found| Link::new(found).unwrapping(linkers.unwraps);
        let links = found.iter().map(record).collect();
        return Ok(write_answer(out, envelope.id, &Body::Links(links), &[]));
    };
    Ok(write_answer(out, envelope.id, &body, &[]))
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Body<'m> {
    Links(Vec<Link<'m>>),
    /// Links that have already been serialized.
    #[serde(rename = "links")]
    Listed(Vec<Box<RawValue>>),
    Output(String),
    /// An output that is not UTF-8.
    Base64(String),
    Error(String),
}

impl Body<'_> {
    fn output(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Body::Output(text),
            Err(error) => Body::Base64(general_purpose::STANDARD.encode(error.as_bytes())),
        }
    }
}

#[derive(Serialize)]
struct Answer<'m> {
    id: Option<&'m RawValue>,
    #[serde(flatten)]
    body: &'m Body<'m>,
    /// Messages about what could not be done, with their positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    complaints: Vec<&'m str>,
}

fn write_answer(
    out: &mut impl Write,
    id: Option<&RawValue>,
    body: &Body<'_>,
    complaints: &[String],
) -> io::Result<()> {
    let complaints = complaints.iter().map(|one| one.trim_start_matches([':', ' ', '/'])).collect();
    serde_json::to_writer(&mut *out, &Answer { id, body, complaints })?;
    out.write_all(b"\n")
}

/// A line with unparsed members, so that the answer can repeat the id exactly, even if the other members are invalid.
#[derive(Default)]
struct Envelope<'l> {
    id: Option<&'l RawValue>,
    text: Option<&'l RawValue>,
    base64: Option<&'l RawValue>,
    from: Option<&'l RawValue>,
    to: Option<&'l RawValue>,
    preset: Option<&'l RawValue>,
    options: Option<&'l RawValue>,
    /// The error about the first unknown or repeated member.
    error: Option<String>,
}

impl<'l> Envelope<'l> {
    fn read(line: &'l [u8]) -> Result<Envelope<'l>, String> {
        let line =
            str::from_utf8(line).map_err(|error| format!("the line is not UTF-8: {error}"))?;
        if !line.trim_start().starts_with('{') {
            return Err("the line is not a JSON object".to_owned());
        }
        let members =
            members(line).map_err(|error| format!("the line is not a JSON object: {error}"))?;
        let mut envelope = Envelope::default();
        for (key, value) in members {
            envelope.add(&key, value);
        }
        Ok(envelope)
    }

    /// Adds a member. A repeated or an unknown member is an error.
    fn add(&mut self, key: &str, value: &'l RawValue) {
        let members = [
            ("id", &mut self.id),
            ("text", &mut self.text),
            ("base64", &mut self.base64),
            ("from", &mut self.from),
            ("to", &mut self.to),
            ("preset", &mut self.preset),
            ("options", &mut self.options),
        ];
        let error = match members.into_iter().find(|(name, _)| *name == key) {
            None => Some(format!("unknown key {key:?}")),
            Some((_, member)) => {
                member.replace(value).map(|_| format!("the key {key:?} is repeated"))
            }
        };
        self.error = self.error.take().or(error);
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
            To::named(&name).ok_or_else(|| {
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

/// A cache of the linkers for the options of earlier lines, because most programs use only a few sets of options.
struct Finders {
    typed: Args,
    built: HashMap<String, Linkers>,
}

/// The maximum number of linkers in the cache. When the cache is full, it is emptied, so that memory does not grow with
/// the number of lines.
const KEPT: usize = 64;

impl Finders {
    fn new(typed: &Args) -> Finders {
        Finders { typed: typed.clone(), built: HashMap::new() }
    }

    fn get(&mut self, envelope: &Envelope<'_>) -> Result<&Linkers, String> {
        let [preset, options] = [envelope.preset, envelope.options].map(written);
        // Two spellings of the same options are two entries in the cache.
        let key = format!("{preset}\n{options}");
        if !self.built.contains_key(&key) {
            let mut given = envelope.options()?;
            let unwraps = match given.remove(UNWRAP) {
                Some(Value::Switch(unwraps)) => unwraps,
                Some(_) => return Err("unwrap: expected true or false".to_owned()),
                None => self.typed.unwrap,
            };
            let (of_links, given): (Settings, Settings) =
                given.into_iter().partition(|(name, _)| options::is_link_option(name));
            let link = self.typed.link.clone().with(of_links);
            let mut linkers = Linkers::new(self.builder(envelope, given)?, &link)
                .map_err(|error| options::in_json(&error))?;
            linkers.unwraps = unwraps;
            if self.built.len() >= KEPT {
                self.built.clear();
            }
            self.built.insert(key.clone(), linkers);
        }
        self.built.get(&key).ok_or_else(|| "there is no finder".to_owned())
    }

    fn builder(&self, envelope: &Envelope<'_>, given: Settings) -> Result<FinderBuilder, String> {
        let preset = match member::<String>("preset", envelope.preset)? {
            Some(name) => name.parse().map_err(|error: UnknownName| format!("preset: {error}"))?,
            None => self.typed.finder.preset,
        };
        let mut settings = self.typed.finder.settings.clone();
        settings.extend(given);
        options::builder(preset, &settings).map_err(|error| options::in_json(&error))
    }
}

fn written(raw: Option<&RawValue>) -> &str {
    raw.map_or("", RawValue::get)
}
