//! Names that are near a misspelled one.

/// The most bytes of a name that is compared; no name of an option or a value has more.
const MAX_LEN: usize = 64;

/// The names to which `wrong` can be corrected: they differ only in case or in `_` and `-`, in one insertion,
/// deletion, replacement or swap, in two if both have at least six letters, or one is the beginning of the other. The nearest come first, at most three.
pub(super) fn near(
    wrong: &str,
    names: impl IntoIterator<Item = &'static str>,
) -> Vec<&'static str> {
    if wrong.len() > MAX_LEN {
        return Vec::new();
    }
    let wrong = plain(wrong);
    let mut found: Vec<(usize, &'static str)> = names
        .into_iter()
        .filter_map(|name| Some((distance_to(&wrong, &plain(name))?, name)))
        .collect();
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, name)| name).take(3).collect()
}

fn plain(name: &str) -> Vec<u8> {
    name.bytes()
        .filter(|byte| !matches!(byte, b'_' | b'-'))
        .map(|b| b.to_ascii_lowercase())
        .collect()
}

fn distance_to(wrong: &[u8], name: &[u8]) -> Option<usize> {
    let is_beginning =
        wrong.len() >= 3 && name.starts_with(wrong) || name.len() >= 3 && wrong.starts_with(name);
    let distance = distance(wrong, name);
    let most = if wrong.len().min(name.len()) < 6 { 1 } else { 2 };
    (distance <= most || is_beginning).then_some(distance)
}

/// The edit distance with swaps of neighbours (optimal string alignment).
fn distance(a: &[u8], b: &[u8]) -> usize {
    let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = at(&above, j) + usize::from(x != y);
            let mut least = replaced.min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            let is_swap = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if is_swap {
                least = least.min(at(&before, j - 1) + 1);
            }
            row.push(least);
        }
        before = core::mem::replace(&mut above, row);
    }
    at(&above, b.len())
}

#[cfg(test)]
mod tests {
    use super::{distance, near};

    const NAMES: [&str; 5] = ["wrap", "www", "max_len", "max_lines", "join_confidence"];

    #[test]
    fn a_near_name_is_found() {
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
    fn a_far_name_is_not() {
        for wrong in ["", "x", "emails", "bare", "j", &"w".repeat(100)] {
            assert_eq!(near(wrong, NAMES), Vec::<&str>::new(), "{wrong}");
        }
    }

    #[test]
    fn distances() {
        for (a, b, expected) in
            [("", "", 0), ("", "abc", 3), ("abc", "acb", 1), ("abc", "xbc", 1), ("abcd", "badc", 2)]
        {
            assert_eq!(distance(a.as_bytes(), b.as_bytes()), expected, "{a} {b}");
            assert_eq!(distance(b.as_bytes(), a.as_bytes()), expected, "{b} {a}");
        }
    }
}
