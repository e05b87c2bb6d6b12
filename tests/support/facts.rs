//! Tests the facts about line ends, from which the finder computes whether a URI continues on the next line. Each fact
//! has a case in which it holds and a case in which it does not.
//!
//! The cases are in `fixtures/facts` and are named after the fact, for example `chain-holds` and `chain-fails`.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};
use linkwright::find::evidence;

use super::fixture::{Case, Fixtures};

pub(crate) fn trials(fixtures: &'static Fixtures) -> Vec<Trial> {
    let facts: BTreeSet<&str> = evidence().flat_map(|(facts, _, _)| facts).collect();
    let pair = |&fact: &&'static str| {
        Trial::test(format!("facts/{fact}"), move || Ok(pair(fixtures, fact)?))
    };
    let mut trials: Vec<Trial> = facts.iter().map(pair).collect();
    trials.push(Trial::test("facts/cases-have-their-fact", move || strangers(fixtures, &facts)));
    trials
}

/// Checks that `fact` counts as evidence in the text of the case `FACT-holds`, and that it does not hold in the text of
/// the case `FACT-fails`.
fn pair(fixtures: &Fixtures, fact: &str) -> Result<(), String> {
    let (ends, counts, _) = weighed(case(fixtures, &format!("{fact}-holds"))?, fact)?;
    if ends == 0 || counts == 0 {
        return Err(format!(
            "{fact}-holds: {ends} line ends are weighed; the fact counts at {counts} of them"
        ));
    }
    let (ends, _, holds) = weighed(case(fixtures, &format!("{fact}-fails"))?, fact)?;
    if ends == 0 || holds > 0 {
        return Err(format!(
            "{fact}-fails: {ends} line ends are weighed; the fact holds at {holds} of them"
        ));
    }
    Ok(())
}

fn case<'f>(fixtures: &'f Fixtures, name: &str) -> Result<&'f Case, String> {
    let mut cases = fixtures.cases.iter().filter(|case| case.group.starts_with("facts/"));
    cases
        .find(|case| case.name == name)
        .ok_or_else(|| format!("no case `{name}` in fixtures/facts"))
}

/// Returns three numbers of line ends in the text of `case`: those for which evidence is weighed, those at which a term
/// of the evidence that contains `fact` applies, and those at which `fact` holds.
fn weighed(case: &Case, fact: &str) -> Result<(usize, usize, usize), String> {
    let finder = case.options.finder()?;
    let explanation = finder.explain(case.drawing.text.as_slice());
    let ends: Vec<_> = explanation.iter().flat_map(|one| &one.line_ends).collect();
    let counts = ends.iter().filter(|end| end.terms().any(|(facts, _, _)| facts.contains(&fact)));
    let holds = ends.iter().filter(|end| end.facts().any(|one| one == fact));
    Ok((ends.len(), counts.count(), holds.count()))
}

fn strangers(fixtures: &Fixtures, facts: &BTreeSet<&str>) -> Result<(), Failed> {
    let cases = fixtures.cases.iter().filter(|case| case.group.starts_with("facts/"));
    let is_stranger = |case: &&Case| {
        let fact = case.name.strip_suffix("-holds").or(case.name.strip_suffix("-fails"));
        !fact.is_some_and(|fact| facts.contains(fact))
    };
    let strangers: Vec<String> = cases.filter(is_stranger).map(Case::full_name).collect();
    if strangers.is_empty() {
        return Ok(());
    }
    Err(format!("not named after a fact: {}", strangers.join(", ")).into())
}
