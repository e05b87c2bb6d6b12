//! The measurement: contestants take turns, and each round takes one sample of each contestant.
//!
//! If the machine is slow for a second, this affects all contestants of a round. Therefore a ratio is computed from two
//! samples of the same round, and the result is the median of the ratios of all rounds. The order of turns is rotated
//! in each round, so that no contestant always runs after a contestant that evicts the cache.

use core::hint::black_box;
use core::time::Duration;

use cpu_time::ThreadTime;

use crate::corpora::Corpus;
use crate::peers::{Contestant, Side};
use crate::report::{Figure, Ratio, Row};

/// The minimum CPU time of a sample. With less than a few milliseconds, the resolution of the clock would matter.
const SAMPLE: Duration = Duration::from_millis(20);

/// Measures all `contestants` on `corpus`.
pub(crate) fn race(corpus: &Corpus, contestants: &[Contestant], rounds: usize) -> Vec<Row> {
    // In `warm_up`, the first pass fills caches and lazy tables, and the second pass is timed to choose the number of
    // passes.
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

/// The ratio of each mode of linkwright to the contestant `at`.
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

/// Returns the number of passes for one sample, and the number of matches in one pass.
fn warm_up(contestant: &Contestant, corpus: &Corpus) -> (usize, usize) {
    let matches = (contestant.run)(corpus);
    let start = ThreadTime::now();
    black_box((contestant.run)(black_box(corpus)));
    let once = start.elapsed().max(Duration::from_nanos(100));
    let passes = SAMPLE.as_nanos().div_ceil(once.as_nanos());
    (usize::try_from(passes).unwrap_or(1), matches)
}

/// The CPU time of one pass in seconds.
fn sample(contestant: &Contestant, corpus: &Corpus, passes: usize) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..passes {
        black_box((contestant.run)(black_box(corpus)));
    }
    start.elapsed().as_secs_f64() / crate::report::float(passes)
}
