//! The data about a record of a web archive, such as its URL, its type and its offset.

use super::names::named;

/// The record of a web archive (WARC, WET, WAT; ISO 28500) that contains a link.
///
/// The methods have the names of CDXJ fields where these exist: `url`, `mime`, `status`, `digest`, `offset`, `length`.
///
/// ```
/// use linkwright_harvest::{Harvester, Located, WarcType};
///
/// let archive = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/b.txt\r\n\
///     Content-Type: text/plain\r\nContent-Length: 20\r\n\r\nsee http://c.example\r\n\r\n";
/// let mut found = 0;
/// Harvester::new().read("a.warc", &archive[..], &mut |link: &Located<'_>| {
///     let record = link.warc_record().unwrap();
///     assert_eq!((record.kind(), record.url()), (WarcType::Resource, Some("http://a.example/b.txt")));
///     assert_eq!((record.offset(), record.length()), (Some(0), Some(archive.len() as u64 - 4)));
///     found += 1;
/// });
/// assert_eq!(found, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarcRecord {
    pub(crate) kind: WarcType,
    pub(crate) number: u64,
    pub(crate) record_type: String,
    pub(crate) id: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) digest: Option<String>,
    pub(crate) refers_to: Option<String>,
    /// The media type of the block.
    pub(crate) content_type: Option<String>,
    /// Whether the crawler declares that it has cut the payload, or whether the end of the block is missing.
    pub(crate) is_truncated: bool,
    pub(crate) mime: Option<String>,
    pub(crate) status: Option<u16>,
    pub(crate) offset: Option<u64>,
    pub(crate) length: Option<u64>,
}

impl WarcRecord {
    /// The type of the record.
    pub const fn kind(&self) -> WarcType {
        self.kind
    }

    /// The type of the record as the archive writes it, in lower case.
    pub fn record_type(&self) -> &str {
        &self.record_type
    }

    /// The number of the record in the archive, counted from 1.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// `WARC-Record-ID` without its angle brackets.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// `WARC-Date`: when the capture began, as the archive writes it (RFC 3339).
    pub fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    /// `WARC-Target-URI` without the angle brackets that some writers put around it.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// `WARC-Payload-Digest`, or `WARC-Block-Digest` if the record does not have that field. The value begins with the
    /// name of the algorithm: `sha1:...`.
    pub fn digest(&self) -> Option<&str> {
        self.digest.as_deref()
    }

    /// `WARC-Refers-To` without its angle brackets: the record that this one is about.
    pub fn refers_to(&self) -> Option<&str> {
        self.refers_to.as_deref()
    }

    /// The media type of the payload, in lower case and without parameters; `warc/revisit` for a revisit.
    pub fn mime(&self) -> Option<&str> {
        self.mime.as_deref()
    }

    /// The status of the HTTP response.
    pub const fn status(&self) -> Option<u16> {
        self.status
    }

    /// The offset of the record in the archive, in bytes. In a compressed archive, it is the offset of the gzip member
    /// or the zstd frame that begins with the record; `None` if no member or frame begins with the record, as in an
    /// archive that was compressed as a whole.
    pub const fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// The length of the record in the archive, in bytes. In a compressed archive, it is the length of the gzip member
    /// or the zstd frame; in an uncompressed archive, it is the length of the head and the block. `None` if the record
    /// has no offset, if its member is damaged or contains more than this record, or if the record is compressed and
    /// too long to be held in memory ([`Limit::Held`](crate::Limit::Held)).
    pub const fn length(&self) -> Option<u64> {
        self.length
    }
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

    /// The type called `name`; `None` for any other name.
    pub fn from_name(name: &str) -> Option<WarcType> {
        WarcType::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The type of a record, by the value of its field.
    pub(crate) fn of(value: &str) -> WarcType {
        WarcType::from_name(value).unwrap_or(WarcType::Other)
    }
}
