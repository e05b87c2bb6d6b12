//! The time of each configuration, as a ratio to the time of the preset that it changes.
//!
//! A finder with one rule turned off, a shorter list of schemes or one kind of link fewer has less work to do, so it
//! must not be much slower than the preset. The table marks the configurations that are slower. The time of a
//! configuration with a pattern is compared with the time of the preset plus the time that the `regex` crate takes for
//! the pattern.

use core::hint::black_box;
use std::io::{self, Write};

use cpu_time::ThreadTime;
use linkwright::Finder;
use linkwright::find::{FinderBuilder, Folds, HyphenOrder, Preset, Readings, Wrap, rules};
use regex::Regex;

use crate::corpora::Corpus;

/// A configuration is marked as slow if its time, divided by the time of its preset, is above this limit.
const LIMIT: f64 = 1.5;

const TWENTY: &str = "http https ftp ftps mailto tel git irc ircs news nntp sip sips sms ssh svn telnet urn xmpp geo";

/// Typical patterns of users, each with a name and the template of its target. Each configuration has only one of them.
const PATTERNS: [(&str, &str, &str); 4] = [
    ("mentions", r"@[a-z]\w+", "https://h/$0"),
    ("mentions by group", r"@([a-z]\w+)", "https://h/$1"),
    ("tickets", r"[A-Z]{2,}-\d+", "https://h/$0"),
    ("words", r"(?i)\b(?:todo|fixme)\b", "https://h/$0"),
];

struct Configuration {
    name: String,
    finder: Finder,
    /// The user's pattern, compiled with the `regex` crate.
    pattern: Option<Regex>,
    /// The time of the fastest pass over the text, and of the fastest pass of the `regex` crate, in seconds.
    seconds: f64,
    pattern_seconds: f64,
}

impl Configuration {
    fn new(
        preset: Preset,
        name: String,
        change: &dyn Fn(&mut FinderBuilder),
    ) -> Option<Configuration> {
        let mut builder = Finder::builder();
        builder.preset(preset);
        change(&mut builder);
        let finder = builder.build().ok()?;
        let (seconds, pattern_seconds) = (f64::MAX, f64::MAX);
        Some(Configuration { name, finder, pattern: None, seconds, pattern_seconds })
    }
}

/// Measures the configurations on each corpus, and writes the tables.
pub(crate) fn table(out: &mut dyn Write, corpora: &[Corpus], rounds: usize) -> io::Result<()> {
    for corpus in corpora {
        for preset in [Preset::Mail, Preset::Chat] {
            let mut all = configurations(preset);
            measure(&mut all, corpus, rounds);
            write_one(out, corpus, preset, &all)?;
        }
    }
    Ok(())
}

fn write_one(
    out: &mut dyn Write,
    corpus: &Corpus,
    preset: Preset,
    all: &[Configuration],
) -> io::Result<()> {
    let Some((base, rest)) = all.split_first() else { return Ok(()) };
    writeln!(
        out,
        "\n{}, preset {}: time divided by the time of the preset",
        corpus.name,
        preset.name()
    )?;
    let mut worst = 0_f64;
    for one in rest {
        let alone = if one.pattern.is_some() { one.pattern_seconds } else { 0.0 };
        let ratio = one.seconds / (base.seconds + alone);
        worst = worst.max(ratio);
        let mark = if ratio > LIMIT { "  SLOW" } else { "" };
        writeln!(out, "  {:<40} {ratio:>6.2}{mark}", one.name)?;
    }
    writeln!(out, "  {:<40} {worst:>6.2}", "the slowest configuration")
}

/// Measures all configurations in turn, so that a slow moment of the machine affects all of them.
fn measure(all: &mut [Configuration], corpus: &Corpus, rounds: usize) {
    for _ in 0..=rounds {
        for one in &mut *all {
            let start = ThreadTime::now();
            let found: usize =
                corpus.haystacks().map(|text| one.finder.find_iter(text).count()).sum();
            black_box(found);
            one.seconds = one.seconds.min(start.elapsed().as_secs_f64());
            if let Some(pattern) = &one.pattern {
                let start = ThreadTime::now();
                black_box(pattern_matches(pattern, corpus));
                one.pattern_seconds = one.pattern_seconds.min(start.elapsed().as_secs_f64());
            }
        }
    }
}

fn pattern_matches(pattern: &Regex, corpus: &Corpus) -> usize {
    corpus.haystacks().map(|text| pattern.find_iter(text).count()).sum()
}

/// The preset itself, and configurations with one change each.
fn configurations(preset: Preset) -> Vec<Configuration> {
    let mut all = Vec::new();
    let mut add = |name: String, change: &dyn Fn(&mut FinderBuilder)| {
        all.extend(Configuration::new(preset, name, change));
    };
    add(preset.name().to_owned(), &|_| {});
    for rule in rules() {
        add(format!("without {}", rule.name()), &|builder| _ = builder.without_rule(rule.name()));
    }
    for count in [1, 2, 20] {
        let schemes = || TWENTY.split(' ').take(count);
        add(format!("{count} schemes"), &|builder| _ = builder.schemes(schemes()));
    }
    add("https only".to_owned(), &|b| _ = b.schemes(["https"]));
    add("no www".to_owned(), &|b| _ = b.www(false));
    add("no emails".to_owned(), &|b| _ = b.emails(false));
    add("no domains".to_owned(), &|b| _ = b.domains(false));
    add("only delimited".to_owned(), &|b| _ = b.bare(false));
    add("all readings".to_owned(), &|b| _ = b.readings(Readings::All));
    add("no wrap".to_owned(), &|b| _ = b.wrap(Wrap::Off));
    add("wrap inside delimiters".to_owned(), &|b| _ = b.wrap(Wrap::Delimited));
    add("no folds".to_owned(), &|b| _ = b.folds(Folds::Off));
    add("no IRIs".to_owned(), &|b| _ = b.iri(false));
    add("no repair".to_owned(), &|b| _ = b.repair(false));
    add("typeset hyphens".to_owned(), &|b| _ = b.hyphen(HyphenOrder::Typeset));
    add("https by default".to_owned(), &|b| _ = b.default_scheme("https"));
    all.extend(PATTERNS.iter().filter_map(|(name, pattern, href)| {
        let change: &dyn Fn(&mut FinderBuilder) = &|b| _ = b.pattern(name, pattern, href);
        let one = Configuration::new(preset, format!("a pattern: {name}"), change)?;
        Some(Configuration { pattern: Some(Regex::new(pattern).ok()?), ..one })
    }));
    all
}
