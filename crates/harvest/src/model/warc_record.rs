//! The data about a record of a web archive, such as its URL, its type and its offset.

use super::names::named;

/// The record of a web archive (WARC, WET, WAT; ISO 28500) that contains a link.
///
/// The fields have the names of CDXJ fields where these exist: `url`, `mime`, `status`, `digest`, `offset`, `length`.
///
/// ```
/// use linkwright_harvest::{Harvester, Located, WarcType};
///
/// let archive = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/b.txt\r\n\
///     Content-Type: text/plain\r\nContent-Length: 20\r\n\r\nsee http://c.example\r\n\r\n";
/// let mut found = 0;
/// Harvester::new().read("a.warc", &archive[..], &mut |link: &Located<'_>| {
///     let record = link.warc_record().unwrap();
///     assert_eq!((record.kind, record.url.as_deref()), (WarcType::Resource, Some("http://a.example/b.txt")));
///     assert_eq!((record.offset, record.length), (Some(0), Some(archive.len() as u64 - 4)));
///     found += 1;
/// });
/// assert_eq!(found, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WarcRecord {
    /// The type of the record.
    pub kind: WarcType,
    /// The number of the record in the archive, counted from 1.
    pub number: u64,
    /// The type of the record as the archive writes it, in lower case.
    pub record_type: String,
    /// `WARC-Record-ID` without its angle brackets.
    pub id: Option<String>,
    /// `WARC-Date`: when the capture began, as the archive writes it (RFC 3339).
    pub date: Option<String>,
    /// `WARC-Target-URI` without the angle brackets that some writers put around it.
    pub url: Option<String>,
    /// `WARC-Payload-Digest`, or `WARC-Block-Digest` if the record does not have that field. The value begins with the
    /// name of the algorithm: `sha1:...`.
    pub digest: Option<String>,
    /// `WARC-Refers-To` without its angle brackets: the record that this one is about.
    pub refers_to: Option<String>,
    /// The media type of the block.
    pub(crate) content_type: Option<String>,
    /// Whether the crawler declares that it has cut the payload, or whether the end of the block is missing.
    pub(crate) is_truncated: bool,
    /// The media type of the payload, in lower case and without parameters; `warc/revisit` for a revisit.
    pub mime: Option<String>,
    /// The status of the HTTP response.
    pub status: Option<u16>,
    /// The offset of the record in the archive, in bytes. In a compressed archive, it is the offset of the gzip member
    /// or the zstd frame that begins with the record; `None` if no member or frame begins with the record, as in an
    /// archive that was compressed as a whole.
    pub offset: Option<u64>,
    /// The length of the record in the archive, in bytes. In a compressed archive, it is the length of the gzip member
    /// or the zstd frame; in an uncompressed archive, it is the length of the head and the block. `None` if the record
    /// has no offset, if its member is damaged or contains more than this record, or if the record is compressed and
    /// too long to be held in memory ([`Limit::Held`](crate::Limit::Held)).
    pub length: Option<u64>,
}

named! {
    /// The types of records.
    pub enum WarcType {
        /// Information about the archive, such as its creator.
        Warcinfo = "warcinfo",
        /// A response from a server.
        Response = "response",
        /// A document that was not captured with its protocol.
        Resource = "resource",
        /// A request to a server.
        Request = "request",
        /// Information about another record: the links that a crawler has extracted, or a record of a WAT file.
        Metadata = "metadata",
        /// A capture with the content of an earlier one.
        Revisit = "revisit",
        /// A converted form of another record, such as the text in a WET file.
        Conversion = "conversion",
        /// The rest of a record of another archive.
        Continuation = "continuation",
        /// A type that is not in ISO 28500.
        Other = "other",
    }
}

impl WarcType {
    /// The types that are read by default: all except `warcinfo` and `request`, which describe the crawl.
    pub const DEFAULT: [WarcType; 7] = [
        WarcType::Response,
        WarcType::Resource,
        WarcType::Metadata,
        WarcType::Revisit,
        WarcType::Conversion,
        WarcType::Continuation,
        WarcType::Other,
    ];

    /// The type of a record, by the value of its field.
    pub(crate) fn of(value: &str) -> WarcType {
        WarcType::from_name(value).unwrap_or(WarcType::Other)
    }
}
