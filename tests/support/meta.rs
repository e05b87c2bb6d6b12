//! Tests of the specification itself: the fixtures and the table of rules agree.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};
use linkwright::Finder;
use linkwright::find::{Outcome, RuleInfo, rules};

use super::escape;
use super::fixture::{Case, Fixtures};
use super::found::{Found, Run};
use super::runs;

pub(crate) fn trials(fixtures: &'static Fixtures, known: &'static BTreeSet<String>) -> Vec<Trial> {
    let mut trials = vec![
        trial("fixtures-can-be-read", move || list("unreadable", &fixtures.errors)),
        trial("case-names-are-unique", move || case_names(&fixtures.cases)),
        trial("escapes-round-trip", move || escapes(&fixtures.cases)),
        trial("known-failures-exist", move || known_failures(&fixtures.cases, known)),
        trial("rule-names", rule_names),
        trial("rule-files-have-their-rule", move || rule_files(&fixtures.cases)),
    ];
    // Some rules need the feature `domains`, so their tests are ignored without it.
    let idle = !cfg!(feature = "domains");
    for rule in rules() {
        let name = rule.name();
        let fires = trial(&format!("rule-fires/{name}"), move || fires(fixtures, name));
        let alive = trial(&format!("rule-is-alive/{name}"), move || alive(fixtures, name));
        trials.extend([fires, alive].map(|trial| trial.with_ignored_flag(idle)));
    }
    trials
}

fn trial(name: &str, test: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    Trial::test(format!("meta/{name}"), test)
}

/// Fails when `wrong` is not empty.
fn list(what: &str, wrong: &[String]) -> Result<(), Failed> {
    if wrong.is_empty() { Ok(()) } else { Err(format!("{what}:\n{}", wrong.join("\n")).into()) }
}

fn case_names(cases: &[Case]) -> Result<(), Failed> {
    let mut seen = BTreeSet::new();
    let twice = cases.iter().filter(|case| !seen.insert(&case.name));
    let wrong = cases.iter().filter(|case| !is_kebab_case(&case.name)).chain(twice);
    list("not kebab-case, or not unique", &wrong.map(Case::full_name).collect::<Vec<_>>())
}

/// Each text that a report or `BLESS=1` writes with escapes can be read again.
fn escapes(cases: &[Case]) -> Result<(), Failed> {
    let wrong = cases.iter().filter(|case| {
        let text = &case.drawing.text;
        escape::decode(&escape::encode(text)).as_ref() != Ok(text)
    });
    list("cannot be read back", &wrong.map(Case::full_name).collect::<Vec<_>>())
}

fn known_failures(cases: &[Case], known: &BTreeSet<String>) -> Result<(), Failed> {
    let names: BTreeSet<String> = cases.iter().map(Case::full_name).collect();
    list("no such case", &known.difference(&names).cloned().collect::<Vec<_>>())
}

fn rule_names() -> Result<(), Failed> {
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for rule in rules() {
        let documented = !rule.source().is_empty() && !rule.summary().is_empty();
        if !is_kebab_case(rule.name()) || !seen.insert(rule.name()) || !documented {
            wrong.push(format!("{}: {} ({})", rule.name(), rule.summary(), rule.source()));
        }
    }
    list("not kebab-case, not unique, or without summary or source", &wrong)
}

fn rule_files(cases: &[Case]) -> Result<(), Failed> {
    let names: BTreeSet<&str> = rules().iter().map(RuleInfo::name).collect();
    let files = cases.iter().filter_map(|case| case.group.strip_prefix("rules/"));
    let strangers: BTreeSet<&str> = files.filter(|file| !names.contains(file)).collect();
    list("no such rule", &strangers.into_iter().map(str::to_owned).collect::<Vec<_>>())
}

/// The file of a rule has a case in which it applies, and one in which it does not.
fn fires(fixtures: &Fixtures, rule: &str) -> Result<(), Failed> {
    let group = format!("rules/{rule}");
    let mut yes = 0;
    let mut no = 0;
    for case in fixtures.cases.iter().filter(|case| case.group == group) {
        let Ok(finder) = case.options.finder() else { continue };
        if fired(&finder, &case.drawing.text, rule) { yes += 1 } else { no += 1 }
    }
    if yes > 0 && no > 0 {
        return Ok(());
    }
    Err(format!("fixtures/{group}.md: applies in {yes} cases, does not apply in {no}").into())
}

fn fired(finder: &Finder, text: &[u8], rule: &str) -> bool {
    finder.explain(text).iter().any(|candidate| {
        let stepped = candidate.steps.iter().any(|step| step.rule.name() == rule);
        stepped
            || match &candidate.outcome {
                Outcome::Match(found) => found.rules().contains(rule),
                Outcome::Rejected { rule: by, .. } => by.is_some_and(|by| by.name() == rule),
                _ => false,
            }
    })
}

/// Without the rule, at least one case has a different result. The list of rules that applied is not compared.
fn alive(fixtures: &Fixtures, rule: &str) -> Result<(), Failed> {
    let group = format!("rules/{rule}");
    let (own, others): (Vec<&Case>, Vec<&Case>) =
        fixtures.cases.iter().partition(|case| case.group == group);
    for case in own.into_iter().chain(others) {
        if breaks(case, rule)? {
            return Ok(());
        }
    }
    Err(format!("no case changes without the rule `{rule}`").into())
}

fn breaks(case: &Case, rule: &str) -> Result<bool, String> {
    let Ok(with) = case.options.finder() else { return Ok(false) };
    let mut builder = case.options.builder()?;
    let without = builder.without_rule(rule).build().map_err(|error| error.to_string())?;
    let text = &case.drawing.text;
    Ok(untraced(runs::whole(&with, text)) != untraced(runs::whole(&without, text)))
}

fn untraced(run: Run) -> Run {
    let found = run.found.into_iter().map(|found| Found { rules: Vec::new(), ..found });
    Run { found: found.collect(), ..run }
}

fn is_kebab_case(name: &str) -> bool {
    let plain = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            && !word.is_empty()
    };
    name.split('-').all(plain)
}
