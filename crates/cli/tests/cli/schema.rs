//! Compares the rows of `extract --format jsonl` with `docs/link.schema.json`: each member is described there, has one of
//! its types, and is present if it is required.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::jobs::shell;

/// The first difference between a value and its schema, with the place of the value.
fn difference(root: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    if let Some(other) = schema["$ref"].as_str() {
        let schema = root.pointer(other.trim_start_matches('#')).expect("the reference exists");
        return difference(root, schema, value, place);
    }
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_type = |one: &Value| one == name || (one == "number" && name == "integer");
    let types = &schema["type"];
    if !(is_type(types) || types.as_array().is_some_and(|all| all.iter().any(is_type))) {
        return Some(format!("{place}: {name}, and not {types}"));
    }
    if let Some(allowed) = schema["enum"].as_array().filter(|all| !all.contains(value)) {
        return Some(format!("{place}: {value} is none of {allowed:?}"));
    }
    let members = value.as_object().into_iter().flatten().map(|(name, value)| {
        let schema = schema["properties"].get(name).ok_or_else(|| format!("{place}.{name}"))?;
        Ok((format!("{place}.{name}"), schema, value))
    });
    let items = value.as_array().into_iter().flatten();
    let items = items.map(|value| Ok((format!("{place}[]"), &schema["items"], value)));
    let is_absent = |name: &&Value| value.get(name.as_str().unwrap_or_default()).is_none();
    let absent = schema["required"].as_array().into_iter().flatten().find(is_absent);
    if let Some(absent) = absent.filter(|_| value.is_object()) {
        return Some(format!("{place}: {absent} is absent"));
    }
    members.chain(items).find_map(|part: Result<_, String>| match part {
        Ok((place, schema, value)) => difference(root, schema, value, &place),
        Err(unknown) => Some(format!("{unknown} is not described")),
    })
}

#[test]
fn every_member_of_a_row_is_described_by_the_schema() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let schema = fs::read(project.join("docs/link.schema.json")).unwrap();
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    let mut count = 0;
    for options in [
        "--preset archive --relative --context 9 --unwrap --kind uri,www,domain,email,invalid",
        "--unique",
        "--pattern ticket '#[0-9]+' /tickets/$0",
    ] {
        let paths = "crates/harvest/fixtures crates/harvest/examples examples docs";
        let command = format!("linkwright extract --format jsonl {options} {paths}");
        for row in shell(&command, &project).0.lines() {
            let row: Value = serde_json::from_str(row).unwrap();
            assert_eq!(difference(&schema, &schema, &row, "row"), None, "{row}");
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
    let wrong = serde_json::json!({"v": 1, "new": 2});
    assert!(difference(&schema, &schema, &wrong, "row").is_some());
}
