//! Names with a similar spelling, for messages about a misspelled name.

/// The maximum length in bytes of a name that is compared; all names of options and values are shorter.
const MAX_LEN: usize = 64;

/// The names that `wrong` may be a misspelling of, at most three, the nearest first. They differ from it only in case,
/// or in `_` and `-`, or in one insertion, deletion, replacement or swap (in two if both have at least six letters), or
/// one of the two is the beginning of the other and has at least three letters.
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

fn plain(name: &str) -> String {
    name.replace(['_', '-'], "").to_ascii_lowercase()
}

fn distance_to(wrong: &str, name: &str) -> Option<usize> {
    let is_beginning =
        wrong.len() >= 3 && name.starts_with(wrong) || name.len() >= 3 && wrong.starts_with(name);
    let distance = strsim::osa_distance(wrong, name);
    let most = if wrong.len().min(name.len()) < 6 { 1 } else { 2 };
    (distance <= most || is_beginning).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::near;

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
}
