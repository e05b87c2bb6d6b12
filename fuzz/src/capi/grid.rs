//! Calls with a grid.

use linkwright::Span;
use linkwright_capi::*;

use super::{Input, Object, World, expect, of_handle, pair};

impl World {
    pub(super) fn cell(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, grid) = pick!(self, input, Grid);
        let columns = match input.byte() {
            0xFF => usize::MAX,
            byte => usize::from(byte % 4),
        };
        let text = input.text();
        let (start, len) = pair(&text);
        // SAFETY: the text has this length.
        let status = unsafe { lw_grid_cell(handle, start, len, columns, &raw mut error) };
        match (grid, core::str::from_utf8(&text)) {
            (None, _) => expect(status, &error, Status::Handle),
            (_, Err(_)) => expect(status, &error, Status::Utf8),
            (Some(grid), Ok(text)) => {
                expect(status, &error, Status::Ok);
                grid.cell(text, columns);
            }
        }
    }

    pub(super) fn end_row(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, grid) = pick!(self, input, Grid);
        let wraps = input.byte() % 2 == 1;
        // SAFETY: handles are checked.
        let status = unsafe { lw_grid_end_row(handle, wraps, &raw mut error) };
        expect(status, &error, of_handle(grid.as_ref()));
        if let Some(grid) = grid {
            grid.end_row(wraps);
        }
    }

    /// The text of a grid, and the cells of a part of it.
    pub(super) fn cells(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (mut len, (handle, grid)) = (0, pick!(self, input, Grid));
        // SAFETY: the text has this length, and stays until the grid changes.
        let text = unsafe {
            let text = lw_grid_text(handle, &raw mut len, &raw mut error);
            (!text.is_null())
                .then(|| core::slice::from_raw_parts(text.cast::<u8>(), len).to_owned())
        };
        expect(error.status, &error, of_handle(grid.as_ref()));
        assert_eq!(text.as_deref(), grid.as_ref().map(|grid| grid.text().as_bytes()));
        let (start, end) = (usize::from(input.byte()), usize::from(input.byte()));
        let mut out = vec![LwCells { row: 0, start: 0, end: 0 }; usize::from(input.byte() % 4)];
        // SAFETY: there is memory for this number of cells.
        let count = unsafe {
            lw_grid_cells(handle, start, end, out.as_mut_ptr(), out.len(), &raw mut error)
        };
        expect(error.status, &error, of_handle(grid.as_ref()));
        let wanted: Vec<LwCells> = grid
            .into_iter()
            .flat_map(|grid| {
                grid.cells(Span::new(start, end)).map(LwCells::from).collect::<Vec<_>>()
            })
            .collect();
        let room = out.len().min(wanted.len());
        assert_eq!((count, &out[..room]), (wanted.len(), &wanted[..room]));
    }

    pub(super) fn clear(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, grid) = pick!(self, input, Grid);
        // SAFETY: handles are checked.
        let status = unsafe { lw_grid_clear(handle, &raw mut error) };
        expect(status, &error, of_handle(grid.as_ref()));
        if let Some(grid) = grid {
            grid.clear();
        }
    }
}
