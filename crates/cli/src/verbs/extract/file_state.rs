//! Detects whether a file is unchanged, has grown, or was replaced since an earlier run.

use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

/// The metadata of a file. A file with the same state as before is not read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileState {
    size: u64,
    /// The modification time, in seconds and nanoseconds.
    mtime: Option<(u64, u32)>,
    /// The device, the inode number, and the change time of the inode in seconds and nanoseconds.
    inode: Option<(u64, u64, i64, i64)>,
}

impl FileState {
    pub(super) fn of(metadata: &Metadata) -> FileState {
        let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).ok();
        let mtime = metadata.modified().ok().and_then(since);
        FileState {
            size: metadata.len(),
            mtime: mtime.map(|mtime| (mtime.as_secs(), mtime.subsec_nanos())),
            inode: inode(metadata),
        }
    }

    /// The fingerprint of the bytes that the file had in this state, or `None` if the file can no longer be read.
    pub(super) fn fingerprint(&self, file: &File) -> Option<Fingerprint> {
        Fingerprint::of(file, self.size).ok()
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no inodes")]
fn inode(metadata: &Metadata) -> Option<(u64, u64, i64, i64)> {
    use std::os::unix::fs::MetadataExt as _;

    Some((metadata.dev(), metadata.ino(), metadata.ctime(), metadata.ctime_nsec()))
}

#[cfg(not(unix))]
const fn inode(_: &Metadata) -> Option<(u64, u64, i64, i64)> {
    None
}

/// Hashes of the first and the last bytes of a file. They distinguish a file that has grown from a file that was
/// replaced. The whole content is not hashed, because that would read the file twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fingerprint {
    size: u64,
    first: u64,
    last: u64,
}

/// The maximum number of bytes that go into one hash.
const BLOCK: u64 = 4096;

impl Fingerprint {
    /// The fingerprint of the first `size` bytes of a file.
    pub(super) fn of(file: &File, size: u64) -> io::Result<Fingerprint> {
        let len = size.min(BLOCK);
        Ok(Fingerprint { size, first: hash(file, 0, len)?, last: hash(file, size - len, len)? })
    }

    fn is_of(&self, path: &Path) -> bool {
        let here = File::open(path).and_then(|file| Fingerprint::of(&file, self.size));
        here.is_ok_and(|here| here == *self)
    }

    /// Whether the two hashes cover every byte.
    const fn is_complete(&self) -> bool {
        self.size <= 2 * BLOCK
    }
}

fn hash(mut file: &File, offset: u64, len: u64) -> io::Result<u64> {
    let mut block = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    file.take(len).read_to_end(&mut block)?;
    Ok(XxHash64::oneshot(0, &block))
}

/// How a file has changed since it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    None,
    /// Bytes were appended.
    Grown,
    Replaced,
}

impl Change {
    /// How the file at `path` changed between the states `then` and `now`.
    pub(super) fn of(
        path: &Path,
        then: &FileState,
        now: &FileState,
        fingerprint: Option<&Fingerprint>,
    ) -> Change {
        if then == now {
            return Change::None;
        }
        let Some(print) = fingerprint.filter(|print| now.size >= print.size) else {
            return Change::Replaced;
        };
        // The content may be the same although the states differ: a file that was moved or copied has a different
        // inode, and `chmod` updates the change time of the inode.
        let is_moved = then.mtime == now.mtime || print.is_complete();
        match now.size == then.size {
            _ if !print.is_of(path) => Change::Replaced,
            true if !is_moved => Change::Replaced,
            true => Change::None,
            false => Change::Grown,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Writes a file with the content `before`, replaces it with a new file with the content `after`, and returns the
    /// change that is detected. `same_time` tells whether the new file gets the same modification time.
    fn change(name: &str, before: &[u8], after: &[u8], same_time: bool) -> Change {
        let path = std::env::temp_dir().join(format!("linkwright-{name}-{}", std::process::id()));
        fs::write(&path, before).unwrap();
        let file = File::open(&path).unwrap();
        let metadata = file.metadata().unwrap();
        let print = Fingerprint::of(&file, metadata.len()).unwrap();
        let then = FileState::of(&metadata);
        assert_eq!(Change::of(&path, &then, &then, Some(&print)), Change::None);
        fs::remove_file(&path).unwrap();
        let written = File::create(&path).unwrap();
        fs::write(&path, after).unwrap();
        let other = metadata.modified().unwrap() - core::time::Duration::from_secs(9);
        let time = if same_time { metadata.modified().unwrap() } else { other };
        written.set_modified(time).unwrap();
        let now = FileState::of(&fs::metadata(&path).unwrap());
        let change = Change::of(&path, &then, &now, Some(&print));
        fs::remove_file(&path).unwrap();
        change
    }

    #[test]
    fn grown_replaced_and_moved_files_are_distinguished() {
        let is = |before, after: &[u8], same_time| change("change", before, after, same_time);
        let long = "0123456789".repeat(5000);
        let long = long.as_bytes();
        for same_time in [false, true] {
            assert_eq!(is(b"one\ntwo", b"one\ntwo\nthree", same_time), Change::Grown);
            assert_eq!(is(b"one\ntwo", b"one\nTWO", same_time), Change::Replaced);
            assert_eq!(is(b"one\ntwo", b"ONE\ntwo and more", same_time), Change::Replaced);
            assert_eq!(is(b"one\ntwo", b"one", same_time), Change::Replaced);
            assert_eq!(is(b"one\n", b"one\n", same_time), Change::None);
            assert_eq!(is(long, &[long, b"x"].concat(), same_time), Change::Grown);
            assert_eq!(is(long, &long[1..], same_time), Change::Replaced);
        }
        assert_eq!(is(long, long, true), Change::None);
        // The fingerprint does not cover the middle of the file, which may have changed.
        assert_eq!(is(long, long, false), Change::Replaced);
    }
}
