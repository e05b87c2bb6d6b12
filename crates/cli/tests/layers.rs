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
    (0, "help::guide"),
    (0, "help::brief"),
    (0, "help"),
    (0, "names"),
    (0, "show"),
    (0, "draw"),
    (0, "exit"),
    (0, "pdf"),
    (0, "target"),
    (0, "file_id"),
    (0, "replacement"),
    (0, "live"),
    (0, "rows"),
    (0, "interrupt"),
    (0, "input"),
    (0, "noise"),
    (0, "options::configured"),
    (0, "options::flag"),
    (0, "options::error"),
    (0, "options::settings"),
    (0, "options::flags"),
    (0, "options::change"),
    (0, "options::typed"),
    (0, "options"),
    (0, "selection"),
    (1, "convert::format"),
    (1, "convert::converted"),
    (1, "convert::nesting"),
    (1, "convert::sanitizer"),
    (1, "convert::listed"),
    (1, "convert::link_args"),
    (1, "convert::linkers"),
    (1, "convert::html"),
    (1, "convert::mail"),
    (1, "convert::markdown"),
    (1, "convert::stream"),
    (1, "convert"),
    (1, "config::places"),
    (1, "config::file"),
    (1, "config"),
    (2, "verbs::explain::admission"),
    (2, "verbs::explain::report"),
    (2, "verbs::explain"),
    (2, "verbs::uri::session"),
    (2, "verbs::uri::aliases"),
    (2, "verbs::uri::parse"),
    (2, "verbs::uri::*"),
    (2, "verbs::uri"),
    (2, "verbs::extract::reason"),
    (2, "verbs::extract::file_state"),
    (2, "verbs::extract::batch"),
    (2, "verbs::extract::walk_args"),
    (2, "verbs::extract::warc_args"),
    (2, "verbs::extract::extent"),
    (2, "verbs::extract::progress"),
    (2, "verbs::extract::account"),
    (2, "verbs::extract::format"),
    (2, "verbs::extract::sameness"),
    (2, "verbs::extract::row"),
    (2, "verbs::extract::group_by"),
    (2, "verbs::extract::cells"),
    (2, "verbs::extract::encode"),
    (2, "verbs::extract::output"),
    (2, "verbs::extract::skipped"),
    (2, "verbs::extract::args"),
    (2, "verbs::extract::combinations"),
    (2, "verbs::extract::own"),
    (2, "verbs::extract::folder"),
    (2, "verbs::extract::queue"),
    (2, "verbs::extract::walk"),
    (2, "verbs::extract::past"),
    (2, "verbs::extract::resume"),
    (2, "verbs::extract::sink::row_sink"),
    (2, "verbs::extract::sink::stream"),
    (2, "verbs::extract::table"),
    (2, "verbs::extract::sink::*"),
    (2, "verbs::extract::sink"),
    (2, "verbs::extract::unique"),
    (2, "verbs::extract::ordered_output"),
    (2, "verbs::extract::collect"),
    (2, "verbs::extract::limit_lines"),
    (2, "verbs::extract::sums"),
    (2, "verbs::extract::pool"),
    (2, "verbs::extract::worker"),
    (2, "verbs::extract::pausing"),
    (2, "verbs::extract::taker"),
    (2, "verbs::extract::divide"),
    (2, "verbs::extract::work"),
    (2, "verbs::extract::plan"),
    (2, "verbs::extract"),
    (2, "verbs::linkify::*"),
    (2, "verbs::linkify"),
    (2, "verbs::pipe"),
    (2, "verbs::lists"),
    (2, "verbs::config"),
    (2, "verbs::shell"),
    (2, "verbs"),
    (3, "args"),
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
