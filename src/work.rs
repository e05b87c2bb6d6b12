//! A counter of the work done. It allows testing, without a clock, that the work grows linearly with the text.
//!
//! It counts operations per byte, per hit and per rule: the bytes that are searched for triggers, the bytes of a
//! candidate each time they are read, the hits and the calls of rules. It does not count the work inside a call of a
//! rule or in the searches of other crates; `.ci/run` counts their instructions. Without the feature `count-work`,
//! which only the tests use, nothing is counted and the calls are empty.

#[cfg(feature = "count-work")]
mod counter {
    use core::cell::Cell;

    std::thread_local! {
        static DONE: Cell<u64> = const { Cell::new(0) };
    }

    pub(super) fn add(steps: usize) {
        DONE.set(DONE.get() + steps as u64);
    }

    /// The number of steps of this thread in `run`.
    fn measure(run: impl FnOnce()) -> u64 {
        let before = DONE.get();
        run();
        DONE.get() - before
    }

    /// How the work grows with the text.
    #[derive(Clone, Copy, Debug)]
    pub struct Growth {
        /// The steps on a text divided by those on half of it: at the last doubling, or on average if that is more.
        ///
        /// The maximum is not used, because the first texts may be too short for a single search step.
        pub ratio: f64,
        /// The steps per byte, at the size with the most of them.
        pub per_byte: f64,
    }

    impl Growth {
        /// Whether the work grows by a factor of more than 2.1 for twice the text, and takes more than 8 steps per byte
        /// at some size.
        ///
        /// Up to 8 steps per byte, a larger factor does not show that the work is more than linear. For example, it may
        /// grow from one step per byte to three when a longer text becomes a token of more than the maximum length.
        pub fn is_steep(&self) -> bool {
            self.ratio > 2.1 && self.per_byte > 8.0
        }
    }

    const SIZES: [usize; 4] = [4096, 8192, 16384, 32768];

    /// The growth of the work of `run` on texts that `text` creates for each size.
    #[expect(clippy::cast_precision_loss, reason = "fewer steps than a double can count")]
    pub fn growth(text: impl Fn(usize) -> Vec<u8>, mut run: impl FnMut(&[u8])) -> Growth {
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
    pub fn repeated(unit: &[u8], size: usize) -> Vec<u8> {
        unit.iter().copied().cycle().take(size).collect()
    }
}

#[cfg(feature = "count-work")]
pub use counter::{Growth, growth, repeated};

/// Counts `steps`.
#[inline]
pub(crate) fn add(steps: usize) {
    #[cfg(feature = "count-work")]
    counter::add(steps);
    #[cfg(not(feature = "count-work"))]
    let _ = steps;
}
