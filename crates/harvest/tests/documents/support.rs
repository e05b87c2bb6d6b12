//! Test helpers: a visitor that records everything, temporary folders, and functions that read documents on a
//! small stack.

use core::ops::ControlFlow;
use std::io::{self, Read};
use std::path::PathBuf;
use std::{fs, thread};

use linkwright_harvest::{Diagnostic, Harvester, Limit, Located, Summary, Visitor};

/// What was reported for a document. Each link has the form `place@offset origin uri`, in the order of the document.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) links: Vec<String>,
    /// The messages of the diagnostics, without the path.
    pub(crate) diagnostics: Vec<String>,
    /// The names of the kinds of the diagnostics.
    pub(crate) kinds: Vec<&'static str>,
    /// The limits that were reached.
    pub(crate) limits: Vec<Limit>,
    /// The number of diagnostics about a whole file, member or part that was skipped.
    pub(crate) skips: u64,
    pub(crate) located: Vec<Located<'static>>,
    pub(crate) summary: Summary,
}

impl Visitor for Found {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        let uri = link.uri().map_or_else(|| format!("({})", link.text()), |uri| uri.to_string());
        let (place, offset, origin) = (link.place(), link.offset(), link.origin());
        self.links.push(format!("{place}@{offset} {origin} {uri}"));
        self.located.push(link.clone().into_owned());
        ControlFlow::Continue(())
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.diagnostics.push(diagnostic.to_string());
        self.kinds.push(diagnostic.kind().name());
        self.limits.extend(diagnostic.limit());
        self.skips += u64::from(diagnostic.is_skip());
    }
}

/// A folder that is removed at the end of the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("linkwright-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A reader that returns a few bytes at a time.
pub(crate) struct Drip<'b> {
    pub(crate) bytes: &'b [u8],
    pub(crate) step: usize,
}

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.step.min(buffer.len());
        self.bytes.read(&mut buffer[..len])
    }
}

/// Reads `bytes` as a file with this name.
pub(crate) fn read(harvester: &Harvester, name: &str, bytes: &[u8]) -> Found {
    on_small_stack(|| {
        let mut found = Found::default();
        found.summary = harvester.read(name, bytes, &mut found);
        found
    })
}

/// Like [`read`], with the default harvester.
pub(crate) fn read_plainly(name: &str, bytes: &[u8]) -> Found {
    read(&Harvester::new(), name, bytes)
}

/// Runs `work` on a stack of 128 KiB, which is the default size for threads on some systems.
pub(crate) fn on_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(128 * 1024).spawn_scoped(scope, work);
        thread.unwrap().join().unwrap()
    })
}
