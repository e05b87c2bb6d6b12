//! Lets several workers read one mailbox. One worker splits it into messages, and the rows are written in the order of
//! the messages.

use core::ops::ControlFlow;
use std::sync::Arc;

use linkwright_harvest::{Divider, Messages};

use super::ordered_output::Stopped;
use super::pool::{Offered, Origin, Portion, Results};
use super::taker::Taker;
use super::worker::Worker;

/// How many bytes of messages per worker may be offered before their results are written. The results also take memory;
/// in some output formats they are larger than the messages.
const AHEAD: usize = 128 * 1024;

impl Worker<'_> {
    /// Reads portions that other workers offer, until the last task is done.
    pub(super) fn help(&self) {
        while let Some(portion) = self.pool.next() {
            if self.ordered.check() == Err(Stopped) {
                return;
            }
            self.read_portion(portion);
        }
    }

    fn read_portion(&self, portion: Portion) {
        portion.read(|origin, messages| self.read_messages(origin, messages));
    }

    fn read_messages(&self, origin: &Arc<Origin>, mut messages: Messages) -> Results {
        // The current batch may contain rows of another input.
        let own = self.batch.take();
        self.batch.replace(self.new_batch());
        let mut taker = Taker::of_portion(self, Arc::clone(origin));
        let summary = self.plan.harvester.read_messages(&mut messages, &mut taker);
        let (batches, sums) = taker.into_results();
        self.batch.replace(own);
        Results { messages, batches, sums, summary }
    }
}

impl Divider for Taker<'_> {
    fn wants(&self) -> bool {
        !self.offered.tickets.is_empty() || self.worker.pool.has_idle()
    }

    fn give(&mut self, messages: Messages) -> ControlFlow<()> {
        let weight = messages.weight();
        let ticket = self.worker.pool.offer(messages, &self.origin);
        self.offered.tickets.push_back((ticket, weight));
        self.offered.weight += weight;
        self.deliver()?;
        while self.offered.weight > AHEAD * self.worker.plan.jobs {
            self.advance()?;
        }
        ControlFlow::Continue(())
    }

    fn settle(&mut self) -> ControlFlow<()> {
        while !self.offered.tickets.is_empty() {
            self.advance()?;
        }
        ControlFlow::Continue(())
    }
}

impl Taker<'_> {
    /// Takes a portion back and reads it. If all portions are being read, waits for the oldest portion.
    fn advance(&mut self) -> ControlFlow<()> {
        if let Some(portion) = self.worker.pool.take_back(self.origin.number) {
            self.worker.read_portion(portion);
        } else if self.offered.tickets.front().is_some_and(|(ticket, _)| !ticket.wait()) {
            return ControlFlow::Break(());
        }
        self.deliver()
    }

    /// Passes on the results of the oldest portions, up to the first portion that is not finished.
    fn deliver(&mut self) -> ControlFlow<()> {
        while let Some((ticket, weight)) = self.offered.tickets.front() {
            let Some(results) = ticket.results() else { break };
            self.offered.weight -= weight;
            self.offered.tickets.pop_front();
            self.pass_on(*results)?;
        }
        ControlFlow::Continue(())
    }

    fn pass_on(&mut self, mut results: Results) -> ControlFlow<()> {
        if !results.messages.settle() {
            // Together with the earlier messages, these messages exceed the limit on decompressed bytes. They are
            // therefore read again, with a limit that is reduced by the bytes of the earlier messages.
            results = self.worker.read_messages(&self.origin, results.messages);
            results.messages.settle();
        }
        self.give()?;
        for batch in &mut results.batches {
            if self.worker.ordered.give(self.origin.number, batch) == Err(Stopped) {
                return ControlFlow::Break(());
            }
        }
        self.sums.add(results.sums);
        self.divided.add(&results.summary);
        if results.messages.is_last() {
            self.offered = Offered::default();
            while self.worker.pool.take_back(self.origin.number).is_some() {}
        }
        ControlFlow::Continue(())
    }
}
