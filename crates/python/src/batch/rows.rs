//! The rows of a column as texts.
//!
//! Texts are read as bytes, because producers of Arrow need not check that their strings are UTF-8. The search accepts
//! invalid UTF-8.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{Array, ArrayRef, GenericByteArray, GenericByteViewArray, OffsetSizeTrait};
use arrow_buffer::ArrowNativeType as _;
use arrow_schema::{ArrowError, DataType, Field};

/// The rows of an array.
#[derive(Debug)]
pub(crate) struct Rows {
    array: ArrayRef,
    /// For each row, the index of its value, if the array is a dictionary.
    keys: Option<Vec<Option<usize>>>,
    /// Whether the values are binary, so that offsets count bytes.
    pub(crate) is_bytes: bool,
}

/// The type of the texts in a column of type `data`: `data` itself, the type of the values of a dictionary, or the type
/// of the only field of a struct.
///
/// # Errors
/// For other types, a description of the type.
pub(crate) fn text_field(data: &DataType) -> Result<&DataType, String> {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Null, Utf8, Utf8View};
    match data {
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView | Null => Ok(data),
        DataType::Dictionary(_, values) if !matches!(**values, DataType::Dictionary(..)) => {
            text_field(values)
        }
        DataType::Struct(fields) => match &**fields {
            [field] => text_field(field.data_type()),
            fields => {
                let names: Vec<&str> =
                    fields.iter().map(|field| Field::name(field).as_str()).collect();
                Err(format!(
                    "expected one column of texts, found the columns {}: choose one",
                    names.join(", ")
                ))
            }
        },
        other => Err(format!("expected a column of strings or binary data, found {other}")),
    }
}

impl Rows {
    /// The rows of an array.
    ///
    /// # Errors
    /// The type of the array is not a type of texts.
    pub(crate) fn of(array: &ArrayRef) -> Result<Rows, ArrowError> {
        let texts = text_field(array.data_type()).map_err(ArrowError::SchemaError)?;
        let is_bytes =
            matches!(texts, DataType::Binary | DataType::LargeBinary | DataType::BinaryView);
        match array.data_type() {
            DataType::Struct(_) => Rows::of_struct(array),
            DataType::Dictionary(..) => Ok(Rows::of_dictionary(array, is_bytes)),
            _ => Ok(Rows { array: array.clone(), keys: None, is_bytes }),
        }
    }

    /// The rows of a struct with one field. A null row has no text, whatever its field contains.
    fn of_struct(array: &ArrayRef) -> Result<Rows, ArrowError> {
        let array = array.as_struct();
        let mut rows = Rows::of(array.column(0))?;
        if array.null_count() > 0 {
            let key = |row| if array.is_null(row) { None } else { rows.place(row) };
            rows.keys = Some((0..array.len()).map(key).collect());
        }
        Ok(rows)
    }

    fn of_dictionary(array: &ArrayRef, is_bytes: bool) -> Rows {
        let dictionary = array.as_any_dictionary();
        let values = dictionary.values();
        let all =
            if values.is_empty() { vec![0; array.len()] } else { dictionary.normalized_keys() };
        let key = |(row, key)| (array.is_valid(row) && !values.is_empty()).then_some(key);
        let keys = all.into_iter().enumerate().map(key).collect();
        Rows { array: values.clone(), keys: Some(keys), is_bytes }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.keys.as_ref().map_or(self.array.len(), Vec::len)
    }

    /// The text of a row; `None` if it is null.
    ///
    /// # Errors
    /// An offset is outside the data of the array.
    pub(crate) fn text(&self, row: usize) -> Result<Option<&[u8]>, ArrowError> {
        let Some(at) = self.place(row) else { return Ok(None) };
        let array = &*self.array;
        if *array.data_type() == DataType::Null || array.is_null(at) {
            return Ok(None);
        }
        let text = match array.data_type() {
            DataType::Utf8 => of_bytes(array.as_string::<i32>(), at),
            DataType::LargeUtf8 => of_bytes(array.as_string::<i64>(), at),
            DataType::Binary => of_bytes(array.as_binary::<i32>(), at),
            DataType::LargeBinary => of_bytes(array.as_binary::<i64>(), at),
            DataType::Utf8View => of_view(array.as_string_view(), at),
            DataType::BinaryView => of_view(array.as_binary_view(), at),
            _ => None,
        };
        let wrong = || {
            ArrowError::CDataInterface(format!(
                "row {row}: the offsets of its text are outside the array"
            ))
        };
        text.map(Some).ok_or_else(wrong)
    }

    /// The index of the value of a row in `array`.
    fn place(&self, row: usize) -> Option<usize> {
        match &self.keys {
            Some(keys) => keys.get(row).copied().flatten(),
            None => Some(row),
        }
    }
}

/// The bytes of a value. The offsets come from the caller, so they are checked.
fn of_bytes<T: ByteArrayType<Offset: OffsetSizeTrait>>(
    array: &GenericByteArray<T>,
    at: usize,
) -> Option<&[u8]> {
    let offsets = array.value_offsets();
    let (start, end) = (offsets.get(at)?.as_usize(), offsets.get(at + 1)?.as_usize());
    array.value_data().get(start..end)
}

/// The bytes of a view. A view has 4 bytes for the length, and then either up to 12 bytes of text, or the place of a
/// longer text in a buffer.
fn of_view<T: ByteViewType + ?Sized>(array: &GenericByteViewArray<T>, at: usize) -> Option<&[u8]> {
    let view = array.views().get(at)?;
    let len = usize::try_from(*view & u128::from(u32::MAX)).ok()?;
    if len <= 12 {
        let start = at.checked_mul(16)?.checked_add(4)?;
        return array.views().inner().as_slice().get(start..start.checked_add(len)?);
    }
    let buffer = usize::try_from((*view >> 64) & u128::from(u32::MAX)).ok()?;
    let offset = usize::try_from(*view >> 96).ok()?;
    array.data_buffers().get(buffer)?.get(offset..offset.checked_add(len)?)
}
