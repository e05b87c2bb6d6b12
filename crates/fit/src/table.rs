//! Reads the tables of evidence, which the library includes as Rust source, and changes the weights in them.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The file of a table, such as `src/evidence/line_ends.in`. Each row has a line: a test (facts or a function), a weight
/// in hundredths, and a sentence for explanations that no other row of the table has.
pub(crate) struct Table {
    path: PathBuf,
    text: String,
}

/// The text before the weight of a row, the weight, and the sentence; `None` for a line without a row.
fn row(line: &str) -> Option<(&str, i16, &str)> {
    let (row, why) = line.trim_end().strip_suffix("\"),")?.rsplit_once(", \"")?;
    let (test, weight) = row.rsplit_once(", ")?;
    Some((test, weight.parse().ok()?, why))
}

impl Table {
    /// Reads the file with this path in the repository.
    pub(crate) fn read(path: &str) -> io::Result<Table> {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path);
        Ok(Table { text: fs::read_to_string(&path)?, path })
    }

    /// The weight of each row.
    pub(crate) fn weights(&self) -> impl Iterator<Item = f64> {
        self.text.lines().filter_map(row).map(|(_, weight, _)| f64::from(weight) / 100.0)
    }

    /// The number of the row with this sentence. A row is missing if the library was built from another state of the
    /// file.
    pub(crate) fn row_that_says(&self, why: &str) -> Result<usize, String> {
        let mut rows = self.text.lines().filter_map(row);
        rows.position(|row| row.2 == why)
            .ok_or_else(|| format!("{}: no row says that {why}", self.path.display()))
    }

    /// Returns the text of the file with a new weight in each row that has one in `weights`. All else is unchanged.
    #[expect(clippy::cast_possible_truncation, reason = "weights are small")]
    pub(crate) fn with_weights(&self, weights: impl IntoIterator<Item = Option<f64>>) -> String {
        let mut weights = weights.into_iter();
        let lines = self.text.split_inclusive('\n').map(|line| {
            let Some((test, old, _)) = row(line) else { return line.to_owned() };
            let weight = weights.next().flatten().map_or(old, |new| (new * 100.0).round() as i16);
            line.replacen(&format!("{test}, {old}"), &format!("{test}, {weight}"), 1)
        });
        lines.collect()
    }

    /// Replaces the text of the file.
    pub(crate) fn write(&self, text: &str) -> io::Result<()> {
        fs::write(&self.path, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: [&str; 5] = [
        "src/evidence/line_ends.in",
        "src/evidence/rooms.in",
        "src/evidence/addresses.in",
        "src/rules/bare_domain.in",
        "src/rules/message_id.in",
    ];

    /// Every row is read and has a sentence of its own, and a file with its own weights, or with none, is the same file.
    #[test]
    fn equal_weights_change_nothing() {
        for table in TABLES.map(|path| Table::read(path).unwrap()) {
            let rows =
                table.text.lines().filter(|line| line.contains("row(") || line.contains("clue("));
            assert!(rows.clone().enumerate().all(|(at, line)| {
                row(line).is_some_and(|(_, _, why)| table.row_that_says(why) == Ok(at))
            }));
            assert_eq!(table.weights().count(), rows.count());
            assert_eq!(table.with_weights(table.weights().map(Some)), table.text);
            assert_eq!(table.with_weights([]), table.text);
        }
    }

    /// A new weight changes the number in its row and nothing else.
    #[test]
    fn a_new_weight_changes_one_number() {
        for table in TABLES.map(|path| Table::read(path).unwrap()) {
            for (at, line) in table.text.lines().filter(|line| row(line).is_some()).enumerate() {
                let (test, _, why) = row(line).unwrap();
                let weights = (0..=at).map(|row| (row == at).then_some(-12.344));
                let expected = table.text.replace(line, &format!("{test}, -1234, \"{why}\"),"));
                assert_eq!(table.with_weights(weights), expected);
            }
        }
    }
}
