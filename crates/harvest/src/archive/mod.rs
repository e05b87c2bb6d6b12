//! Archives: files in files. They yield members; what is in a member is not known here.
//!
//! A compressed file ([`compressed`]) is one text without a name in it; an archive ([`tar`],
//! [`zip`]) has members, each of which is given to a [`MemberSink`](crate::sink::MemberSink), and a web archive ([`warc`]) has records.
//!
//! Nothing is ever written: a member that is called `../../etc/passwd` has an odd name, no more.

mod chunked;
pub(crate) mod compressed;
pub(crate) mod http_body;
pub(crate) mod ole;
mod ratio_limit;
pub(crate) mod sqlite;
pub(crate) mod tar;
pub(crate) mod warc;
pub(crate) mod zip;

pub(crate) use chunked::ChunkProblem;
pub(crate) use ratio_limit::{Budget, Counted, Meter};
