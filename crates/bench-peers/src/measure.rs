//! The race: contestants take turns, and each round gives one sample of each.
//!
//! A machine that slows down for a second slows all of them down in the same round, so ratios are
//! taken within a round and only then is the median taken over the rounds. The order of turns moves
//! on by one each round: nobody always runs behind the one that leaves the cache cold.

use core::hint::black_box;
use core::time::Duration;

use cpu_time::ThreadTime;

use crate::corpora::Corpus;
use crate::peers::{Contestant, Side};
use crate::report::{Figure, Ratio, Row};

/// How much CPU time a sample takes at least. Below a few milliseconds the clock shows.
const SAMPLE: Duration = Duration::from_millis(20);

/// Measures all `contestants` on `corpus`.
pub(crate) fn race(corpus: &Corpus, contestants: &[Contestant], rounds: usize) -> Vec<Row> {
    // The first look warms caches and lazy tables; the second says how long a pass takes.
    let warmed: Vec<(usize, usize)> = contestants.iter().map(|one| warm_up(one, corpus)).collect();
    let mut samples = vec![Vec::with_capacity(rounds); contestants.len()];
    for round in 0..rounds {
        for turn in 0..contestants.len() {
            let at = (round + turn) % contestants.len();
            let (passes, _) = warmed[at];
            samples[at].push(sample(&contestants[at], corpus, passes));
        }
    }
    let row = |at: usize| Row {
        corpus: corpus.name.to_owned(),
        name: contestants[at].name.to_owned(),
        is_ours: contestants[at].side == Side::Ours,
        bytes: corpus.bytes(),
        haystacks: corpus.len(),
        per_haystack: corpus.is_per_haystack(),
        matches: warmed[at].1,
        seconds: Figure::of(samples[at].iter().copied()),
        ratios: ratios(contestants, &samples, at),
    };
    (0..contestants.len()).map(row).collect()
}

/// How many times as fast each of ours is as the contestant `at`.
fn ratios(contestants: &[Contestant], samples: &[Vec<f64>], at: usize) -> Vec<Ratio> {
    let mut ratios = Vec::new();
    for (contestant, ours) in contestants.iter().zip(samples) {
        if contestant.side == Side::Ours {
            let times = samples[at].iter().zip(ours).map(|(theirs, ours)| theirs / ours);
            ratios.push(Ratio { ours: contestant.name.to_owned(), times: Figure::of(times) });
        }
    }
    ratios
}

/// How many passes make a sample, and how many matches there are.
fn warm_up(contestant: &Contestant, corpus: &Corpus) -> (usize, usize) {
    let matches = (contestant.run)(corpus);
    let start = ThreadTime::now();
    black_box((contestant.run)(black_box(corpus)));
    let once = start.elapsed().max(Duration::from_nanos(100));
    let passes = SAMPLE.as_nanos().div_ceil(once.as_nanos());
    (usize::try_from(passes).unwrap_or(1), matches)
}

/// The seconds of CPU time that one pass takes.
fn sample(contestant: &Contestant, corpus: &Corpus, passes: usize) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..passes {
        black_box((contestant.run)(black_box(corpus)));
    }
    start.elapsed().as_secs_f64() / crate::report::float(passes)
}
