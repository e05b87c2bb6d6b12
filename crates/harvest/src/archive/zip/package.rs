//! Access to the members of an archive by name and in any order, which packages need because their parts refer to each
//! other (OPC, ODF, OCF).

use core::cell::Cell;
use std::collections::HashMap;
use std::io::Read;

use super::super::ratio_limit::{Budget, Counted, Unpacked};
use super::entry::{self, Directory, Entry};
use crate::model::{Diagnostic, Place};
use crate::reading::Archive;

/// The greatest number of members of a package. It is limited because all entries of the directory are held in memory.
/// Office programs write a few hundred members.
const MOST: usize = 1 << 16;

/// An archive whose members are read by their names.
pub(crate) struct Package<'p> {
    directory: Box<Directory<'p>>,
    budget: Budget<'p>,
    members: Vec<Entry>,
    /// The indices of the members by their names in lower case. If several members have the same name, the first is
    /// used.
    index: HashMap<String, usize>,
    /// The length of the archive, and the sum of all decompressed bytes.
    packed: u64,
    unpacked: Cell<u64>,
}

impl<'p> Package<'p> {
    /// Opens an archive by its directory. `None` if the directory is damaged or too long; the archive is then not read
    /// as a package, but as separate files.
    #[inline(never)]
    pub(crate) fn open(archive: &'p mut dyn Archive, budget: Budget<'p>) -> Option<Package<'p>> {
        let (directory, packed) = entry::directory(archive).ok()?;
        let members = members(&directory)?;
        let mut index = HashMap::with_capacity(members.len());
        for (at, member) in members.iter().enumerate() {
            index.entry(member.name.to_ascii_lowercase()).or_insert(at);
        }
        Some(Package { directory, budget, members, index, packed, unpacked: Cell::new(0) })
    }

    /// The number of members.
    pub(crate) const fn len(&self) -> usize {
        self.members.len()
    }

    /// The name of a member.
    pub(crate) fn name(&self, at: usize) -> &str {
        self.members.get(at).map_or("", |member| &member.name)
    }

    /// The member called `name`; the case of the name is ignored (OPC, section 6.2.2).
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.index.get(&name.to_ascii_lowercase()).copied()
    }

    /// Calls `read` with a reader of the content of a member; returns a diagnostic if the member cannot be opened.
    #[inline(never)]
    pub(crate) fn open_member(
        &self,
        at: usize,
        place: &Place,
        read: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<(), Diagnostic> {
        let Some(member) = self.members.get(at) else { return Ok(()) };
        let packed = Cell::new(member.packed());
        let file = member.open(&self.directory, place)?;
        read(&mut Counted {
            reader: Unpacked::new(file, &packed, self.budget),
            count: &self.unpacked,
        });
        Ok(())
    }

    /// The current count of decompressed bytes. The caller restores it after reading a part that will be read again.
    pub(crate) const fn unpacked(&self) -> u64 {
        self.unpacked.get()
    }

    /// Restores the count of decompressed bytes.
    pub(crate) fn set_unpacked(&self, unpacked: u64) {
        self.unpacked.set(unpacked);
    }

    /// Fails if all members together exceed a limit.
    pub(crate) fn check_ratio(&self, place: &Place) -> Result<(), Diagnostic> {
        self.budget.check_all(place, self.packed, self.unpacked.get())
    }
}

/// The files in the directory; `None` if it is damaged or too long.
fn members(directory: &Directory<'_>) -> Option<Vec<Entry>> {
    let mut members = Vec::new();
    let is_whole = entry::entries(directory, &mut |entry| {
        members.extend(Some(entry).filter(|entry| entry.is_file));
        members.len() <= MOST
    });
    (is_whole && members.len() <= MOST).then_some(members)
}
