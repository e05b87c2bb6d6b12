//! Reports the hazards of the links of an input on standard error.

use std::collections::HashSet;
use std::io::{self, Write as _};

use linkwright::uri::hazards::Code;

use crate::convert::{self, From, Linkers, Warning};
use linkwright_harvest::record::Link;

/// Reports the hazards of the links in `content` that the filter accepts: URIs in the text and existing links. Each
/// hazard is reported once per URI.
///
/// # Errors
///
/// Returns a message if the links cannot be listed.
pub(super) fn report(
    linkers: &Linkers,
    from: From,
    name: &str,
    content: &[u8],
) -> Result<(), String> {
    let mut told = HashSet::new();
    let mut tell = |warning: &Warning| {
        if linkers.args.takes(warning) {
            tell(name, warning, &mut told);
        }
    };
    if let Some(listing) = convert::listing(from) {
        let warnings = listing(linkers, content)?.into_iter().filter_map(|link| link.warning);
        warnings.for_each(|warning| tell(&warning));
    } else {
        for found in linkers.finder.find_iter(content) {
            if let Some(warning) = Warning::new(&Link::new(&found)) {
                tell(&warning);
            }
        }
    }
    Ok(())
}

fn tell(name: &str, warning: &Warning, told: &mut HashSet<(String, Code)>) {
    for code in warning.codes() {
        if told.insert((warning.uri.clone(), code)) {
            // An error is ignored, because it could only be reported on standard error.
            let _ = writeln!(io::stderr(), "{name}: {}: {code}: {}", warning.uri, code.message());
        }
    }
}
