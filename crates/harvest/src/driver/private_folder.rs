//! A folder that only this user can read, for copies of files that a library wants to open by their paths.

use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::{env, process};

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
                created => return created.map(|()| PrivateFolder(path)),
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // An error leaves files in the folder for temporary files, which the system removes.
        _ = fs::remove_dir_all(&self.0);
    }
}
