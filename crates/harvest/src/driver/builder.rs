//! The options of a harvester.

use linkwright::Finder;
use linkwright::find::FinderBuilder;
use linkwright::uri::UriBuf;

use super::settings::Settings;
use crate::detect::Format;
use crate::encoding;
use crate::model::{Limits, WarcType};

/// Builds a [`Harvester`](crate::Harvester).
///
/// ```
/// use linkwright::Finder;
/// use linkwright::find::Preset;
/// use linkwright_harvest::{Harvester, Limit, Limits, Located};
///
/// let harvester = Harvester::builder()
///     .finder(Finder::builder().preset(Preset::Archive))
///     .limits(Limits::default().with(Limit::Depth, 2))
///     .lines(true)
///     .context(8)
///     .build()?;
/// let text = b"one\ntwo http://a.example three";
/// harvester.read("x", &text[..], &mut |link: &Located<'_>| {
///     assert_eq!(link.line_column().map(|place| (place.line(), place.column())), Some((2, 5)));
///     assert_eq!(link.context().map(|context| &*context.before), Some("one\ntwo "));
/// });
/// # Ok::<(), linkwright::options::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HarvesterBuilder {
    pub(super) finder: FinderBuilder,
    pub(super) settings: Settings,
}

impl Default for HarvesterBuilder {
    /// The options of [`Harvester::new`](crate::Harvester::new).
    fn default() -> HarvesterBuilder {
        let settings = Settings {
            limits: Limits::default(),
            format: None,
            encoding: None,
            base: None,
            lines: false,
            context: None,
            binary: false,
            separate_lines: false,
            displayed_text: true,
            warc_types: WarcType::DEFAULT.to_vec(),
            #[cfg(feature = "pdf")]
            pdf_process: None,
            #[cfg(feature = "sqlite")]
            sqlite_process: None,
        };
        HarvesterBuilder { finder: Finder::builder(), settings }
    }
}

impl HarvesterBuilder {
    /// The options of the finder that searches text. Text that is declared `format=flowed` is searched with the same
    /// options and [`flowed`](FinderBuilder::flowed), and with `DelSp=yes` also with [`delsp`](FinderBuilder::delsp).
    pub fn finder(&mut self, finder: &FinderBuilder) -> &mut HarvesterBuilder {
        self.finder = finder.clone();
        self
    }

    /// The limits that apply to each file.
    pub fn limits(&mut self, limits: Limits) -> &mut HarvesterBuilder {
        self.settings.limits = limits;
        self
    }

    /// The format of every file and of every member. `None` detects the format from the name and the content.
    /// Containers are opened whatever the format is set to, and the format of a part of a message is always detected
    /// from its media type, its name and its content.
    pub fn format(&mut self, format: Option<Format>) -> &mut HarvesterBuilder {
        self.settings.format = format;
        self
    }

    /// The encoding of every text, by its name or a label of the Encoding Standard such as `latin1`. It overrides the
    /// encoding that the text declares. A byte-order mark, and the charset that a message or an HTTP header declares
    /// for the text, override this option. `None` detects the encoding.
    ///
    /// # Errors
    /// Returns the problem, as a sentence without a full stop, if no encoding has that label.
    pub fn encoding(&mut self, label: Option<&str>) -> Result<&mut HarvesterBuilder, String> {
        let find = |label: &str| {
            encoding::for_label(label).ok_or_else(|| {
                format!("{label:?} is not known; the names are those of the Encoding Standard, such as utf-8, windows-1252, shift_jis")
            })
        };
        self.settings.encoding = label.map(find).transpose()?;
        Ok(self)
    }

    /// The base of relative references in a document that declares none: the URI from which the document was loaded.
    /// The references of patterns have a separate base
    /// ([`FinderBuilder::base`](linkwright::find::FinderBuilder::base)).
    pub fn base(&mut self, base: Option<UriBuf>) -> &mut HarvesterBuilder {
        self.settings.base = base;
        self
    }

    /// Whether the line and the column of each link are reported. Counting them takes another pass over the text.
    pub fn lines(&mut self, yes: bool) -> &mut HarvesterBuilder {
        self.settings.lines = yes;
        self
    }

    /// The number of characters around a link that are reported, on each side; 0 for none.
    pub fn context(&mut self, chars: usize) -> &mut HarvesterBuilder {
        self.settings.context = (chars > 0).then_some(chars);
        self
    }

    /// Whether each line of plain text is searched separately, immediately after it was read. If so, no link continues
    /// after a line feed, and each complete line is searched before the reader is called again.
    pub fn separate_lines(&mut self, yes: bool) -> &mut HarvesterBuilder {
        self.settings.separate_lines = yes;
        self
    }

    /// Whether links keep the text that they show ([`Existing::displayed`](crate::Existing::displayed)). If this is
    /// off, no link has the flag `text-mismatch`. On by default; finding the text of each link takes time.
    pub fn displayed_text(&mut self, yes: bool) -> &mut HarvesterBuilder {
        self.settings.displayed_text = yes;
        self
    }

    /// The types of records of web archives that are read; [`WarcType::DEFAULT`] if this is not set.
    ///
    /// ```
    /// use linkwright_harvest::{Harvester, Located, WarcType};
    ///
    /// let archive = b"WARC/1.0\r\nWARC-Type: request\r\nContent-Type: application/http\r\n\
    ///     Content-Length: 45\r\n\r\nGET / HTTP/1.1\r\nReferer: http://a.example/\r\n\r\n\r\n\r\n";
    /// let count = |harvester: Harvester| {
    ///     harvester.read("a.warc", &archive[..], &mut |_: &Located<'_>| {}).links
    /// };
    /// let requests = Harvester::builder().warc_types([WarcType::Request]).build()?;
    /// assert_eq!((count(Harvester::new()), count(requests)), (0, 1));
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    pub fn warc_types(
        &mut self,
        types: impl IntoIterator<Item = WarcType>,
    ) -> &mut HarvesterBuilder {
        self.settings.warc_types = types.into_iter().collect();
        self
    }

    /// Decodes PDFs in another process: `process` receives the bytes of a PDF, and returns a reader of the output of
    /// [`write_pdf_content`](crate::write_pdf_content) for that PDF. `None`, the default, decodes PDFs in this process.
    ///
    /// The memory of another process can be limited. If the process ends early, the parts of the PDF that it has
    /// written are read, and a diagnostic reports the early end.
    #[cfg(feature = "pdf")]
    pub fn pdf_process(&mut self, process: Option<crate::pdf::Process>) -> &mut HarvesterBuilder {
        self.settings.pdf_process = process;
        self
    }

    /// Reads SQLite databases in another process: `process` receives the path of a private copy, and returns a reader
    /// of the output of [`write_sqlite_content`](crate::write_sqlite_content) for it. `None`, the default, reads
    /// databases in this process.
    ///
    /// The memory of another process can be limited, and a fault in SQLite ends only that process. If it ends early, a
    /// diagnostic reports the early end.
    #[cfg(feature = "sqlite")]
    pub fn sqlite_process(
        &mut self,
        process: Option<crate::sqlite::Process>,
    ) -> &mut HarvesterBuilder {
        self.settings.sqlite_process = process;
        self
    }

    /// Whether binary files, such as pictures and programs, are searched as text.
    pub fn binary(&mut self, yes: bool) -> &mut HarvesterBuilder {
        self.settings.binary = yes;
        self
    }
}
