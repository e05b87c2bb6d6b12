//! Invariant 13: the haystack doubled, the work at most 2.1 times, counted and not timed.
//!
//! What is counted is said in `linkwright::find::work`. The units are combinations of what the search
//! reacts to; `examples/worst_units.rs` tries all short ones, and the worst that it found are among them
//! by name.

use linkwright::Finder;
use linkwright::find::work;
use linkwright::find::{Preset, Readings, Schemes};
use support::hostile::{TAILS, UNITS, WORST};

mod support {
    pub(crate) mod hostile;
}

/// The patterns on which the work of `run` grows faster than the text.
fn steep(mut run: impl FnMut(&[u8])) -> Vec<String> {
    let mut steep = Vec::new();
    let mut ask = |name: String, text: &dyn Fn(usize) -> Vec<u8>| {
        let growth = work::growth(text, &mut run);
        if growth.is_steep() {
            steep.push(format!("{growth:?}: {name}"));
        }
    };
    for unit in UNITS.iter().chain(WORST) {
        ask(format!("{unit:?}"), &|size| work::repeated(unit.as_bytes(), size));
    }
    for tail in TAILS {
        let tail_of = |len| [b"http://a.example/", &*work::repeated(tail.as_bytes(), len)].concat();
        ask(format!("one URI and {tail:?}"), &tail_of);
        // Tokens that are just not too long.
        let token = [tail_of(2000), b" ".to_vec()].concat();
        ask(format!("URIs and {tail:?}"), &|size| work::repeated(&token, size));
    }
    steep
}

#[test]
fn search_is_linear_in_every_preset() {
    for preset in Preset::ALL {
        let finder = Finder::preset(preset);
        let steep = steep(|text| _ = finder.find_iter(text).count());
        assert_eq!(steep, Vec::<String>::new(), "{}", preset.name());
    }
}

#[test]
fn search_for_everything_is_linear() {
    let mut builder = Finder::builder();
    builder.preset(Preset::Archive).schemes(Schemes::Any).readings(Readings::All);
    let finder = builder.build().expect("the settings are good");
    let steep = steep(|text| _ = finder.find_iter(text).count());
    assert_eq!(steep, Vec::<String>::new());
}

#[test]
fn streams_are_linear() {
    for preset in Preset::ALL {
        let finder = Finder::preset(preset);
        let steep = steep(|text| {
            let mut stream = finder.stream();
            text.chunks(61).for_each(|chunk| stream.push(chunk, |_| {}));
            stream.finish(|_| {});
        });
        assert_eq!(steep, Vec::<String>::new(), "{}", preset.name());
    }
}
