//! Checks that the work of a search grows linearly with the text: if a text is twice as long, the work is at most 2.1
//! times as much, or at most 8 steps per byte. The steps are counted, and nothing is timed.
//!
//! `linkwright::work` documents which steps it counts. The texts repeat units of tokens that start a search, open or
//! close delimiters, separate URIs, or join lines. `examples/worst_units.rs` tries all short combinations of such
//! tokens; the most expensive ones are in the list `WORST`.

use linkwright::Finder;
use linkwright::find::{Preset, Readings, Schemes};
use support::doubling;
use support::hostile::{TAILS, UNITS, WORST};

mod support {
    pub(crate) mod doubling;
    pub(crate) mod hostile;
}

/// The texts for which the work of `run` grows faster than the text, each described with its growth.
fn steep(mut run: impl FnMut(&[u8])) -> Vec<String> {
    let mut steep = Vec::new();
    let mut ask = |name: String, text: &dyn Fn(usize) -> Vec<u8>| {
        let growth = doubling::growth(text, &mut run);
        if growth.is_steep() {
            steep.push(format!("{growth:?}: {name}"));
        }
    };
    for unit in UNITS.iter().chain(WORST) {
        ask(format!("{unit:?}"), &|size| doubling::repeated(unit.as_bytes(), size));
    }
    for tail in TAILS {
        let tail_of =
            |len| [b"http://a.example/", &*doubling::repeated(tail.as_bytes(), len)].concat();
        ask(format!("one URI and {tail:?}"), &tail_of);
        // Each token has 2,017 bytes.
        let token = [tail_of(2000), b" ".to_vec()].concat();
        ask(format!("URIs and {tail:?}"), &|size| doubling::repeated(&token, size));
    }
    steep
}

#[test]
fn search_is_linear_in_every_preset() {
    for &preset in Preset::ALL {
        let finder = Finder::preset(preset);
        let steep = steep(|text| _ = finder.find_iter(text).count());
        assert_eq!(steep, Vec::<String>::new(), "{}", preset.name());
    }
}

#[test]
fn search_for_everything_is_linear() {
    let mut builder = Finder::builder();
    builder.preset(Preset::Archive).schemes(Schemes::Any).readings(Readings::All);
    let finder = builder.build().expect("the options are valid");
    let steep = steep(|text| _ = finder.find_iter(text).count());
    assert_eq!(steep, Vec::<String>::new());
}

/// A finder divides long lines into pieces before it searches them for patterns. Some of the patterns match nearly
/// everywhere, some read to the end of the piece for every match, and some have no valid target. The work for one piece
/// may be quadratic in its length, so `max_len` makes the pieces shorter than the texts.
#[test]
fn search_with_patterns_is_linear() {
    let mut builder = Finder::builder();
    builder.max_len(128).max_bytes(128);
    for (at, pattern) in
        [".", "a.*z|a", r"\S+[/@]", "(x+x+)+y", r"\b\w", "^..", ".$", "[^ ]*://"].iter().enumerate()
    {
        let href = if at % 2 == 0 { "https://h.example:$0/" } else { "/$0" };
        builder.pattern(&at.to_string(), pattern, href);
    }
    let finder = builder.build().expect("the options are valid");
    for unit in ["a", "aaaa z", "a/b ", "http://a ", "é", "xy\n"] {
        let run = |text: &[u8]| _ = finder.find_iter(text).count();
        let growth = doubling::growth(|size| doubling::repeated(unit.as_bytes(), size), run);
        assert!(!growth.is_steep(), "{growth:?}: {unit}");
    }
}

/// Searches one long line for fifty patterns, in chunks. Some patterns match often, others never.
#[test]
fn many_patterns_on_one_line_are_linear() {
    let mut builder = Finder::builder();
    builder.max_len(1024);
    for at in 0..50 {
        builder.pattern("p", &format!("a{at}|q{at}b*c"), "/$0");
    }
    let finder = builder.build().expect("the options are valid");
    for unit in ["a1", "a", "q7bbb", "a1 http://h.example/ ", "x@a.example a49"] {
        let growth = doubling::growth(
            |size| doubling::repeated(unit.as_bytes(), size),
            |text| {
                let mut stream = finder.stream();
                text.chunks(61).for_each(|chunk| stream.push(chunk, |_| {}));
                stream.finish(|_| {});
            },
        );
        assert!(!growth.is_steep(), "{growth:?}: {unit}");
    }
}

#[test]
fn streams_are_linear() {
    let with_code = Finder::builder().preset(Preset::Chat).skip_code(true).build();
    let with_code = with_code.expect("the options are valid");
    let presets = Preset::ALL.iter().map(|&preset| (preset.name(), Finder::preset(preset)));
    for (name, finder) in presets.chain([("skip_code", with_code)]) {
        let steep = steep(|text| {
            let mut stream = finder.stream();
            text.chunks(61).for_each(|chunk| stream.push(chunk, |_| {}));
            stream.finish(|_| {});
        });
        assert_eq!(steep, Vec::<String>::new(), "{name}");
    }
}
