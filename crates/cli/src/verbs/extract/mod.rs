//! `linkwright extract`: the links of files, folders, archives, mailboxes and standard input.
//!
//! The way of a link: `walk` says which inputs there are, in which order, and `queue` hands them out;
//! workers (`work`) read them with the harvester, select, and encode each row (`row`, `cells`, `encode`) into batches;
//! `turns` brings these back into the order of the inputs; `collect` takes equal ones for one
//! (`unique`), gives them to a `sink`, and keeps the journal (`resume`).

mod args;
mod batch;
mod by;
mod cells;
mod collect;
mod encode;
mod format;
mod interrupt;
mod output;
mod plan;
mod progress;
mod queue;
mod resume;
mod row;
mod sameness;
mod sink;
mod table;
mod turns;
mod unique;
mod walk;
mod work;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::thread;

pub(crate) use args::Args;
use collect::Collector;
use progress::Progress;
use queue::Queue;
use turns::Turns;
use walk::Tasks;
use work::{Plan, Worker};

use crate::outcome::{Failure, Status};

/// How much finished work may wait for its turn, in bytes.
const ROOM: usize = 128 << 10;

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    plan::check(args)?;
    let plan = plan::plan(args, color)?;
    let mut tasks = plan::tasks(args)?;
    let journal = plan::journal(args)?;
    let kept = journal.as_ref().and_then(|(_, past)| past.len);
    let sink = plan::sink(&args.shape, plan.encoder, kept)?;
    let is_watched = args.shape.output.is_none() && io::stdout().is_terminal();
    let progress = Progress::new(args.run.progress, is_watched);
    let mut collector =
        Collector::new(sink, progress.clone()).with_unique(plan::unique(&args.shape, plan.encoder));
    if let Some((mut journal, mut past)) = journal {
        if past.len.is_none() {
            journal.begin(collector.position())?;
        }
        collector = collector.with_journal(journal, past.links, past.failed);
        tasks = tasks.left(move |task| past.left_of(task));
    }
    let turns = Arc::new(Turns::new(collector, ROOM));
    interrupt::leave_whole(&turns);
    work(&plan, tasks, &turns, &progress, jobs(args));
    finish(turns, args.run.summary)
}

/// How many workers there are.
fn jobs(args: &Args) -> usize {
    match args.run.jobs {
        0 => thread::available_parallelism().map_or(1, usize::from).min(MANY),
        jobs => jobs,
    }
}

/// Beyond that many workers the disk is what they wait for.
const MANY: usize = 16;

fn work(plan: &Plan, tasks: Tasks, turns: &Turns<Collector>, progress: &Progress, jobs: usize) {
    let queue = Queue::new(tasks);
    let worker = || {
        let worker = Worker::new(plan, turns, progress.figures());
        while let Some((number, task)) = queue.next() {
            if worker.work(number, task).is_err() {
                break;
            }
        }
    };
    // One of them works on this thread, in the memory that the arguments have left behind.
    thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(worker);
        }
        worker();
    });
}

fn finish(turns: Arc<Turns<Collector>>, tells_summary: bool) -> Result<Status, Failure> {
    match Arc::try_unwrap(turns) {
        Ok(turns) => turns.into_receiver()?.finish(tells_summary),
        // An interrupt has it, and is about to end the process.
        Err(_) => loop {
            thread::park();
        },
    }
}
