//! The options that select records of web archives.

use core::ops::Range;

/// Selects records of web archives.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Which records of web archives are read")]
pub(super) struct WarcArgs {
    /// Read only the record at this position in a web archive, as an index of the archive lists it
    ///
    /// OFFSET and LENGTH refer to the compressed record in the file, as in CDXJ indexes and in the output of this
    /// command. Needs exactly one file, or standard input.
    #[arg(long, value_name = "OFFSET:LENGTH", value_parser = range)]
    pub(super) warc_record: Option<Range<u64>>,
}

/// Parses `OFFSET:LENGTH` as a range of bytes.
fn range(text: &str) -> Result<Range<u64>, String> {
    let numbers = text.split_once(':').and_then(|(offset, length)| {
        let (offset, length): (u64, u64) = (offset.parse().ok()?, length.parse().ok()?);
        Some(offset..offset.checked_add(length)?)
    });
    numbers.ok_or_else(|| "expected two whole numbers, as in 784:1242".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_of_a_record_is_an_offset_and_a_length() {
        assert_eq!(range("784:1242"), Ok(784..2026));
        for wrong in ["", "1", "1:", ":1", "1:-1", "18446744073709551615:1"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
