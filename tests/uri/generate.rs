//! Generates texts for the parser: URIs with random components and random mutations.
//!
//! The texts are deterministic: the seed of a text is enough to reproduce a failure.

/// The generator `SplitMix64`. It is good enough for test data, and so short that it needs no dependency.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const SCHEMES: &[&str] = &["http", "HTTPS", "a", "x+y-z.1", "urn", "mailto", "1a", "", "data"];
const USERINFOS: &[&str] = &["u", "u:p", "", ":", "a:80", "a:b:c", "%40", "ü", "v1.x", "1.2.3.4:5"];
const HOSTS: &[&str] = &[
    "h",
    "",
    "example.com",
    "1.2.3.4",
    "256.1.1.1",
    "01.2.3.4",
    "1.2.3",
    "1.2.3.4.5",
    "%68",
    "bücher.de",
    "[::]",
    "[::1]",
    "[1:2:3:4:5:6:7:8]",
    "[1:2:3:4:5:6:7::]",
    "[::2:3:4:5:6:7:8]",
    "[1::3:4:5:6:7:8]",
    "[1:2:3:4:5:6:1.2.3.4]",
    "[::1.2.3.4]",
    "[1::5:6:7:255.255.255.255]",
    "[abcd:EF01::]",
    "[12345::]",
    "[1:2:3:4:5:6:7:8:9]",
    "[1::2::3]",
    "[v1.x]",
    "[VF.a:b]",
    "[v.x]",
    "[v1.]",
    "[fe80::1%25eth0]",
    "[fe80::1%25%41]",
    "[::1%25]",
    "[]",
    "例え。テスト",
    "a_b",
    "[::1.2.3.04]",
    "[1:2:3:4:5:6:7:1.2.3.4]",
];
const PORTS: &[&str] = &["", "80", "0", "65536", "00000000000000000080", "8o"];
const SEGMENTS: &[&str] = &[
    "",
    "a",
    ".",
    "..",
    "a:b",
    "@",
    "%41",
    "%zz",
    "%4",
    "é",
    "a;b=c",
    "\u{E000}",
    "\u{FFFE}",
    "日本語",
    "\u{1F600}",
    "\u{E0001}",
    "\u{E1000}",
    "~",
    "a b",
    "(x)",
    "\u{A0}",
    "\u{80}",
];
const QUERIES: &[&str] =
    &["", "a=b&c=d", "?", "/", "é=ü", "\u{E000}", "\u{F0000}", "\u{10FFFD}", "[x]", "%"];
const FRAGMENTS: &[&str] = &["", "top", "/?", "#", "ü", "\u{E000}", "%C3%BC"];

/// The texts that mutations insert: every delimiter, the characters at the borders of each set, and characters
/// outside of all sets.
const ODDITIES: &[&str] = &[
    ":",
    "/",
    "//",
    "?",
    "#",
    "[",
    "]",
    "@",
    "%",
    "%2",
    "%2f",
    "::",
    ".",
    "..",
    "-",
    "_",
    "~",
    "!",
    "$",
    "&",
    "'",
    "(",
    ")",
    "*",
    "+",
    ",",
    ";",
    "=",
    "\"",
    "<",
    ">",
    "\\",
    "^",
    "`",
    "{",
    "|",
    "}",
    " ",
    "\t",
    "\n",
    "\0",
    "\u{7F}",
    "\u{80}",
    "\u{9F}",
    "\u{A0}",
    "\u{D7FF}",
    "\u{E000}",
    "\u{F8FF}",
    "\u{F900}",
    "\u{FDCF}",
    "\u{FDD0}",
    "\u{FDEF}",
    "\u{FDF0}",
    "\u{FFEF}",
    "\u{FFF0}",
    "\u{FFFD}",
    "\u{FFFF}",
    "\u{10000}",
    "\u{1FFFD}",
    "\u{1FFFE}",
    "\u{DFFFF}",
    "\u{E0000}",
    "\u{E0FFF}",
    "\u{E1000}",
    "\u{EFFFD}",
    "\u{F0000}",
    "\u{FFFFD}",
    "\u{FFFFE}",
    "\u{100000}",
    "\u{10FFFD}",
    "\u{10FFFF}",
    "a",
    "A",
    "f",
    "g",
    "G",
    "z",
    "v",
    "V",
    "0",
    "1",
    "2",
    "5",
    "6",
    "9",
    "25",
    "255",
    "256",
    "1.2.3.4",
    "ffff",
    "%25",
    "K",
];

/// A text that is a URI or a relative reference, or resembles one.
pub(crate) fn text(random: &mut Random) -> String {
    let mut text = well_meant(random);
    while random.one_in(2) {
        mutate(random, &mut text);
    }
    text
}

fn well_meant(random: &mut Random) -> String {
    let mut text = String::new();
    if !random.one_in(4) {
        text.push_str(random.choose(SCHEMES));
        text.push(':');
    }
    if !random.one_in(4) {
        text.push_str("//");
        push_authority(random, &mut text);
    }
    for _ in 0..random.below(4) {
        if !random.one_in(8) {
            text.push('/');
        }
        text.push_str(random.choose(SEGMENTS));
    }
    for (delimiter, pool) in [('?', QUERIES), ('#', FRAGMENTS)] {
        if random.one_in(3) {
            text.push(delimiter);
            text.push_str(random.choose(pool));
        }
    }
    text
}

fn push_authority(random: &mut Random, text: &mut String) {
    if random.one_in(3) {
        text.push_str(random.choose(USERINFOS));
        text.push('@');
    }
    if random.one_in(3) {
        push_ipv6(random, text);
    } else {
        text.push_str(random.choose(HOSTS));
    }
    if random.one_in(3) {
        text.push(':');
        text.push_str(random.choose(PORTS));
    }
}

/// Appends an IP literal with any number of groups and `::`. Few of the results are valid addresses.
fn push_ipv6(random: &mut Random, text: &mut String) {
    text.push('[');
    for _ in 0..random.below(10) {
        if !random.one_in(6) {
            text.push_str(random.choose(&["0", "1", "ab", "FFFF", "12", "255"]));
        }
        text.push_str(if random.one_in(6) { "::" } else { ":" });
    }
    text.push_str(random.choose(&["1", "", "ff", "1.2.3.4", "255.0.10.199", "1.2.3", "1.2.3.256"]));
    text.push(']');
}

/// Makes one change: inserts a piece, removes a character, cuts off the end, or repeats a part.
fn mutate(random: &mut Random, text: &mut String) {
    let at = boundary(random, text);
    match random.below(6) {
        0..=2 => text.insert_str(at, random.choose(ODDITIES)),
        3 if at < text.len() => drop(text.remove(at)),
        4 => text.truncate(at),
        _ => {
            let piece = text[at..].chars().take(random.below(6)).collect::<String>();
            let to = boundary(random, text);
            text.insert_str(to, &piece);
        }
    }
}

fn boundary(random: &mut Random, text: &str) -> usize {
    floor_char_boundary(text, random.below(text.len() + 1))
}

/// Like `str::floor_char_boundary`, which the oldest supported compiler does not have.
pub(crate) fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The number of texts that a test tries: the value of `LINKWRIGHT_MUTATIONS`, or `plain` if it is not set.
pub(crate) fn count(plain: u64) -> u64 {
    match std::env::var("LINKWRIGHT_MUTATIONS") {
        Ok(number) => number.parse().expect("LINKWRIGHT_MUTATIONS is a number"),
        Err(_) => plain,
    }
}

/// `count` texts, each with the seed that generates it.
pub(crate) fn texts(count: u64) -> impl Iterator<Item = (u64, String)> {
    (0..count).map(|seed| (seed, text(&mut Random::new(seed))))
}
