//! The speed of the finder on some texts of this repository, in MB/s, and the cost of a call: `cargo bench`
//!
//! Takes half a minute, and needs no data. Ratios to other finders, which say more than numbers of one machine, are
//! measured by `crates/bench-peers`.

#![expect(clippy::print_stdout, reason = "a program")]

use core::hint::black_box;
use core::time::Duration;
use std::time::Instant;

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::HtmlLinker;

const LETTER: &str = include_str!("../examples/letter.txt");
const PROSE: &str = include_str!("../PROMISES.md");
/// The time of one measurement; the best of five is printed.
const TIME: Duration = Duration::from_millis(200);

/// The shortest time of a call, in seconds.
fn seconds(mut call: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..5 {
        let (start, mut calls) = (Instant::now(), 0_u32);
        while start.elapsed() < TIME {
            call();
            calls += 1;
        }
        best = best.min(start.elapsed().as_secs_f64() / f64::from(calls));
    }
    best
}

fn main() {
    let links = "https://host.example.org/a/1?q=x#top\n".repeat(500);
    let message = "I would say that this is right, and the other one as well; thanks for looking!";
    println!("           the letter        prose        links  call, no link");
    for name in ["mail", "chat", "gfm", "uts58", "archive", "rfc"] {
        let finder = Finder::preset(name.parse().expect("a preset"));
        print!("{name:10}");
        for text in [LETTER, PROSE, &links] {
            let time = seconds(|| {
                black_box(black_box(&finder).find_iter(black_box(text)).count());
            });
            #[expect(clippy::cast_precision_loss, reason = "the texts are short")]
            let speed = text.len() as f64 / time / 1e6;
            print!(" {speed:7.0} MB/s");
        }
        let time =
            seconds(|| assert_eq!(black_box(&finder).find_iter(black_box(message)).count(), 0));
        println!(" {:11.0} ns", time * 1e9);
    }
    let linker = HtmlLinker::new(&Finder::preset(Preset::Chat));
    let time = seconds(|| drop(black_box(linker.linkify(black_box(LETTER)))));
    println!("the letter as HTML: {:.1} microseconds", time * 1e6);
}
