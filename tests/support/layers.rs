//! Checks the layers of a crate: every import in the sources must agree with a table of the modules of the crate.
//!
//! A module may import from modules above it in the table. A `mod.rs` may also import from its children, and a test
//! module may import from any module.

use std::fs;
use std::path::{Path, PathBuf};

use source::code_only;

pub(crate) mod source;

/// Declares the tests for the layers of this crate, or of the crate in its folder `$folder`. `$layers` is the table.
macro_rules! check {
    ($layers:ident) => {
        layers::check!($layers, "");
    };
    ($layers:ident, $folder:literal) => {
        #[test]
        fn imports_follow_the_table() {
            layers().assert_downwards();
        }

        #[test]
        fn every_module_has_a_row() {
            layers().assert_rows(file!());
        }

        fn layers() -> layers::Layers {
            let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            layers::Layers::new(&root.join($folder), $layers)
        }
    };
}

pub(crate) use check;

/// A crate with its table.
pub(crate) struct Layers {
    pub(crate) sources: Vec<Source>,
    /// Modules with the numbers of their layers, each after the modules from which it may import. `x::*` means all
    /// children of `x` that have no row; these do not import each other.
    table: &'static [(u8, &'static str)],
}

/// A file of `src`.
pub(crate) struct Source {
    pub(crate) file: PathBuf,
    /// The path of the module, for example `find::rules::trailing`; empty for the crate root.
    pub(crate) module: String,
    pub(crate) code: String,
    /// The modules that the file declares with `#[cfg(test)]`.
    test_modules: Vec<String>,
}

impl Layers {
    /// The layers of the crate in the folder `root`.
    pub(crate) fn new(root: &Path, table: &'static [(u8, &'static str)]) -> Layers {
        Layers { sources: sources(root), table }
    }

    /// Fails if a module imports one that is not above it in the table.
    pub(crate) fn assert_downwards(&self) {
        let mut wrong: Vec<String> =
            self.sources.iter().flat_map(|source| self.misplaced_imports(source)).collect();
        wrong.dedup();
        assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    }

    /// Fails if a module has no row in the table, which is in `file`, or a row has no module.
    pub(crate) fn assert_rows(&self, file: &str) {
        let modules = self.sources.iter().filter(|source| !source.module.is_empty());
        let strangers: Vec<String> = modules
            .filter(|source| self.rank(&source.module).is_none())
            .map(|source| format!("{}: `{}` has no row", source.file.display(), source.module))
            .collect();
        assert!(strangers.is_empty(), "\n{}\nadd it to LAYERS in {file}", strangers.join("\n"));
        let is_there = |row: &str| {
            let row = row.strip_suffix("::*").unwrap_or(row);
            self.sources.iter().any(|source| source.module == row)
        };
        let stale: Vec<&str> =
            self.table.iter().map(|(_, row)| *row).filter(|row| !is_there(row)).collect();
        assert!(stale.is_empty(), "no such module: {stale:?}\nremove it from LAYERS in {file}");
    }

    fn misplaced_imports(&self, source: &Source) -> Vec<String> {
        // The crate root may import every module and has no row.
        let Some(own) = self.rank(&source.module) else { return Vec::new() };
        let mut wrong = Vec::new();
        for path in source::paths(&source.code, &["crate", "super", "self"].map(str::to_owned)) {
            let target = self.module_of(&source.resolve(&path.segments));
            let allowed = target == source.module
                || is_in(&target, &source.module)
                // `assert_rows` reports a module without a row.
                || self.rank(&target).map_or(!target.is_empty(), |rank| rank < own);
            if !allowed {
                let shown = if target.is_empty() { "the crate root" } else { &target };
                let place = format!("{}:{}", source.file.display(), path.line);
                wrong.push(format!("{place}: `{}` may not import `{shown}`", source.module));
            }
        }
        wrong
    }

    /// The module to which `path` refers: the longest prefix that is a module. A name that the crate root re-exports
    /// refers to the module that defines it.
    fn module_of(&self, path: &[String]) -> String {
        for length in (1..=path.len()).rev() {
            let module = path[..length].join("::");
            if self.sources.iter().any(|source| source.module == module) {
                return module;
            }
        }
        let root = self.sources.iter().find(|source| source.module.is_empty());
        let modules = self.sources.iter().map(|source| source.module.clone());
        let children: Vec<String> = modules.filter(|m| !m.contains("::")).collect();
        let exports = root.map(|root| source::paths(&root.code, &children)).unwrap_or_default();
        let export = exports.into_iter().find(|export| export.segments.last() == path.first());
        export.map(|export| self.module_of(&export.segments)).unwrap_or_default()
    }

    /// The index of the row of `module` in the table. All modules to which `x::*` applies have one row.
    fn rank(&self, module: &str) -> Option<usize> {
        let row = |name: &str| self.table.iter().position(|(_, row)| *row == name);
        let parent = module.rsplit_once("::").map(|(parent, _)| format!("{parent}::*"));
        row(module).or_else(|| row(&parent?))
    }
}

impl Source {
    fn read(root: &Path, file: &Path) -> Source {
        let short = file.strip_prefix(root).unwrap_or(file);
        let module = short.strip_prefix("src").unwrap_or(short).with_extension("");
        let module = module.to_string_lossy().replace(['/', '\\'], "::");
        let module = module.strip_suffix("::mod").unwrap_or(&module);
        let text = fs::read_to_string(file).expect("a source file can be read");
        Source {
            file: short.to_owned(),
            module: if matches!(module, "lib" | "main") {
                String::new()
            } else {
                module.to_owned()
            },
            code: code_only(&text),
            test_modules: test_modules(&text),
        }
    }

    /// `segments` as a path from the crate root.
    fn resolve(&self, segments: &[String]) -> Vec<String> {
        let mut path: Vec<String> = match segments.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            _ => self.module.split("::").map(str::to_owned).collect(),
        };
        for segment in segments {
            match segment.as_str() {
                "super" => drop(path.pop()),
                "crate" | "self" => {}
                _ => path.push(segment.clone()),
            }
        }
        path
    }

    /// The paths of the modules that the file declares with `#[cfg(test)]`.
    fn tests(&self) -> impl Iterator<Item = String> {
        let path = |name: &String| match &*self.module {
            "" => name.clone(),
            module => format!("{module}::{name}"),
        };
        self.test_modules.iter().map(path)
    }
}

/// Whether `module` is `parent` or a descendant of it.
pub(crate) fn is_in(module: &str, parent: &str) -> bool {
    parent.is_empty()
        || module.strip_prefix(parent).is_some_and(|r| r.is_empty() || r.starts_with("::"))
}

/// The files of `src`, without test modules.
fn sources(root: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a source folder can be read") {
            let file = entry.expect("a folder entry can be read").path();
            if file.is_dir() {
                folders.push(file);
            } else if file.extension().is_some_and(|ending| ending == "rs") {
                sources.push(Source::read(root, &file));
            }
        }
    }
    let tests: Vec<String> = sources.iter().flat_map(Source::tests).collect();
    sources.retain(|source| !tests.iter().any(|test| is_in(&source.module, test)));
    sources.sort_by(|a, b| a.file.cmp(&b.file));
    sources
}

/// The names of the modules in separate files that `text` declares with `#[cfg(test)]`.
fn test_modules(text: &str) -> Vec<String> {
    let parts = text.split("#[cfg(test)]").skip(1);
    let name = |part: &str| {
        let (name, _) = part.trim_start().strip_prefix("mod ")?.split_once(';')?;
        (!name.contains(char::is_whitespace)).then(|| name.to_owned())
    };
    parts.filter_map(name).collect()
}
