//! The place of a text in a file: the members and the part that contain it.

use core::fmt;

/// The place of a text in a file.
///
/// Its [`Display`](fmt::Display) is empty for the file itself. For any other place, it is the text to append to the
/// path of the file: `!/notes/a.txt`, `#12/part 2`, `!/box.mbox#12/part 2`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    member: String,
    part: String,
}

impl Place {
    /// The path of members: `notes/a.txt` in an archive, `inner.tar/x.txt` in an archive inside an archive, `#12` for
    /// the twelfth message of a mailbox, `box.mbox#12` for a message of a mailbox in an archive, and `#12/part 2/x.txt`
    /// for a member of an archive that is attached to a message. The path of a record of a web archive is its URL, or
    /// `#12` if the record has no URL.
    ///
    /// `None` for the text of the file itself and for the parts of a file that is a message. A compressed file has no
    /// members either: the content of `notes.txt.gz` has no separate name.
    pub fn member(&self) -> Option<&str> {
        (!self.member.is_empty()).then_some(&*self.member)
    }

    /// The part of a message, numbered as in IMAP (RFC 9051, section 6.4.5): `part 2`, or `part 2.1` in an attached
    /// message or an inner multipart. The text before and after the parts of a multipart is its `preamble` and
    /// its `epilogue`: `part 2 epilogue`. The parts of an Outlook message have names instead of numbers: `header`,
    /// `subject`, `body`, `html`, `rtf`.
    ///
    /// If a header is too long to be read as fields, the rest of it is called `header`, or `part 2 header` in part 2.
    ///
    /// `None` outside messages, for the header of the message itself, and for the members of an attached archive, whose
    /// [`member`](Place::member) names the part.
    pub fn part(&self) -> Option<&str> {
        (!self.part.is_empty()).then_some(&*self.part)
    }

    /// The place of a named member of this container.
    pub(crate) fn enter(&self, name: &str) -> Place {
        let here = self.inside();
        let member = if here.is_empty() { name.to_owned() } else { format!("{here}/{name}") };
        Place { member, part: String::new() }
    }

    /// The place of the message with this number in this mailbox.
    pub(crate) fn message(&self, number: u64) -> Place {
        Place { member: format!("{}#{number}", self.inside()), part: String::new() }
    }

    /// The place of a record in this web archive: its URL, or its number if it has no URL.
    pub(crate) fn record(&self, number: u64, url: Option<&str>) -> Place {
        url.map_or_else(|| self.message(number), |url| self.enter(url))
    }

    /// The place of a part of this message.
    pub(crate) fn with_part(&self, number: &str) -> Place {
        let part = match number.chars().next() {
            Some('0'..='9') => format!("part {number}"),
            _ => number.to_owned(),
        };
        Place { member: self.member.clone(), part }
    }

    /// The member and the part as one path.
    fn inside(&self) -> String {
        match (self.member(), self.part()) {
            (Some(member), Some(part)) => format!("{member}/{part}"),
            _ => format!("{}{}", self.member, self.part),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(member) = self.member() {
            let mark = if member.starts_with('#') { "" } else { "!/" };
            write!(f, "{mark}{member}")?;
        }
        match self.part() {
            Some(part) => write!(f, "/{part}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_a_mailbox_in_an_archive_has_a_path() {
        let place = Place::default().enter("box.mbox").message(12).with_part("2");
        assert_eq!(place.to_string(), "!/box.mbox#12/part 2");
        assert_eq!((place.member(), place.part()), (Some("box.mbox#12"), Some("part 2")));
        assert_eq!(place.enter("x.txt").to_string(), "!/box.mbox#12/part 2/x.txt");
    }

    #[test]
    fn the_file_itself_has_an_empty_place() {
        let file = Place::default();
        assert_eq!((file.member(), file.to_string()), (None, String::new()));
        assert_eq!(file.with_part("1.2").to_string(), "/part 1.2");
        assert_eq!(file.message(3).to_string(), "#3");
        assert_eq!(file.enter("in.tar").enter("x").member(), Some("in.tar/x"));
        assert_eq!(file.with_part("2").enter("x").to_string(), "!/part 2/x");
    }
}
