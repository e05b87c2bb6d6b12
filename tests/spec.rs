//! Runs the fixtures: the specification of the finder. See `fixtures/README.md`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use support::fixture::{Case, Fixtures};
use support::{bless, compare, facts, known, meta, modes, runs};

mod support {
    pub(crate) mod bless;
    pub(crate) mod compare;
    pub(crate) mod drawing;
    pub(crate) mod escape;
    pub(crate) mod expect;
    pub(crate) mod facts;
    pub(crate) mod fixture;
    pub(crate) mod found;
    pub(crate) mod known;
    pub(crate) mod meta;
    pub(crate) mod modes;
    pub(crate) mod options;
    pub(crate) mod runs;
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = root();
    // The compiler requires that the tests outlive the frame of `main`. The memory is freed when the program ends.
    let fixtures: &Fixtures = Box::leak(Box::new(Fixtures::load(&root)));
    let known: &BTreeSet<String> = Box::leak(Box::new(known::load(&root)));
    if std::env::var_os("BLESS").is_some() {
        rewrite(&arguments, fixtures, known);
        return ExitCode::SUCCESS;
    }
    let cases = fixtures.cases.iter().map(|case| trial(case, known));
    let trials =
        cases.chain(meta::trials(fixtures, known)).chain(facts::trials(fixtures)).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn trial(case: &'static Case, known: &BTreeSet<String>) -> Trial {
    let name = case.full_name();
    let known = known.contains(&name);
    let test = move || match (check(case), known) {
        (Ok(()), true) => Err("it passes: remove it from fixtures/known_failures.txt".into()),
        (Err(_), true) => Ok(()),
        (result, false) => result.map_err(Failed::from),
    };
    Trial::test(name, test).with_ignored_flag(!is_compiled_in(case))
}

/// Whether this build has the features that the case needs.
fn is_compiled_in(case: &Case) -> bool {
    let kinds = || case.expectation.groups.iter().filter_map(|group| group.kind.as_deref());
    let domains =
        case.options.get("domains") == Some("yes") || kinds().any(|kind| kind == "domain");
    let patterns = case.options.get("pattern").is_some();
    (!domains || cfg!(feature = "domains")) && (!patterns || cfg!(feature = "patterns"))
}

/// Runs a case in every mode.
fn check(case: &Case) -> Result<(), String> {
    let finder = case.options.finder()?;
    let text = case.drawing.text.as_slice();
    let whole = runs::whole(&finder, text);
    let mut wrong = compare::differences(case, &whole);
    for (mode, run) in modes::disagreements(&finder, text, &whole) {
        wrong.push(format!("{mode}: {run:#?}"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(compare::report(case, &whole, &wrong)) }
}

/// Writes the results of the cases that the filter selects into their files.
fn rewrite(arguments: &Arguments, fixtures: &Fixtures, known: &BTreeSet<String>) {
    let chosen = |case: &&Case| {
        let name = case.full_name();
        let filter = arguments.filter.as_deref().unwrap_or_default();
        name.contains(filter) && !known.contains(&name) && is_compiled_in(case)
    };
    let mut runs = Vec::new();
    for case in fixtures.cases.iter().filter(chosen) {
        let finder = case.options.finder().expect("the options of a case are valid");
        runs.push((case, runs::whole(&finder, &case.drawing.text)));
    }
    bless::rewrite(&runs);
}
