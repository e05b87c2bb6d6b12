//! Archives: files that contain files. The modules yield the members, and do not interpret their content.
//!
//! A compressed file ([`compressed`]) contains one file without a name; an archive ([`tar`], [`zip`]) has members, each
//! of which is passed to a [`MemberSink`](crate::sink::MemberSink); a web archive ([`warc`]) has records; and an OLE
//! file ([`ole`]) has streams.
//!
//! Nothing is written to the file system: a member with the name `../../etc/passwd` is harmless.

mod bzip2;
mod chunked;
mod codec;
pub(crate) mod compressed;
mod gzip;
pub(crate) mod http_body;
pub(crate) mod ole;
mod ratio_limit;
pub(crate) mod tar;
pub(crate) mod warc;
pub(crate) mod zip;
mod zstd;

pub(crate) use chunked::ChunkProblem;
pub(crate) use ratio_limit::{Budget, Counted, Meter};
