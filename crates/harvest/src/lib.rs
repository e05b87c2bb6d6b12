//! Every link of a document, with where it stood.
//!
//! A [`Harvester`] is given a file or a reader and a [`Visitor`]. It tells the format by name and
//! content, and reports each link as a [`Located`]: the [`Place`] in the file, the offset, the line
//! and column, the [`Origin`], the message that it came in, the text around it, and the link
//! itself. That is a match which the finder found in text, or a reference that the document makes.
//! What goes wrong is reported beside it ([`Trouble`]), and the rest goes on.
//!
//! ```
//! use core::ops::ControlFlow;
//! use linkwright_harvest::{Harvester, Located, Trouble, Visitor};
//!
//! struct Print;
//!
//! impl Visitor for Print {
//!     fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
//!         println!("{}:{}: {}", link.place(), link.offset(), link.text());
//!         ControlFlow::Continue(())
//!     }
//!
//!     fn trouble(&mut self, trouble: &Trouble) {
//!         eprintln!("{trouble}");
//!     }
//! }
//!
//! let summary = Harvester::new().read("a.txt", &b"see http://a.example/"[..], &mut Print);
//! assert_eq!((summary.links(), summary.troubles()), (1, 0));
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

mod choice;
mod container;
mod context;
pub mod displayed_text;
mod document;
mod encoding;
mod existing;
mod format;
mod harvester;
mod input;
mod iter;
mod limits;
mod located;
mod mail;
mod message;
mod outcome;
mod page;
mod place;
mod run;
mod settings;
mod signature;
mod trouble;
mod visitor;
mod waypoint;

pub use choice::data_name;
pub use existing::Existing;
pub use format::Format;
pub use harvester::{Harvester, HarvesterBuilder, SettingError};
pub use iter::{Item, Links};
pub use limits::Limits;
pub use located::{Context, Link, Located, Origin};
pub use mail::{MailText, MailTextKind, mail_texts};
pub use message::Message;
pub use outcome::Outcome;
pub use place::Place;
pub use run::Summary;
pub use trouble::{Trouble, TroubleKind};
pub use visitor::Visitor;
pub use waypoint::Waypoint;
