//! The class `HarvestRun`, from which the Python class `Harvest` takes its events.

use core::sync::atomic::Ordering;
use core::time::Duration;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::harvest::events::{Events, Kind};
use crate::harvest::reading::{Figures, Reading, Total};
use crate::harvest::settings::Settings;
use crate::options;

/// The maximum number of batches in the queue.
const AHEAD: usize = 8;

/// How long to wait for a batch before checking for signals, such as that of Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(100);

/// Whether the event is a link, and its JSON.
type Event<'py> = (bool, Bound<'py, PyBytes>);

/// Reads files on a separate thread.
#[pyclass(module = "linkwright._linkwright", frozen)]
#[derive(Debug)]
pub(crate) struct HarvestRun {
    figures: Arc<Figures>,
    state: Mutex<State>,
}

/// The queue and the thread while files are read, and the totals afterwards.
#[derive(Debug, Default)]
struct State {
    events: Option<Receiver<Events>>,
    thread: Option<JoinHandle<Total>>,
    total: Total,
}

#[pymethods]
impl HarvestRun {
    #[new]
    fn new(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        preset: &str,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<HarvestRun> {
        let settings = Settings::of(py, options::preset(py, preset)?, options)?;
        let (sender, events) = sync_channel(AHEAD);
        let figures = Arc::new(Figures::default());
        let reading = Reading { settings, figures: Arc::clone(&figures), events: sender };
        let thread = thread::Builder::new().name("linkwright-harvest".to_owned());
        let thread = thread.spawn(move || reading.run(&paths))?;
        let state = State { events: Some(events), thread: Some(thread), total: Total::default() };
        Ok(HarvestRun { figures, state: Mutex::new(state) })
    }

    /// The next events as pairs `(is_link, JSON)`; `None` at the end.
    fn next_events<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Event<'py>>>> {
        loop {
            match py.detach(|| self.receive()) {
                Ok(events) => {
                    let event = |(kind, json)| (kind == Kind::Link, PyBytes::new(py, json));
                    return Ok(Some(events.iter().map(event).collect()));
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    self.close(py)?;
                    return Ok(None);
                }
            }
        }
    }

    /// Cancels the reading if it is still running, and waits for the thread.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.figures.is_cancelled.store(true, Ordering::Relaxed);
        py.detach(|| {
            let mut state = self.lock();
            // Dropping the receiver wakes a thread that waits for room in the queue.
            state.events = None;
            let Some(thread) = state.thread.take() else { return Ok(()) };
            state.total = thread
                .join()
                .map_err(|_| PyRuntimeError::new_err("a reader panicked; this is a bug"))?;
            Ok(())
        })
    }

    /// The numbers of files and bytes that have been read so far.
    fn progress(&self) -> (u64, u64) {
        (self.figures.files.load(Ordering::Relaxed), self.figures.bytes.load(Ordering::Relaxed))
    }

    /// The totals. They are complete after `next_events` has returned `None`, and after `close`.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Total { summary, files, skipped_files } = py.detach(|| self.lock().total);
        let figures = PyDict::new(py);
        for (name, figure) in [
            ("files", files),
            ("skipped_files", skipped_files),
            ("bytes", summary.bytes),
            ("documents", summary.documents),
            ("messages", summary.messages),
            ("links", summary.links),
            ("skipped", summary.skipped),
            ("problems", summary.diagnostics),
        ] {
            figures.set_item(name, figure)?;
        }
        Ok(figures)
    }
}

impl HarvestRun {
    fn receive(&self) -> Result<Events, RecvTimeoutError> {
        let state = self.lock();
        state.events.as_ref().ok_or(RecvTimeoutError::Disconnected)?.recv_timeout(PATIENCE)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HarvestRun {
    /// Sets the flag that ends the thread. Does not wait for the thread, because this may run during garbage
    /// collection.
    fn drop(&mut self) {
        self.figures.is_cancelled.store(true, Ordering::Relaxed);
    }
}
