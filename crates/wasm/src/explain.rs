//! Explanations and tables of names, as JSON.

use core::fmt::Write;

use linkwright::Finder;
use linkwright::find::FinderBuilder;
use linkwright::find::{
    AlternateReason, Delimiter, Flag, JoinReason, MatchKind, Outcome, Preset, Weighed, rules,
};
use linkwright::uri::Rung;

use crate::records::Records;
use crate::units::Units;

/// Explains `text`. The records are those of the matches, which the candidates name by their numbers.
pub(crate) fn explain(finder: &Finder, text: &str, out: &mut Records) -> i32 {
    let mut units = Units::default();
    let mut json = Json(String::new());
    let mut count = 0;
    let explanation = finder.explain(text);
    let mut pair = |span| units.span(text, span);
    json.list(explanation.candidates(), |json, candidate| {
        json.open();
        json.pair("trigger", pair(candidate.trigger()));
        json.text("triggerName", candidate.trigger_name());
        json.text("kind", candidate.kind().name());
        json.pair("extent", pair(candidate.extent()));
        json.key("steps").list(candidate.steps(), |json, step| {
            json.open();
            json.number("rule", rules().iter().position(|rule| rule == step.rule()));
            json.pair("before", pair(step.before()));
            json.pair("after", pair(step.after()));
            json.close();
        });
        json.key("lineEnds").list(candidate.line_ends(), |json, end| {
            let gap = pair(end.gap());
            line_end(json, end, gap);
        });
        json.key("clues").list(candidate.clues(), |json, clue| {
            json.open();
            json.text("why", clue.why());
            json.number("weight", Some(clue.weight()));
            json.close();
        });
        json.number("confidence", candidate.confidence());
        match candidate.outcome() {
            Outcome::Match(found) => {
                json.text("normalForm", &found.uri().normalize(Rung::Scheme).to_string());
                json.number("match", Some(count));
                count += 1;
            }
            Outcome::Rejected { rule, reason, at, .. } => {
                json.text("reason", reason);
                let rule = rule.and_then(|rule| rules().iter().position(|other| other == rule));
                json.number("rule", rule);
                json.number("at", at.map(|at| pair(linkwright::Span::new(at, at))[0]));
            }
            _ => {}
        }
        json.close();
    });
    for candidate in explanation.candidates() {
        if let Outcome::Match(found) = candidate.outcome() {
            out.add(found, text, &mut units);
        }
    }
    out.text.insert_str(0, &json.0);
    out.numbers.push(u32::try_from(json.0.encode_utf16().count()).unwrap_or(u32::MAX));
    count
}

fn line_end(json: &mut Json, end: &Weighed, gap: [u32; 2]) {
    json.open();
    json.pair("gap", gap);
    json.key("isJoined").raw(end.is_joined());
    json.number("confidence", Some(end.confidence()));
    json.number("sum", Some(end.sum()));
    json.key("facts").strings(end.facts());
    json.key("terms").list(end.terms(), |json, term| {
        json.open();
        json.text("why", term.why());
        json.number("weight", Some(term.weight()));
        json.key("facts").strings(term.facts());
        json.close();
    });
    json.close();
}

/// The names behind the numbers of records, and the names of the options.
pub(crate) fn names(out: &mut Records) -> i32 {
    let mut json = Json(core::mem::take(&mut out.text));
    json.open();
    json.key("presets").strings(Preset::ALL.iter().copied().map(Preset::name));
    json.key("kinds").strings(MatchKind::ALL.iter().copied().map(MatchKind::name));
    json.key("delimiters").strings(Delimiter::ALL.iter().copied().map(Delimiter::name));
    json.key("joins").strings(JoinReason::ALL.iter().copied().map(JoinReason::name));
    json.key("readings").strings(AlternateReason::ALL.iter().copied().map(AlternateReason::name));
    json.key("options")
        .strings(FinderBuilder::options().map(linkwright::options::OptionInfo::name));
    json.key("flags").list(Flag::all(), |json, flag| {
        json.open();
        json.text("name", flag.name());
        json.number("number", flag.number());
        if let Some(severity) = flag.severity() {
            json.text("severity", severity.name());
        }
        if let Flag::Hazard(code) = flag {
            json.text("message", code.message());
        }
        json.close();
    });
    json.key("rules").list(rules(), |json, rule| {
        json.open();
        json.text("name", rule.name());
        json.text("summary", rule.summary());
        json.text("source", rule.source());
        json.close();
    });
    json.close();
    out.text = json.0;
    0
}

/// Writes JSON. Commas are written before whatever follows a value.
struct Json(String);

impl Json {
    /// Writes the comma before the next value, unless it is the first one.
    fn item(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with(['[', '{', ':']) {
            self.0.push(',');
        }
    }

    fn open(&mut self) {
        self.item();
        self.0.push('{');
    }

    fn close(&mut self) {
        self.0.push('}');
    }

    fn key(&mut self, key: &str) -> &mut Json {
        self.string(key);
        self.0.push(':');
        self
    }

    fn raw(&mut self, value: impl core::fmt::Display) {
        // Writing to a `String` does not fail.
        let _ = write!(self.0, "{value}");
    }

    fn number(&mut self, key: &str, value: Option<impl core::fmt::Display>) {
        if let Some(value) = value {
            self.key(key).raw(value);
        }
    }

    fn text(&mut self, key: &str, value: &str) {
        self.key(key).string(value);
    }

    fn pair(&mut self, key: &str, [start, end]: [u32; 2]) {
        self.key(key).raw(format_args!("[{start},{end}]"));
    }

    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Json, T)) {
        self.0.push('[');
        items.into_iter().for_each(|item| write(self, item));
        self.0.push(']');
    }

    fn strings<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        self.list(texts, Json::string);
    }

    fn string(&mut self, text: &str) {
        self.item();
        self.0.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.0.extend(['\\', c]),
                c if c.is_control() => self.raw(format_args!("\\u{:04x}", u32::from(c))),
                c => self.0.push(c),
            }
        }
        self.0.push('"');
    }
}
