//! The types of the reports about a document, and of the data that is known about a document before it is read. This
//! module contains no readers.

mod code_units;
mod context;
mod diagnostic;
mod existing;
mod extents;
mod kind;
mod limits;
mod located;
mod location;
mod message;
mod names;
mod place;
mod source;
mod summary;
mod unit;
mod visitor;
mod warc_record;

pub use diagnostic::Diagnostic;
pub use existing::Existing;
pub use kind::DiagnosticKind;
pub use limits::{Limit, Limits};
pub use located::{Context, Located, Origin};
pub use message::Message;
pub use place::Place;
pub use source::{NoBytes, Source, Step, TransferEncoding};
pub use summary::{Outcome, Summary};
pub use unit::{PageBox, Unit};
pub use visitor::Visitor;
pub use warc_record::{WarcRecord, WarcType};

pub(crate) use code_units::CodeUnits;
pub(crate) use context::{around, reach};
pub(crate) use diagnostic::Cause;
pub(crate) use existing::{base as base_of, package_base};
pub(crate) use extents::Extents;
pub(crate) use located::{Raw, Way, What};
pub(crate) use location::{Flow, Location};
