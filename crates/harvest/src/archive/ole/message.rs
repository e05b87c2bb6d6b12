//! Outlook messages: their properties and attachments (MS-OXMSG).

use super::directory::{DirectoryEntry, find as find_entry};
use super::sectors::{u16_at, u32_at};

/// The name of the stream with the properties of a storage.
const PROPERTIES: &str = "__properties_version1.0";

/// A message in an OLE file. `path` is the path of the storage that contains the message, and ends with a slash; it is
/// empty if the whole file is the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MessageFile {
    pub(crate) path: String,
}

/// A property whose value is text or bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Body<'e> {
    pub(crate) entry: &'e DirectoryEntry,
    /// Whether the value is UTF-16LE text. Other text is in the code page of the message.
    pub(crate) is_wide: bool,
}

/// An attachment.
pub(crate) enum Attachment<'e> {
    File { name: Option<Body<'e>>, entry: &'e DirectoryEntry },
    Message(MessageFile),
}

/// The message that an OLE file consists of; `None` if the file is not a message.
pub(crate) fn find(entries: &[DirectoryEntry]) -> Option<MessageFile> {
    find_entry(entries, PROPERTIES).map(|_| MessageFile { path: String::new() })
}

impl MessageFile {
    /// The property with the number `id`, if the message has it and its value is text or bytes.
    pub(crate) fn property<'e>(&self, entries: &'e [DirectoryEntry], id: &str) -> Option<Body<'e>> {
        property(entries, &self.path, id)
    }

    /// The stream with the fixed-length properties.
    pub(crate) fn numbers<'e>(&self, entries: &'e [DirectoryEntry]) -> Option<&'e DirectoryEntry> {
        find_entry(entries, &format!("{}{PROPERTIES}", self.path))
    }

    /// The fixed-length property with the number `id`. `stream` is the content of [`numbers`](MessageFile::numbers).
    pub(crate) fn number(&self, stream: &[u8], id: u16) -> Option<u64> {
        let header = if self.path.is_empty() { 32 } else { 24 };
        let mut rows = stream.get(header..)?.chunks_exact(16);
        let row = rows.find(|row| u16_at(row, 2) == id)?;
        Some(u64::from(u32_at(row, 12)) << 32 | u64::from(u32_at(row, 8)))
    }

    /// The attachments, in order.
    pub(crate) fn attachments<'e>(&self, entries: &'e [DirectoryEntry]) -> Vec<Attachment<'e>> {
        let prefix = format!("{}__attach_version1.0_#", self.path);
        let first = entries.partition_point(|entry| *entry.path < *prefix);
        let all = entries.iter().skip(first).map_while(|entry| {
            let number = entry.path.strip_prefix(&prefix)?.split('/').next()?;
            Some(entry.path.get(..=prefix.len() + number.len()).unwrap_or_default())
        });
        let mut paths: Vec<&str> = all.collect();
        paths.dedup();
        paths.into_iter().filter_map(|path| attachment(entries, path)).collect()
    }
}

fn attachment<'e>(entries: &'e [DirectoryEntry], path: &str) -> Option<Attachment<'e>> {
    let inner = format!("{path}__substg1.0_3701000D/");
    if find_entry(entries, &format!("{inner}{PROPERTIES}")).is_some() {
        return Some(Attachment::Message(MessageFile { path: inner }));
    }
    let entry = property(entries, path, "3701")?.entry;
    let name = property(entries, path, "3707").or_else(|| property(entries, path, "3704"));
    Some(Attachment::File { name, entry })
}

fn property<'e>(entries: &'e [DirectoryEntry], path: &str, id: &str) -> Option<Body<'e>> {
    let find = |kind: &str| find_entry(entries, &format!("{path}__substg1.0_{id}{kind}"));
    let body = |is_wide| move |entry| Body { entry, is_wide };
    let narrow = || find("001E").or_else(|| find("0102")).map(body(false));
    find("001F").map(body(true)).or_else(narrow)
}

/// The charset label that corresponds to a code page; `windows-1252` for an unknown code page.
pub(crate) fn label(code_page: u64) -> String {
    match code_page {
        874 | 1250..=1258 => format!("windows-{code_page}"),
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10000 => "macintosh".to_owned(),
        20866 => "koi8-r".to_owned(),
        21866 => "koi8-u".to_owned(),
        28591..=28606 => format!("iso-8859-{}", code_page - 28590),
        50220..=50222 => "iso-2022-jp".to_owned(),
        51932 => "euc-jp".to_owned(),
        54936 => "gb18030".to_owned(),
        65001 | 20127 => "utf-8".to_owned(),
        _ => "windows-1252".to_owned(),
    }
}

/// Formats a time, given in intervals of 100 ns since 1601, as an RFC 3339 date in UTC. `None` after the year 9999.
pub(crate) fn date(intervals: u64) -> Option<String> {
    let seconds = i64::try_from(intervals / 10_000_000).ok()?;
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days in the proleptic Gregorian calendar, counted from 1 March of the year 0.
    let day = days + 584_694;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let (date, month) = (of_year - (153 * shifted + 2) / 5 + 1, (shifted + 2) % 12 + 1);
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    (year < 10_000).then(|| {
        format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_count_from_1601() {
        assert_eq!(date(0).unwrap(), "1601-01-01T00:00:00Z");
        assert_eq!(date(116_444_736_000_000_000).unwrap(), "1970-01-01T00:00:00Z");
        assert_eq!(date(132_539_327_990_000_000).unwrap(), "2020-12-31T23:59:59Z");
        assert_eq!(date(u64::MAX), None);
    }
}
