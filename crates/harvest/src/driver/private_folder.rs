//! A folder that only this user can read, for copies of files that a library wants to open by their paths.

use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, process};

/// The folders that exist.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the private copies that readers of this process are using, so that they are not left behind.
///
/// A copy of a database is removed when the database has been read. Call this function before a process ends in another
/// way, such as [`exit`](std::process::exit) after a signal; readers that still run report errors then. After an end
/// that no program can handle, a copy that only its user can read is left in the folder for temporary files, in a folder
/// whose name begins with `linkwright-`.
pub fn remove_private_copies() {
    for folder in FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        _ = fs::remove_dir_all(folder);
    }
}

/// A new folder, which is removed with its content when the value is dropped.
#[derive(Debug)]
pub(super) struct PrivateFolder(PathBuf);

impl PrivateFolder {
    pub(super) fn new() -> io::Result<PrivateFolder> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = env::temp_dir().join(format!("linkwright-{}-{number}", process::id()));
            // A folder is not created where anything exists, so nobody else can own the folder.
            match builder.create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => {
                    created?;
                    let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
                    folders.push(path.clone());
                    return Ok(PrivateFolder(path));
                }
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
        folders.retain(|folder| *folder != self.0);
        // An error leaves files in the folder for temporary files, which the system removes.
        _ = fs::remove_dir_all(&self.0);
    }
}
