//! The current position in a sheet, and the names of cells, such as `B2`.

/// The current position in a sheet. A cell that does not declare its name follows the previous cell.
#[derive(Debug, Default)]
pub(super) struct Position {
    row: u32,
    column: u32,
}

impl Position {
    /// Begins the row with this number, or the next row if no number is given.
    pub(super) fn row(&mut self, number: Option<&str>) {
        let number = number.and_then(|number| number.parse().ok());
        self.row = number.unwrap_or(self.row.saturating_add(1));
        self.column = 0;
    }

    /// The name of the next cell, or `name` if the cell declares it.
    pub(super) fn cell(&mut self, name: Option<String>) -> String {
        if let Some(name) = name {
            let letters = name.bytes().take_while(u8::is_ascii_alphabetic).take(6);
            let digit = |byte: u8| u32::from(byte.to_ascii_uppercase() - b'A' + 1);
            self.column = letters.fold(0, |column, byte| column * 26 + digit(byte));
            return name;
        }
        self.column = self.column.saturating_add(1);
        cell_name(self.column, self.row)
    }
}

/// The name of the cell in a column and a row, which are counted from 1.
pub(super) fn cell_name(column: u32, row: u32) -> String {
    let (mut letters, mut rest) = (Vec::new(), column);
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0)));
        rest /= 26;
    }
    letters.iter().rev().collect::<String>() + &row.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_without_a_name_follows_the_previous_cell() {
        let mut position = Position::default();
        position.row(None);
        assert_eq!(position.cell(None), "A1");
        assert_eq!(position.cell(Some("Z1".to_owned())), "Z1");
        assert_eq!(position.cell(None), "AA1");
        position.row(Some("7"));
        assert_eq!(position.cell(None), "A7");
        assert_eq!(cell_name(16_384, 1_048_576), "XFD1048576");
    }
}
