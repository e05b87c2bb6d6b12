//! Writes rows to an Apache Parquet file.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use serde_json::Value;

use super::row_sink::{Sink, Tally, values};
use crate::exit::Failure;
use crate::target;
use crate::verbs::extract::cells::ColumnKind;
use crate::verbs::extract::output::Output;

/// Writes a new file, which replaces the old file at the end of the run.
///
/// The columns are the same as in CSV, and all of them are optional. As in CSV, texts have no control characters, but
/// no apostrophe is added before formulas. Rows are collected until they have [`GROUP`] bytes, and are then written as
/// a row group.
pub(in crate::verbs::extract) struct Parquet {
    target: Box<Path>,
    /// `None` after the output was finished or dropped.
    writer: Option<SerializedFileWriter<Output>>,
    columns: Vec<Waiting>,
    /// The size of the collected rows in bytes.
    weight: usize,
}

/// The size of a row group in bytes. The writer holds one group in memory, and readers can skip whole groups.
const GROUP: usize = 4 << 20;

/// The collected cells of a column.
struct Waiting {
    cells: Cells,
    /// For each row, 1 if it has a cell in this column, and 0 if not.
    levels: Vec<i16>,
}

enum Cells {
    Texts(Vec<ByteArray>),
    Numbers(Vec<i64>),
}

impl Waiting {
    fn new(kind: ColumnKind) -> Waiting {
        let cells = match kind {
            ColumnKind::Text => Cells::Texts(Vec::new()),
            ColumnKind::Number => Cells::Numbers(Vec::new()),
        };
        Waiting { cells, levels: Vec::new() }
    }

    fn push(&mut self, value: Value) {
        let is_there = match (&mut self.cells, value) {
            (Cells::Texts(texts), Value::String(text)) => {
                texts.push(text.into_bytes().into());
                true
            }
            (Cells::Numbers(numbers), Value::Number(number)) => {
                numbers.extend(number.as_i64());
                number.is_i64()
            }
            _ => false,
        };
        self.levels.push(i16::from(is_there));
    }

    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = Some(&*self.levels);
        match &mut self.cells {
            Cells::Texts(texts) => {
                writer.typed::<ByteArrayType>().write_batch(texts, levels, None)?;
                texts.clear();
            }
            Cells::Numbers(numbers) => {
                writer.typed::<Int64Type>().write_batch(numbers, levels, None)?;
                numbers.clear();
            }
        }
        self.levels.clear();
        Ok(())
    }
}

impl Parquet {
    /// Begins a file.
    pub(in crate::verbs::extract) fn create(
        path: &Path,
        columns: &[(&'static str, ColumnKind)],
    ) -> Result<Parquet, Failure> {
        if target::is_stdout(path) && io::stdout().is_terminal() {
            return Err(Failure::at(path, "is a terminal, and a Parquet file is not text"));
        }
        let output = Output::of(path)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = schema(columns).and_then(|schema| {
            SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties))
        });
        Ok(Parquet {
            target: path.into(),
            writer: Some(writer.map_err(|error| failed(path, error))?),
            columns: columns.iter().map(|(_, kind)| Waiting::new(*kind)).collect(),
            weight: 0,
        })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        self.weight = 0;
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let mut group = writer.next_row_group()?;
        let mut columns = self.columns.iter_mut();
        while let Some(mut writer) = group.next_column()? {
            if let Some(column) = columns.next() {
                column.write(&mut writer)?;
            }
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }
}

fn failed(path: &Path, error: ParquetError) -> Failure {
    Failure::at(path, io::Error::from(error))
}

fn schema(columns: &[(&str, ColumnKind)]) -> Result<Type, ParquetError> {
    let field = |(name, kind): &(&str, ColumnKind)| {
        let builder = match kind {
            ColumnKind::Text => Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
                .with_converted_type(ConvertedType::UTF8),
            ColumnKind::Number => Type::primitive_type_builder(name, Physical::INT64),
        };
        builder.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder("links").with_fields(fields).build()
}

impl Sink for Parquet {
    fn entry(&mut self, head: &[u8], tally: Option<Tally<'_>>) -> Result<(), Failure> {
        for (column, value) in self.columns.iter_mut().zip(values(head, tally)?) {
            column.push(value);
        }
        self.weight += head.len() + self.columns.len() * size_of::<ByteArray>();
        if self.weight < GROUP {
            return Ok(());
        }
        self.write_group().map_err(|error| failed(&self.target, error))
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let has_rows = self.columns.first().is_some_and(|column| !column.levels.is_empty());
        let written = if has_rows { self.write_group() } else { Ok(()) };
        written.map_err(|error| failed(&self.target, error))?;
        let Some(mut writer) = self.writer.take() else { return Ok(()) };
        writer.finish().map_err(|error| failed(&self.target, error))?;
        writer.inner_mut().finish()
    }

    fn abandon(&mut self) -> Result<(), Failure> {
        drop(self.writer.take());
        Ok(())
    }
}
