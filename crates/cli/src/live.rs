//! Inputs that may keep the reader waiting: a pipe, a terminal, standard input.

use core::time::Duration;
use std::io::Read;

/// A reader that can be checked for data before a read.
pub(crate) trait MayBlock: Read {
    /// Waits until a byte or the end of the input arrives, at most for `patience`; returns `true` if neither has
    /// arrived. On systems other than Unix the result is always `false`.
    fn is_waiting(&self, patience: Duration) -> bool;
}

#[cfg(unix)]
impl<R: Read + std::os::fd::AsFd> MayBlock for R {
    fn is_waiting(&self, patience: Duration) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        let mut descriptors = [PollFd::new(self, PollFlags::IN)];
        let patience = Timespec {
            tv_sec: patience.as_secs().cast_signed(),
            tv_nsec: patience.subsec_nanos().into(),
        };
        poll(&mut descriptors, Some(&patience)).is_ok_and(|ready| ready == 0)
    }
}

#[cfg(not(unix))]
impl<R: Read> MayBlock for R {
    fn is_waiting(&self, _: Duration) -> bool {
        false
    }
}
