//! The report of `explain`. For each candidate, it shows the text with marks below it, followed by rows of facts.

use core::cmp::Reverse;
use std::collections::HashSet;
use std::io::{self, Write};

use linkwright::find::{
    Alternate, AlternateReason, Delimiter, Explained, Flag, Outcome, RuleInfo, Step, Weighed, rules,
};
use linkwright::{Match, Span};

use super::admission::{Admission, link, place_at};
use crate::draw::{Mark, Text};
use crate::options::Change;
use crate::rows::Rows;
use crate::show::{Palette, Short};

/// Writes the outcome for each candidate, and for text that is not linked, the option that would link it.
pub(super) struct Report<'t> {
    text: Text<'t>,
    palette: Palette,
    out: Rows,
    /// The width of prose in the second column, in terminal columns.
    prose: usize,
}

/// The width of the first column of a report.
const LABEL: usize = 10;

/// The maximum width of prose in the second column.
const MAX_PROSE: usize = 84;

/// The minimum width of prose in the second column.
const MIN_PROSE: usize = 20;

/// The width of prose for the terminal of standard output, or the maximum width if there is no terminal.
fn prose_width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let columns = terminal.map_or(usize::MAX, |(width, _)| usize::from(width.0));
    columns.saturating_sub(LABEL + 3).clamp(MIN_PROSE, MAX_PROSE)
}

/// The maximum number of ways to link a text that the report shows, not counting presets.
const MOST_WAYS: usize = 4;

impl<'t> Report<'t> {
    pub(super) fn new(text: Text<'t>, palette: Palette) -> Report<'t> {
        Report { text, palette, out: Rows::new(), prose: prose_width() }
    }

    /// Writes candidates and places in text order. A place that overlaps a rejected candidate is written together with
    /// it.
    pub(super) fn all(
        &mut self,
        candidates: &[Explained<'_>],
        places: &[Admission],
    ) -> io::Result<()> {
        let rejected = candidates.iter().filter(|one| link(one).is_none());
        let attached = rejected.filter_map(|one| place_at(places, one.extent()));
        let attached: HashSet<usize> = attached.map(|place| place.span.start()).collect();
        let is_alone = |place: &&Admission| !attached.contains(&place.span.start());
        let mut alone = places.iter().filter(is_alone).peekable();
        for candidate in candidates {
            let start = candidate.extent().start();
            while let Some(place) = alone.next_if(|place| place.span.start() < start) {
                self.place(place)?;
            }
            self.candidate(candidate, places)?;
            self.out.end_row()?;
        }
        alone.try_for_each(|place| self.place(place))?;
        self.summary(candidates, places)
    }

    /// Writes a remark on its own line.
    pub(super) fn note(&mut self, what: &str) -> io::Result<()> {
        writeln!(self.out, "{what}")
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn candidate(&mut self, candidate: &Explained<'_>, places: &[Admission]) -> io::Result<()> {
        match candidate.outcome() {
            Outcome::Match(found) => self.link(candidate, found),
            Outcome::Rejected { rule, reason, at, .. } => {
                self.rejected(candidate, *rule, reason, *at)?;
                let here = place_at(places, candidate.extent());
                match here {
                    Some(place) => self.ways(place, *rule),
                    None => self.row("option", "none of the options tried makes it a link"),
                }
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
        self.row("link", &format!("{style}{}{style:#}", Short(found.href())))?;
        if let Some(name) = found.pattern() {
            self.row("pattern", &Short(name).to_string())?;
        }
        if let Some(authority) = found.uri().authority() {
            self.row("host", &Short(authority.host().as_str()).to_string())?;
        }
        self.row("kind", &format!("{}, {}", found.kind().name(), enclosure(found.delimiter())))?;
        self.found_by(candidate)?;
        self.rules(candidate, found)?;
        self.weighing(candidate)?;
        for join in found.joins() {
            let gap = self.quoted(join.gap());
            self.row("joined", &format!("over {gap}: {}", join.reason().name()))?;
        }
        candidate.line_ends().iter().try_for_each(|line_end| self.line_end(line_end))?;
        let flags: Vec<&str> = found.flags().iter().map(Flag::name).collect();
        if !flags.is_empty() {
            self.row("flags", &flags.join(", "))?;
        }
        found.alternates().iter().try_for_each(|alternate| self.alternate(alternate))
    }

    /// Writes the rules that moved the start or the end of the link, then the other rules that applied.
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
        candidate.line_ends().iter().try_for_each(|line_end| self.line_end(line_end))?;
        self.weighing(candidate)?;
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

    /// Writes the name and the effect of a rule, then its summary and its source.
    fn rule(&mut self, rule: &RuleInfo, effect: &str) -> io::Result<()> {
        let style = self.palette.rule;
        let colon = if effect.is_empty() { "" } else { ": " };
        self.row("rule", &format!("{style}{}{style:#}{colon}{effect}", rule.name()))?;
        self.prose(&rule_text(rule))
    }

    /// Describes the text that a rule removed or added when it changed the span from `before` to `after`.
    fn moved(&self, before: Span, after: Span) -> String {
        let start = self.shift(
            before.start(),
            after.start(),
            ["removed at the start", "added at the start"],
        );
        let end = self.shift(after.end(), before.end(), ["removed at the end", "added at the end"]);
        [start, end].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Describes the movement of one end of the span: the text between `low` and `high`, with the words `lost` if `low`
    /// comes first and `gained` otherwise. `None` if the end did not move.
    fn shift(&self, low: usize, high: usize, [lost, gained]: [&str; 2]) -> Option<String> {
        let is_lost = low < high;
        let span = if is_lost { Span::new(low, high) } else { Span::new(high, low) };
        let words = if is_lost { lost } else { gained };
        (!span.is_empty()).then(|| format!("{} {words}", self.quoted(span)))
    }

    fn alternate(&mut self, alternate: &Alternate) -> io::Result<()> {
        self.row("or", &Short(alternate.uri().as_str()).to_string())?;
        let dim = self.palette.dim;
        let (name, when) = (alternate.why().name(), condition(alternate.why()));
        self.row("", &format!("{dim}{name}: {when}{dim:#}"))
    }

    /// Writes the confidence that the URI continues on the next line, and the weights it is computed from, in
    /// descending order of absolute value.
    fn line_end(&mut self, line_end: &Weighed) -> io::Result<()> {
        let verdict = if line_end.is_joined() { "joined" } else { "not joined" };
        let gap = self.quoted(line_end.gap());
        let confidence = line_end.confidence();
        self.row(
            "line end",
            &format!("{gap}: {verdict}; the confidence in a join is {confidence} percent"),
        )?;
        let terms = line_end.terms().map(|(facts, weight, why)| {
            let facts = if facts.is_empty() { "always".to_owned() } else { facts.join(" and ") };
            (weight, format!("{facts}: {why}"))
        });
        self.weights(terms.collect())
    }

    /// Writes the confidence that a text without a scheme is a link, and the weights it is computed from, in descending
    /// order of absolute value.
    fn weighing(&mut self, candidate: &Explained<'_>) -> io::Result<()> {
        let Some(confidence) = candidate.confidence() else { return Ok(()) };
        self.row("weighed", &format!("the confidence in a link is {confidence} percent"))?;
        let clues = candidate.clues().iter().map(|(weight, why)| (*weight, (*why).to_string()));
        self.weights(clues.collect())
    }

    /// Writes weights in descending order of absolute value.
    fn weights(&mut self, mut weights: Vec<(i16, String)>) -> io::Result<()> {
        weights.sort_by_key(|(weight, _)| Reverse(weight.unsigned_abs()));
        weights.into_iter().try_for_each(|(weight, why)| {
            let weight = f64::from(weight) / 100.0;
            self.row("", &format!("{weight:+.2} {why}"))
        })
    }

    fn quoted(&self, span: Span) -> String {
        format!("\"{}\"", Short(&String::from_utf8_lossy(span.of(self.text.bytes()))))
    }

    fn row(&mut self, label: &str, value: &str) -> io::Result<()> {
        let place = self.palette.place;
        writeln!(self.out, "  {place}{label:<LABEL$}{place:#} {value}")
    }

    /// Writes a place where other options would find a link or a longer link.
    fn place(&mut self, place: &Admission) -> io::Result<()> {
        let style = self.palette.reject;
        self.text.draw(&mut self.out, &[Mark { span: place.span, style }])?;
        let label = if place.is_longer { "longer" } else { "no link" };
        self.row(label, &format!("{style}not with the current options{style:#}"))?;
        self.row("kind", place.kind.name())?;
        self.ways(place, None)?;
        writeln!(self.out)
    }

    /// Writes the ways to make a place a link: first changes of an option, each with its meaning, then presets. `told` is
    /// a rule whose description was already written and is not repeated.
    fn ways(&mut self, place: &Admission, told: Option<&RuleInfo>) -> io::Result<()> {
        let is_preset = |way: &&Change| matches!(way, Change::Preset(_));
        let (presets, options): (Vec<_>, Vec<_>) = place.ways.iter().partition(is_preset);
        let mut told: Vec<String> = told.into_iter().map(rule_text).collect();
        for (n, way) in options.iter().take(MOST_WAYS).enumerate() {
            self.row(if n == 0 { "option" } else { "or" }, &way.to_string())?;
            let meaning = meaning(way);
            if !told.contains(&meaning) {
                self.prose(&meaning)?;
                told.push(meaning);
            }
        }
        if !presets.is_empty() {
            let typed: Vec<String> = presets.iter().map(ToString::to_string).collect();
            let label = if options.is_empty() { "option" } else { "or" };
            self.row(label, &typed.join(", "))?;
        }
        Ok(())
    }

    fn prose(&mut self, text: &str) -> io::Result<()> {
        let dim = self.palette.dim;
        wrapped(text, self.prose)
            .iter()
            .try_for_each(|line| self.row("", &format!("{dim}{line}{dim:#}")))
    }

    fn summary(&mut self, candidates: &[Explained<'_>], places: &[Admission]) -> io::Result<()> {
        let links = candidates.iter().filter_map(link).count();
        match (links, candidates.len() + places.len()) {
            (0, 0) => self.nothing(),
            (0, _) => writeln!(self.out, "no link"),
            (1, 1) => writeln!(self.out, "1 link"),
            (links, _) => {
                let plural = if links == 1 { "" } else { "s" };
                writeln!(self.out, "{links} link{plural} in {} candidates", candidates.len())
            }
        }
    }

    /// Writes the summary of a text in which no single option would find a link.
    fn nothing(&mut self) -> io::Result<()> {
        writeln!(self.out, "no link: no single option would make a part of this text a link")?;
        self.prose(
            "A link begins with a scheme and a colon or with `www.`, or it is an e-mail address, an \
             IPv4 address or a host with a top-level domain. --pattern NAME PATTERN HREF links text \
             of any other form. Relative references are links only in the markup of documents.",
        )
    }
}

/// The summary and the source of a rule.
fn rule_text(rule: &RuleInfo) -> String {
    format!("{} ({})", rule.summary(), rule.source())
}

/// What a change means: the rule that it turns off, or the description of its option.
fn meaning(change: &Change) -> String {
    let rule = change.rule().and_then(|name| rules().iter().find(|rule| rule.name() == name));
    rule.map_or_else(|| change.help().to_owned(), rule_text)
}

/// Breaks prose into lines of at most `width` bytes. The prose of this program is nearly all ASCII, so one byte is one
/// column.
fn wrapped(prose: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in prose.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn enclosure(delimiter: Delimiter) -> &'static str {
    match delimiter {
        Delimiter::None => "without delimiters",
        Delimiter::Angle => "in angle brackets",
        Delimiter::DoubleQuote => "in double quotes",
        Delimiter::SingleQuote => "in single quotes",
        Delimiter::TypographicQuote => "in typographic quotes",
        Delimiter::Backtick => "in backticks",
        _ => "inside delimiters",
    }
}

/// The condition under which the alternate is the intended URI.
fn condition(why: AlternateReason) -> &'static str {
    match why {
        AlternateReason::HyphenDropped => "if a typesetter added the hyphen at the line break",
        AlternateReason::HyphenKept => "if the hyphen at the line break belongs to the URI",
        AlternateReason::Unjoined => "if the URI ends at the line break",
        AlternateReason::Untrimmed => {
            "if the punctuation before the closing quote belongs to the URI"
        }
        AlternateReason::InnerBlank => {
            "if the URI ends at the first blank inside the delimiters, or, where the link already ends there, continues after it"
        }
        AlternateReason::Pipe => "if the URI continues after the vertical bar",
        AlternateReason::Unescaped => "if the backslash escapes the mark after it",
        AlternateReason::MessageId => "if it is a Message-ID and not an address",
        AlternateReason::Joined => "if the URI continues on the next line",
        _ => "if the text has another meaning",
    }
}
