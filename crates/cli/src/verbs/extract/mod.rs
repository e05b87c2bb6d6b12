//! `linkwright extract`: finds the links of files, folders, archives, mailboxes and standard input.
//!
//! A run has these stages. `walk` lists the inputs in order, and the workers take them one by one. A worker (`work`)
//! reads an input with the harvester, selects links, and encodes them as rows (`row`, `cells`, `encode`) in batches.
//! `ordered_output` restores the order of the inputs. `collect` merges equal rows (`unique`), passes rows to a `sink`,
//! and writes the `journal`.

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
mod ordered_output;
mod output;
mod own;
mod pausing;
mod plan;
mod pre;
mod progress;
mod reason;
mod row;
mod sameness;
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
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

pub(crate) use args::Args;
pub(crate) use check::CheckArgs;
use collect::Collector;
use ordered_output::OrderedOutput;
use own::Own;
use progress::Progress;
use task::Task;
use walk::Tasks;
pub(crate) use walk_args::WalkArgs;
use worker::{Plan, Worker};

use crate::check::Checker;
use crate::exit::{Failure, Status, warn};
use crate::show::{When, visible};

/// How many bytes of finished results may be parked until earlier inputs are finished.
const ROOM: usize = 128 << 10;

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
    plan::check(args)?;
    combinations::check(args)?;
    own::check(args)?;
    let goes_to_file = args.shape.output_path().is_some();
    let color = color == When::Always || (color.is_wanted() && !goes_to_file);
    let plan = plan::plan(args, color, checker)?;
    let mut tasks = plan::tasks(args)?;
    let journal = plan::journal(args)?;
    let kept = journal.as_ref().and_then(|(_, past)| past.len);
    let sink = plan::sink(&args.shape, &plan.encoder, kept)?;
    let is_watched = !goes_to_file && io::stdout().is_terminal();
    let progress = Progress::new(is_watched);
    let mut collector = Collector::new(sink, progress.clone());
    collector.unique = plan::unique(args, &plan.encoder);
    collector.skipped = plan::skipped_list(args)?;
    collector.kept = plan::replaced(&args.shape);
    if let Some((mut journal, past)) = journal {
        if past.len.is_none() {
            journal.begin(collector.position())?;
        }
        collector.has_links = past.found;
        collector.journal = Some(journal);
        tasks.past = Some(past);
    }
    // By now the output file exists, unless it is created at the end of the run, so its identity can be determined.
    tasks.own = Own::of(args);
    let ordered = Arc::new(OrderedOutput::new(collector, ROOM));
    collect::leave_whole(&ordered);
    let has_failed_before = work(&plan, tasks, &ordered, &progress);
    finish(ordered, args, has_failed_before)
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

/// Works through the tasks. Returns whether an earlier run failed to read a part of an input that this run left out.
fn work(
    plan: &Plan,
    tasks: Tasks,
    ordered: &OrderedOutput<Collector>,
    progress: &Progress,
) -> bool {
    // A panicked worker stops the run, so the tasks need no other protection.
    let numbered = Mutex::new((0, tasks));
    let next = || {
        let mut numbered = numbered.lock().unwrap_or_else(PoisonError::into_inner);
        numbered.0 += 1;
        Some((numbered.0 - 1, numbered.1.next()?))
    };
    let worker = || {
        let worker = Worker::new(plan, ordered, progress.figures());
        while let Some((number, task)) = next() {
            let is_over = worker.work(number, task).is_break();
            if is_over || plan.is_quiet && progress.figures().has_links() {
                break;
            }
        }
    };
    // The last worker runs on this thread.
    thread::scope(|scope| {
        for _ in 1..plan.jobs {
            scope.spawn(worker);
        }
        worker();
    });
    let (_, tasks) = numbered.into_inner().unwrap_or_else(PoisonError::into_inner);
    tasks.past.is_some_and(|past| past.has_failed)
}

fn finish(
    ordered: Arc<OrderedOutput<Collector>>,
    args: &Args,
    has_failed_before: bool,
) -> Result<Status, Failure> {
    match Arc::try_unwrap(ordered) {
        Ok(ordered) => {
            let mut collector = ordered.into_receiver()?;
            collector.has_failed_before = has_failed_before;
            let done = collector.finish(args.run.summary);
            if let Some(notice) = args.finder.notice.as_ref().filter(|_| args.run.summary) {
                warn(format_args!("{notice}"));
            }
            let (is_found, has_failed) = done?;
            // Like `grep -q`, `--quiet` exits with status 0 if a link was found, even after an error.
            Ok(Status::of(is_found, has_failed && !(args.shape.quiet && is_found)))
        }
        // A signal handler holds the output and is about to end the process.
        Err(_) => loop {
            thread::park();
        },
    }
}
