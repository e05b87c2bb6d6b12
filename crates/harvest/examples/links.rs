//! Prints every link in the files named on the command line, with its location. This example is a starting point for
//! programs that embed the library.
//!
//! ```text
//! cargo run -p linkwright-harvest --example links -- box.mbox backup.zip
//! ```

use core::ops::ControlFlow;
use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

use linkwright_harvest::{Diagnostic, Harvester, Located, Summary, Visitor};

/// Writes links to `out`, and diagnostics to standard error. Each line begins with `path`.
struct Lines<W> {
    path: String,
    out: W,
}

impl<W: io::Write> Visitor for Lines<W> {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        let target =
            link.uri().map_or(link.text().escape_debug().to_string(), |uri| uri.to_string());
        let (place, offset, origin) = (link.place(), link.offset(), link.origin());
        match writeln!(self.out, "{}{place}:{offset}: {origin}: {target}", self.path) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let _ = writeln!(io::stderr(), "{}", format!("{}{diagnostic}", self.path).escape_debug());
    }
}

fn main() -> ExitCode {
    let harvester = Harvester::new();
    let mut lines = Lines { path: String::new(), out: BufWriter::new(io::stdout().lock()) };
    let mut all = Summary::default();
    for path in std::env::args_os().skip(1) {
        lines.path = path.to_string_lossy().into_owned();
        all.add(&harvester.read_path(path, &mut lines));
    }
    let _ = writeln!(
        io::stderr(),
        "{} links in {} documents and {} messages; {} skipped, {} diagnostics",
        all.links,
        all.documents,
        all.messages,
        all.skipped,
        all.diagnostics,
    );
    if all.diagnostics == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) }
}
