//! Explanations, as JSON.

use linkwright::Finder;
use linkwright::find::{Outcome, Weighed};
use linkwright::uri::Rung;

use crate::full::details::index;
use crate::full::json::Json;
use crate::records::Records;
use crate::units::{self, Units};

/// Explains `text`. The first number is the length of the JSON. The records after it are those of the matches, which the candidates name by their numbers.
pub(crate) fn explain(finder: &Finder, text: &str, out: &mut Records) -> i32 {
    let mut units = Units::default();
    let mut json = Json::default();
    let mut count = 0;
    let explanation = finder.explain(text);
    let mut pair = |span| units.span(text.as_bytes(), span);
    json.list(&explanation, |json, candidate| {
        json.open();
        json.pair("trigger", pair(candidate.trigger));
        json.text("triggerName", candidate.trigger_name);
        json.text("kind", candidate.kind.name());
        json.pair("extent", pair(candidate.extent));
        json.key("steps").list(&candidate.steps, |json, step| {
            json.open();
            json.number("rule", Some(index(step.rule)));
            json.pair("before", pair(step.before));
            json.pair("after", pair(step.after));
            json.close();
        });
        json.key("lineEnds").list(&candidate.line_ends, |json, end| {
            let gap = pair(end.gap);
            line_end(json, end, gap);
        });
        json.key("clues").list(&candidate.clues, |json, (weight, why)| {
            json.open();
            json.text("why", why);
            json.number("weight", Some(*weight));
            json.close();
        });
        json.number("confidence", candidate.confidence);
        match &candidate.outcome {
            Outcome::Match(found) => {
                json.text("normalForm", &found.uri().normalize(Rung::Scheme));
                json.number("match", Some(count));
                count += 1;
            }
            Outcome::Rejected { rule, reason, at, .. } => {
                json.text("reason", reason);
                json.number("rule", rule.map(index));
                json.number("at", at.map(|at| pair(linkwright::Span::new(at, at))[0]));
            }
            _ => {}
        }
        json.close();
    });
    let length = units::count(json.0.as_bytes());
    out.numbers.push(u32::try_from(length).unwrap_or(u32::MAX));
    for candidate in &explanation {
        if let Outcome::Match(found) = &candidate.outcome {
            out.add(found, text.as_bytes(), &mut units);
        }
    }
    out.text.insert_str(0, &json.0);
    count
}

fn line_end(json: &mut Json, end: &Weighed, gap: [u32; 2]) {
    json.open();
    json.pair("gap", gap);
    json.key("isJoined").raw(end.is_joined);
    json.number("confidence", Some(end.confidence()));
    json.number("sum", Some(end.sum()));
    json.key("facts").strings(end.facts());
    json.key("terms").list(end.terms(), |json, (facts, weight, why)| {
        json.open();
        json.text("why", why);
        json.number("weight", Some(weight));
        json.key("facts").strings(facts.into_iter());
        json.close();
    });
    json.close();
}
