//! Every link of a document, with where it stood.
//!
//! A [`Harvester`] is given a file or a reader and a [`Visitor`]. It tells the format by name and
//! content, and reports each link as a [`Located`]: the [`Place`] in the file, the offset, the line
//! and column, the [`Origin`], the message that it came in, the text around it, and the link
//! itself. That is a match which the finder found in text, or a reference that the document makes.
//! What goes wrong is reported beside it ([`Diagnostic`]), and the rest goes on.
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
//! assert_eq!((summary.links(), summary.diagnostics()), (1, 0));
//! ```
//!
//! Who would rather have an iterator takes [`Harvester::links`].
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
pub mod displayed_text;
mod driver;
mod encoding;
mod mail;
mod model;
mod parse;
mod reading;
mod sink;

pub use detect::{Format, data_name};
pub use driver::{Harvester, HarvesterBuilder, Item, Links, SettingError};
pub use mail::{MailText, MailTextKind, mail_texts};
pub use model::{
    Context, Diagnostic, DiagnosticKind, Divider, Existing, Limits, Link, Located, Message,
    Messages, NoBytes, Origin, Outcome, PageBox, Place, ResumePoint, Source, Step, Summary,
    TransferEncoding, Unit, Visitor,
};
