//! The links of a message.

use linkwright::find::FinderBuilder;
use linkwright_harvest::{Format, Harvester, Located};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::Linkers;
use crate::record::Link;

/// What reads messages, whatever they look like.
pub(super) fn harvester(builder: &FinderBuilder) -> Result<Harvester, String> {
    let format = Format::from_name("mail");
    let harvester = Harvester::builder().finder(builder).format(format).build();
    harvester.map_err(|error| error.to_string())
}

/// A link of a message: the offsets of the record are those of the part, decoded.
#[derive(Serialize)]
struct InPart<'l> {
    #[serde(flatten)]
    link: Link<'l>,
    /// Of what was attached, such as an archive.
    member: Option<&'l str>,
    /// `null` in the header.
    part: Option<&'l str>,
}

/// The links of a message, in its order. What is broken in it is read as far as it goes.
pub(super) fn links(linkers: &Linkers, message: &[u8]) -> Result<Vec<Box<RawValue>>, String> {
    let mut records = Vec::new();
    linkers.mail()?.read("", message, &mut |link: &Located<'_>| {
        let (member, part) = (link.place().member(), link.place().part());
        let is_absolute = link.uri().is_some();
        let record = Link::located(link).filter(|_| is_absolute);
        records.extend(record.map(|link| to_raw_value(&InPart { link, member, part })));
    });
    records.into_iter().collect::<Result<_, _>>().map_err(|error| error.to_string())
}
