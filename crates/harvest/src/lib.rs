//! Reports every link of a document, with its location.
//!
//! A [`Harvester`] receives a file or a reader, and a [`Visitor`]. It detects the format from the name and the content,
//! and reports each link as a [`Located`]: the [`Place`] in the file, the offset, the line and column, the [`Origin`],
//! the message that contains it, the text around it, and the link itself. A link is either a match that the finder
//! found in text, or a reference that the document contains, such as an `href`. Faults in the document are reported as
//! [`Diagnostic`]s; where possible, reading continues after a fault.
//!
//! ```
//! use core::ops::ControlFlow;
//! use linkwright_harvest::{Harvester, Located, Diagnostic, Visitor};
//!
//! struct Print;
//!
//! impl Visitor for Print {
//!     fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
//!         println!("{}:{}: {}", link.place(), link.offset(), link.text());
//!         ControlFlow::Continue(())
//!     }
//!
//!     fn diagnostic(&mut self, diagnostic: &Diagnostic) {
//!         eprintln!("{diagnostic}");
//!     }
//! }
//!
//! let summary = Harvester::new().read("a.txt", &b"see http://a.example/"[..], &mut Print);
//! assert_eq!((summary.links, summary.diagnostics), (1, 0));
//! ```
//!
//! A closure that takes a link is a visitor as well. [`Located::into_owned`] shows how an iterator receives the links.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

mod archive;
mod detect;
mod displayed_text;
mod driver;
mod encoding;
mod mail;
mod model;
mod parse;
#[cfg(feature = "pdf")]
mod pdf;
mod reading;
#[cfg(feature = "serde")]
pub mod record;
mod sink;
#[cfg(feature = "sqlite")]
mod sqlite;
mod window;
#[cfg(any(feature = "pdf", feature = "sqlite"))]
mod wire;

pub use detect::{Format, data_name};
#[cfg(feature = "sqlite")]
pub use driver::remove_private_copies;
pub use driver::{Harvester, HarvesterBuilder};
pub use mail::{Alternative, MailText, MailTextKind, mail_texts};
pub use model::{
    Context, Diagnostic, DiagnosticKind, Existing, Limit, Limits, Located, Message, NoBytes,
    Origin, Outcome, PageBox, Place, Source, Step, Summary, TransferEncoding, Unit, Visitor,
    WarcRecord, WarcType,
};
#[cfg(feature = "pdf")]
pub use pdf::{Process as PdfProcess, write_content as write_pdf_content};
#[cfg(feature = "sqlite")]
pub use sqlite::{Process as SqliteProcess, write_content as write_sqlite_content};
