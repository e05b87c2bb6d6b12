//! Generates pairs of references. The second reference is a respelling of the first, which may change its meaning, or
//! an independent reference.

use linkwright::uri::UriReference;

use crate::generate::Random;

const SCHEMES: &[&str] =
    &["", "", "http:", "HTTP:", "https:", "file:", "s:", "S:", "mailto:", "urn:", "ftp:", "data:"];
const AUTHORITIES: &[&str] = &[
    "",
    "",
    "//",
    "//h",
    "//H",
    "//h:",
    "//h:80",
    "//u@h",
    "//U:P@H:8080",
    "//%68",
    "//localhost",
    "//a.example:443",
    "//[::1]",
    "//[::FFFF:1.2.3.4]",
    "//[0:0::1]:21",
    "//1.2.3.4",
    "//@h",
    "//h%2f",
];
const SEGMENTS: &[&str] = &[
    "a", "b", "A", "", ".", "..", "..", "%2e", "%2E.", "%61", "%7e", "~", "%2F", "%2f", "x:y",
    "a@B", "b,c@D", "NID:nss", "...", "g;x=1", "%C3%A9", "%c3%a9",
];
const ENDS: &[&str] =
    &["", "", "", "?", "?q", "?%71", "?a/../b", "#", "#f", "?q#", "?#%66", "?%3D#/."];

/// A random reference, which is usually valid.
fn reference(random: &mut Random) -> String {
    let mut text = random.choose(SCHEMES).to_owned();
    text.push_str(random.choose(AUTHORITIES));
    path(random, &mut text);
    text.push_str(random.choose(ENDS));
    text
}

fn path(random: &mut Random, text: &mut String) {
    if random.one_in(2) {
        text.push('/');
    }
    // Some paths have more than 64 segments, the number that the library processes in one block.
    let len = if random.one_in(50) { 200 } else { 6 };
    for number in 0..random.below(len) {
        if number > 0 {
            text.push('/');
        }
        text.push_str(random.choose(SEGMENTS));
    }
}

/// Replaces a few parts of `text` with other spellings. Some of the replacements change the meaning of the URI.
fn respelled(random: &mut Random, text: &str) -> String {
    const SPELLINGS: &[(&str, &str)] = &[
        ("http", "HTTP"),
        ("//h", "//H"),
        ("s:", "S:"),
        ("a", "%61"),
        ("~", "%7E"),
        ("%7e", "~"),
        ("%2f", "%2F"),
        ("%2F", "/"),
        ("/", "/./"),
        ("/", "/x/../"),
        ("/", "/%2e/"),
        ("//h", "//h:"),
        ("//h", "//h:80"),
        ("//localhost", "//"),
        ("file:/", "file:///"),
        ("@D", "@d"),
        ("NID", "nid"),
        ("..", "%2E%2e"),
        ("?", "??"),
        ("#", "#x"),
        ("h/", "h"),
        ("[0:0::1]", "[::1]"),
        ("//", "//@"),
    ];
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        let (from, to) = random.choose(SPELLINGS);
        text = if random.one_in(2) { text.replace(from, to) } else { text.replacen(from, to, 1) };
    }
    text
}

/// `count` pairs of valid references, each with the seed that generates it.
pub(crate) fn pairs(count: u64) -> impl Iterator<Item = (u64, String, String)> {
    let is_valid = |text: &str| UriReference::parse(text).is_ok();
    let pair = move |seed| {
        let mut random = Random::new(seed);
        let a = reference(&mut random);
        let is_same = random.one_in(2);
        let b = if is_same { respelled(&mut random, &a) } else { reference(&mut random) };
        (is_valid(&a) && is_valid(&b)).then_some((seed, a, b))
    };
    (0..).filter_map(pair).take(usize::try_from(count).unwrap())
}
