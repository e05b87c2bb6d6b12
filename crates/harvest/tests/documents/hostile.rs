//! Checks that no input causes a panic, deep recursion or an endless loop. The tests read truncated documents,
//! documents with flipped bits, and noise, on a small stack.

use linkwright_harvest::{Harvester, Limit, Limits};

use super::seeds::seeds;
use super::support::{Found, on_small_stack};

fn harvester() -> Harvester {
    let limits = Limits::default().with(Limit::Decompressed, 8 << 20).with(Limit::Held, 1 << 20);
    Harvester::builder().limits(limits).lines(true).context(10).build().unwrap()
}

/// Reads a document, and checks that the summary agrees with the links and diagnostics.
fn survive(harvester: &Harvester, name: &str, bytes: &[u8]) {
    let mut found = Found::default();
    let summary = harvester.read(name, bytes, &mut found);
    assert_eq!(summary.links, found.links.len() as u64);
    let harmless = found.kinds.iter().filter(|kind| matches!(**kind, "binary" | "unread-format"));
    assert_eq!(summary.diagnostics + harmless.count() as u64, found.diagnostics.len() as u64);
    assert_eq!(summary.skipped, found.skips);
    for link in &found.located {
        assert!(!link.pieces().is_empty() && link.span().start() == link.offset());
        assert!(link.context().is_some() && link.line_column().is_some());
        let _ = (link.wrapper(), link.prefix(), link.joins(), link.alternates());
    }
}

#[test]
fn truncated_documents_cause_no_panic() {
    // The seeds are built outside the small stack, because the compressors need a larger one.
    let seeds = seeds();
    on_small_stack(|| {
        let harvester = harvester();
        for seed in seeds {
            let (name, bytes) = (seed.name, seed.bytes);
            // Large seeds, such as archives with long padding, are not cut at every byte.
            for end in (0..bytes.len()).step_by(1 + bytes.len() / 300) {
                survive(&harvester, name, &bytes[..end]);
            }
        }
    });
}

#[test]
fn flipped_bits_cause_no_panic() {
    // The seeds are built outside the small stack, because the compressors need a larger one.
    let seeds = seeds();
    on_small_stack(|| {
        let harvester = harvester();
        for seed in seeds {
            let (name, mut bytes) = (seed.name, seed.bytes);
            for at in (0..bytes.len()).step_by(1 + bytes.len() / 120) {
                for bit in [0, 5, 7] {
                    bytes[at] ^= 1 << bit;
                    survive(&harvester, name, &bytes);
                    bytes[at] ^= 1 << bit;
                }
            }
        }
    });
}

#[test]
fn noise_causes_no_panic_in_any_format() {
    on_small_stack(|| {
        let harvester = harvester();
        let mut state = 7_u32;
        let noise: Vec<u8> = core::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(5000)
        .collect();
        for format in linkwright_harvest::Format::all() {
            for ending in format.endings() {
                survive(&harvester, &format!("a.{ending}"), &noise);
                survive(&harvester, &format!("a.{ending}"), b"");
            }
        }
    });
}
