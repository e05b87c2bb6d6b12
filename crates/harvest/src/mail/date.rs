//! Reads the dates of messages (RFC 5322, sections 3.3 and 4.3).
//!
//! The parser of the other fields accepts days and offsets that do not exist, and reads on in the next field after an
//! obsolete zone of one or two letters.

use mail_parser::DateTime;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The date in the format of RFC 3339. `None` if there is no such date, or it has no zone.
pub(super) fn rfc3339(field: &str) -> Option<String> {
    let text = without_comments(field).to_ascii_lowercase();
    let is_between = |char: char| char.is_ascii_whitespace() || matches!(char, ',' | ':');
    let mut words = text.split(is_between).filter(|word| !word.is_empty()).peekable();
    // The day of the week.
    words.next_if(|word| number(word).is_none());
    let day = words.next().and_then(number)?;
    let name = words.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? + 1;
    let year = match words.next()? {
        word if word.len() > 3 => number(word)?,
        word => number(word).map(|year| year + if year < 50 { 2000 } else { 1900 })?,
    };
    let hour = words.next().and_then(number)?;
    let minute = words.next().and_then(number)?;
    let second = words.next_if(|word| number(word).is_some()).and_then(number).unwrap_or(0);
    // An offset may be written with a colon.
    let mut zone = words.next()?.to_owned();
    if zone.len() == 3 && zone.starts_with(['+', '-']) {
        zone.extend(words.next());
    }
    let offset = offset(&zone)?;
    let date = DateTime {
        year,
        month: u8::try_from(month).ok()?,
        day: u8::try_from(day).ok()?,
        hour: u8::try_from(hour).ok()?,
        minute: u8::try_from(minute).ok()?,
        second: u8::try_from(second).ok()?,
        tz_before_gmt: zone.starts_with('-') || offset < 0,
        tz_hour: u8::try_from(offset.unsigned_abs() / 100).ok()?,
        tz_minute: u8::try_from(offset.unsigned_abs() % 100).ok()?,
    };
    // A day after the end of the month is another day of the calendar.
    let exists = || DateTime::from_timestamp(date.to_timestamp_local()).day == date.day;
    (date.is_valid() && exists()).then(|| date.to_rfc3339())
}

/// A number without a sign.
fn number(word: &str) -> Option<u16> {
    word.starts_with(|first: char| first.is_ascii_digit()).then(|| word.parse().ok())?
}

/// The offset of a zone as the number that `+0130` has. Unknown names, and the letters of the military, tell nothing
/// about the offset (RFC 5322, section 4.3), so the time is taken as UTC.
fn offset(zone: &str) -> Option<i16> {
    match zone {
        "edt" => Some(-400),
        "est" | "cdt" => Some(-500),
        "cst" | "mdt" => Some(-600),
        "mst" | "pdt" => Some(-700),
        "pst" => Some(-800),
        _ if zone.starts_with(|first: char| first.is_ascii_alphabetic()) => Some(0),
        _ => zone.parse().ok().filter(|_| zone.len() == 5 && zone.starts_with(['+', '-'])),
    }
}

/// The text outside of parentheses, which may be nested; a blank stands in place of each.
fn without_comments(text: &str) -> String {
    let mut depth = 0_usize;
    let outside = text.chars().map(|char| match char {
        '(' => {
            depth += 1;
            ' '
        }
        ')' => {
            depth = depth.saturating_sub(1);
            ' '
        }
        _ if depth > 0 => ' ',
        _ => char,
    });
    outside.collect()
}

#[cfg(test)]
mod tests {
    use super::rfc3339;

    #[test]
    fn dates_that_exist_are_read() {
        let cases = [
            ("Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T09:55:06-06:00"),
            ("Fri, 21 Nov 97 09(comment):   55  :  06 -0600", "1997-11-21T09:55:06-06:00"),
            ("29 FEB 2024 10:00 +0000", "2024-02-29T10:00:00Z"),
            ("1 Jan 2026 10:00 UT", "2026-01-01T10:00:00Z"),
            ("Thu,1 Jan 126 10:00 Z", "2026-01-01T10:00:00Z"),
            ("1 Jan 2026 10:00 EST", "2026-01-01T10:00:00-05:00"),
            ("1 Jan 2026 10:00:01 -0430 (a (b) c)", "2026-01-01T10:00:01-04:30"),
            ("1 Jan 2026 10:00:01 +01:30", "2026-01-01T10:00:01+01:30"),
        ];
        for (field, date) in cases {
            assert_eq!(rfc3339(field).as_deref(), Some(date), "{field}");
        }
    }

    #[test]
    fn dates_that_do_not_exist_are_none() {
        let cases = [
            "31 Feb 2026 10:00 +0000",
            "29 Feb 2026 10:00 +0000",
            "0 Jan 2026 10:00 +0000",
            "1 Jan 2026 24:00 +0000",
            "1 Jan 2026 10:60 +0000",
            "1 Jan 2026 10:00 +9959",
            "1 Jan 2026 10:00 +0060",
            "1 Jan 2026 10:00 +000000",
            "1 Jan 2026 10:00",
            "1 Foo 2026 10:00 +0000",
            "121 Jan 2026 10:00 +0000",
            "1 Jan 20266 10:00 +0000",
            "",
        ];
        for field in cases {
            assert_eq!(rfc3339(field), None, "{field}");
        }
    }
}
