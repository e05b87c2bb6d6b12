//! How much was done: the counter by which "work grows with the text" is a test and no clock.
//!
//! Counted is what is done once a byte, once a hit or once a rule: the bytes that triggers are
//! searched in, the bytes of a candidate each time it is read again, the hits and the calls of rules.
//! What a rule does in one call is not, nor what the searchers of other crates do inside: for these
//! there is the count of instructions in `.ci/run`. Without the feature `count-work`, which only the tests
//! ask for, nothing is counted and each call here is not one.

#[cfg(feature = "count-work")]
mod counter {
    use core::cell::Cell;

    std::thread_local! {
        static DONE: Cell<u64> = const { Cell::new(0) };
    }

    pub(super) fn add(steps: usize) {
        DONE.set(DONE.get() + steps as u64);
    }

    /// The steps that this thread takes in `run`.
    fn measure(run: impl FnOnce()) -> u64 {
        let before = DONE.get();
        run();
        DONE.get() - before
    }

    /// How the work grows with the text.
    #[derive(Clone, Copy, Debug)]
    pub struct Growth {
        /// The steps on a text divided by those on half of it: at the last doubling, or on average if
        /// that is more.
        ///
        /// Not the worst of them, for at the first a text may still be short of what one look takes in.
        pub ratio: f64,
        /// The steps for each byte, of the size that takes most.
        pub per_byte: f64,
    }

    impl Growth {
        /// Whether it is more than 2.1 times for twice the text.
        ///
        /// Where even the dearest size takes a few steps a byte, all of it is linear by that alone: a text
        /// that becomes one token which is too long may go from one step to three.
        pub fn is_steep(&self) -> bool {
            self.ratio > 2.1 && self.per_byte > 8.0
        }
    }

    const SIZES: [usize; 4] = [4096, 8192, 16384, 32768];

    /// How the work of `run` grows on the texts that `text` makes of a size.
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

    /// `unit` again and again, and the last time cut off: `size` bytes.
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
