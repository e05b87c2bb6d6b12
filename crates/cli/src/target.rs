//! Determines how to write an output, from the kind of file at its path.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

/// Where output goes.
#[derive(Debug)]
pub(crate) enum OutputTarget {
    /// Standard output.
    Stdout,
    /// A device, a pipe, or an open descriptor such as `/dev/fd/3`. It has been opened and is written in place.
    Node(File),
    /// A regular file, or a path where no file exists yet. Symbolic links are resolved.
    File(PathBuf),
}

impl OutputTarget {
    /// Determines the kind of `path`. A device or a pipe is opened; opening a named pipe waits for its reader.
    pub(crate) fn of(path: &Path) -> io::Result<OutputTarget> {
        if is_stdout(path) {
            return Ok(OutputTarget::Stdout);
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(io::Error::other("is a folder")),
            Ok(metadata) if !metadata.is_file() || is_descriptor(path) => {
                open(path).map(OutputTarget::Node)
            }
            Ok(_) => fs::canonicalize(path).map(OutputTarget::File),
            // A symbolic link may lead to a file that does not exist yet.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(OutputTarget::File(match (fs::read_link(path), path.parent()) {
                    (Ok(end), Some(folder)) => folder.join(end),
                    _ => path.to_owned(),
                }))
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether `path` means standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

/// Opens a device or a pipe. It is opened for appending, because an open descriptor may refer to a file with content.
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

/// Whether `path` names an open descriptor: `/dev/fd/3`, `/dev/stderr`, `/proc/self/fd/3`, `/proc/12/fd/3`. Its target
/// may be a file that another program writes as well, or no path.
fn is_descriptor(path: &Path) -> bool {
    let names: Vec<_> = path
        .components()
        .filter_map(|component| match component {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    path.is_absolute()
        && matches!(names[..], ["dev", "fd", _] | ["dev", "stderr"] | ["proc", _, "fd", _])
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_of_open_descriptors_are_recognized() {
        for path in ["/dev/fd/63", "/dev/stderr", "/proc/self/fd/3", "/proc/12/fd/3"] {
            assert!(is_descriptor(Path::new(path)), "{path}");
        }
        for path in ["dev/fd/63", "/dev/null", "/proc/self/maps", "/home/dev/fd/3"] {
            assert!(!is_descriptor(Path::new(path)), "{path}");
        }
    }
}
