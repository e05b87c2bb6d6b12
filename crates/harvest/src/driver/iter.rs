//! An iterator over the links of a file.

use core::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use crate::model::{Diagnostic, Located, Summary, Visitor};

/// An item of the iterator: a link, or a diagnostic.
pub type Item = Result<Located<'static>, Diagnostic>;

/// How many items may wait for the consumer of the iterator.
const AHEAD: usize = 256;

/// An iterator over the links of a file or a reader, in document order. The links are owned. A diagnostic is an `Err`,
/// and further links may follow it.
///
/// A separate thread reads the file, and waits while a few hundred items have not been taken. If the iterator is
/// dropped, the thread stops reading at the next link or the next chunk.
///
/// ```
/// use linkwright_harvest::Harvester;
///
/// let links = Harvester::new().links("x.txt", &b"http://a.example http://b.example"[..]);
/// let found: Vec<String> = links.map(|link| link.unwrap().text().to_owned()).collect();
/// assert_eq!(found, ["http://a.example", "http://b.example"]);
/// ```
#[derive(Debug)]
pub struct Links {
    items: Receiver<Item>,
    thread: Option<JoinHandle<Summary>>,
}

impl Links {
    pub(crate) fn new(read: impl FnOnce(&mut dyn Visitor) -> Summary + Send + 'static) -> Links {
        let (sender, items) = sync_channel(AHEAD);
        let work = move || read(&mut Sender { items: sender, is_alone: false });
        Links { items, thread: Some(thread::spawn(work)) }
    }

    /// Stops reading, if the file has not been read completely, and returns the summary. Items that were not taken are
    /// lost. Returns `None` if the thread that reads has panicked.
    pub fn finish(self) -> Option<Summary> {
        let Links { items, thread } = self;
        drop(items);
        thread?.join().ok()
    }
}

impl Iterator for Links {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.items.recv().ok()
    }
}

/// A visitor that sends what it receives.
struct Sender {
    items: SyncSender<Item>,
    /// Whether the receiver was dropped.
    is_alone: bool,
}

impl Sender {
    fn send(&mut self, item: Item) -> ControlFlow<()> {
        self.is_alone |= self.items.send(item).is_err();
        if self.is_alone { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Visitor for Sender {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        self.send(Ok(link.clone().into_owned()))
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let _ = self.send(Err(diagnostic.clone()));
    }

    fn progress(&mut self, _: u64) -> ControlFlow<()> {
        if self.is_alone { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
