//! Access to the members of an archive by name and in any order, which packages need because their parts refer to each
//! other (OPC, ODF, OCF).

use core::cell::Cell;
use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};

use zip::ZipReadOptions;
use zip::read::{Config, OwnedZipFileEntry, ZipFile};
use zip::unstable::read::ZipIterable;

use super::super::ratio_limit::{self, Budget, Counted, Unpacked};
use super::entry;
use crate::model::{Diagnostic, DiagnosticKind, Place};

/// The greatest number of members of a package. It is limited because all entries of the directory are held in memory.
/// Office programs write a few hundred members.
const MOST: usize = 1 << 16;

/// A seekable file.
pub(crate) trait Archive: Read + Seek {}

impl<R: Read + Seek> Archive for R {}

/// A member of a package.
#[derive(Debug)]
struct Member {
    name: String,
    /// The number of the member among the files of the directory, counted from 1.
    number: u64,
    entry: OwnedZipFileEntry,
}

/// An archive whose members are read by their names.
pub(crate) struct Package<'p> {
    archive: &'p mut dyn Archive,
    budget: Budget<'p>,
    members: Vec<Member>,
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
        let packed = archive.seek(SeekFrom::End(0)).ok()?;
        let members = directory(archive)?;
        let mut index = HashMap::with_capacity(members.len());
        for (at, member) in members.iter().enumerate() {
            index.entry(member.name.to_ascii_lowercase()).or_insert(at);
        }
        Some(Package { archive, budget, members, index, packed, unpacked: Cell::new(0) })
    }

    /// The number of members.
    pub(crate) const fn len(&self) -> usize {
        self.members.len()
    }

    /// The name of a member.
    pub(crate) fn name(&self, at: usize) -> &str {
        self.members.get(at).map_or("", |member| &member.name)
    }

    /// The number of a member among the files of the archive, counted from 1.
    pub(crate) fn number(&self, at: usize) -> u64 {
        self.members.get(at).map_or(0, |member| member.number)
    }

    /// The member called `name`; the case of the name is ignored (OPC, section 6.2.2).
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.index.get(&name.to_ascii_lowercase()).copied()
    }

    /// Calls `read` with a reader of the content of a member; returns a diagnostic if the member cannot be opened.
    #[inline(never)]
    pub(crate) fn open_member(
        &mut self,
        at: usize,
        place: &Place,
        read: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<(), Diagnostic> {
        let Some(member) = self.members.get(at) else { return Ok(()) };
        let packed = Cell::new(member.entry.compressed_size());
        let file = open(member, &mut self.archive, place)?;
        let count = Cell::new(0);
        read(&mut Counted {
            reader: Unpacked::new(file, &packed, &count, self.budget),
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

    /// Fails if all members together exceed the ratio. Members that share bytes may exceed it together even if each of
    /// them is within it.
    pub(crate) fn check_ratio(&self, place: &Place) -> Result<(), Diagnostic> {
        let ratio = self.budget.limits.ratio;
        if ratio_limit::is_within(ratio, self.packed, self.unpacked.get()) {
            return Ok(());
        }
        let message = format!(
            "decompresses to more than {ratio} times its size; the other members were not read"
        );
        Err(Diagnostic::new(place, DiagnosticKind::Ratio, message))
    }
}

/// Opens the content of a member. The reader is boxed to save stack space, because packages may be nested, and the
/// stacks of threads are small.
#[inline(never)]
fn open<'m, R: Read + Seek>(
    member: &'m Member,
    archive: &'m mut R,
    place: &Place,
) -> Result<Box<ZipFile<'m, R>>, Diagnostic> {
    let file = member.entry.as_ref().with_reader(archive, ZipReadOptions::default());
    file.map(Box::new).map_err(|error| entry::failure(place, &error))
}

/// The files in the directory; `None` if it is damaged or too long.
fn directory(archive: &mut dyn Archive) -> Option<Vec<Member>> {
    let mut directory = ZipIterable::try_new(archive, Config::default()).map(Box::new).ok()?;
    let entries = directory.files().ok()?;
    if entries.len() > MOST {
        return None;
    }
    let mut members = Vec::new();
    for entry in entries {
        let entry = entry.ok()?;
        if entry.is_file() {
            let name = entry::name(entry.name_raw(), entry.name());
            members.push(Member { name, number: members.len() as u64 + 1, entry: entry.into() });
        }
    }
    Some(members)
}
