//! The report of `explain`. For each candidate, it shows the text with marks below it, followed by rows of facts.

use core::cmp::Reverse;
use std::io::{self, Write};

use linkwright::Span;
use linkwright::find::{
    Alternate, AlternateReason, Delimiter, Explained, Flag, Outcome, RuleInfo, Weighed, rules,
};

use super::admission::{Admission, link};
use crate::draw::Text;
use crate::options::{Change, PRESET};
use crate::rows::Rows;
use crate::show::{Palette, Short};

/// Writes the outcome for each candidate, and for text that is not linked, the option that would link it.
pub(super) struct Report<'t> {
    text: Text<'t>,
    palette: Palette,
    pub(super) out: Rows,
}

/// The width of the first column of a report.
const LABEL: usize = 10;

/// The width of prose in the second column, with which a row fits into a terminal of 80 columns.
const PROSE: usize = 66;

/// The maximum number of ways to link a text that the report shows, not counting presets.
const MOST_WAYS: usize = 4;

/// The maximum number of texts of which the report shows that an option would link them.
const MOST_SHOWN: usize = 8;

impl<'t> Report<'t> {
    pub(super) fn new(text: Text<'t>, palette: Palette) -> Report<'t> {
        Report { text, palette, out: Rows::new() }
    }

    /// Writes the candidates in text order, and then what other options would make links of.
    pub(super) fn all(
        &mut self,
        candidates: &[Explained],
        admissions: &[Admission],
    ) -> io::Result<()> {
        for candidate in candidates {
            self.candidate(candidate)?;
            self.out.end_row()?;
        }
        admissions.iter().try_for_each(|admission| self.admission(admission))?;
        let links = candidates.iter().filter_map(link).count();
        match (links, candidates.len()) {
            (0, 0) if admissions.is_empty() => self.nothing(),
            (0, _) if admissions.is_empty() => {
                writeln!(self.out, "no link: none of the options tried makes one")
            }
            (0, _) => writeln!(self.out, "no link"),
            (1, 1) => writeln!(self.out, "1 link"),
            (links, candidates) => {
                let plural = if links == 1 { "" } else { "s" };
                writeln!(self.out, "{links} link{plural} in {candidates} candidates")
            }
        }
    }

    fn candidate(&mut self, candidate: &Explained) -> io::Result<()> {
        let Palette { link, reject, .. } = self.palette;
        let found = match &candidate.outcome {
            Outcome::Match(found) => {
                self.text.draw(&mut self.out, found.pieces(), link)?;
                self.row("link", &format!("{link}{}{link:#}", Short(found.href())))?;
                if let Some(name) = found.pattern() {
                    self.row("pattern", &Short(name).to_string())?;
                }
                if let Some(authority) = found.uri().authority() {
                    self.row("host", &Short(authority.host().as_str()).to_string())?;
                }
                let enclosure = enclosure(found.delimiter());
                self.row("kind", &format!("{}, {enclosure}", found.kind().name()))?;
                Some(found)
            }
            Outcome::Rejected { reason, at, .. } => {
                let span = at.map_or(candidate.extent, |at| Span::new(at, at));
                self.text.draw(&mut self.out, &[span], reject)?;
                self.row("no link", &format!("{reject}{}{reject:#}", Short(reason)))?;
                let text = self.quoted(candidate.extent);
                self.row("candidate", &format!("{text}, {}", candidate.kind.name()))?;
                None
            }
            _ => return Ok(()),
        };
        let (name, at) = (candidate.trigger_name, candidate.trigger.start());
        self.row("found by", &format!("\"{}\" at byte {at}", Short(name)))?;
        for step in &candidate.steps {
            self.rule(step.rule, &self.moved(step.before, step.after))?;
        }
        if let Outcome::Rejected { rule: Some(rule), .. } = &candidate.outcome {
            self.rule(rule, "decided")?;
        }
        let is_told =
            |rule: &RuleInfo| candidate.steps.iter().any(|step| step.rule.name() == rule.name());
        // The rules that moved no end of the link.
        let applied = found.map(|found| found.rules()).unwrap_or_default();
        for rule in applied.iter().filter(|rule| !is_told(rule)) {
            self.rule(rule, "")?;
        }
        self.weighing(candidate)?;
        candidate.line_ends.iter().try_for_each(|line_end| self.line_end(line_end))?;
        if let Some(found) = found {
            for join in found.joins() {
                let gap = self.quoted(join.gap());
                self.row("joined", &format!("over {gap}: {}", join.reason().name()))?;
            }
            let flags: Vec<&str> = found.flags().iter().map(Flag::name).collect();
            if !flags.is_empty() {
                self.row("flags", &flags.join(", "))?;
            }
            found.alternates().iter().try_for_each(|alternate| self.alternate(alternate))?;
        }
        writeln!(self.out)
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
        let parts = [
            (before.start(), after.start(), "removed at the start"),
            (after.start(), before.start(), "added at the start"),
            (after.end(), before.end(), "removed at the end"),
            (before.end(), after.end(), "added at the end"),
        ];
        let parts = parts.into_iter().filter(|(low, high, _)| low < high);
        let parts =
            parts.map(|(low, high, what)| format!("{} {what}", self.quoted(Span::new(low, high))));
        parts.collect::<Vec<_>>().join(", ")
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
        let verdict = if line_end.is_joined { "joined" } else { "not joined" };
        let gap = self.quoted(line_end.gap);
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
    fn weighing(&mut self, candidate: &Explained) -> io::Result<()> {
        let Some(confidence) = candidate.confidence else { return Ok(()) };
        self.row("weighed", &format!("the confidence in a link is {confidence} percent"))?;
        let clues = candidate.clues.iter().map(|(weight, why)| (*weight, (*why).to_string()));
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

    /// Writes texts that are no links, and the ways to make links of them: first changes of an option, each with its
    /// meaning, then presets.
    fn admission(&mut self, admission: &Admission) -> io::Result<()> {
        let spans = admission.spans.get(..MOST_SHOWN).unwrap_or(&admission.spans);
        self.text.draw(&mut self.out, spans, self.palette.reject)?;
        let is_preset = |way: &&Change| way.name == PRESET;
        let (presets, options): (Vec<_>, Vec<_>) = admission.ways.iter().partition(is_preset);
        let mut told = Vec::new();
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
        writeln!(self.out)
    }

    fn prose(&mut self, text: &str) -> io::Result<()> {
        let dim = self.palette.dim;
        wrapped(text, PROSE)
            .iter()
            .try_for_each(|line| self.row("", &format!("{dim}{line}{dim:#}")))
    }

    /// Writes the summary of a text in which no single option would find a link.
    fn nothing(&mut self) -> io::Result<()> {
        writeln!(self.out, "no link: no single option would make a part of this text a link")?;
        self.prose(
            "A link begins with a scheme and a colon or with `www.`, or it is an e-mail address, an \
             IPv4 address or a host with a top-level domain; localhost and a host with a port \
             need http:// before them. --pattern NAME PATTERN HREF links text \
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
