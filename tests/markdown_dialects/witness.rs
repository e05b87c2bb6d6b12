//! Compares what other parsers, remark with remark-mdx and liquidjs, read from the input and from the output: only
//! links are added. The tests are skipped unless Node and the packages of the parsers are installed:
//!
//!     npm install --no-package-lock --prefix tests/markdown_dialects/witness

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use linkwright::rewrite::markdown::Dialect;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::linker;

/// The number of generated documents of a dialect.
const DOCUMENTS: usize = 1500;

/// Blocks that are valid in MDX, between blank lines.
const MDX: &[&str] = &[
    "import A from 'http://a.example'\nimport {B} from \"b\"",
    "export const c = {\n\n  d: `http://d.example ${e}`,\n}",
    "export const F = () => <p>don't {'}'} http://f.example</p>",
    "http://g.example and www.h.example, jane@i.example.",
    "# http://j.example {k}",
    "- http://l.example\n- {m} http://n.example/o",
    "> http://p.example\n> {\"http://q.example\"}",
    "<R\n  s=\"http://t.example\"\n  u={{v: 'http://w.example'}}\n/>",
    "<X>\n  http://y.example\n</X>",
    "<div>\n\nhttp://z.example\n\n</div>",
    "<b>http://a.example</b>, <A.B c={d}>http://e.example</A.B>!",
    "<a href=\"http://a.example\">http://b.example</a> http://c.example",
    "<Link to='/'>\n\nhttp://b.example\n\n</Link>",
    "{/* http://c.example } */} http://d.example",
    "{`http://a.example/${b ? \"}\" : '{'}`}",
    "{c.map(d => <li key={d}>it's {d} http://a.example</li>)}",
    "http://a.example/{b} {c}.example.com http://d.example{\" \"}e",
    "`{` http://a.example `<B c={` ``d`e``",
    "```js\nimport a from 'http://a.example' {\n```",
    "- ```\n  { http://a.example\n  ```\n- http://b.example",
    "\\{ http://a.example \\< \\`",
    "[a](http://b.example) ![c](http://d.example) *http://e.example*",
    "[http://a.example](/b) [c][d] {e}\n\n[d]: http://f.example",
    "a_http://b.example_ **http://c.example**{/* d */}",
    "import duties are at http://a.example",
    "{a / b / /[}]/.c} http://d.example",
    "1. {a}\n\n   http://b.example\n2. <C/> http://d.example",
];

/// Pieces of documents for Liquid.
const LIQUID: &[&str] = &[
    "http://a.example/x",
    "{% endif %}",
    "{% if a %}",
    "{{ b | c: 'http://d.example' }}",
    "{% raw %}",
    "{% endraw %}",
    " ",
    "\n\n",
    "{%- e -%}",
    "http://f.example",
    "{{ g }}",
    "`code`",
    "{ h }",
    "- ",
    "{% include i url='http://j.example' %}",
    "k",
    ".",
];

fn documents(parts: &'static [&'static str], between: &str) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let document = prop::collection::vec(prop::sample::select(parts), 1..8);
    let made = (0..DOCUMENTS)
        .map(|_| document.new_tree(&mut runner).expect("a document is generated").current());
    made.map(|parts| parts.join(between)).collect()
}

/// The output lines of the Node script, or `None` if it cannot run.
fn answers(pairs: &[Value]) -> Option<Vec<Value>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/markdown_dialects/witness");
    let script = folder.join("witness.js");
    if !folder.join("node_modules").exists() {
        eprintln!("skipped: the packages of the parsers are not installed");
        return None;
    }
    let child =
        Command::new("node").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: Node is not installed");
        return None;
    };
    let mut input = child.stdin.take().expect("the script has an input");
    let lines: Vec<String> = pairs.iter().map(Value::to_string).collect();
    let text = lines.join("\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the script ends");
    writer.join().expect("the writer does not panic").expect("the script reads its input");
    assert!(output.status.success(), "the script fails");
    let lines = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    Some(lines.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect())
}

fn check(name: &str, dialect: Dialect, documents: &[String]) {
    let linker = linker(dialect);
    let pair = |source: &String| json!({"dialect": name, "source": source, "output": linker.rewrite(source)});
    let pairs: Vec<Value> = documents.iter().map(pair).collect();
    let Some(mut answers) = answers(&pairs) else { return };
    let counts = answers.pop().expect("the counts come last");
    eprintln!("{name}: {counts}");
    assert!(counts["linked"].as_u64() > Some(pairs.len() as u64 / 8), "{counts}");
    assert!(
        answers.is_empty(),
        "{} documents differ; the first one: {:#}",
        answers.len(),
        answers[0]
    );
}

#[test]
fn remark_reads_mdx_with_links() {
    check("mdx", Dialect::Mdx, &documents(MDX, "\n\n"));
}

#[test]
fn liquid_reads_the_same_directives() {
    check("liquid", Dialect::Auto, &documents(LIQUID, ""));
    check("liquid", Dialect::Auto, &documents(LIQUID, " "));
}
