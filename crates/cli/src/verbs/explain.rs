//! `linkwright explain`: why each match starts and ends where it does.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, BufWriter, Read as _, Write};

use linkwright::find::{Alternate, Delimiter, Explained, Flag, Outcome, RuleInfo, Step, Why};
use linkwright::{Match, Span};

use crate::draw::{Mark, Text};
use crate::input::Input;
use crate::options::FinderArgs;
use crate::outcome::{Failure, Status};
use crate::show::{Palette, Short};

/// Show why each match starts and ends where it does.
///
/// For every place where a link could be: the text, the rules that moved its ends with the
/// sentence they come from, what the parser says, and the other readings. It tells of the places
/// that are no link, too.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The text; `-` or none is standard input
    #[arg(value_name = "TEXT")]
    text: Option<OsString>,

    #[command(flatten)]
    finder: FinderArgs,
}

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    let finder = args.finder.finder()?;
    let text = read(args.text.as_ref())?;
    let explanation = finder.explain(text.as_slice());
    let candidates = explanation.candidates();
    let mut report = Report {
        text: Text::new(&text),
        palette: Palette::new(color),
        out: BufWriter::new(io::stdout().lock()),
    };
    for candidate in candidates {
        report.candidate(candidate)?;
    }
    let links = candidates.iter().filter(|candidate| is_link(candidate)).count();
    report.summary(links, candidates.len())?;
    report.out.flush()?;
    Ok(Status::of(links > 0, false))
}

fn is_link(candidate: &Explained<'_>) -> bool {
    matches!(candidate.outcome(), Outcome::Match(_))
}

/// The longest text that is explained. Nobody reads an explanation of more.
const LIMIT: u64 = 1024 * 1024;

fn read(text: Option<&OsString>) -> Result<Vec<u8>, Failure> {
    if let Some(text) = text.filter(|text| *text != "-") {
        return Ok(text.as_encoded_bytes().to_vec());
    }
    let mut bytes = Vec::new();
    let reader =
        Input::Stdin.open().and_then(|input| input.take(LIMIT + 1).read_to_end(&mut bytes));
    reader.map_err(|error| Failure::Message(format!("-: {error}")))?;
    if bytes.len() as u64 > LIMIT {
        return Err(Failure::Message(format!("-: more than {LIMIT} bytes are not explained")));
    }
    Ok(bytes)
}

/// Writes what happened to each candidate.
struct Report<'t, W> {
    text: Text<'t>,
    palette: Palette,
    out: W,
}

/// The width of the first column of a report, and of the prose beside it.
const LABEL: usize = 10;
const PROSE: usize = 84;

impl<W: Write> Report<'_, W> {
    fn candidate(&mut self, candidate: &Explained<'_>) -> io::Result<()> {
        match candidate.outcome() {
            Outcome::Match(found) => self.link(candidate, found),
            Outcome::Rejected { rule, reason, at, .. } => {
                self.rejected(candidate, *rule, reason, *at)
            }
            _ => Ok(()),
        }?;
        writeln!(self.out)
    }

    fn link(&mut self, candidate: &Explained<'_>, found: &Match<'_>) -> io::Result<()> {
        let style = self.palette.link;
        let mark = |&span| Mark { span, style };
        let marks: Vec<Mark> = found.pieces().iter().map(mark).collect();
        self.text.draw(&mut self.out, &marks)?;
        let uri = found.uri();
        self.row("link", &format!("{style}{}{style:#}", Short(uri.as_str())))?;
        if let Some(authority) = uri.authority() {
            self.row("host", &Short(authority.host().as_str()).to_string())?;
        }
        self.row("kind", &format!("{}, {}", found.kind().name(), enclosure(found.delimiter())))?;
        self.found_by(candidate)?;
        self.rules(candidate, found)?;
        for join in found.joins() {
            let gap = self.quoted(join.gap());
            self.row("joined", &format!("over {gap}: {}", join.reason().name()))?;
        }
        let flags: Vec<&str> = found.flags().iter().map(Flag::name).collect();
        if !flags.is_empty() {
            self.row("flags", &flags.join(", "))?;
        }
        found.alternates().iter().try_for_each(|alternate| self.alternate(alternate))
    }

    /// The rules that moved an end, then the others that had a say.
    fn rules(&mut self, candidate: &Explained<'_>, found: &Match<'_>) -> io::Result<()> {
        let steps = candidate.steps();
        self.steps(steps)?;
        let is_told = |rule: &RuleInfo| steps.iter().any(|step| step.rule().name() == rule.name());
        let mut others = found.rules().iter().filter(|rule| !is_told(rule));
        others.try_for_each(|rule| self.rule(rule, ""))
    }

    fn rejected(
        &mut self,
        candidate: &Explained<'_>,
        rule: Option<&'static RuleInfo>,
        reason: &str,
        at: Option<usize>,
    ) -> io::Result<()> {
        let style = self.palette.reject;
        let span = at.map_or(candidate.extent(), |at| Span::new(at, at));
        self.text.draw(&mut self.out, &[Mark { span, style }])?;
        self.row("no link", &format!("{style}{}{style:#}", Short(reason)))?;
        self.row(
            "candidate",
            &format!("{}, {}", self.quoted(candidate.extent()), candidate.kind().name()),
        )?;
        self.found_by(candidate)?;
        self.steps(candidate.steps())?;
        rule.map_or(Ok(()), |rule| self.rule(rule, "decided"))
    }

    fn found_by(&mut self, candidate: &Explained<'_>) -> io::Result<()> {
        let (name, at) = (candidate.trigger_name(), candidate.trigger().start());
        self.row("found by", &format!("\"{}\" at byte {at}", Short(name)))
    }

    fn steps(&mut self, steps: &[Step]) -> io::Result<()> {
        let mut steps = steps.iter();
        steps.try_for_each(|step| self.rule(step.rule(), &self.moved(step.before(), step.after())))
    }

    /// A rule, what it did, and where it comes from.
    fn rule(&mut self, rule: &RuleInfo, effect: &str) -> io::Result<()> {
        let Palette { rule: style, dim, .. } = self.palette;
        let colon = if effect.is_empty() { "" } else { ": " };
        self.row("rule", &format!("{style}{}{style:#}{colon}{effect}", rule.name()))?;
        let whence = format!("{} ({})", rule.summary(), rule.source());
        wrapped(&whence).iter().try_for_each(|line| self.row("", &format!("{dim}{line}{dim:#}")))
    }

    /// What moving the ends from `before` to `after` did to the text between them.
    fn moved(&self, before: Span, after: Span) -> String {
        let start = self.shift(before.start(), after.start(), ["off the start", "on at the start"]);
        let end = self.shift(after.end(), before.end(), ["off the end", "on at the end"]);
        [start, end].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The text between two positions of an end, with the words for losing and for gaining it.
    fn shift(&self, low: usize, high: usize, [lost, gained]: [&str; 2]) -> Option<String> {
        let is_lost = low < high;
        let span = if is_lost { Span::new(low, high) } else { Span::new(high, low) };
        let words = if is_lost { lost } else { gained };
        (!span.is_empty()).then(|| format!("{} {words}", self.quoted(span)))
    }

    fn alternate(&mut self, alternate: &Alternate) -> io::Result<()> {
        self.row("or", &Short(alternate.uri()).to_string())?;
        let dim = self.palette.dim;
        let (name, when) = (alternate.why().name(), condition(alternate.why()));
        self.row("", &format!("{dim}{name}: {when}{dim:#}"))
    }

    fn quoted(&self, span: Span) -> String {
        format!("\"{}\"", Short(&lossy(span.of(self.text.bytes()))))
    }

    fn row(&mut self, label: &str, value: &str) -> io::Result<()> {
        let place = self.palette.place;
        writeln!(self.out, "  {place}{label:<LABEL$}{place:#} {value}")
    }

    fn summary(&mut self, links: usize, candidates: usize) -> io::Result<()> {
        match (links, candidates) {
            (_, 0) => writeln!(self.out, "no link: nothing in the text could begin one"),
            (1, 1) => writeln!(self.out, "1 link"),
            (links, candidates) => {
                let plural = if links == 1 { "" } else { "s" };
                writeln!(self.out, "{links} link{plural} in {candidates} candidates")
            }
        }
    }
}

/// Prose of our own, which is nearly all ASCII, in lines.
fn wrapped(prose: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in prose.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= PROSE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn enclosure(delimiter: Delimiter) -> &'static str {
    match delimiter {
        Delimiter::None => "in the open",
        Delimiter::Angle => "in angle brackets",
        Delimiter::DoubleQuote => "in double quotes",
        Delimiter::SingleQuote => "in single quotes",
        Delimiter::TypographicQuote => "in typographic quotes",
        Delimiter::Backtick => "in backticks",
        _ => "inside delimiters",
    }
}

/// When the alternate would be what was meant.
fn condition(why: Why) -> &'static str {
    match why {
        Why::HyphenDropped => "if the hyphen at the line break is the typesetter's",
        Why::HyphenKept => "if the hyphen at the line break is the URI's own",
        Why::Unjoined => "if the URI ends at the line break",
        Why::Untrimmed => "if the punctuation before the closing quote belongs to it",
        Why::InnerBlank => "if the blank inside the delimiters is read the other way",
        Why::Pipe => "if it goes on behind the vertical bar",
        _ => "if the text is read in another way",
    }
}
