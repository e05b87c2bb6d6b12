//! Conformance cases of other projects, when they are there.
//!
//! They are no part of the repository. `LINKWRIGHT_SHARED` names the folder that holds them as
//! `suites/core/*.jsonl`; without it `../shared` is tried.

use std::path::PathBuf;

use linkwright::uri::{Grammar, Mode, scan};
use serde_json::Value;

use crate::taken::Taken;

/// The cases that fail, each with the reason why it should.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("addressable-0065", "encoded digits in a port, which the grammar excludes"),
    ("py-rfc3986-hosts-0126", "256.256.256.256 is no IPv4address, and then it is a reg-name"),
];

/// Runs all cases of `kinds`, of which exactly the exceptions must fail.
fn run(kinds: &[&str], check: fn(&Value) -> Result<(), String>) {
    let Some(cases) = cases(kinds) else { return };
    let failures: Vec<String> = cases.iter().filter_map(|case| failure(case, check)).collect();
    println!("{} cases, {} failures", cases.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn failure(case: &Value, check: fn(&Value) -> Result<(), String>) -> Option<String> {
    let id = field(case, "id");
    let exception = EXCEPTIONS.iter().find(|(exception, _)| *exception == id);
    match (check(case), exception) {
        (Ok(()), None) | (Err(_), Some(_)) => None,
        (Ok(()), Some((_, reason))) => Some(format!("{id} passes, although: {reason}")),
        (Err(message), None) => Some(format!("{id} {:?}: {message}", field(case, "text"))),
    }
}

/// All cases of the kinds, or `None`, with a line that says so, if they are not there.
fn cases(kinds: &[&str]) -> Option<Vec<Value>> {
    let shared = std::env::var_os("LINKWRIGHT_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")),
        PathBuf::from,
    );
    let folder = shared.join("suites/core");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no conformance suites in {}", folder.display());
        return None;
    };
    let mut cases = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let text = std::fs::read_to_string(&path).unwrap();
            cases.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        }
    }
    cases.retain(|case| kinds.contains(&field(case, "kind")));
    Some(cases)
}

fn field<'a>(case: &'a Value, name: &str) -> &'a str {
    case[name].as_str().unwrap_or_default()
}

#[test]
fn valid_cases() {
    run(&["valid"], check_valid);
}

fn check_valid(case: &Value) -> Result<(), String> {
    let (mut text, name) = (field(case, "text").to_owned(), field(case, "grammar"));
    let (name, zones) = name.strip_suffix("+rfc6874").map_or((name, false), |name| (name, true));
    let grammar = match name {
        "ip-literal" => {
            text.insert_str(0, "//");
            Grammar::UriReference
        }
        _ => match Grammar::ALL.iter().find(|grammar| grammar.name().eq_ignore_ascii_case(name)) {
            Some(grammar) => *grammar,
            // The other names are those of single rules, which the parser does not offer.
            None => return Ok(()),
        },
    };
    let found = scan(&text, grammar, Mode::new().zone_ids(zones));
    if case["valid"] != found.is_complete() {
        return Err(format!("{found:?}"));
    }
    match (case["error_at"].as_u64(), found.stop()) {
        (Some(at), Some(stop)) if at != stop.at() as u64 => Err(format!("{stop}, and not at {at}")),
        _ => Ok(()),
    }
}

#[test]
fn parse_cases() {
    run(&["parse", "parse-partial"], check_parse);
}

fn check_parse(case: &Value) -> Result<(), String> {
    let text = field(case, "text");
    let found = Taken::by_scan(text, Grammar::IriReference).ok_or("it is not valid")?;
    for (name, component) in [
        ("scheme", found.scheme),
        ("userinfo", found.userinfo),
        ("host", found.host),
        ("port", found.port),
        ("path", Some(found.path)),
        ("query", found.query),
        ("fragment", found.fragment),
    ] {
        // A partial case names only the components that its suite asserts.
        let expected = case.get(name).map(Value::as_str);
        if expected.is_some_and(|expected| expected != component) {
            return Err(format!("its {name} is {component:?}, and not {expected:?}"));
        }
    }
    Ok(())
}

#[cfg(feature = "idn")]
#[test]
fn mapping_cases() {
    run(&["iri-to-uri-idna"], |case| {
        let uri =
            linkwright::uri::to_uri(field(case, "text")).map_err(|error| error.to_string())?;
        if uri == field(case, "expect") { Ok(()) } else { Err(uri.into_string()) }
    });
}
