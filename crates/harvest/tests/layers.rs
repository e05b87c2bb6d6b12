//! Which module of this crate may name which; see [`layers`].
//!
//! A new module needs a row here: put it as high as its imports allow.

use std::path::Path;

use layers::Layers;

#[path = "../../../tests/support/layers.rs"]
mod layers;

/// Level and module, from the ground up. `x::*` means all children of `x` without a row of their
/// own: they never name each other.
const LAYERS: &[(u8, &str)] = &[
    (0, "model::place"),
    (0, "model::limits"),
    (0, "model::message"),
    (0, "model::outcome"),
    (0, "model::resume_point"),
    (0, "model::existing"),
    (0, "model::extents"),
    (0, "model::code_units"),
    (0, "model::source"),
    (0, "model::diagnostic"),
    (0, "model::located"),
    (0, "model::context"),
    (0, "model::location"),
    (0, "model::summary"),
    (0, "model::visitor"),
    (0, "model"),
    (0, "reading"),
    (0, "displayed_text::references"),
    (0, "displayed_text"),
    (0, "encoding::label"),
    (0, "encoding::utf7"),
    (0, "encoding::ebcdic"),
    (0, "encoding::charset"),
    (0, "encoding::wide"),
    (0, "encoding::declared"),
    (0, "encoding::head"),
    (0, "encoding::detect"),
    (0, "encoding::transcode"),
    (0, "encoding::way_back"),
    (0, "encoding"),
    (0, "sink"),
    (1, "parse::lossless"),
    (1, "parse::nested"),
    (1, "parse::anchor"),
    (1, "parse::value"),
    (1, "parse::escapes"),
    (1, "parse::marked_text"),
    (1, "parse::asciidoc"),
    (1, "parse::latex"),
    (1, "parse::texinfo"),
    (1, "parse::properties"),
    (1, "parse::script"),
    (1, "parse::css"),
    (1, "parse::html"),
    (1, "parse::calendar::value"),
    (1, "parse::calendar::line"),
    (1, "parse::calendar"),
    (1, "parse::json::*"),
    (1, "parse::json"),
    (1, "parse::markdown::aside"),
    (1, "parse::markdown::gaps"),
    (1, "parse::markdown::asides"),
    (1, "parse::markdown"),
    (1, "parse::table::cells"),
    (1, "parse::table::dialect"),
    (1, "parse::table"),
    (1, "parse::xml::vocabulary"),
    (1, "parse::xml::recognize"),
    (1, "parse::xml::entities"),
    (1, "parse::xml::namespaces"),
    (1, "parse::xml::part"),
    (1, "parse::xml::links"),
    (1, "parse::xml::tag"),
    (1, "parse::xml::meaning"),
    (1, "parse::xml::elements"),
    (1, "parse::xml"),
    (1, "parse"),
    (2, "mail::field"),
    (2, "mail::stored"),
    (2, "mail::folder"),
    (2, "mail::mbox"),
    (2, "mail::message"),
    (2, "mail::multipart"),
    (2, "mail::smime"),
    (2, "mail::uuencode"),
    (2, "mail::body"),
    (2, "mail::entity"),
    (2, "mail::header"),
    (2, "mail::part"),
    (2, "mail::shown"),
    (2, "mail::walk"),
    (2, "mail"),
    (2, "archive::ratio_limit"),
    (2, "archive::member_sink"),
    (2, "archive::compressed"),
    (2, "archive::tar::block"),
    (2, "archive::tar::sparse"),
    (2, "archive::tar::entry"),
    (2, "archive::tar"),
    (2, "archive::zip::local"),
    (2, "archive::zip"),
    (2, "archive"),
    (3, "detect::signature"),
    (3, "detect::format"),
    (3, "detect::content"),
    (3, "detect::data"),
    (3, "detect"),
    (4, "driver::input"),
    (4, "driver::settings"),
    (4, "driver::session"),
    (4, "driver::choice"),
    (4, "driver::start"),
    (4, "driver::undecoded"),
    (4, "driver::locating"),
    (4, "driver::document"),
    (4, "driver::line_ends"),
    (4, "driver::streaming"),
    (4, "driver::mailbox"),
    (4, "driver::held"),
    (4, "driver::readers"),
    (4, "driver::resume"),
    (4, "driver::dispatch"),
    (4, "driver::file"),
    (4, "driver::iter"),
    (4, "driver::builder"),
    (4, "driver::harvester"),
    (4, "driver"),
];

#[test]
fn imports_point_downwards() {
    layers().assert_downwards();
}

#[test]
fn each_module_has_its_row() {
    layers().assert_rows(file!());
}

fn layers() -> Layers {
    Layers::new(Path::new(env!("CARGO_MANIFEST_DIR")), LAYERS)
}
