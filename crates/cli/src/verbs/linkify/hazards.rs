//! The hazards of the links of an input, on standard error.

use std::collections::HashSet;
use std::io::{self, Write as _};

use linkwright::uri::hazards::Code;

use crate::convert::{self, From, Linkers, Warning};
use linkwright_record::Link;

/// Reports each hazard of the links of `content` once for each URI: of the links found in its text and
/// of its existing links, if the filter accepts them.
///
/// # Errors
/// The reason why the links cannot be listed, in words.
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
            // An error means that standard error is closed, and cannot be reported.
            let _ = writeln!(io::stderr(), "{name}: {}: {code}: {}", warning.uri, code.message());
        }
    }
}
