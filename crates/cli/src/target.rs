//! The kind of file at the path of an output, which decides how it is written.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

/// The kind of an output.
#[derive(Debug)]
pub(crate) enum OutputTarget {
    /// Standard output.
    Stdout,
    /// A device, a pipe, or an open descriptor such as `/dev/fd/3`. It is open, and written in place.
    Node(File),
    /// A regular file, or a free name. Symbolic links are resolved.
    File(PathBuf),
}

impl OutputTarget {
    /// The kind of `path`. A device or a pipe is opened; opening a pipe waits for its reader.
    pub(crate) fn of(path: &Path) -> io::Result<OutputTarget> {
        if is_stdout(path) {
            return Ok(OutputTarget::Stdout);
        }
        let end = resolve(path)?;
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(io::Error::other("is a folder")),
            Ok(metadata) if !metadata.is_file() || is_descriptor(&end) => {
                open(path).map(OutputTarget::Node)
            }
            Ok(_) => fs::canonicalize(path).map(OutputTarget::File),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(OutputTarget::File(end)),
            Err(error) => Err(error),
        }
    }
}

/// Whether `path` is a name of standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

/// Opens a node for appending, because an open descriptor may be that of a file with content.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(libc::O_NOCTTY);
    }
    options.open(path)
}

/// Follows the symbolic links at `path`, and returns the last path, whether or not a file exists there. Links to open
/// descriptors are not followed, because their text is not a path.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if is_descriptor(&path) || !fs::symlink_metadata(&path).is_ok_and(|it| it.is_symlink()) {
            return Ok(path);
        }
        let link = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The largest number of symbolic links that are followed, as in Linux.
const LINKS: u32 = 40;

/// Whether `path` names an open descriptor: `/dev/fd/3`, `/proc/self/fd/3`, `/proc/12/fd/3`.
fn is_descriptor(path: &Path) -> bool {
    let names: Vec<_> = path
        .components()
        .filter_map(|component| match component {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    path.is_absolute() && matches!(names[..], ["dev", "fd", _] | ["proc", _, "fd", _])
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_of_open_descriptors_are_recognized() {
        for path in ["/dev/fd/63", "/proc/self/fd/3", "/proc/12/fd/3"] {
            assert!(is_descriptor(Path::new(path)), "{path}");
        }
        for path in ["dev/fd/63", "/dev/null", "/proc/self/maps", "/home/dev/fd/3"] {
            assert!(!is_descriptor(Path::new(path)), "{path}");
        }
    }
}
