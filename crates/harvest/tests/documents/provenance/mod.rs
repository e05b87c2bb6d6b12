//! Tests of provenance: the bytes of each link can be cut out of its file, using only the record of the link.

mod corpora;
mod cut;
mod mail;
mod packed;
mod property;
mod texts;

use std::collections::BTreeMap;

use linkwright_harvest::Harvester;

use super::support::{Found, read};
use cut::{Proof, prove};

/// The number of links for each kind of proof.
type Proofs = BTreeMap<Proof, usize>;

/// Verifies the place of every link of a file.
fn proofs_of(found: &Found, file: &[u8]) -> Proofs {
    let mut proofs = Proofs::new();
    for link in &found.located {
        match prove(file, link) {
            Ok(proof) => *proofs.entry(proof).or_default() += 1,
            Err(wrong) => panic!("{wrong}\nin {}", String::from_utf8_lossy(file)),
        }
    }
    proofs
}

/// Reads a file and verifies the places of its links.
fn proofs(harvester: &Harvester, name: &str, file: &[u8]) -> Proofs {
    proofs_of(&read(harvester, name, file), file)
}

/// The result if all `count` links were verified by their bytes.
fn all_cut(count: usize) -> Proofs {
    Proofs::from([(Proof::Cut, count)])
}
