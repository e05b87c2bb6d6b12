//! The receiver of links and diagnostics.

use core::ops::ControlFlow;

use super::diagnostic::Diagnostic;
use super::located::Located;
use super::messages::Messages;
use super::resume_point::ResumePoint;

/// Receives every link, every diagnostic, and the progress of the reading.
///
/// [`ControlFlow::Break`] ends the reading: nothing more is read or reported. A closure that takes a link is a visitor
/// as well: it ignores diagnostics and never ends the reading.
pub trait Visitor {
    /// Receives a link. Links come in the order of the document.
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()>;

    /// Receives the report of a fault, or of something that was left out. The reading of the document continues.
    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let _ = diagnostic;
    }

    /// Receives a point at which an interrupted reading can be resumed
    /// ([`Harvester::read_path_from`](crate::Harvester::read_path_from)): all links before `resume_point` have been
    /// reported, and none after it.
    ///
    /// Called only if [`resume_points`](crate::HarvesterBuilder::resume_points) is set. It is called at the beginning
    /// of a file that has such points, and then repeatedly. These files have such points: an uncompressed mailbox in
    /// the format mbox; uncompressed plain text, or an uncompressed text of records such as CSV, in UTF-8; and a web
    /// archive that is uncompressed or has a gzip member for each record.
    fn resume_point(&mut self, resume_point: ResumePoint) {
        let _ = resume_point;
    }

    /// Receives the number of bytes of the file that have been read so far. In an archive, compressed bytes are
    /// counted. Called at least once for every MiB of decompressed content.
    fn progress(&mut self, bytes_read: u64) -> ControlFlow<()> {
        let _ = bytes_read;
        ControlFlow::Continue(())
    }

    /// Returns a [`Divider`], which receives the messages of a mailbox and has them read on other threads. If this
    /// method returns `None`, the default, the messages are read on this thread and their links are reported to this
    /// visitor. Called only for an uncompressed file that is itself a mailbox.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use linkwright_harvest::{Divider, Harvester, Located, Messages, Summary, Visitor};
    ///
    /// /// Reads all messages at the end, on another thread.
    /// struct Later(Harvester, Vec<Messages>, Summary);
    ///
    /// impl Visitor for Later {
    ///     fn link(&mut self, _: &Located<'_>) -> ControlFlow<()> {
    ///         ControlFlow::Continue(())
    ///     }
    ///
    ///     fn divider(&mut self) -> Option<&mut dyn Divider> {
    ///         Some(self)
    ///     }
    /// }
    ///
    /// impl Divider for Later {
    ///     fn wants(&self) -> bool {
    ///         true
    ///     }
    ///
    ///     fn give(&mut self, messages: Messages) -> ControlFlow<()> {
    ///         self.1.push(messages);
    ///         ControlFlow::Continue(())
    ///     }
    ///
    ///     fn settle(&mut self) -> ControlFlow<()> {
    ///         for mut messages in self.1.drain(..) {
    ///             let harvester = self.0.clone();
    ///             let thread = std::thread::spawn(move || {
    ///                 let ignored = &mut |_: &Located<'_>| {};
    ///                 let summary = harvester.read_messages(&mut messages, ignored);
    ///                 (messages, summary)
    ///             });
    ///             let (messages, summary) = thread.join().unwrap();
    ///             if messages.settle() {
    ///                 self.2.add(&summary);
    ///             }
    ///         }
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let path = std::env::temp_dir().join(format!("linkwright-{}-later.mbox", std::process::id()));
    /// std::fs::write(&path, "From a 10:00\nTo: b\n\nhttp://a.example\n\n\
    ///     From a 11:00\nTo: b\n\nhttp://b.example http://c.example\n")?;
    /// let harvester = Harvester::new();
    /// let mut later = Later(harvester.clone(), Vec::new(), Summary::default());
    /// let summary = harvester.read_path(&path, &mut later);
    /// assert_eq!((summary.links(), later.2.links(), later.2.messages()), (0, 3, 2));
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    fn divider(&mut self) -> Option<&mut dyn Divider> {
        None
    }
}

/// Receives messages of a mailbox that are to be read on other threads.
///
/// [`settle`](Divider::settle) is called before anything else of the file is reported.
pub trait Divider {
    /// Whether the receiver takes messages now. If not, the next message is read immediately, on the thread that reads
    /// the mailbox.
    fn wants(&self) -> bool;

    /// Receives the next messages. [`Break`](ControlFlow::Break) ends the reading.
    fn give(&mut self, messages: Messages) -> ControlFlow<()>;

    /// Must return only after all messages that were given are [read](crate::Harvester::read_messages) and
    /// [settled](Messages::settle). [`Break`](ControlFlow::Break) ends the reading.
    fn settle(&mut self) -> ControlFlow<()>;
}

impl<F: FnMut(&Located<'_>)> Visitor for F {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        self(link);
        ControlFlow::Continue(())
    }
}
