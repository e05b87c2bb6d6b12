//! Finds names with a similar spelling, for messages about a misspelled name.

/// The maximum length in bytes of a name that is compared; all names of options and values are shorter.
const MAX_LEN: usize = 64;

/// Returns at most three names of which `wrong` may be a misspelling, the most similar first.
pub fn near<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    // An insertion into a list of three takes a tenth of the code of a sort.
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in names {
        if let Some(distance) = name_distance(wrong, name) {
            found.insert(found.partition_point(|(other, _)| *other <= distance), (distance, name));
            found.truncate(3);
        }
    }
    found.into_iter().map(|(_, name)| name).collect()
}

/// The number of edits between two similar names; `None` if they are not similar.
///
/// Case, `_` and `-` are ignored. Two names are similar if they differ by one insertion, deletion, replacement or swap
/// (by two next to each other if both have at least six letters), or if one of them is the beginning of the other and
/// has at least three letters.
fn name_distance(one: &str, other: &str) -> Option<usize> {
    if one.len().max(other.len()) > MAX_LEN {
        return None;
    }
    let plain = |name: &str| name.replace(['_', '-'], "").to_ascii_lowercase();
    let (one, other) = (plain(one), plain(other));
    let (short, long) = if one.len() < other.len() { (&one, &other) } else { (&other, &one) };
    let is_beginning = short.len() >= 3 && long.starts_with(short.as_str());
    let most = if short.len() < 6 { 1 } else { 2 };
    let distance = difference(one.as_bytes(), other.as_bytes());
    (distance <= most || is_beginning).then_some(distance)
}

/// The number of letters between the common beginning and the common end of two names; 1 if two letters are swapped.
///
/// It is never less than the edit distance, and larger only if the edits are far apart. Such names are rarely
/// misspellings of each other, so an edit distance (from a crate) would not give better suggestions.
fn difference(one: &[u8], other: &[u8]) -> usize {
    let equal = |(a, b): &(&u8, &u8)| a == b;
    let start = one.iter().zip(other).take_while(equal).count();
    let one = one.get(start..).unwrap_or_default();
    let other = other.get(start..).unwrap_or_default();
    let end = one.iter().rev().zip(other.iter().rev()).take_while(equal).count();
    let rest = |name: &[u8]| name.len() - end;
    match (one, other) {
        ([a, b, ..], [c, d, ..]) if (a, b) == (d, c) && rest(one) == 2 && rest(other) == 2 => 1,
        _ => rest(one).max(rest(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::{name_distance, near};

    const NAMES: [&str; 5] = ["wrap", "www", "max_len", "max_lines", "join_confidence"];

    #[test]
    fn similar_names_are_suggested() {
        for (wrong, name) in [
            ("warp", "wrap"),
            ("WWW", "www"),
            ("ww", "www"),
            ("max-len", "max_len"),
            ("maxlines", "max_lines"),
            ("join", "join_confidence"),
            ("wrapping", "wrap"),
        ] {
            assert_eq!(near(wrong, NAMES).first(), Some(&name), "{wrong}");
        }
    }

    #[test]
    fn dissimilar_names_are_not_suggested() {
        for wrong in ["", "x", "emails", "bare", "j", &"w".repeat(100)] {
            assert_eq!(near(wrong, NAMES), Vec::<&str>::new(), "{wrong}");
        }
    }

    #[test]
    fn names_that_differ_little_are_similar() {
        for (one, other) in [
            ("--frm", "--from"),
            ("--rell", "--rel"),
            ("--no-email", "--no-emails"),
            ("--nodomains", "--no-domains"),
            ("--notarget", "--target"),
            ("--follow-symlinks", "--follow"),
            ("MAX_LEN", "max-len"),
        ] {
            assert!(name_distance(one, other).is_some(), "{one} {other}");
            assert_eq!(name_distance(one, other), name_distance(other, one), "{one} {other}");
        }
    }

    #[test]
    fn names_that_differ_more_are_not_similar() {
        for (one, other) in [
            ("--nofollow", "--no-flowed"),
            ("--no-such", "--no-code"),
            ("--no-color", "--no-code"),
            ("--no-links", "--no-domains"),
            ("--url", "--rule"),
            ("--ab", "--abc-def"),
            ("", "abc"),
        ] {
            assert_eq!(name_distance(one, other), None, "{one} {other}");
            assert_eq!(name_distance(other, one), None, "{other} {one}");
        }
    }
}
