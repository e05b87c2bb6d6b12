//! Tests of links in PDFs: their places, joins that depend on the geometry of the page, limits, and damage.

pub(crate) mod build;
pub(crate) mod hostile;
pub(crate) mod places;
mod writers;

use linkwright_harvest::Harvester;

use super::support::{self, Found};

/// Reads a PDF.
fn read(bytes: &[u8]) -> Found {
    support::read(&Harvester::new(), "a.pdf", bytes)
}

/// The origins and URIs of the links, without places.
fn links(found: &Found) -> Vec<String> {
    let link = |link: &String| link.split_once(' ').unwrap().1.to_owned();
    found.links.iter().map(link).collect()
}
