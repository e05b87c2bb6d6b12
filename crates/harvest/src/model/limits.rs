//! The limits that bound time and memory for hostile input.
//!
//! Every number that can end the reading of some input has a row in the table below. A reader takes its bound from
//! [`Limits`], and reports with the [`Limit`] itself (`Diagnostic::new(place, Limit::Members, message)`), which gives the
//! report its kind. So a limit that has no name cannot be reported, and `tests/documents/limits.rs` compares the constants of this
//! crate with a list: a new one is a row here, or a row there that says why it leaves nothing out. The same test lowers
//! each limit to almost nothing, and expects its report.

use super::kind::DiagnosticKind;
use super::names::named;

/// Declares the limits: the name, the default, the kind of the report, and whether the limit counts bytes.
macro_rules! limits {
    ($(#[doc = $about:literal] $limit:ident = $name:literal $kind:ident $unit:ident $default:expr;)+) => {
        named! {
            /// A limit on the size, the number or the nesting of parts of one file.
            pub enum Limit {
                $(#[doc = concat!("What is limited:", $about, ".")] $limit = $name,)+
            }
        }

        impl Limit {
            /// What is limited, in a few words.
            pub fn about(self) -> &'static str {
                match self { $(Limit::$limit => $about.trim_start(),)+ }
            }

            /// The kind of the diagnostics about this limit.
            pub const fn kind(self) -> DiagnosticKind {
                match self { $(Limit::$limit => DiagnosticKind::$kind,)+ }
            }

            /// Whether the limit is a number of bytes.
            pub const fn is_size(self) -> bool {
                match self { $(Limit::$limit => limits!(@ $unit),)+ }
            }

            /// The value that applies unless another one is set; `u64::MAX` is no limit.
            pub const fn default_value(self) -> u64 {
                match self { $(Limit::$limit => $default,)+ }
            }
        }
    };
    (@ bytes) => { true };
    (@ count) => { false };
}

limits! {
    /// the largest file that is read
    FileSize = "filesize" TooLarge bytes u64::MAX;
    /// the largest document, message or member that is held in memory as a whole
    Held = "held" TooLarge bytes 64 << 20;
    /// the memory for one document, by the bytes that its format takes for each byte
    Memory = "memory" TooLarge bytes 2 << 30;
    /// how many bytes are decompressed from one file
    Decompressed = "decompressed" TooMuch bytes 16 << 30;
    /// how many bytes one compressed byte may decompress to, beyond 1 MiB
    Ratio = "ratio" Ratio count 200;
    /// how deeply archives and mailboxes may be nested, from 0 to 16
    Depth = "depth" TooDeep count 8;
    /// how many members of one archive are read
    Members = "members" TooMany count 1_000_000;
    /// how many bytes of the name of a member, with its further fields, are read
    MemberName = "member-name" TooLarge bytes 64 << 10;
    /// how many parts of one message are read
    Parts = "parts" TooMany count 1_000;
    /// how deeply the parts of a message may be nested
    PartDepth = "part-depth" TooDeep count 32;
    /// how many content codings of a body in a web archive are undone
    Codings = "codings" TooDeep count 3;
    /// how many marks of Markdown are read as such
    Marks = "marks" TooMany count linkwright::rewrite::markdown::MOST_MARKS as u64;
    /// how deeply elements of XML and groups of RTF may be nested
    Nesting = "nesting" TooDeep count 1 << 16;
    /// how deeply JSON in strings of JSON may be nested
    StringDepth = "string-depth" TooDeep count 8;
    /// how many bytes one entity of XML, or one attribute of AsciiDoc, is expanded to
    Expansion = "expansion" TooLarge bytes 64 << 10;
    /// how many bytes all entities or attributes of a document are expanded to
    Expanded = "expanded" TooLarge bytes 16 << 20;
    /// how many pages of a PDF are read
    Pages = "pages" TooMany count 100_000;
    /// how many strings on one page of a PDF are read
    PageStrings = "page-strings" TooMany count 1 << 20;
    /// how many items of the outline of a PDF are read
    Outline = "outline" TooMany count 1 << 16;
    /// how many cross-reference sections of a PDF are read
    Sections = "sections" TooMany count 10_000;
    /// how many bytes the cross-reference streams of a PDF, or one of its object streams, may have
    Objects = "objects" TooLarge bytes 32 << 20;
    /// how many steps SQLite may take for one byte of a database
    Steps = "steps" TooMuch count 64;
}

/// The limits for one file. A diagnostic reports each limit that is reached ([`Diagnostic::limit`]). The links before
/// that point are reported.
///
/// The length of a link is an option of the finder
/// ([`FinderBuilder::max_len`](linkwright::find::FinderBuilder::max_len)), and applies to references of a document as
/// well. A longer token in text is reported as [`DiagnosticKind::LinkTooLong`], and a longer reference as
/// [`DiagnosticKind::ReferenceTooLong`].
///
/// ```
/// use linkwright_harvest::{Limit, Limits};
///
/// let limits = Limits::default().with(Limit::Depth, 2);
/// assert_eq!((limits.get(Limit::Depth), limits.get(Limit::Ratio)), (2, 200));
/// ```
///
/// [`Diagnostic::limit`]: crate::Diagnostic::limit
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    values: [u64; Limit::ALL.len()],
}

impl Limits {
    /// The greatest [`Limit::Depth`]; a greater value has the same effect. Each level of nesting needs the stack of
    /// several calls, and all levels must fit into a small stack.
    pub const MAX_DEPTH: u64 = 16;

    /// The value of a limit.
    pub const fn get(&self, limit: Limit) -> u64 {
        // INVARIANT: there is a value for each limit.
        #[expect(clippy::indexing_slicing, reason = "there is a value for each limit")]
        self.values[limit as usize]
    }

    /// The value of a limit, as a length.
    pub(crate) fn len(&self, limit: Limit) -> usize {
        usize::try_from(self.get(limit)).unwrap_or(usize::MAX)
    }

    /// How many bytes may be decoded from a document of `len` bytes that is decoded as a whole, and the limit that says
    /// so. `free` bytes are allowed in addition to the ratio.
    #[cfg(any(feature = "pdf", feature = "sqlite"))]
    pub(crate) fn decoded(&self, len: u64, free: u64) -> (u64, Limit) {
        let by_ratio = len.saturating_mul(self.get(Limit::Ratio)).saturating_add(free);
        let all = self.get(Limit::Decompressed);
        if all < by_ratio { (all, Limit::Decompressed) } else { (by_ratio, Limit::Ratio) }
    }

    /// These limits, with another value for one of them.
    #[must_use]
    pub fn with(mut self, limit: Limit, value: u64) -> Limits {
        let most = if limit == Limit::Depth { Limits::MAX_DEPTH } else { u64::MAX };
        if let Some(place) = self.values.get_mut(limit as usize) {
            *place = value.min(most);
        }
        self
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { values: Limit::ALL.map(Limit::default_value) }
    }
}
