//! Reads a JSON object member by member, and leaves the values unparsed, so that they can be written as they came.

use core::fmt;

use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object, in order.
pub(crate) type Members<'j> = Vec<(String, &'j RawValue)>;

/// The members of the object `json`; a name may occur several times.
pub(crate) fn members(json: &str) -> serde_json::Result<Members<'_>> {
    let mut reader = serde_json::Deserializer::from_str(json);
    let members = reader.deserialize_map(Object)?;
    reader.end()?;
    Ok(members)
}

struct Object;

impl<'j> Visitor<'j> for Object {
    type Value = Members<'j>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<Members<'j>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}
