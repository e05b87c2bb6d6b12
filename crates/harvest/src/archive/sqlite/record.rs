//! Decodes variable-length numbers and records (sections 1.6 and 2.1 of the file format).

use core::ops::Range;

/// The number at the beginning of `bytes`, and its length; `None` if its end is missing.
pub(super) fn varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0_u64;
    for (at, byte) in bytes.iter().take(9).enumerate() {
        if at == 8 {
            return Some((number << 8 | u64::from(*byte), 9));
        }
        number = number << 7 | u64::from(byte & 0x7F);
        if byte & 0x80 == 0 {
            return Some((number, at + 1));
        }
    }
    None
}

/// A value of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The bytes of a text.
    Text(Range<usize>),
    /// A number that may be a page number.
    Number(u32),
    Other,
}

/// The values of a record up to the first incomplete value.
pub(super) fn values(record: &[u8]) -> Vec<Value> {
    let mut values = Vec::new();
    let Some((len, mut at)) = varint(record) else { return values };
    let header = usize::try_from(len).unwrap_or(usize::MAX).min(record.len());
    let mut start = header;
    while at < header {
        let Some((kind, width)) = record.get(at..header).and_then(varint) else { break };
        at += width;
        let len = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind,
            5 => 6,
            6 | 7 => 8,
            _ => (kind.max(12) - 12) / 2,
        };
        let end = usize::try_from(len).ok().and_then(|len| start.checked_add(len));
        let Some(bytes) = end.and_then(|end| record.get(start..end)) else { break };
        values.push(match kind {
            1..=4 => Value::Number(bytes.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte))),
            9 => Value::Number(1),
            13.. if kind % 2 == 1 => Value::Text(start..start + bytes.len()),
            _ => Value::Other,
        });
        start += bytes.len();
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_up_to_nine_bytes() {
        assert_eq!(varint(b"\x7F"), Some((127, 1)));
        assert_eq!(varint(b"\x81\x00"), Some((128, 2)));
        assert_eq!(varint(&[0xFF; 9]), Some((u64::MAX, 9)));
        assert_eq!(varint(b"\x81"), None);
    }

    #[test]
    fn records_are_divided_into_values() {
        let record = b"\x05\x00\x01\x13\x0E\x07abcx";
        let expected = [Value::Other, Value::Number(7), Value::Text(6..9), Value::Other];
        assert_eq!(values(record), expected);
        for end in 0..record.len() {
            values(&record[..end]);
        }
        assert_eq!(values(b"\x02\xFF"), []);
    }
}
