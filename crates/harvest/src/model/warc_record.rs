//! A record of a web archive, as an index of the archive describes it.

use super::names::named;

/// A record of a web archive (WARC, WET, WAT; ISO 28500), which a link was found in.
///
/// The names of CDXJ indexes are used where they exist: `url`, `mime`, `status`, `digest`, `offset`, `length`.
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
    /// That of the block.
    pub(crate) content_type: Option<String>,
    /// The crawler says that it has cut the payload.
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

    /// The type of the record as the archive has it, in lower case.
    pub fn record_type(&self) -> &str {
        &self.record_type
    }

    /// Which record of the archive it is, from 1 on.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// `WARC-Record-ID` without its angle brackets.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// `WARC-Date`: when the capture began, as the archive has it (RFC 3339).
    pub fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    /// `WARC-Target-URI` without angle brackets.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// `WARC-Payload-Digest`, or else `WARC-Block-Digest`, with its algorithm: `sha1:...`.
    pub fn digest(&self) -> Option<&str> {
        self.digest.as_deref()
    }

    /// `WARC-Refers-To` without its angle brackets: the record that this one is about.
    pub fn refers_to(&self) -> Option<&str> {
        self.refers_to.as_deref()
    }

    /// The media type of the payload in lower case and without parameters, `warc/revisit` for a revisit.
    pub fn mime(&self) -> Option<&str> {
        self.mime.as_deref()
    }

    /// The status of the HTTP response.
    pub const fn status(&self) -> Option<u16> {
        self.status
    }

    /// Where the record begins in the archive, in bytes: where its gzip member or zstd frame begins, if the
    /// archive is compressed. `None` if it has no member, because the archive was compressed as a whole.
    pub const fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// How many bytes the record has in the archive: those of its member, or those of its head and its
    /// block. `None` without an offset, and for a compressed record that is longer than what may be held in memory
    /// ([`Limits::held_bytes`](crate::Limits::held_bytes)).
    pub const fn length(&self) -> Option<u64> {
        self.length
    }
}

named! {
    /// The types of records.
    pub enum WarcType {
        /// About the archive: who made it, how.
        Warcinfo = "warcinfo",
        /// What a server has sent.
        Response = "response",
        /// A document that was not captured with its protocol.
        Resource = "resource",
        /// What was sent to a server.
        Request = "request",
        /// About another record: the links that a crawler has extracted, or a record of a WAT file.
        Metadata = "metadata",
        /// A capture with the content of an earlier one.
        Revisit = "revisit",
        /// Another form of another record: the text of a WET file.
        Conversion = "conversion",
        /// The rest of a record of another archive.
        Continuation = "continuation",
        /// A type that is not in ISO 28500.
        Other = "other",
    }
}

impl WarcType {
    /// The types that are read if nothing else is said: all but `warcinfo` and `request`, which are about
    /// the crawler.
    pub const DEFAULT: [WarcType; 7] = [
        WarcType::Response,
        WarcType::Resource,
        WarcType::Metadata,
        WarcType::Revisit,
        WarcType::Conversion,
        WarcType::Continuation,
        WarcType::Other,
    ];

    /// The type of that name; `None` for any other name.
    pub fn from_name(name: &str) -> Option<WarcType> {
        WarcType::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The type of a record, by the value of its field.
    pub(crate) fn of(value: &str) -> WarcType {
        WarcType::from_name(value).unwrap_or(WarcType::Other)
    }
}
