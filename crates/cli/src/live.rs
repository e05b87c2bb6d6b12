//! Inputs on which a read may block: pipes, terminals and standard input.

use core::time::Duration;
use std::io::Read;

/// A reader that can tell whether a read would block.
pub(crate) trait MayBlock: Read {
    /// Waits at most `patience` for a byte or the end of the input, and returns `true` if neither arrived. Always
    /// returns `false` on systems other than Unix.
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
