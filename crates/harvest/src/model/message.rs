//! The data about the message that contains a link.

/// The message that contains a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// The Message-ID without its angle brackets.
    pub id: Option<String>,
    /// The date in the format of RFC 3339, with the time offset of the message: `1997-11-21T09:55:06-06:00`. `None` if
    /// the field is missing or contains no valid date.
    pub date: Option<String>,
    /// The address of the first author (`From`), or of the `Sender` if the message names no author.
    pub sender: Option<String>,
    /// The subject, decoded.
    pub subject: Option<String>,
}
