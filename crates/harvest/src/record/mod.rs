//! The LINK record: the JSON that the command and the Python package write for a link.
//!
//! [`Link`] is the record of a match or of a link in a document, and [`DocumentLink`] adds the position in the
//! document. Needs the feature `serde`.
//!
//! ```
//! use linkwright_harvest::{Harvester, Located};
//! use linkwright_harvest::record::DocumentLink;
//!
//! let mut line = Vec::new();
//! Harvester::new().read("a.txt", &b"see http://A.example/"[..], &mut |link: &Located<'_>| {
//!     DocumentLink::new("a.txt", link).write(&mut line).unwrap();
//! });
//! let record: serde_json::Value = serde_json::from_slice(&line).unwrap();
//! assert_eq!(record["uri"], "http://A.example/");
//! assert_eq!(record["host"], "a.example");
//! assert_eq!(record["source"]["path"], "a.txt");
//! ```

pub mod browser;
pub mod destination;
pub mod document_link;
pub mod json;
mod link;
pub mod visible;

pub use document_link::DocumentLink;
pub use link::{Kind, Link, VERSION};
