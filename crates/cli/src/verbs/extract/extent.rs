//! Determines the total number of bytes to read, for the progress display.

use std::fs;
use std::path::PathBuf;

use super::walk_args::Choice;

/// The files and folders on the command line, whose sizes are known before they are read.
#[derive(Clone, Debug)]
pub(super) struct Extent {
    pub(super) paths: Vec<PathBuf>,
    pub(super) choice: Choice,
}

impl Extent {
    /// Returns the sum of the sizes of all files, or `None` if an input has no size, such as a pipe, or if `is_over`
    /// returns `true` during the walk.
    ///
    /// This walks the folders a second time while the files are being read. The first walk cannot supply the sizes,
    /// because it is only slightly ahead of the reading.
    pub(super) fn bytes(&self, is_over: impl Fn() -> bool) -> Option<u64> {
        let mut sum = 0;
        for path in &self.paths {
            let metadata = fs::metadata(path).ok()?;
            if metadata.is_file() {
                sum += metadata.len();
            } else if metadata.is_dir() {
                for entry in self.choice.walk(path).flatten() {
                    if is_over() {
                        return None;
                    }
                    let file = entry.metadata().ok().filter(fs::Metadata::is_file);
                    sum += file.map_or(0, |file| file.len());
                }
            } else {
                return None;
            }
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::extract::walk_args::WalkArgs;

    fn bytes(paths: &[PathBuf]) -> Option<u64> {
        let choice = WalkArgs::default().choice().ok()?;
        Extent { paths: paths.to_vec(), choice }.bytes(|| false)
    }

    #[test]
    fn files_and_folders_have_a_size_but_standard_input_does_not() {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let manifest = here.join("Cargo.toml");
        let size = fs::metadata(&manifest).unwrap().len();
        assert_eq!(bytes(&[manifest.clone(), manifest]), Some(2 * size));
        assert!(bytes(&[here.join("src")]).is_some_and(|sum| sum > 100_000));
        assert_eq!(bytes(&[PathBuf::from("-")]), None);
    }
}
