//! The components of a text that is known to be made of plain URI characters: read again, without
//! proving what the caller has seen.
//!
//! The finder looks up the class of every byte of a candidate to know where it ends. When all of
//! them stand in every component there is nothing left to prove but the order of the delimiters,
//! which is what this does; [`scan`](super::scan) takes several times as long for the same answer.

use super::parts::{HostKind, Parts};

/// The parts of `text`, of which the caller knows that a valid scheme ends at `scheme_end`, that
/// `://` follows, that a reg-name which is no address and no port or userinfo has stands from there
/// to `host_end`, and that every further byte is in `unreserved / sub-delims / ":" / "@" / "/" / "?"
/// / "#"`.
///
/// `None` where a second `#` ends the URI early.
#[inline]
pub(crate) fn resplit(text: &[u8], scheme_end: usize, host_end: usize) -> Option<Parts> {
    let len = u32::try_from(text.len()).ok()?;
    let behind = text.get(host_end..)?;
    let (mut path_end, mut query_end) = (text.len(), text.len());
    if let Some(at) = memchr::memchr2(b'?', b'#', behind) {
        path_end = host_end + at;
        let rest = text.get(path_end..)?;
        query_end = memchr::memchr(b'#', rest).map_or(text.len(), |at| path_end + at);
        let fragment = text.get(query_end + 1..).unwrap_or_default();
        if memchr::memchr(b'#', fragment).is_some() {
            return None;
        }
    }
    // No offset is above the length, which fits.
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    Some(Parts {
        scheme_end: scheme_end as u32,
        host: Some(HostKind::RegName),
        host_start: scheme_end as u32 + 3,
        host_end: host_end as u32,
        zone_start: 0,
        path_start: host_end as u32,
        path_end: path_end as u32,
        query_end: query_end as u32,
        end: len,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::uri::{Grammar, Mode, Scan, scan};

    proptest! {
        #[test]
        fn agrees_with_the_parser(host in "[a-z.-]{0,8}", rest in "([/?#][a-z0-9.:@/?#!$&'()*+,;=_~-]{0,24})?") {
            let text = format!("http://{host}{rest}");
            if let Some(parts) = resplit(text.as_bytes(), 4, 7 + host.len()) {
                prop_assert_eq!(scan(&text, Grammar::Uri, Mode::new()), Scan::Complete(parts));
            }
        }
    }

    #[test]
    fn a_second_hash_is_left_to_the_parser() {
        assert!(resplit(b"http://a/#b?c", 4, 8).is_some());
        assert!(resplit(b"http://a/#b#c", 4, 8).is_none());
        assert!(resplit(b"http://a/?b#c#d", 4, 8).is_none());
    }
}
