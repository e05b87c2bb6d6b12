//! Checks the layers of a crate. A module imports only from its own layer and from those before it, and no module
//! imports, directly or by way of others, from one that imports from it. A `mod.rs` may import from its children, so
//! these import nothing from it. A test module may import from any module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use source::code_only;

pub(crate) mod source;

/// Declares the tests for the layers of this crate, or of the crate in its folder `$folder`. `$layers` are the layers,
/// the lowest first, each as the names of its modules. A module that is not named belongs to the layer of its folder.
macro_rules! check {
    ($layers:ident) => {
        layers::check!($layers, "");
    };
    ($layers:ident, $folder:literal) => {
        #[test]
        fn imports_lead_downwards() {
            layers().assert_downwards();
        }

        #[test]
        fn no_imports_form_a_cycle() {
            layers().assert_no_cycle();
        }

        #[test]
        fn every_module_has_a_layer() {
            layers().assert_named(file!());
        }

        fn layers() -> layers::Layers {
            let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            layers::Layers::new(&root.join($folder), $layers)
        }
    };
}

pub(crate) use check;

/// A crate with its layers.
pub(crate) struct Layers {
    pub(crate) sources: Vec<Source>,
    /// The names of the modules of each layer, with blanks between them.
    layers: &'static [&'static str],
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
    pub(crate) fn new(root: &Path, layers: &'static [&'static str]) -> Layers {
        Layers { sources: sources(root), layers }
    }

    /// Fails if a module imports one of a layer above its own, or the crate root.
    pub(crate) fn assert_downwards(&self) {
        let mut wrong = Vec::new();
        for source in self.sources.iter().filter(|source| !source.module.is_empty()) {
            for (line, target) in self.imports(source) {
                let is_above = self.rank(&target) > self.rank(&source.module);
                if target.is_empty() || is_above {
                    let shown = if target.is_empty() { "the crate root" } else { &target };
                    let place = format!("{}:{line}", source.file.display());
                    wrong.push(format!("{place}: `{}` may not import `{shown}`", source.module));
                }
            }
        }
        wrong.dedup();
        assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    }

    /// Fails if modules import from each other in a circle.
    pub(crate) fn assert_no_cycle(&self) {
        let mut left: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for source in self.sources.iter().filter(|source| !source.module.is_empty()) {
            let imports = self.imports(source).into_iter().map(|(_, target)| target);
            left.entry(source.module.clone()).or_default().extend(imports);
            if let Some((parent, _)) = source.module.rsplit_once("::") {
                left.entry(parent.to_owned()).or_default().insert(source.module.clone());
            }
        }
        // Modules that import from none of the others are not in a circle.
        while let Some(done) =
            left.iter().find(|(_, targets)| targets.iter().all(|to| !left.contains_key(to)))
        {
            let done = done.0.clone();
            left.remove(&done);
        }
        let mut circle: Vec<&String> = left.keys().take(1).collect();
        while let Some(next) = circle.last().and_then(|last| {
            left[*last].iter().find_map(|to| left.get_key_value(to)).map(|(to, _)| to)
        }) {
            if let Some(at) = circle.iter().position(|seen| *seen == next) {
                circle.drain(..at);
                break;
            }
            circle.push(next);
        }
        assert!(circle.is_empty(), "these import from each other in a circle: {circle:?}");
    }

    /// Fails if a module has no layer, or a name of a layer, in `file`, has no module.
    pub(crate) fn assert_named(&self, file: &str) {
        let modules = self.sources.iter().map(|source| &source.module);
        let strangers: Vec<&String> =
            modules.filter(|module| !module.is_empty() && self.rank(module).is_none()).collect();
        assert!(strangers.is_empty(), "{strangers:?}: add them to LAYERS in {file}");
        let is_there = |name: &&str| !self.sources.iter().any(|source| source.module == **name);
        let stale: Vec<&str> = self.names().map(|(_, name)| name).filter(is_there).collect();
        assert!(stale.is_empty(), "no such module: {stale:?}\nremove it from LAYERS in {file}");
    }

    /// The modules outside of `source` and its children from which it imports, each with a line.
    fn imports(&self, source: &Source) -> Vec<(usize, String)> {
        let roots = ["crate", "super", "self"].map(str::to_owned);
        let paths = source::paths(&source.code, &roots).into_iter();
        let imports =
            paths.map(|path| (path.line, self.module_of(&source.resolve(&path.segments))));
        imports.filter(|(_, target)| target.is_empty() || !is_in(target, &source.module)).collect()
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

    /// The number of the layer of `module`: that of the longest name that is the module or a folder around it.
    fn rank(&self, module: &str) -> Option<usize> {
        let around = self.names().filter(|(_, name)| is_in(module, name));
        around.max_by_key(|(_, name)| name.len()).map(|(rank, _)| rank)
    }

    /// The names of all layers, each with the number of its layer.
    fn names(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let layers = self.layers.iter().enumerate();
        layers.flat_map(|(rank, names)| names.split(' ').map(move |name| (rank, name)))
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
