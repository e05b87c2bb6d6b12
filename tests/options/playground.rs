//! Checks that `site/options.js`, from which the playground makes its form, and the types for JavaScript have the options
//! of the table.

use core::fmt::Write as _;

use linkwright::find::{FinderBuilder, Preset};
use linkwright::options::{OptionInfo, ValueKind};
use serde_json::{Value, json};

const HEAD: &str = "\
// Generated from the table of options: BLESS=1 cargo test --all-features --test options the_playground
";

fn value(value: &linkwright::options::Value) -> Value {
    serde_json::from_str(&value.to_string()).expect("a value is written as JSON")
}

/// The kind of values of an option; `None` for patterns and their base, which the playground does not have.
fn kind(name: &str, kind: ValueKind) -> Option<Value> {
    Some(match kind {
        ValueKind::Switch => json!({ "kind": "switch" }),
        ValueKind::Number { least, most, .. } => {
            json!({ "kind": "number", "least": least, "most": most })
        }
        ValueKind::Choice(names) => json!({ "kind": "choice", "names": names }),
        ValueKind::List { instead, members, .. } => {
            json!({ "kind": "list", "instead": instead, "members": members })
        }
        ValueKind::Text if name != "base" => json!({ "kind": "text" }),
        _ => return None,
    })
}

#[test]
fn the_playground_has_the_options_of_the_table() {
    let mut script = HEAD.to_owned();
    script.push_str("\n/** The presets, each with its purpose. */\nexport const presets = [\n");
    for preset in Preset::ALL {
        let _ =
            writeln!(script, "  {},", json!({ "name": preset.name(), "about": preset.about() }));
    }
    script.push_str("];\n\n/** The options, each with its value in every preset. */\nexport const options = [\n");
    for option in FinderBuilder::options() {
        let Some(mut row) = kind(option.name(), option.kind()) else { continue };
        row["name"] = option.name().into();
        row["about"] = option.about().into();
        row["isOptional"] = option.is_optional().into();
        row["defaults"] = Preset::ALL
            .iter()
            .map(|&preset| (preset.name().to_owned(), value(&option.default(preset))))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let _ = writeln!(script, "  {row},");
    }
    script.push_str("];\n");
    super::generated::hold("site/options.js", &script, "options");
}

#[test]
fn the_types_of_javascript_have_the_options_of_the_table() {
    let types = include_str!("../../crates/wasm/npm/src/index.d.ts");
    let (_, types) = types.split_once("interface FinderOptions {").expect("the interface is there");
    let (types, _) = types.split_once("\n}").expect("the interface ends");
    let mut missing: Vec<&str> = FinderBuilder::options().map(OptionInfo::name).collect();
    missing.retain(|name| {
        let mut words = name.split('_');
        let mut property = words.next().unwrap_or_default().to_owned();
        for word in words {
            property += &word[..1].to_uppercase();
            property += &word[1..];
        }
        *name != "base" && !types.contains(&format!("\n  {property}?: "))
    });
    assert_eq!(missing, [""; 0]);
}
