//! Containers: files in files.
//!
//! A compressed file ([`compressed`]) is one text without a name of its own; an archive ([`tar`],
//! [`zip`]) has members. Each member goes through [`document::read`](crate::document::read) as the
//! file itself did, so that containers stand in one another to any depth that the limits allow.
//! That is the only recursion on input here; [`Limits::MAX_DEPTH`](crate::Limits::MAX_DEPTH) bounds
//! it.
//!
//! Nothing is ever written: a member that is called `../../etc/passwd` has an odd name, no more.

pub(crate) mod compressed;
mod gauge;
pub(crate) mod tar;
pub(crate) mod zip;

pub(crate) use gauge::Counted;

use core::ops::ControlFlow;

use crate::run::{Run, Site};
use crate::trouble::{Trouble, TroubleKind};

/// Whether a container may have that many members; the first one too many is reported.
fn check_count(run: &mut Run<'_>, site: &Site, count: usize) -> ControlFlow<()> {
    let limit = run.settings().limits.members;
    if count <= limit {
        return ControlFlow::Continue(());
    }
    let message = format!("more than {limit} members, the others were not read");
    run.trouble(&Trouble::new(&site.place, TroubleKind::TooMany, message));
    ControlFlow::Break(())
}
