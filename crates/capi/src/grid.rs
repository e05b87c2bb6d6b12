//! The text of a terminal, and the cells of its links.

use core::ffi::{c_char, c_int};

use linkwright::Span;
use linkwright::text::grid::{Cells, Grid};

use crate::edge::{guard, put_all, put_text, status, utf8};
use crate::error::LwError;
use crate::handle::{Handle, change, keep};

/// Cells of one row; `struct lw_cells` in C.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LwCells {
    /// The row, from 0.
    pub row: usize,
    /// The first column, from 0.
    pub start: usize,
    /// The column after the last one.
    pub end: usize,
}

impl From<Cells> for LwCells {
    fn from(Cells { row, start, end }: Cells) -> LwCells {
        LwCells { row, start, end }
    }
}

/// An empty grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_grid_new(error: *mut LwError) -> Handle<Grid> {
    guard(error, |_| Handle::NULL, || keep(Grid::new()))
}

/// Adds the next cell of the row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_grid_cell(
    grid: Handle<Grid>,
    text: *const c_char,
    len: usize,
    columns: usize,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let mut grid = change(grid)?;
        // SAFETY: `linkwright.h` asks for `len` bytes.
        grid.cell(unsafe { utf8(text, len, "text") }?, columns);
        Ok(())
    })
}

/// Ends the row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_grid_end_row(
    grid: Handle<Grid>,
    wraps: bool,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        change(grid)?.end_row(wraps);
        Ok(())
    })
}

/// The text of the rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_grid_text(
    grid: Handle<Grid>,
    len: *mut usize,
    error: *mut LwError,
) -> *const c_char {
    // SAFETY: `linkwright.h` asks for NULL or a `size_t`.
    unsafe {
        put_text(len, error, || {
            let grid = change(grid)?;
            Ok((grid.text().as_ptr(), grid.text().len()))
        })
    }
}

/// The cells of a part of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_grid_cells(
    grid: Handle<Grid>,
    start: usize,
    end: usize,
    out: *mut LwCells,
    room: usize,
    error: *mut LwError,
) -> usize {
    guard(
        error,
        |_| 0,
        || {
            let grid = change(grid)?;
            let cells = grid.cells(Span::new(start, end)).map(LwCells::from);
            // SAFETY: `linkwright.h` asks for memory for `room` cells.
            unsafe { put_all(out, room, cells) }
        },
    )
}

/// Removes all rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_grid_clear(grid: Handle<Grid>, error: *mut LwError) -> c_int {
    status(error, || {
        change(grid)?.clear();
        Ok(())
    })
}
