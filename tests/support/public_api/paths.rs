//! The modules of a crate, and the public path of each item.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use syn::{Attribute, Item, UseTree, Visibility};

use super::tidy::tidy;

/// The sources of a crate.
pub(crate) struct Sources {
    /// The modules by path, such as `find::rules`; the root has the empty path.
    modules: BTreeMap<String, Module>,
}

/// A module: its items, and the properties of its declaration.
pub(super) struct Module {
    pub(super) path: String,
    pub(super) items: Vec<Item>,
    is_public: bool,
    /// The features that it needs: `[feature = "html"]`.
    pub(super) features: String,
    names: Vec<Import>,
}

/// A name that a `use` gives to an item of another module.
struct Import {
    name: String,
    module: String,
    item: String,
    is_public: bool,
    features: String,
}

/// An item by its module and its name.
type Definition = (String, String);

impl Sources {
    /// Reads the source files below `folder`.
    pub(crate) fn read(folder: &Path) -> Sources {
        let mut files = Vec::new();
        add_files(folder, "", &mut files);
        let files: Vec<(&str, &str)> =
            files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        Sources::of(&files)
    }

    /// Parses modules, each given as its path and its source.
    pub(crate) fn of(files: &[(&str, &str)]) -> Sources {
        let module = |(path, source): &(&str, &str)| {
            let items = syn::parse_file(source).expect("the source is valid").items;
            let (path, features) = ((*path).to_owned(), String::new());
            let is_public = path.is_empty();
            (path.clone(), Module { path, items, is_public, features, names: Vec::new() })
        };
        let mut sources = Sources { modules: files.iter().map(module).collect() };
        sources.declare("");
        let paths: Vec<String> = sources.modules.keys().cloned().collect();
        for path in paths {
            let names = sources.imports(&path);
            sources.modules.get_mut(&path).expect("the module exists").names = names;
        }
        sources
    }

    /// All modules except the modules of tests.
    pub(super) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.values()
    }

    /// Sets the visibility and the features of the modules that `parent` declares, and of those below them.
    fn declare(&mut self, parent: &str) {
        let declared: Vec<_> = self.modules[parent].items.iter().filter_map(declaration).collect();
        let (is_public, features) = {
            let module = &self.modules[parent];
            (module.is_public, module.features.clone())
        };
        for (name, is_pub, own) in declared {
            let path = join(parent, &name);
            if let Some(module) = self.modules.get_mut(&path) {
                module.is_public = is_public && is_pub;
                module.features = [features.as_str(), own.as_str()].concat();
                self.declare(&path);
            }
        }
        if parent.is_empty() {
            let is_declared = |path: &str| path.is_empty() || self.is_declared(path);
            let kept: Vec<String> =
                self.modules.keys().filter(|p| is_declared(p)).cloned().collect();
            self.modules.retain(|path, _| kept.contains(path));
        }
    }

    fn is_declared(&self, path: &str) -> bool {
        let (parent, name) = path.rsplit_once("::").unwrap_or(("", path));
        let parent_is_declared = parent.is_empty() || self.is_declared(parent);
        let module = self.modules.get(parent);
        let declares = |item: &Item| declaration(item).is_some_and(|(one, ..)| one == name);
        parent_is_declared && module.is_some_and(|module| module.items.iter().any(declares))
    }

    fn imports(&self, module: &str) -> Vec<Import> {
        let mut imports = Vec::new();
        for item in &self.modules[module].items {
            if let Item::Use(item) = item {
                let is_public = is_public(&item.vis) && !is_hidden(&item.attrs);
                let Some(features) = features(&item.attrs) else { continue };
                let mut found = Vec::new();
                flatten(&item.tree, &mut Vec::new(), &mut found);
                imports.extend(found.into_iter().map(|(path, name)| {
                    let (module, item) = self.resolve(module, &path);
                    Import { name, module, item, is_public, features: features.clone() }
                }));
            }
        }
        imports
    }

    /// The module and the name that `path` refers to in `module`.
    fn resolve(&self, module: &str, path: &[String]) -> Definition {
        let mut at = module.to_owned();
        let (item, folders) = path.split_last().expect("a path has a segment");
        for (index, segment) in folders.iter().enumerate() {
            at = match segment.as_str() {
                "crate" => String::new(),
                "self" => at,
                "super" => {
                    at.rsplit_once("::").map_or(String::new(), |(parent, _)| parent.to_owned())
                }
                // A child of this module, or a foreign crate.
                name if index > 0 || self.modules.contains_key(&join(&at, name)) => join(&at, name),
                name => format!("::{name}"),
            };
        }
        (at, item.clone())
    }

    /// The definition of the item that has the name `name` in `module`.
    pub(super) fn definition(&self, module: &str, name: &str) -> Option<Definition> {
        let here = self.modules.get(module)?;
        if here.items.iter().any(|item| name_of(item).is_some_and(|one| one == name)) {
            return Some((module.to_owned(), name.to_owned()));
        }
        let import = here.names.iter().find(|import| import.name == name)?;
        self.definition(&import.module, &import.item)
    }

    /// The shortest public path of an item, and the features that it needs; `None` if it is not public.
    pub(super) fn public_path(&self, definition: &Definition) -> Option<(String, String)> {
        let (module, name) = definition;
        let defined = self.modules.get(module)?;
        let item =
            defined.items.iter().find(|item| name_of(item).is_some_and(|one| one == *name))?;
        visibility(item).filter(|visibility| is_public(visibility))?;
        let own = defined.is_public.then(|| (join(module, name), defined.features.clone()));
        let shown = self.modules.values().filter(|module| module.is_public).flat_map(|module| {
            let names = module.names.iter().filter(|import| import.is_public);
            let leads = |import: &&Import| {
                self.definition(&import.module, &import.item).as_ref() == Some(definition)
            };
            names.filter(leads).map(|import| {
                let features = [module.features.as_str(), import.features.as_str()].concat();
                (join(&module.path, &import.name), features)
            })
        });
        let shortest = |(path, _): &(String, String)| (path.matches("::").count(), path.clone());
        own.into_iter().chain(shown).min_by_key(shortest)
    }

    /// Whether a call of the macro declares public items: members, or an `impl` of a trait.
    pub(super) fn makes_public(&self, name: &str) -> bool {
        let items = self.modules.values().flat_map(|module| &module.items);
        let mut macros = items.filter_map(|item| match item {
            Item::Macro(item) if item.ident.as_ref().is_some_and(|ident| ident == name) => {
                Some(item)
            }
            _ => None,
        });
        macros.any(|item| {
            let body = tidy(&item.mac.tokens);
            ["pub fn", "pub const", "for $"].iter().any(|part| body.contains(part))
        })
    }
}

fn add_files(folder: &Path, module: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            add_files(&path, &join(module, &name), files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let own = if ["lib", "mod"].contains(&name.as_str()) {
                module.to_owned()
            } else {
                join(module, &name)
            };
            let source = fs::read_to_string(&path).expect("the file can be read");
            files.push((own, with_included(folder, &source)));
        }
    }
}

/// The source with the items of the files that it includes between its own.
fn with_included(folder: &Path, source: &str) -> String {
    let line = |line: &str| -> String {
        let name = line.strip_prefix("include!(\"").and_then(|rest| rest.strip_suffix("\");"));
        let included = |name| fs::read_to_string(folder.join(name)).expect("the file can be read");
        name.map_or_else(|| line.to_owned(), included) + "\n"
    };
    source.lines().map(line).collect()
}

/// The name, the visibility and the features of a module that an item declares; `None` for test modules.
fn declaration(item: &Item) -> Option<(String, bool, String)> {
    let Item::Mod(item) = item else { return None };
    let is_public = is_public(&item.vis) && !is_hidden(&item.attrs);
    Some((item.ident.to_string(), is_public, features(&item.attrs)?))
}

/// The conditions of an item: empty, or for example `[feature = "html"]`; `None` for items of tests.
pub(super) fn features(attributes: &[Attribute]) -> Option<String> {
    let mut features = String::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")) {
        let condition = tidy(&attribute.meta.require_list().expect("cfg has a list").tokens);
        if condition == "test" {
            return None;
        }
        features = [features.as_str(), "[", &condition, "] "].concat();
    }
    Some(features)
}

/// Whether the item is hidden from the documentation.
pub(super) fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| tidy(attribute).contains("doc(hidden)"))
}

pub(super) const fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The visibility of an item that can be public.
const fn visibility(item: &Item) -> Option<&Visibility> {
    Some(match item {
        Item::Struct(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Const(item) => &item.vis,
        Item::Static(item) => &item.vis,
        _ => return None,
    })
}

/// The name of an item that can be public.
pub(super) fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Struct(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Const(item) => &item.ident,
        Item::Static(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// The paths of a `use`, each with its name in the module.
fn flatten(tree: &UseTree, before: &mut Vec<String>, out: &mut Vec<(Vec<String>, String)>) {
    let leaf = |name: String, before: &[String]| [before, &[name]].concat();
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, out);
            before.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, out)),
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            out.push((leaf(name.clone(), before), name));
        }
        UseTree::Rename(rename) => {
            out.push((leaf(rename.ident.to_string(), before), rename.rename.to_string()));
        }
        UseTree::Glob(_) => {}
    }
}

/// The path of `name` in `module`; the crate root has the empty path.
pub(super) fn join(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}
