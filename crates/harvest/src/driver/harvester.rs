//! The harvester. A program builds it once, may share it between threads, and calls it for each file.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use linkwright::options::OptionError;

use super::builder::HarvesterBuilder;
use super::dispatch::{self, Opened};
use super::file::{self, stamp};
use super::input::Buffers;
use super::session::Session;
use super::settings::{Finders, Shared};
use crate::archive::{Counted, Meter};
use crate::model::{Diagnostic, DiagnosticKind, Limit, Location, Place, Summary, Visitor};

/// Reads documents and reports their links.
///
/// A harvester is immutable and cheap to clone, and threads can share it.
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
#[derive(Clone, Debug)]
pub struct Harvester {
    shared: Arc<Shared>,
}

impl Default for Harvester {
    fn default() -> Harvester {
        Harvester::new()
    }
}

impl Harvester {
    /// A harvester with the finder of [`Preset::Mail`](linkwright::find::Preset::Mail) and the
    /// default limits.
    #[expect(clippy::missing_panics_doc, reason = "the default options are valid; tests check it")]
    pub fn new() -> Harvester {
        static DEFAULT: LazyLock<Option<Harvester>> =
            LazyLock::new(|| HarvesterBuilder::default().build().ok());
        #[expect(clippy::expect_used, reason = "the default options are valid; tests check it")]
        DEFAULT.clone().expect("the default options are valid")
    }

    /// A builder with the options of [`Harvester::new`].
    pub fn builder() -> HarvesterBuilder {
        HarvesterBuilder::default()
    }

    /// Reads the file at `path`. All errors, including a failure to open the file, are reported to `visitor`.
    ///
    /// Only regular files are read, because opening a pipe or a device may block or have side effects.
    /// To read one, open it and pass it to [`read`](Harvester::read).
    pub fn read_path(&self, path: impl AsRef<Path>, visitor: &mut dyn Visitor) -> Summary {
        let path = path.as_ref();
        self.run(Some(path), visitor, |session| {
            // The metadata is read before the file is opened, because opening a pipe waits for its writer.
            file::check_kind(&fs::metadata(path).map_err(file::failure)?)?;
            let file = File::open(path).map_err(file::failure)?;
            self.read_whole_file(session, path, &file)
        })
    }

    /// Reads an open file, which must be positioned at its beginning. The format is detected as in
    /// [`read`](Harvester::read).
    ///
    /// A file has three advantages over a reader. A file larger than the limit is left out. A zip archive is read by
    /// its directory without being held in memory. A change of the file while it is read is reported
    /// ([`DiagnosticKind::Changed`]), unless the file is so short that a single call reads all of it.
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
        let name = name.as_ref();
        self.run(Some(name), visitor, |session| self.read_whole_file(session, name, file))
    }

    /// Reads all bytes of `reader`. The format is detected from `name`, which may include folders,
    /// and from the content; no file with that name is opened.
    ///
    /// The format and the encoding are detected from the first 16 KiB, or with
    /// [`separate_lines`](crate::HarvesterBuilder::separate_lines) from the first line. No link is reported before.
    pub fn read(
        &self,
        name: impl AsRef<Path>,
        mut reader: impl Read,
        visitor: &mut dyn Visitor,
    ) -> Summary {
        self.run(None, visitor, |session| {
            self.read_top(session, name.as_ref(), &mut reader, None);
            Ok(())
        })
    }

    /// Calls `read` with a new session, for the file at `path` if there is one. An error is reported.
    fn run(
        &self,
        path: Option<&Path>,
        visitor: &mut dyn Visitor,
        read: impl FnOnce(&mut Session<'_>) -> Result<(), Diagnostic>,
    ) -> Summary {
        let meter = Meter::default();
        let mut session = Session {
            settings: &self.shared.settings,
            finders: &self.shared.finders,
            readers: dispatch::READERS,
            buffers: &self.shared.buffers,
            meter: &meter,
            visitor,
            summary: Summary::default(),
            path,
            was_read_at_once: false,
            told: 0,
            is_over: false,
        };
        if let Err(diagnostic) = read(&mut session) {
            session.diagnostic(&diagnostic);
        }
        Summary { bytes: meter.read.get(), ..session.summary }
    }

    fn read_whole_file(
        &self,
        session: &mut Session<'_>,
        name: &Path,
        file: &File,
    ) -> Result<(), Diagnostic> {
        let metadata = file.metadata().map_err(file::failure)?;
        file::check_kind(&metadata)?;
        file::check_size(&metadata, self.shared.settings.limits.get(Limit::FileSize))?;
        let opened = Opened { file, len: metadata.len() };
        self.read_top(session, name, &mut &*file, Some(opened));
        if session.is_over || session.was_read_at_once {
            return Ok(());
        }
        if stamp(&metadata) != stamp(&file.metadata().map_err(file::failure)?) {
            let message = "changed while it was read";
            return Err(Diagnostic::new(&Place::default(), DiagnosticKind::Changed, message));
        }
        Ok(())
    }

    fn read_top(
        &self,
        session: &mut Session<'_>,
        name: &Path,
        reader: &mut dyn Read,
        opened: Option<Opened<'_>>,
    ) {
        let mut reader = Counted { reader, count: &session.meter.read };
        let mut location =
            Location { base: self.shared.settings.base.clone(), ..Location::default() };
        dispatch::read_file(session, &mut location, &name.to_string_lossy(), &mut reader, opened);
    }
}

impl HarvesterBuilder {
    /// Builds the harvester.
    ///
    /// # Errors
    /// Returns the errors of [`FinderBuilder::build`](linkwright::find::FinderBuilder::build) for the options of the
    /// finder.
    pub fn build(&self) -> Result<Harvester, OptionError> {
        let (settings, finders) = (self.settings.clone(), Finders::new(&self.finder)?);
        let shared = Shared { settings, finders, buffers: Buffers::default() };
        Ok(Harvester { shared: Arc::new(shared) })
    }
}
