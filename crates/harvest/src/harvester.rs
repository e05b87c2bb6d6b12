//! The harvester: built once, shared, given one file after the other.

use core::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::SystemTime;

use encoding_rs::Encoding;
use linkwright::Finder;
use linkwright::find::FinderBuilder;
use linkwright::options::OptionError;
use linkwright::uri::UriBuf;

use crate::container::Counted;
use crate::document::{self, Opened};
use crate::encoding;
use crate::format::Format;
use crate::input::Buffers;
use crate::iter::Links;
use crate::limits::Limits;
use crate::place::Place;
use crate::run::{Meter, Run, Site, Summary};
use crate::settings::{Finders, Settings};
use crate::trouble::{Trouble, TroubleKind};
use crate::visitor::Visitor;
use crate::waypoint::Waypoint;

/// Reads documents and reports their links.
///
/// It is read only, cheap to clone, and can be shared between threads.
///
/// ```
/// use linkwright_harvest::{Harvester, Located};
///
/// let harvester = Harvester::new();
/// let mut found = Vec::new();
/// harvester.read("note.txt", &b"see http://a.example/b."[..], &mut |link: &Located<'_>| {
///     found.push((link.offset(), link.uri().unwrap().as_str().to_owned()));
/// });
/// assert_eq!(found, [(4, "http://a.example/b".to_owned())]);
/// ```
#[derive(Clone)]
pub struct Harvester {
    settings: Arc<Settings>,
    buffers: Arc<Buffers>,
}

impl Default for Harvester {
    fn default() -> Harvester {
        Harvester::new()
    }
}

impl fmt::Debug for Harvester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { limits, format, base, .. } = &*self.settings;
        let mut debug = f.debug_struct("Harvester");
        debug.field("limits", limits).field("format", format).field("base", base);
        debug.finish_non_exhaustive()
    }
}

impl Harvester {
    /// A harvester with the finder of [`Preset::Mail`](linkwright::find::Preset::Mail) and the
    /// default limits.
    #[expect(clippy::missing_panics_doc, reason = "the default options build; a test holds it")]
    pub fn new() -> Harvester {
        static DEFAULT: LazyLock<Option<Harvester>> =
            LazyLock::new(|| HarvesterBuilder::new().build().ok());
        #[expect(clippy::expect_used, reason = "the default options build; a test holds it")]
        DEFAULT.clone().expect("the default options build")
    }

    /// A builder with the options of [`Harvester::new`].
    pub fn builder() -> HarvesterBuilder {
        HarvesterBuilder::new()
    }

    /// Reads the file at `path`. Whatever goes wrong, also when it is opened, is told to `visitor`.
    ///
    /// Only regular files are read: opening a pipe or a device may wait for ever, or do something.
    /// Who means one opens it and gives it to [`read`](Harvester::read).
    pub fn read_path(&self, path: impl AsRef<Path>, visitor: &mut dyn Visitor) -> Summary {
        self.read_path_at(path.as_ref(), None, visitor)
    }

    /// As [`read_path`](Harvester::read_path), from a place on that a [`Visitor`] was told of when the
    /// same file was read before: it reports the links that were not reported then. The messages are
    /// numbered on.
    ///
    /// Where no message begins there the file is another one by now, and nothing of it is read
    /// ([`TroubleKind::Changed`]). What was appended to it is read.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use linkwright_harvest::{Harvester, Located, Visitor, Waypoint};
    ///
    /// /// Counts links, and ends the reading at the second message.
    /// struct First(usize, Option<Waypoint>);
    ///
    /// impl Visitor for First {
    ///     fn link(&mut self, _: &Located<'_>) -> ControlFlow<()> {
    ///         if self.1.is_some() {
    ///             return ControlFlow::Break(());
    ///         }
    ///         self.0 += 1;
    ///         ControlFlow::Continue(())
    ///     }
    ///
    ///     fn waypoint(&mut self, waypoint: Waypoint) {
    ///         self.1 = Some(waypoint);
    ///     }
    /// }
    ///
    /// let path = std::env::temp_dir().join(format!("linkwright-{}.mbox", std::process::id()));
    /// std::fs::write(&path, "From a 10:00\nTo: b\n\nhttp://a.example\n\n\
    ///     From a 11:00\nTo: b\n\nhttp://b.example http://c.example\n")?;
    /// let harvester = Harvester::new();
    /// let mut first = First(0, None);
    /// harvester.read_path(&path, &mut first);
    /// let mut rest = Vec::new();
    /// harvester.read_path_from(&path, first.1.unwrap(), &mut |link: &Located<'_>| {
    ///     rest.push(format!("{} {}", link.place(), link.text()));
    /// });
    /// assert_eq!(first.0, 1);
    /// assert_eq!(rest, ["#2/part 1 http://b.example", "#2/part 1 http://c.example"]);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read_path_from(
        &self,
        path: impl AsRef<Path>,
        waypoint: Waypoint,
        visitor: &mut dyn Visitor,
    ) -> Summary {
        self.read_path_at(path.as_ref(), Some(waypoint), visitor)
    }

    fn read_path_at(
        &self,
        path: &Path,
        from: Option<Waypoint>,
        visitor: &mut dyn Visitor,
    ) -> Summary {
        // Asked before it is opened: to open a pipe waits for its writer.
        let opened = fs::metadata(path).map_err(|error| failure(&error)).and_then(|metadata| {
            check_kind(&metadata)?;
            File::open(path).map_err(|error| failure(&error))
        });
        match opened {
            Ok(file) => self.read_file_from(path, &file, from, visitor),
            Err(trouble) => {
                let meter = Meter::default();
                let mut run = Run::new(&self.settings, &self.buffers, &meter, visitor);
                run.trouble(&trouble);
                run.end()
            }
        }
    }

    /// Reads a file that is open, from its beginning. Its format is told as in
    /// [`read`](Harvester::read).
    ///
    /// What is known of a file helps: it is refused where it is larger than the limit, an archive is
    /// read by its directory, and a file that is written to meanwhile is reported
    /// ([`TroubleKind::Changed`]) unless it is so short that it was read at once.
    ///
    /// ```
    /// use linkwright_harvest::{Harvester, Located};
    ///
    /// let path = std::env::temp_dir().join(format!("linkwright-{}.txt", std::process::id()));
    /// std::fs::write(&path, "see http://a.example/b.")?;
    /// let file = std::fs::File::open(&path)?;
    /// let mut found = 0;
    /// Harvester::new().read_file(&path, &file, &mut |_: &Located<'_>| found += 1);
    /// assert_eq!(found, 1);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read_file(
        &self,
        name: impl AsRef<Path>,
        file: &File,
        visitor: &mut dyn Visitor,
    ) -> Summary {
        self.read_file_from(name.as_ref(), file, None, visitor)
    }

    fn read_file_from(
        &self,
        name: &Path,
        file: &File,
        from: Option<Waypoint>,
        visitor: &mut dyn Visitor,
    ) -> Summary {
        let meter = Meter::default();
        let mut run = Run::new(&self.settings, &self.buffers, &meter, visitor);
        if let Err(trouble) = self.read_whole_file(&mut run, name, file, from) {
            run.trouble(&trouble);
        }
        run.end()
    }

    /// Reads all that `reader` gives. Its format is told by `name`, which may have folders in it,
    /// and by the content; the name is not opened.
    ///
    /// The content is the first 16 KiB. A reader that has no more bytes now and wants the links of
    /// those that it gave answers once with [`WouldBlock`](io::ErrorKind::WouldBlock): the format is
    /// then told by what has come. It is asked again at once, and may block then.
    pub fn read(
        &self,
        name: impl AsRef<Path>,
        mut reader: impl Read,
        visitor: &mut dyn Visitor,
    ) -> Summary {
        let meter = Meter::default();
        let mut run = Run::new(&self.settings, &self.buffers, &meter, visitor);
        self.read_top(&mut run, name.as_ref(), &mut reader, None);
        run.end()
    }

    /// The links of the file at `path`, as an iterator. It reads on a separate thread.
    pub fn links_of_path(&self, path: impl AsRef<Path>) -> Links {
        let path = path.as_ref().to_owned();
        Links::new(self.clone(), move |harvester, visitor| harvester.read_path(path, visitor))
    }

    /// The links of all that `reader` gives, as an iterator. It reads on a separate thread.
    pub fn links(&self, name: impl AsRef<Path>, reader: impl Read + Send + 'static) -> Links {
        let name = name.as_ref().to_owned();
        Links::new(self.clone(), move |harvester, visitor| harvester.read(name, reader, visitor))
    }

    fn read_whole_file(
        &self,
        run: &mut Run<'_>,
        name: &Path,
        file: &File,
        from: Option<Waypoint>,
    ) -> Result<(), Trouble> {
        let metadata = file.metadata().map_err(|error| failure(&error))?;
        check_kind(&metadata)?;
        self.check_size(&metadata)?;
        let opened = Opened { file, len: metadata.len(), from };
        self.read_top(run, name, &mut &*file, Some(opened));
        if run.is_over() || run.was_read_at_once {
            return Ok(());
        }
        if Stamp::of(&metadata) != Stamp::of(&file.metadata().map_err(|error| failure(&error))?) {
            let message = "changed while it was read";
            return Err(Trouble::new(&Place::default(), TroubleKind::Changed, message));
        }
        Ok(())
    }

    fn check_size(&self, metadata: &Metadata) -> Result<(), Trouble> {
        match self.settings.limits.file_bytes {
            Some(limit) if metadata.len() > limit => {
                let message = format!("has {} bytes, more than {limit}; not read", metadata.len());
                Err(trouble(TroubleKind::TooLarge, message))
            }
            _ => Ok(()),
        }
    }

    fn read_top(
        &self,
        run: &mut Run<'_>,
        name: &Path,
        reader: &mut dyn Read,
        opened: Option<Opened<'_>>,
    ) {
        let mut reader = Counted { reader, count: &run.meter().read };
        let mut site = Site { base: self.settings.base.clone(), ..Site::default() };
        document::read_file(run, &mut site, &name.to_string_lossy(), &mut reader, opened);
    }
}

/// The trouble for which a file is not read at all.
fn trouble(kind: TroubleKind, message: impl Into<String>) -> Trouble {
    Trouble::skip(&Place::default(), kind, message)
}

fn failure(error: &io::Error) -> Trouble {
    trouble(TroubleKind::Io, error.to_string())
}

fn check_kind(metadata: &Metadata) -> Result<(), Trouble> {
    if metadata.is_file() {
        return Ok(());
    }
    Err(trouble(TroubleKind::NotAFile, what_it_is(metadata)))
}

/// The kind of a file that is not a regular file.
fn what_it_is(metadata: &Metadata) -> &'static str {
    if metadata.is_dir() {
        return "is a folder, not a file";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = metadata.file_type();
        let kinds = [
            (kind.is_socket(), "is a socket, not a file"),
            (kind.is_fifo(), "is a pipe, not a file"),
            (kind.is_block_device() || kind.is_char_device(), "is a device, not a file"),
        ];
        if let Some((_, what)) = kinds.into_iter().find(|(is_it, _)| *is_it) {
            return what;
        }
    }
    "is not a regular file"
}

/// What shows that a file was written to.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        Stamp { len: metadata.len(), modified: metadata.modified().ok() }
    }
}

/// Builds a [`Harvester`].
///
/// ```
/// use linkwright::Finder;
/// use linkwright::find::Preset;
/// use linkwright_harvest::{Harvester, Limits, Located};
///
/// let harvester = Harvester::builder()
///     .finder(Finder::builder().preset(Preset::Archive))
///     .limits(Limits { depth: 2, ..Limits::default() })
///     .lines(true)
///     .context(8)
///     .build()?;
/// let text = b"one\ntwo http://a.example three";
/// harvester.read("x", &text[..], &mut |link: &Located<'_>| {
///     assert_eq!(link.line_column().map(|place| (place.line(), place.column())), Some((2, 5)));
///     assert_eq!(link.context().map(|context| context.before()), Some("one\ntwo "));
/// });
/// # Ok::<(), linkwright_harvest::SettingError>(())
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the builder")]
pub struct HarvesterBuilder {
    finder: FinderBuilder,
    limits: Limits,
    format: Option<Format>,
    encoding: Option<&'static Encoding>,
    base: Option<UriBuf>,
    lines: bool,
    context: Option<usize>,
    binary: bool,
    separate_lines: bool,
    displayed_text: bool,
}

/// Why a harvester could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    option: String,
    problem: String,
}

impl SettingError {
    /// The name of the option, of the harvester or of the finder.
    pub fn option(&self) -> &str {
        &self.option
    }

    /// What is wrong with it, as a sentence without a full stop.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl From<OptionError> for SettingError {
    fn from(error: OptionError) -> SettingError {
        let (option, problem) = (error.option().to_owned(), error.problem().to_string());
        SettingError { option, problem }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.option, self.problem)
    }
}

impl core::error::Error for SettingError {}

impl Default for HarvesterBuilder {
    fn default() -> HarvesterBuilder {
        HarvesterBuilder::new()
    }
}

impl HarvesterBuilder {
    /// A builder with the options of [`Harvester::new`].
    pub fn new() -> HarvesterBuilder {
        HarvesterBuilder {
            finder: Finder::builder(),
            limits: Limits::default(),
            format: None,
            encoding: None,
            base: None,
            lines: false,
            context: None,
            binary: false,
            separate_lines: false,
            displayed_text: true,
        }
    }

    /// How links are found in text. Text that is declared format=flowed is searched with the same
    /// options and [`flowed`](FinderBuilder::flowed) on top.
    pub fn finder(&mut self, finder: &FinderBuilder) -> &mut HarvesterBuilder {
        self.finder = finder.clone();
        self
    }

    /// What may be spent on a file.
    pub fn limits(&mut self, limits: Limits) -> &mut HarvesterBuilder {
        self.limits = limits;
        self
    }

    /// The format of every file and of every member, whatever its name and its content; `None` to
    /// tell it by these. Containers are opened all the same, and the parts of messages are told by
    /// what the message says.
    pub fn format(&mut self, format: Option<Format>) -> &mut HarvesterBuilder {
        self.format = format;
        self
    }

    /// The encoding of every text, by its name or a label of the Encoding Standard such as `latin1`,
    /// whatever the text itself says; a byte-order mark and the charset of a part of a message count
    /// more. `None` to find out.
    ///
    /// # Errors
    /// No encoding has that label.
    pub fn encoding(&mut self, label: Option<&str>) -> Result<&mut HarvesterBuilder, SettingError> {
        let find = |label: &str| {
            encoding::for_label(label).ok_or_else(|| SettingError {
                option: "encoding".to_owned(),
                problem: format!("{label:?} is not known"),
            })
        };
        self.encoding = label.map(find).transpose()?;
        Ok(self)
    }

    /// The base of the relative references of a document that declares none: where it came from. The
    /// references of patterns have a base of their own
    /// ([`FinderBuilder::base`](linkwright::find::FinderBuilder::base)).
    pub fn base(&mut self, base: Option<UriBuf>) -> &mut HarvesterBuilder {
        self.base = base;
        self
    }

    /// Whether lines and columns are told. They cost a walk over the text.
    pub fn lines(&mut self, yes: bool) -> &mut HarvesterBuilder {
        self.lines = yes;
        self
    }

    /// How many characters of the text around a link are told, on each side; 0 for none.
    pub fn context(&mut self, chars: usize) -> &mut HarvesterBuilder {
        self.context = (chars > 0).then_some(chars);
        self
    }

    /// Whether each line of a plain text is searched separately, as soon as it has come:
    /// no link goes on over a line feed, and of a reader no more than one line is waited for.
    pub fn separate_lines(&mut self, yes: bool) -> &mut HarvesterBuilder {
        self.separate_lines = yes;
        self
    }

    /// Whether links keep the text that they show ([`Existing::displayed`](crate::Existing::displayed)),
    /// without which no link has the flag `text-mismatch`. On by default; it costs a look at the text
    /// of each link.
    pub fn displayed_text(&mut self, yes: bool) -> &mut HarvesterBuilder {
        self.displayed_text = yes;
        self
    }

    /// Whether binary files (pictures, programs) are searched as text.
    pub fn binary(&mut self, yes: bool) -> &mut HarvesterBuilder {
        self.binary = yes;
        self
    }

    /// The harvester.
    ///
    /// # Errors
    /// What [`FinderBuilder::build`] says about the options of the finder.
    pub fn build(&self) -> Result<Harvester, SettingError> {
        let mut flowed = self.finder.clone();
        flowed.flowed(true);
        let mut delsp = flowed.clone();
        delsp.delsp(true);
        let finders =
            Finders { plain: self.finder.build()?, flowed: flowed.build()?, delsp: delsp.build()? };
        let HarvesterBuilder { limits, format, encoding, lines, context, binary, .. } = *self;
        let separate_lines = self.separate_lines;
        let displayed_text = self.displayed_text;
        let limits = Limits { depth: limits.depth.min(Limits::MAX_DEPTH), ..limits };
        let base = self.base.clone();
        let settings = Settings {
            finders,
            limits,
            format,
            encoding,
            base,
            lines,
            context,
            binary,
            separate_lines,
            displayed_text,
        };
        Ok(Harvester { settings: Arc::new(settings), buffers: Arc::default() })
    }
}
