//! A filter for a mail reader on a terminal: URIs become hyperlinks, even if they are broken over several lines.
//! Control sequences in a message are shown as text, except those that set colours and other styles.
//!
//! In mutt: `set display_filter = "mail_filter"`.

use std::io::{self, Read as _, Write as _};

use linkwright::Finder;
use linkwright::link::TerminalLinker;

/// The message to show if standard input is empty.
pub const MESSAGE: &str = "\
> Have you seen <http://www.ics.uci.edu/pub/
> ietf/uri/historical.html#WARNING>?
Yes, and jane@example.com as well. \x1b]0;not your title\x07\x1b[2J
";

/// The message with hyperlinks, safe for a terminal.
pub fn show(message: &str) -> String {
    // The default preset is the one for mail.
    TerminalLinker::new(&Finder::new()).linkify(message)
}

fn main() -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let message = String::from_utf8_lossy(&bytes);
    let shown = show(if message.is_empty() { MESSAGE } else { &message });
    io::stdout().lock().write_all(shown.as_bytes())
}
