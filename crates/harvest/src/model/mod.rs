//! What is reported of a document, and what is known of it before it is read. Nothing here reads.

mod context;
mod existing;
mod limits;
mod located;
mod location;
mod message;
mod outcome;
mod place;
mod summary;
mod trouble;
mod visitor;
mod waypoint;

pub use existing::Existing;
pub use limits::Limits;
pub use located::{Context, Link, Located, Origin};
pub use message::Message;
pub use outcome::Outcome;
pub use place::Place;
pub use summary::Summary;
pub use trouble::{Trouble, TroubleKind};
pub use visitor::Visitor;
pub use waypoint::Waypoint;

pub(crate) use context::{around, reach};
pub(crate) use located::{Way, What};
pub(crate) use location::Location;
