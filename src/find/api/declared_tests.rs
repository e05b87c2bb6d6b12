//! Tests that each rule acts only on candidates for which one of its declared facts holds.
//!
//! A rule declares facts, such as that the candidate contains a bracket, and runs only if one of them holds. If a fact
//! is missing from the declaration, the rule is skipped for some candidates on which it should act. In these tests,
//! every stage also runs the rules whose facts do not hold, on a copy of the candidate, and the test fails if a rule
//! changes the copy. The texts are the fixtures, random sequences of tokens that occur in and around URIs, and the files
//! of a folder of real texts if `LINKWRIGHT_CORPORA` names one.

#[path = "../../../tests/support/escape.rs"]
#[expect(dead_code, reason = "only the specification tests use the encoder")]
mod escape;

use std::fs;
use std::path::{Path, PathBuf};

use crate::find::api::explain::Outcome;
use crate::find::api::finder::Finder;
use crate::find::builder::FinderBuilder;
use crate::find::choices::{Folds, HyphenOrder, Preset, Readings, Schemes, Wrap};
use crate::span::Span;

const TOKENS: &str = "http:// https:// ftp:// foo:// mailto: tel:+1 xmpp: URL: www. :// // : example.com \
    a.example g.com h.c G.Com i.rs 127.0.0.1 3.4.5.6 jane@example.com jane@ @ . .. - _ ~ * + = & % %41 \
    %4 / /a /a/b.html ? ?a=b # #x :80 :65536 , ; ! ... ' '' 's \" ` < > ( ) [ ] { } [1] [/ ]( | \\ &quot; \
    1 word The … 。 ， （ ） 《 》 「 」 “ ” « » ’ 中文 か é сайт ． ∕ 😀 𝓪 file:///C| magnet:?xt= blob: a b c \
    localhost";

const BLANKS: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n",
    "\r\n",
    "\t",
    "-\n",
    "\n> ",
    "> ",
    "| ",
    "\n\u{A0} ",
    " \n",
    "\u{AD}\n",
    "\u{200B}",
    "\u{202E}",
    "\u{2069}",
    "\u{A0}",
    "%\n",
    "=\n",
    "=20\n",
    "=3D",
];

/// A generator of pseudorandom numbers. Its seed is fixed, so a failure is reproducible.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).unwrap()
    }
}

fn builder(change: impl Fn(&mut FinderBuilder)) -> Finder {
    let mut builder = Finder::builder();
    change(&mut builder);
    builder.build().unwrap()
}

fn finders() -> Vec<Finder> {
    let mut finders: Vec<Finder> = Preset::ALL.iter().copied().map(Finder::preset).collect();
    finders.extend([
        builder(|b| _ = b.flowed(true).delsp(true)),
        builder(|b| _ = b.flowed(true).folds(Folds::Eager)),
        builder(|b| _ = b.preset(Preset::Archive).ip(true).localhost(true).repair(false)),
        builder(|b| _ = b.preset(Preset::Chat).ip(true).hyphen(HyphenOrder::Typeset)),
        builder(|b| _ = b.readings(Readings::All).wrap(Wrap::Delimited).schemes(Schemes::Any)),
    ]);
    finders
}

fn fixtures(folder: &Path, texts: &mut Vec<Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if path.is_dir() {
            fixtures(&path, texts);
        } else {
            texts.push(unmarked(&fs::read_to_string(path).unwrap()));
        }
    }
}

/// The text of a fixture without the marks of its notation, with its escapes decoded. A line with a backslash that is
/// not an escape is prose, and is left unchanged.
fn unmarked(fixture: &str) -> Vec<u8> {
    let text = fixture.replace("⟦+", "").replace(['⟦', '⟧'], "");
    let lines = text.split_inclusive('\n');
    lines.flat_map(|line| escape::decode(line).unwrap_or_else(|_| line.into())).collect()
}

#[test]
fn no_rule_acts_outside_its_declaration_on_fixtures() {
    let mut texts = Vec::new();
    fixtures(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"), &mut texts);
    assert!(texts.len() > 100);
    for finder in finders() {
        for text in &texts {
            finder.find_iter(text).for_each(drop);
        }
    }
}

/// Searches all files below the folder that the variable names. Without the variable, the test does nothing.
#[test]
fn no_rule_acts_outside_its_declaration_on_corpora() {
    let Some(folder) = std::env::var_os("LINKWRIGHT_CORPORA") else { return };
    let (mut folders, mut files) = (vec![PathBuf::from(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let (inner, found): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
        folders.extend(inner);
        files.extend(found);
    }
    assert!(!files.is_empty());
    for file in files {
        let text = fs::read(file).unwrap();
        for finder in finders() {
            finder.find_iter(&text).for_each(drop);
        }
    }
}

#[test]
fn no_rule_acts_outside_its_declaration_on_random_texts() {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let finders = finders();
    for round in 0..40_000 {
        let mut text = String::new();
        for _ in 0..=numbers.below(14) {
            let list = if numbers.below(4) == 0 { BLANKS } else { &tokens };
            text.push_str(list[numbers.below(list.len())]);
        }
        let finder = &finders[round % finders.len()];
        // `explain` also applies the rules to candidates that an iterator rejects because of their facts alone.
        assert!(finder.explain(&text).len() <= text.len());
    }
}

/// Rules of every stage, each with a text on which the rule acts.
const ACTING: [(&str, &str); 9] = [
    ("angle-brackets", "see <http://h.example/a.> now"),
    ("fold", "see http://long.example/minutes-\nof-march.html\n"),
    ("line-break", "see <http://h.example/a/\nzz> now"),
    ("balanced-brackets", "see (http://h.example/a) now"),
    ("glued-syllable", "see http://h.example/aから now"),
    ("trailing-punctuation", "see http://h.example/a. Now"),
    ("emphasis", "see http://h.example/a* now"),
    ("host-labels", "see http://-a.example/ now"),
    ("userinfo-letters", "see http://é@h.example/ now"),
];

/// Turns a rule of each stage off, and checks that iterators, streams and explanations all apply it when it is on.
#[test]
fn a_rule_of_each_stage_acts_in_all_interfaces() {
    for (name, text) in ACTING {
        let without = builder(|b| _ = b.preset(Preset::Archive).without_rule(name));
        let with = Finder::preset(Preset::Archive);
        let spans = |finder: &Finder| -> Vec<Vec<Span>> {
            finder.find_iter(text).map(|found| found.pieces().to_vec()).collect()
        };
        assert_ne!(spans(&with), spans(&without), "{name} does nothing in `find_iter`");
        let mut stream = with.stream();
        let mut streamed = Vec::new();
        for byte in text.as_bytes().chunks(1) {
            stream.push(byte, |found| streamed.push(found.pieces().to_vec()));
        }
        stream.finish(|found| streamed.push(found.pieces().to_vec()));
        assert_eq!(spans(&with), streamed, "{name} acts differently in a stream");
        let explanation = with.explain(text);
        let is_named = explanation.iter().any(|one| {
            let is_rejected = matches!(&one.outcome,
                Outcome::Rejected { rule: Some(rule), .. } if rule.name() == name);
            is_rejected || one.steps.iter().any(|step| step.rule.name() == name)
        });
        assert!(is_named, "`explain` does not name {name}");
    }
}
