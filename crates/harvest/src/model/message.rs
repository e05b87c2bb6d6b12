//! The data about the message that contains a link.

/// The message that contains a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub(crate) id: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) sender: Option<String>,
    pub(crate) subject: Option<String>,
}

impl Message {
    /// The Message-ID without its angle brackets.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The date in the format of RFC 3339, with the time offset of the message: `1997-11-21T09:55:06-06:00`. `None` if
    /// the field is missing or contains no valid date.
    pub fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    /// The address of the first author (`From`), or of the `Sender` if the message names no author.
    pub fn sender(&self) -> Option<&str> {
        self.sender.as_deref()
    }

    /// The subject, decoded.
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }
}
