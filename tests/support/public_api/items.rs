//! Generates the lines of the list of public items.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::{
    Attribute, Fields, ImplItem, Item, ItemEnum, ItemImpl, ItemMacro, ItemStruct, ItemTrait,
    TraitItem, Type,
};

use super::paths::{Module, Sources, features, is_hidden, is_public, join, name_of};
use super::tidy::tidy;

/// Adds the lines of the public items of `module` to `lines`.
pub(super) fn list(sources: &Sources, module: &Module, lines: &mut BTreeSet<String>) {
    let lister = Lister { sources, module };
    for item in &module.items {
        lister.item(item, lines);
    }
}

struct Lister<'s> {
    sources: &'s Sources,
    module: &'s Module,
}

impl Lister<'_> {
    fn item(&self, item: &Item, lines: &mut BTreeSet<String>) {
        let attributes = attributes(item);
        let Some(own) = features(attributes).filter(|_| !is_hidden(attributes)) else { return };
        let features = [self.module.features.as_str(), own.as_str()].concat();
        match item {
            Item::Impl(item) => self.implementation(item, &features, lines),
            Item::Macro(item) => self.macros(item, &features, lines),
            _ => {
                let definition = name_of(item).map(|name| (self.module.path.clone(), name));
                let path = definition.and_then(|one| self.sources.public_path(&one));
                let Some((path, of_path)) = path else { return };
                let features = united(&[&of_path, &features]);
                let name = path.rsplit("::").next().unwrap_or_default();
                let own = name_of(item).unwrap_or_default();
                for line in declared(item) {
                    // A re-export may have renamed the item.
                    let line = line.replacen(&own, name, 1);
                    lines.insert(format!("{path}: {features}{line}"));
                }
            }
        }
    }

    fn implementation(&self, item: &ItemImpl, features: &str, lines: &mut BTreeSet<String>) {
        let Some((path, of_path)) = self.path_of_type(&item.self_ty) else { return };
        let features = united(&[&of_path, features]);
        if let Some((not, name, _)) = &item.trait_ {
            let last = &name.segments.last().expect("a path has a segment").ident.to_string();
            let definition = self.sources.definition(&self.module.path, last);
            let is_private = definition.is_some_and(|one| self.sources.public_path(&one).is_none());
            if not.is_none() && !is_private {
                lines.insert(format!("{path}: {features}impl {}", tidy(name)));
            }
            return;
        }
        for member in &item.items {
            let (attributes, visibility, line) = match member {
                ImplItem::Fn(member) => (&member.attrs, &member.vis, tidy(&member.sig)),
                ImplItem::Const(member) => {
                    let line = format!("const {}: {}", member.ident, tidy(&member.ty));
                    (&member.attrs, &member.vis, line)
                }
                _ => continue,
            };
            let Some(own) = self::features(attributes) else { continue };
            if is_public(visibility) && !is_hidden(attributes) {
                lines.insert(format!("{path}: {}{line}", united(&[&features, &own])));
            }
        }
    }

    /// The public path of the type, with its features; `None` for private types. A type that no source defines (a
    /// parameter, a type of another crate, or one that a macro makes) gets the path of the module.
    fn path_of_type(&self, of: &Type) -> Option<(String, String)> {
        let here = || Some((join(&self.module.path, &tidy(of)), String::new()));
        let Type::Path(path) = of else { return here() };
        let name = path.path.segments.last().expect("a path has a segment").ident.to_string();
        match self.sources.definition(&self.module.path, &name) {
            Some(definition) => self.sources.public_path(&definition),
            None => here(),
        }
    }

    /// The public items in the definition of a macro, or the arguments of a call.
    fn macros(&self, item: &ItemMacro, features: &str, lines: &mut BTreeSet<String>) {
        let tokens = &item.mac.tokens;
        if let Some(name) = &item.ident {
            for line in public_parts(tokens) {
                let path = join(&self.module.path, "");
                lines.insert(format!(
                    "{}: {features}macro {name}! {line}",
                    path.trim_end_matches("::")
                ));
            }
            return;
        }
        let name = tidy(&item.mac.path);
        if !self.sources.makes_public(&name) {
            return;
        }
        let arguments = without_docs(&tidy(tokens));
        lines.insert(format!("{}: {features}{name}! {{ {arguments} }}", self.module.path));
    }
}

/// The union of several lists of features.
fn united(lists: &[&str]) -> String {
    let mut united: Vec<&str> = Vec::new();
    for feature in lists.iter().flat_map(|list| list.split_inclusive("] ")) {
        if !united.contains(&feature) {
            united.push(feature);
        }
    }
    united.concat()
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        _ => &[],
    }
}

/// The lines of an item that is not an `impl`.
fn declared(item: &Item) -> Vec<String> {
    match item {
        Item::Struct(item) => vec![structure(item)],
        Item::Enum(item) => vec![enumeration(item)],
        Item::Trait(item) => behaviour(item),
        Item::Type(item) => vec![tidy(item).replacen("pub ", "", 1)],
        Item::Fn(item) => vec![tidy(&item.sig)],
        Item::Const(item) => vec![format!("const {}: {}", item.ident, tidy(&item.ty))],
        Item::Static(item) => vec![format!("static {}: {}", item.ident, tidy(&item.ty))],
        _ => Vec::new(),
    }
}

/// The attributes `#[derive(...)]` and `#[non_exhaustive]`, including those inside `cfg_attr`.
fn marks(attributes: &[Attribute]) -> String {
    let is_mark = |text: &String| text.contains("derive(") || text.contains("non_exhaustive");
    let marks = attributes.iter().map(tidy).filter(is_mark);
    marks.map(|mark| mark + " ").collect()
}

fn structure(item: &ItemStruct) -> String {
    let shown = |field: &&syn::Field| is_public(&field.vis);
    let public = item.fields.iter().filter(shown).map(|field| match &field.ident {
        Some(name) => format!("pub {name}: {}", tidy(&field.ty)),
        None => format!("pub {}", tidy(&field.ty)),
    });
    let mut fields: Vec<String> = public.collect();
    if fields.len() < item.fields.len() && !fields.is_empty() {
        fields.push("..".to_owned());
    }
    let fields =
        if fields.is_empty() { String::new() } else { format!(" {{ {} }}", fields.join(", ")) };
    format!("{}struct {}{}{fields}", marks(&item.attrs), item.ident, tidy(&item.generics))
}

fn enumeration(item: &ItemEnum) -> String {
    let variants = item.variants.iter().map(|variant| {
        let own = marks(&variant.attrs);
        let fields = match &variant.fields {
            Fields::Named(fields) => {
                let fields = fields.named.iter().map(|field| {
                    let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
                    format!("{name}: {}", tidy(&field.ty))
                });
                format!(" {{ {} }}", fields.collect::<Vec<_>>().join(", "))
            }
            Fields::Unnamed(fields) => {
                let fields = fields.unnamed.iter().map(|field| tidy(&field.ty));
                format!("({})", fields.collect::<Vec<_>>().join(", "))
            }
            Fields::Unit => String::new(),
        };
        format!("{own}{}{fields}", variant.ident)
    });
    let variants = variants.collect::<Vec<_>>().join(", ");
    format!("{}enum {}{} {{ {variants} }}", marks(&item.attrs), item.ident, tidy(&item.generics))
}

fn behaviour(item: &ItemTrait) -> Vec<String> {
    let above = tidy(&item.supertraits);
    let above = if above.is_empty() { above } else { format!(": {above}") };
    let mut lines = vec![format!("trait {}{}{above}", item.ident, tidy(&item.generics))];
    lines.extend(item.items.iter().filter_map(|member| match member {
        TraitItem::Fn(member) => Some(tidy(&member.sig)),
        TraitItem::Const(member) => Some(format!("const {}: {}", member.ident, tidy(&member.ty))),
        TraitItem::Type(member) => Some(format!("type {}", member.ident)),
        _ => None,
    }));
    lines
}

/// The declarations that begin with `pub` in the body of a macro.
fn public_parts(tokens: &impl ToTokens) -> Vec<String> {
    let text = without_docs(&tidy(tokens));
    let starts = text.match_indices("pub ").map(|(at, _)| &text[at..]);
    starts
        .map(|part| part[..part.find([';', '{', '=']).unwrap_or(part.len())].trim_end().to_owned())
        .collect()
}

/// `text` without `#[doc = "..."]`, and with `".."` in place of each literal that contains a blank.
fn without_docs(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        let end = literal_end(&rest[at..]);
        let literal = &rest[at..at + end];
        out += &rest[..at];
        out += if literal.contains(' ') { "\"..\"" } else { literal };
        rest = &rest[at + end..];
    }
    out += rest;
    let parts = out.split("#[doc = \"..\"]").flat_map(|part| part.split("#[doc = \"\"]"));
    parts.map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The length of the literal that `text` begins with.
fn literal_end(text: &str) -> usize {
    let mut is_escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !is_escaped => return at + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}
