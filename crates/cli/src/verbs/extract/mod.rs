//! `linkwright extract`: finds the links of files, folders, archives, mailboxes and standard input.
//!
//! A run has these stages. `walk` lists the inputs in order, and the workers take them one by one. A worker (`work`)
//! reads an input with the harvester, selects links, and encodes them as rows (`row`, `cells`, `encode`) in batches.
//! `collect` takes the batches in the order of the inputs, merges equal rows (`unique`), passes rows to a `sink`, and
//! writes the `journal`.
//!
//! The results of each input go through a channel of their own, and another channel has the receiving ends in the order
//! of the inputs. Both are bounded, and so is the memory. The worker with the first input in this order only waits for
//! the collector, so the workers cannot deadlock.

mod account;
mod args;
mod batch;
mod cells;
mod check;
mod collect;
mod combinations;
mod encode;
mod folder;
mod format;
mod group_by;
mod journal;
mod limits;
mod output;
mod own;
mod pausing;
mod plan;
mod pre;
mod progress;
mod reason;
mod row;
mod sink;
mod skipped;
mod taker;
mod task;
mod unique;
mod walk;
mod walk_args;
mod work;
mod worker;

use core::sync::atomic::Ordering;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use account::Account;
pub(crate) use args::Args;
use batch::Batch;
pub(crate) use check::CheckArgs;
use collect::{Collector, lock};
use journal::{Current, Past};
use own::Own;
use progress::Progress;
use task::Task;
use walk::Tasks;
pub(crate) use walk_args::WalkArgs;
use worker::{Plan, Worker};

use crate::check::Checker;
use crate::exit::{Failure, Status};
use crate::show::{When, visible};

/// How many batches of an input may wait to be collected.
const BATCHES: usize = 2;

/// How many inputs may wait until an earlier input is finished. Small files after a large one can therefore be read
/// while that is being read.
const INPUTS: usize = 256;

pub(crate) fn run(args: &Args, color: When) -> Result<Status, Failure> {
    if args.files.walk.lists_types() {
        return list_types();
    }
    collect_rows(args, color, None)
}

/// Runs `check`: a run whose rows are findings.
pub(crate) fn check(args: &CheckArgs, color: When) -> Result<Status, Failure> {
    if args.list_rules {
        return args.list();
    }
    if args.files.walk.lists_types() {
        return list_types();
    }
    let checker = Arc::new(args.checker(color)?);
    let status = collect_rows(&args.reading()?, color, Some(&checker))?;
    let [has_found, has_read] =
        [&checker.has_found, &checker.has_read].map(|is| is.load(Ordering::Relaxed));
    // A wrong glob must not look like a clean repository.
    let has_failed = status == Status::Error;
    if !has_read && !has_failed {
        return Err(Failure::Message("no file was selected".to_owned()));
    }
    Ok(Status::of(!has_found, has_failed))
}

/// Reads the inputs. With a checker, the rows are its findings.
fn collect_rows(
    args: &Args,
    color: When,
    checker: Option<&Arc<Checker>>,
) -> Result<Status, Failure> {
    combinations::check(args)?;
    own::check(args)?;
    let goes_to_file = args.shape.output_path().is_some();
    let color = color == When::Always || (color.is_wanted() && !goes_to_file);
    let plan = plan::plan(args, color, checker)?;
    let mut tasks = plan::tasks(args)?;
    let (mut journal, past) = plan::journal(args)?.unzip();
    let sink = plan::sink(&args.shape, &plan.encoder, past.as_ref())?;
    if let (Some(journal), Some(Past { len: None, .. })) = (&mut journal, &past) {
        journal.begin(sink.position())?;
    }
    tasks.past = past;
    let is_watched = !goes_to_file && io::stdout().is_terminal();
    let progress = Progress::new(is_watched);
    let collector = Collector {
        sink,
        unique: plan::unique(&args.shape, &plan.encoder),
        journal,
        progress: Arc::clone(&progress),
        skipped: plan::skipped_list(args)?,
        kept: plan::replaced(args),
        account: Account::default(),
        current: Current::default(),
        has_failed: false,
        has_read: false,
    };
    // By now the output file exists, unless it is created at the end of the run, so its identity can be determined.
    tasks.own = Own::of(args);
    let collector = Arc::new(Mutex::new(collector));
    collect::leave_whole(&collector);
    let run = Arc::new(Run { plan, tasks: Mutex::new(tasks), progress });
    let (sender, inputs) = sync_channel(INPUTS);
    for _ in 0..plan::jobs(args) {
        let (run, sender) = (Arc::clone(&run), sender.clone());
        thread::spawn(move || run.work(&sender));
    }
    drop(sender);
    // After a failure, the process ends without waiting for the workers, which may wait for input that never comes.
    collect::collect(&inputs, &collector)?;
    finish(collector, args, lock(&run.tasks).past.as_ref())
}

/// The files at `paths` and in folders, each with whether it was named; an error says why an input is none.
pub(crate) fn files(
    paths: &[PathBuf],
    args: &WalkArgs,
) -> Result<impl Iterator<Item = Result<(PathBuf, bool), String>>, Failure> {
    let shown = |path: &Path| visible(&path.to_string_lossy()).into_owned();
    let file = move |task| match task {
        Task::File { path, is_named, .. } => Some(Ok((path, is_named))),
        Task::Failed { path, reason } | Task::Nothing { folder: path, reason } => {
            Some(Err(format!("{}: {}", shown(&path), visible(&reason))))
        }
        Task::Stdin => Some(Err("-: is standard input, not a file".to_owned())),
        Task::Stream(path) => Some(Err(format!("{}: is not a regular file", shown(&path)))),
        Task::LeftOut { .. } => None,
    };
    Ok(Tasks::new(args.choice()?, walk::typed(paths.to_vec())).filter_map(file))
}

/// Runs `--type list`, which prints the types with their globs.
fn list_types() -> Result<Status, Failure> {
    io::stdout().lock().write_all(walk_args::type_list().as_bytes())?;
    Ok(Status::Found)
}

/// What all workers share.
struct Run {
    plan: Plan,
    tasks: Mutex<Tasks>,
    progress: Arc<Progress>,
}

impl Run {
    /// Takes the tasks one by one, and sends the receiving ends of their results to `inputs`.
    fn work(&self, inputs: &SyncSender<Receiver<Batch>>) {
        while let Some((task, results)) = self.next(inputs) {
            let is_over = Worker::new(&self.plan, &self.progress, results).work(task).is_break();
            if is_over || self.plan.args.shape.quiet && self.progress.has_links() {
                break;
            }
        }
    }

    /// The next task, with the channel for its results. The tasks are locked meanwhile, so that the receiving ends are
    /// in the order of the inputs.
    fn next(&self, inputs: &SyncSender<Receiver<Batch>>) -> Option<(Task, SyncSender<Batch>)> {
        let mut tasks = lock(&self.tasks);
        let task = tasks.next()?;
        let (results, receiver) = sync_channel(BATCHES);
        inputs.send(receiver).ok()?;
        Some((task, results))
    }
}

fn finish(
    collector: Arc<Mutex<Collector>>,
    args: &Args,
    past: Option<&Past>,
) -> Result<Status, Failure> {
    match Arc::try_unwrap(collector) {
        Ok(collector) => {
            let collector = collector.into_inner().unwrap_or_else(PoisonError::into_inner);
            let (is_found, has_failed) = collector.finish(args.run.summary, past)?;
            // Like `grep -q`, `--quiet` exits with status 0 if a link was found, even after an error.
            Ok(Status::of(is_found, has_failed && !(args.shape.quiet && is_found)))
        }
        // A signal handler holds the collector and is about to end the process.
        Err(_) => loop {
            thread::park();
        },
    }
}
