//! Containers, told by their first bytes.

use super::{Content, Encoded, Reader, Row};
use crate::container::{compressed, tar, zip};

pub(super) const GZIP: Row = Row {
    name: "gzip",
    endings: &["gz", "tgz", "svgz"],
    media_types: &["application/gzip", "application/x-gzip"],
    content: Content::Sure(|head| head.starts_with(b"\x1F\x8B\x08")),
    encoding: Encoded::Bytes,
    reader: Reader::Container(compressed::gzip),
};

pub(super) const ZSTD: Row = Row {
    name: "zstd",
    endings: &["zst", "zstd", "tzst"],
    media_types: &["application/zstd"],
    content: Content::Sure(|head| head.starts_with(b"\x28\xB5\x2F\xFD")),
    encoding: Encoded::Bytes,
    reader: Reader::Container(compressed::zstd),
};

pub(super) const BZIP2: Row = Row {
    name: "bzip2",
    endings: &["bz2", "tbz", "tbz2"],
    media_types: &["application/x-bzip2"],
    content: Content::Sure(|head| {
        head.starts_with(b"BZh") && matches!(head.get(4..10), Some(b"1AY&SY" | b"\x17rE8P\x90"))
    }),
    encoding: Encoded::Bytes,
    reader: Reader::Container(compressed::bzip2),
};

pub(super) const XZ: Row = Row {
    name: "xz",
    endings: &["xz", "txz"],
    media_types: &["application/x-xz"],
    content: Content::Sure(|head| head.starts_with(b"\xFD7zXZ\0")),
    encoding: Encoded::Bytes,
    reader: Reader::Container(compressed::xz),
};

pub(super) const ZIP: Row = Row {
    name: "zip",
    endings: &["zip"],
    media_types: &["application/zip", "application/x-zip-compressed"],
    content: Content::Sure(zip::is_zip),
    encoding: Encoded::Bytes,
    reader: Reader::Container(zip::read),
};

pub(super) const TAR: Row = Row {
    name: "tar",
    endings: &["tar"],
    media_types: &["application/x-tar"],
    content: Content::Sure(tar::is_tar),
    encoding: Encoded::Bytes,
    reader: Reader::Container(tar::read),
};
