//! A filter for a mail reader on a terminal: URIs become hyperlinks, those that were broken over
//! lines as well, and nothing in a message steers the terminal.
//!
//! In mutt: `set display_filter = "mail_filter"`.

use std::io::{self, Read as _, Write as _};

use linkwright::Finder;
use linkwright::link::TerminalLinker;

/// What the message says when nobody pipes one in.
pub const MESSAGE: &str = "\
> Have you seen <http://www.ics.uci.edu/pub/
> ietf/uri/historical.html#WARNING>?
Yes, and jane@example.com as well. \x1b]0;not your title\x07\x1b[2J
";

/// A message as the terminal may have it.
pub fn show(message: &str) -> String {
    // The preset for mail is the one that a finder has when it is told nothing.
    TerminalLinker::new(&Finder::new()).linkify(message)
}

fn main() -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let message = String::from_utf8_lossy(&bytes);
    let shown = show(if message.is_empty() { MESSAGE } else { &message });
    io::stdout().lock().write_all(shown.as_bytes())
}
