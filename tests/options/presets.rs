//! Checks that the defaults in the tables of options are those of the presets.

use linkwright::find::{FinderBuilder, Preset};
use linkwright::link::{HtmlLinker, HtmlLinkerBuilder, TerminalLinker, TerminalLinkerBuilder};
use linkwright::options::OptionInfo;
use linkwright::{Finder, Match};

use super::{Builder, fixtures, values};

/// The data of each match of a text, as one line.
fn rows(finder: &Finder, text: &str) -> Vec<String> {
    let row = |found: Match<'_>| {
        let alternates = found.alternates();
        let flags = found.flags().bits();
        format!("{found:?} {} {flags:x} {alternates:?}", found.href())
    };
    finder.find_iter(text).map(row).collect()
}

/// The options of a preset completely determine its finder.
#[test]
fn the_defaults_of_a_preset_build_the_same_finder() {
    let texts = fixtures();
    let next = Preset::ALL.iter().cycle().skip(1);
    for (&preset, &other) in Preset::ALL.iter().zip(next) {
        let expected = Finder::preset(preset);
        let mut builder = Finder::builder();
        builder.preset(other);
        for option in FinderBuilder::options() {
            builder.set(option.name(), option.default(preset)).unwrap();
        }
        assert_eq!(values(&builder), values(Finder::builder().preset(preset)));
        let finder = builder.build().unwrap();
        for text in &texts {
            assert_eq!(rows(&finder, text), rows(&expected, text), "{other} as {preset}");
        }
    }
}

/// If two presets had the same options, the test above could not tell them apart.
#[test]
fn presets_differ_in_options_and_matches() {
    let texts = fixtures();
    let found = |preset: &Preset| -> Vec<Vec<String>> {
        texts.iter().map(|text| rows(&Finder::preset(*preset), text)).collect()
    };
    let found: Vec<_> = Preset::ALL.iter().map(found).collect();
    let values = |preset: &Preset| values(Finder::builder().preset(*preset));
    for n in 0..found.len() {
        for other in 0..n {
            assert_ne!(values(&Preset::ALL[n]), values(&Preset::ALL[other]));
            assert_ne!(found[n], found[other], "{} {}", Preset::ALL[n], Preset::ALL[other]);
        }
    }
}

#[test]
fn a_new_builder_has_the_defaults() {
    let links: [(Vec<_>, Vec<&OptionInfo>); 2] = [
        (values(&HtmlLinker::builder(&Finder::new())), HtmlLinkerBuilder::list()),
        (values(&TerminalLinker::builder(&Finder::new())), TerminalLinkerBuilder::list()),
    ];
    for (values, options) in links {
        let default = |option: &&OptionInfo| (option.name(), option.default(Preset::Rfc));
        assert_eq!(values, options.iter().map(default).collect::<Vec<_>>());
    }
    let html =
        |linker: &HtmlLinker| linker.linkify("> http://a.example/%41/long/path/of/a/link/x\n");
    let built = HtmlLinker::builder(&Finder::new()).build().unwrap();
    assert_eq!(html(&built), html(&HtmlLinker::new(&Finder::new())));
    assert!(html(&built).contains("rel=\"noopener noreferrer nofollow\""));
}
