//! The C interface of linkwright. `include/linkwright.h` documents the functions for their users.
//!
//! This is the only crate of the project with unsafe code, and it has three kinds of it: reading the memory that a
//! caller passes (`edge`), sharing slots between threads (`handle`), and a search that borrows the text of its
//! caller (`search`). Every exported function runs in `edge::guard`, so no panic leaves the library.
//!
//! Objects are handles: numbers that select a slot of a table, and never addresses. A handle that was freed, belongs to
//! another type or is in use elsewhere is therefore an error and not an invalid access. Addresses with a magic number
//! were rejected, because reading the number of an object that was freed is itself an invalid access.

#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![warn(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]
// What a caller must guarantee is the same for all functions, and `linkwright.h` says it.
#![allow(clippy::missing_safety_doc)]

mod buffer;
mod edge;
mod error;
mod finder;
mod flags;
mod grid;
mod handle;
mod linker;
mod matched;
mod options;
mod search;
mod stream;
mod uri;
mod utf16;

pub use buffer::{Buffer, lw_buffer_data, lw_buffer_new};
pub use error::{LwError, Status};
pub use finder::{lw_abi, lw_finder_new, lw_free, lw_version};
pub use flags::{lw_flag_name, lw_flags_severity, lw_match_flags};
pub use grid::{
    LwCells, lw_grid_cell, lw_grid_cells, lw_grid_clear, lw_grid_end_row, lw_grid_new, lw_grid_text,
};
pub use handle::Handle;
pub use linker::{
    Linker, LwAnswer, LwAttribute, LwLink, lw_link_html, lw_link_markdown, lw_link_text,
    lw_linker_new,
};
pub use matched::{LwMatch, LwSpan};
pub use search::{
    Search, lw_search_each, lw_search_each16, lw_search_new, lw_search_next, lw_search_text,
    lw_search_text16,
};
pub use stream::{
    Stream, lw_stream_finish, lw_stream_new, lw_stream_pending, lw_stream_push, lw_stream_push16,
};
pub use uri::{
    LwHazard, LwUri, lw_uri_equal, lw_uri_hazards, lw_uri_minimally_escaped, lw_uri_normalize,
    lw_uri_parse, lw_uri_resolve,
};
