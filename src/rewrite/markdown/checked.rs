//! Which edits of a document hold: with them it reads as it should, and a second run finds nothing more in it.
//!
//! Only where there is some doubt the output is read again, which costs as much as the first time, and a little more. If
//! it does not hold, parts of the edits are tried, so that one that is refused does not take the others with it.

use super::edit::{Edit, Edits, Fate};
use super::place::Safety;

/// How often a document is read again, at most. With so many attempts, ten or more single edits among thousands are
/// found; those that are left then are refused together.
const MOST: usize = 32;

/// The edits of a document, while they are checked.
pub(super) struct Checked<'e, A> {
    edits: &'e Edits,
    /// The matches of a second run after some of the edits; `None` if the document no longer reads as it should.
    again: A,
    /// The number of attempts that are left.
    attempts: usize,
}

impl<'e, A: Fn(&[&Edit]) -> Option<Edits>> Checked<'e, A> {
    pub(super) const fn new(edits: &'e Edits, again: A) -> Checked<'e, A> {
        Checked { edits, again, attempts: MOST }
    }

    /// The edits that hold together, and those that are refused; both in ascending order.
    pub(super) fn sound(mut self) -> (Vec<&'e Edit>, Vec<&'e Edit>) {
        let is_unsafe = |edit: &&Edit| edit.safety == Safety::Unsafe;
        let is_safe = |edit: &&Edit| edit.safety == Safety::Safe;
        let (mut refused, all): (Vec<&Edit>, Vec<&Edit>) =
            self.edits.made.iter().partition(is_unsafe);
        if all.iter().all(is_safe) || self.hold(&all) {
            return (all, refused);
        }
        let (mut kept, doubtful): (Vec<&Edit>, Vec<&Edit>) = all.into_iter().partition(is_safe);
        self.admit_halves(&mut kept, &doubtful, &mut refused);
        refused.sort_by_key(|edit| edit.link.start());
        (kept, refused)
    }

    /// Adds those of `more` to `kept` with which it holds.
    fn admit(&mut self, kept: &mut Vec<&'e Edit>, more: &[&'e Edit], refused: &mut Vec<&'e Edit>) {
        let mut all = [kept.as_slice(), more].concat();
        all.sort_by_key(|edit| edit.link.start());
        if self.hold(&all) {
            *kept = all;
        } else {
            self.admit_halves(kept, more, refused);
        }
    }

    /// The same for edits that do not hold together.
    fn admit_halves(
        &mut self,
        kept: &mut Vec<&'e Edit>,
        more: &[&'e Edit],
        refused: &mut Vec<&'e Edit>,
    ) {
        if more.len() < 2 || self.attempts == 0 {
            refused.extend(more);
            return;
        }
        let (first, second) = more.split_at(more.len() / 2);
        self.admit(kept, first, refused);
        self.admit(kept, second, refused);
    }

    /// Whether the document with these edits reads as it should, and a second run finds in it what these edits leave, be it a
    /// link that was declined or refused, or a URI that has to stay bare.
    fn hold(&mut self, edits: &[&Edit]) -> bool {
        if self.attempts == 0 {
            return false;
        }
        self.attempts -= 1;
        (self.again)(edits).is_some_and(|again| self.leave(edits, &again))
    }

    /// Whether `again` has what `edits` leave. What was bare stays bare.
    fn leave(&self, edits: &[&Edit], again: &Edits) -> bool {
        let mut made = self.edits.made.iter().filter(|edit| edit.is_new());
        let mut kept = edits.iter().filter(|edit| edit.is_new()).peekable();
        let mut is_left = |fate: Fate| {
            let edit = (fate == Fate::Made).then(|| made.next()).flatten();
            edit.is_none_or(|edit| kept.next_if(|kept| core::ptr::eq(**kept, edit)).is_none())
        };
        let mut left = self.edits.all.iter().filter(|one| is_left(one.fate));
        let is_same = again.all.iter().all(|one| {
            left.next().is_some_and(|left| {
                left.href == one.href && !(left.fate == Fate::Bare && one.fate == Fate::Made)
            })
        });
        is_same && left.next().is_none()
    }
}
