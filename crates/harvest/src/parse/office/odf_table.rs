//! Tracks the current position in an `OpenDocument` spreadsheet: the sheet and the cell.

use super::markup::Tag;
use super::position::cell_name;

/// An open table.
#[derive(Debug, Default)]
struct Table {
    name: String,
    row: u32,
    column: u32,
    /// The step to the next row, which is greater than 1 after a repeated row.
    row_step: u32,
    /// The step to the next column, which is greater than 1 after a repeated column.
    column_step: u32,
    is_row_hidden: bool,
    is_in_cell: bool,
}

/// The open tables. Only the cells of a spreadsheet have names, such as `B2`.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) is_spreadsheet: bool,
    open: Vec<Table>,
}

impl Tables {
    /// Updates the position at the start tag of an element of a table.
    pub(super) fn begin(&mut self, tag: &Tag<'_>) {
        if tag.name.local == "table" {
            let name = tag.own_text("name").unwrap_or_default();
            self.open.push(Table { name, row_step: 1, ..Table::default() });
        }
        let Some(table) = self.open.last_mut() else { return };
        let repeated = |name| {
            let count = tag.own_text(name).and_then(|count| count.parse::<u32>().ok());
            count.unwrap_or(1).clamp(1, 1 << 20)
        };
        match tag.name.local {
            "table-row" => {
                table.row = table.row.saturating_add(table.row_step);
                table.row_step = repeated("number-rows-repeated");
                (table.column, table.column_step) = (0, 1);
                let visibility = tag.own_text("visibility");
                table.is_row_hidden = visibility.is_some_and(|value| value != "visible");
            }
            "table-cell" | "covered-table-cell" => {
                table.column = table.column.saturating_add(table.column_step);
                table.column_step = repeated("number-columns-repeated");
                table.is_in_cell = true;
            }
            _ => {}
        }
    }

    /// Updates the position at the end of the element with the local name `local`.
    pub(super) fn end(&mut self, local: &str) {
        match local {
            "table" => drop(self.open.pop()),
            "table-cell" | "covered-table-cell" => {
                if let Some(table) = self.open.last_mut() {
                    table.is_in_cell = false;
                }
            }
            _ => {}
        }
    }

    /// The name of the sheet, the name of the cell, and whether the row of the cell is hidden; `None` outside the cells
    /// of a spreadsheet.
    pub(super) fn cell(&self) -> Option<(String, String, bool)> {
        let table = self.open.first().filter(|table| self.is_spreadsheet && table.is_in_cell)?;
        Some((table.name.clone(), cell_name(table.column, table.row), table.is_row_hidden))
    }
}
