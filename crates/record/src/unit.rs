//! The unit of a document (a page, a paragraph, a cell, ...) that contains a link, as a member of records and as a
//! table cell.

use linkwright_harvest::{PageBox, Unit};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use crate::json;

/// Serializes the members of a unit that are set: `{"page":3,"boxes":[[72.0,90.5,300.0,102.0]]}`.
#[derive(Debug)]
pub struct UnitRecord<'u>(pub &'u Unit);

impl UnitRecord<'_> {
    /// The record as one table cell.
    pub fn in_cell(&self) -> Option<String> {
        let mut text = Vec::new();
        json::write(&mut text, self).ok()?;
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

impl Serialize for UnitRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Unit {
            page,
            page_label,
            boxes,
            paragraph,
            sheet,
            cell,
            slide,
            note,
            author,
            field,
            is_partial,
            is_deleted,
            is_hidden,
            is_scan,
            ..
        } = self.0;
        let mut members = serializer.serialize_map(None)?;
        let numbers = [("page", page), ("paragraph", paragraph), ("slide", slide)];
        for (name, number) in numbers {
            if let Some(number) = number {
                members.serialize_entry(name, number)?;
            }
        }
        let texts = [
            ("page_label", page_label),
            ("sheet", sheet),
            ("cell", cell),
            ("note", note),
            ("author", author),
            ("field", field),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                members.serialize_entry(name, text)?;
            }
        }
        if !boxes.is_empty() {
            let boxes: Vec<[f32; 4]> = boxes.iter().map(edges).collect();
            members.serialize_entry("boxes", &boxes)?;
        }
        let flags = [("partial", is_partial), ("deleted", is_deleted), ("hidden", is_hidden)];
        for (name, is) in flags {
            if *is {
                members.serialize_entry(name, is)?;
            }
        }
        if *is_scan {
            members.serialize_entry("confidence", "scan")?;
        }
        members.end()
    }
}

/// The left, bottom, right and top edges of a box.
const fn edges(of: &PageBox) -> [f32; 4] {
    [of.left, of.bottom, of.right, of.top]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_members_that_are_set_are_written() {
        let mut unit = Unit::default();
        assert_eq!(UnitRecord(&unit).in_cell().as_deref(), Some("{}"));
        (unit.page, unit.is_scan) = (Some(3), true);
        unit.boxes = vec![PageBox { left: 72.0, bottom: 90.5, right: 300.0, top: 102.0 }];
        let record = r#"{"page":3,"boxes":[[72.0,90.5,300.0,102.0]],"confidence":"scan"}"#;
        assert_eq!(UnitRecord(&unit).in_cell().as_deref(), Some(record));
    }
}
