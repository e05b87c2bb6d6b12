//! How the work of a search grows with the text. `linkwright::work` says which steps are counted.

use linkwright::work;

/// How the work grows with the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    /// The factor by which the number of steps grows when the length of the text doubles: the factor of the last
    /// doubling, or the average of all doublings if that is larger.
    ///
    /// The maximum over all doublings is not used, because the shortest texts may be too short for a single search
    /// step.
    pub(crate) ratio: f64,
    /// The steps per byte, at the size where this number is largest.
    pub(crate) per_byte: f64,
}

impl Growth {
    /// Whether a text of twice the length takes more than 2.1 times as many steps, and some size takes more than 8
    /// steps per byte.
    ///
    /// Up to 8 steps per byte, a larger factor does not show that the work is more than linear. For example, the
    /// work may grow from one step per byte to three when the text becomes a single token that exceeds the maximum
    /// length.
    pub(crate) fn is_steep(&self) -> bool {
        self.ratio > 2.1 && self.per_byte > 8.0
    }
}

/// The number of steps that this thread takes in `run`.
fn measure(run: impl FnOnce()) -> u64 {
    let before = work::done();
    run();
    work::done() - before
}

const SIZES: [usize; 4] = [4096, 8192, 16384, 32768];

/// The growth of the work of `run` on texts that `text` creates for each size.
#[expect(clippy::cast_precision_loss, reason = "fewer steps than a double can count")]
pub(crate) fn growth(text: impl Fn(usize) -> Vec<u8>, mut run: impl FnMut(&[u8])) -> Growth {
    let steps = SIZES.map(|size| {
        let text = text(size);
        measure(|| run(&text)).max(1) as f64
    });
    let [first, .., half, whole] = steps;
    let ratio = (whole / first).cbrt().max(whole / half);
    let per_byte = steps.iter().zip(SIZES).map(|(steps, size)| steps / size as f64);
    Growth { ratio, per_byte: per_byte.fold(0.0, f64::max) }
}

/// `unit` repeated to `size` bytes; the last repetition may be cut.
pub(crate) fn repeated(unit: &[u8], size: usize) -> Vec<u8> {
    unit.iter().copied().cycle().take(size).collect()
}
