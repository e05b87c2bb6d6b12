//! Open XML: reads the main part, the parts that it refers to, and then the parts that no relationship refers to.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use linkwright::uri::UriBuf;

use super::path::{has_ending, resolve};
use super::walk::PackageWalk;
use crate::model;
use crate::parse::office::{self, Context, Relationship, SheetUses, StringCell, Uses};
use crate::parse::xml;

/// Reads a document, and returns the embedded members, which are separate documents.
pub(super) fn read(walk: &mut PackageWalk<'_, '_>) -> Vec<usize> {
    let main = main_part(walk);
    let mut document = Book {
        base: base(walk),
        authors: authors(walk).into(),
        strings: strings(walk),
        cells: Vec::new(),
        pending: Vec::new(),
        embedded: Vec::new(),
    };
    document.relations(walk, "", &Uses::new(), &Context::default());
    document.main(walk, &main);
    while let Some((at, context)) = document.pending.pop() {
        document.part(walk, at, &context);
    }
    for at in walk.rest() {
        document.part(walk, at, &Context::default());
        while let Some((at, context)) = document.pending.pop() {
            document.part(walk, at, &context);
        }
    }
    document.shared_strings(walk);
    document.embedded
}

/// The name of the main part of the package.
fn main_part(walk: &mut PackageWalk<'_, '_>) -> String {
    let relations = walk.look("_rels/.rels").map(|rels| office::relationships(&rels));
    let main = relations.into_iter().flatten().find(|one| one.kind == "officeDocument");
    main.map(|main| resolve("", &main.target))
        .into_iter()
        .chain(["word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"].map(str::to_owned))
        .find(|name| walk.package.find(name).is_some())
        .unwrap_or_default()
}

/// The base of relative links: the base that the document declares, or else the base of the package.
fn base(walk: &mut PackageWalk<'_, '_>) -> Option<UriBuf> {
    let outer = walk.location.base.clone();
    let declared = walk.look("docProps/app.xml").and_then(|app| office::declared_base(&app));
    declared.and_then(|base| model::base_of(&base, outer.as_ref())).or(outer)
}

/// The authors of comments, from all parts that list them.
fn authors(walk: &mut PackageWalk<'_, '_>) -> HashMap<String, String> {
    let is_list = |name: &str| {
        matches!(name, "ppt/commentAuthors.xml" | "ppt/authors.xml")
            || name.starts_with("xl/persons/")
    };
    let names = (0..walk.package.len()).map(|at| walk.package.name(at).to_owned());
    let names: Vec<String> = names.filter(|name| is_list(name)).take(16).collect();
    let mut authors = HashMap::new();
    for name in names {
        authors.extend(walk.look(&name).map(|list| office::authors(&list)).unwrap_or_default());
    }
    authors
}

const SHARED_STRINGS: &str = "xl/sharedStrings.xml";

/// The numbers of the shared strings that contain links.
fn strings(walk: &mut PackageWalk<'_, '_>) -> HashSet<u32> {
    let finder = walk.session.settings().finders.plain.clone();
    let strings = walk.look(SHARED_STRINGS);
    strings.map(|strings| office::strings_with_links(&strings, &finder)).unwrap_or_default()
}

/// The name of the part with the relationships of a part.
fn relations_of(name: &str) -> String {
    let (folder, file) = name.rsplit_once('/').map_or(("", name), |(folder, file)| (folder, file));
    let slash = if folder.is_empty() { "" } else { "/" };
    format!("{folder}{slash}_rels/{file}.rels")
}

/// The kinds of relationships whose target belongs to another slide or sheet, or to none.
const ELSEWHERE: &[&str] = &[
    "slide",
    "slideLayout",
    "slideMaster",
    "notesMaster",
    "handoutMaster",
    "theme",
    "worksheet",
    "officeDocument",
];

/// The data about a document that is collected while its parts are read.
struct Book {
    base: Option<UriBuf>,
    authors: Arc<HashMap<String, String>>,
    /// The shared strings that contain links, and the cells that show them.
    strings: HashSet<u32>,
    cells: Vec<StringCell>,
    /// The parts to read next, in reverse order.
    pending: Vec<(usize, Context)>,
    /// The members that are separate documents.
    embedded: Vec<usize>,
}

impl Book {
    /// Reads the main part, and queues the sheets or slides in the order in which that part lists them.
    fn main(&mut self, walk: &mut PackageWalk<'_, '_>, name: &str) {
        let Some(at) = walk.package.find(name) else { return };
        let listed = walk.look(name).map(|part| office::listed(&part)).unwrap_or_default();
        let relations = relationships(walk, name);
        self.part(walk, at, &Context::default());
        let mut parts = Vec::new();
        for (number, one) in listed.into_iter().enumerate() {
            let part = relations.get(&one.relation).map(|part| resolve(name, &part.target));
            let Some(at) = part.and_then(|part| walk.package.find(&part)) else { continue };
            let slide = u32::try_from(number + 1).ok().filter(|_| one.sheet.is_none());
            let context =
                Context { slide, sheet: one.sheet, is_hidden: one.is_hidden, ..Context::default() };
            parts.push((at, context));
        }
        self.pending.extend(parts.into_iter().rev());
    }

    /// Reads a part and its relationships, and queues the parts that it refers to.
    fn part(&mut self, walk: &mut PackageWalk<'_, '_>, at: usize, context: &Context) {
        let name = walk.package.name(at).to_owned();
        if walk.is_read.get(at) != Some(&false) || name.eq_ignore_ascii_case(SHARED_STRINGS) {
            return;
        }
        match role(&name) {
            Role::Nothing => walk.pass(at),
            Role::Relations => self.unused_relations(walk, at),
            Role::Document => self.embedded.push(at),
            Role::Part => self.text_part(walk, at, &name, context),
        }
    }

    /// Reads the relationships of a part that is not read or is missing.
    fn unused_relations(&self, walk: &mut PackageWalk<'_, '_>, at: usize) {
        let uses = Uses::new();
        walk.part(at, self.base.as_ref(), &mut |part, sink| {
            office::read_relationships(part, &uses, sink);
        });
    }

    /// Reads a part with text or cells.
    #[inline(never)]
    fn text_part(
        &mut self,
        walk: &mut PackageWalk<'_, '_>,
        at: usize,
        name: &str,
        context: &Context,
    ) {
        let context = Context {
            relationships: relationships(walk, name),
            has_package: true,
            authors: Arc::clone(&self.authors),
            ..context.clone()
        };
        let mut uses = SheetUses::default();
        walk.part(at, self.base.as_ref(), &mut |part, sink| match office::read_part(
            part,
            &context,
            &self.strings,
            sink,
        ) {
            Some(read) => uses = read,
            None => xml::read(part, sink),
        });
        self.cells.append(&mut uses.strings);
        self.relations(walk, name, &uses.relations, &context);
    }

    /// Reads the relationships of a part, and queues the parts that they refer to.
    fn relations(
        &mut self,
        walk: &mut PackageWalk<'_, '_>,
        name: &str,
        uses: &Uses,
        context: &Context,
    ) {
        if let Some(at) = walk.package.find(&relations_of(name)) {
            walk.part(at, self.base.as_ref(), &mut |part, sink| {
                office::read_relationships(part, uses, sink);
            });
        }
        if name.is_empty() {
            return;
        }
        let inside = context.relationships.values().filter(|one| !one.is_external);
        let mut inside: Vec<&Relationship> = inside.collect();
        inside.sort_by(|one, other| other.id.len().cmp(&one.id.len()).then(other.id.cmp(&one.id)));
        for one in inside {
            let part = walk.package.find(&resolve(name, &one.target));
            let is_unit = context.slide.is_some() || context.sheet.is_some();
            let is_same = is_unit && !ELSEWHERE.contains(&&*one.kind);
            if let (Some(at), true) = (part, is_same) {
                let (slide, sheet) = (context.slide, context.sheet.clone());
                let is_hidden = context.is_hidden;
                self.pending.push((at, Context { slide, sheet, is_hidden, ..Context::default() }));
            }
        }
    }

    /// Reads the shared strings, for the cells that show them.
    fn shared_strings(&mut self, walk: &mut PackageWalk<'_, '_>) {
        if let Some(at) = walk.package.find(SHARED_STRINGS) {
            walk.part(at, self.base.as_ref(), &mut |part, sink| {
                office::read_strings(part, &self.cells, sink);
            });
        }
    }
}

/// The relationships of a part, by identifier.
fn relationships(walk: &mut PackageWalk<'_, '_>, name: &str) -> HashMap<String, Relationship> {
    let list = walk.look(&relations_of(name)).map(|rels| office::relationships(&rels));
    let list = list.unwrap_or_default().into_iter().rev();
    list.map(|one| (one.id.clone(), one)).collect()
}

/// The role of a member in the package.
enum Role {
    /// A member without links of the document: the list of content types, a signature, custom data, printer settings or
    /// a thumbnail.
    Nothing,
    Relations,
    Part,
    /// A picture or an embedded document.
    Document,
}

fn role(name: &str) -> Role {
    let name = name.to_ascii_lowercase();
    let data = ["customxml/", "_xmlsignatures/", "package/services/", "docprops/thumbnail."];
    let is_data = data.iter().any(|folder| name.starts_with(folder));
    if is_data || name == "[content_types].xml" || name.contains("/printersettings/") {
        Role::Nothing
    } else if has_ending(&name, "rels") {
        Role::Relations
    } else if has_ending(&name, "xml") || has_ending(&name, "vml") {
        Role::Part
    } else {
        Role::Document
    }
}
