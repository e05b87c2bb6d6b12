//! Compares the parser with the ABNF of the RFCs.

use core::hint::black_box;

use linkwright::uri::{Grammar, check, repair};

use crate::abnf::{Abnf, Oracle, Verdict};
use crate::generate::{Random, count, floor_char_boundary, text, texts};

/// The verdict of the parser, as the type that the oracle returns.
fn verdict(text: &str, grammar: Grammar) -> Verdict {
    match check(text, grammar) {
        Ok(()) => Verdict { valid_prefix: Some(text.len()), stop: text.len() },
        Err(error) => {
            let valid_prefix = error.valid_prefix();
            assert!(valid_prefix <= Some(error.at()), "{text:?} stops inside its valid prefix");
            Verdict { valid_prefix, stop: error.at() }
        }
    }
}

fn compare(abnf: &Abnf, grammar: Grammar, count: u64) {
    let oracle = Oracle::new(abnf, grammar.name());
    let mut valid = 0;
    for (seed, text) in texts(count) {
        let expected = oracle.judge(&text);
        let found = verdict(&text, grammar);
        assert_eq!(found, expected, "{grammar:?} {text:?} (seed {seed})");
        valid += u64::from(expected.valid_prefix == Some(text.len()));
    }
    println!("{}: {count} texts, {valid} of them valid, no disagreement", grammar.name());
    assert!(
        valid > count / 50,
        "only {valid} of {count} generated texts are valid, which is too few"
    );
}

#[test]
fn agrees_with_the_abnf_of_uris() {
    let abnf = Abnf::new();
    for grammar in Grammar::ALL.iter().copied().filter(|grammar| !grammar.is_iri()) {
        compare(&abnf, grammar, count(50_000));
    }
}

#[test]
fn agrees_with_the_abnf_of_iris() {
    let abnf = Abnf::new();
    for grammar in Grammar::ALL.iter().copied().filter(|grammar| grammar.is_iri()) {
        compare(&abnf, grammar, count(50_000));
    }
}

/// The test appends every ASCII byte to every prefix of these texts. So it covers all transitions from all states that
/// the automaton reaches while it reads the texts.
const WALKS: &[&str] = &[
    "http://user:80@example.com:8080/a/b;c=d/@:/?q/?#f/?",
    "a+-.1:rootless:@/x?#",
    "//1.2.3.4:80?x",
    "relative@/a:b",
    "s://[1234:5678:9abc:def0:1234:5678:9abc:def0]:1/",
    "s://[1:2:3:4:5:6:255.249.199.99]",
    "s://[::2:3:4:5:6:10.100.200.250]",
    "s://[1:2:3::6:7:8]",
    "s://[1:2:3:4:5:6:7::]",
    "s://[1:2:3:4:5:6::8]",
    "s://[::]",
    "s://u@[v1F.a:!]:",
    "s://u:p:q%40@h%41:1",
    "s:%41%c3%A9?%20#%7e",
];

#[test]
fn agrees_with_the_abnf_at_every_step_of_a_walk() {
    let abnf = Abnf::new();
    for grammar in Grammar::ALL.iter().copied() {
        let oracle = Oracle::new(&abnf, grammar.name());
        for walk in WALKS {
            for end in 0..=walk.len() {
                for next in 0_u8..128 {
                    let text = format!("{}{}", &walk[..end], char::from(next));
                    let found = verdict(&text, grammar);
                    assert_eq!(found, oracle.judge(&text), "{grammar:?} {text:?}");
                }
            }
        }
    }
}

#[test]
fn non_ascii_characters_are_allowed_where_rfc_3987_allows_them() {
    let abnf = Abnf::new();
    let oracle = Oracle::new(&abnf, "IRI-reference");
    let borders = (0..=0x10_u32).flat_map(|plane| {
        let plane = plane << 16;
        [0, 0xFFF, 0x1000, 0xFFFD, 0xFFFE, 0xFFFF].map(|low| plane | low)
    });
    for char in (0x80..0x1_0000).step_by(7).chain(0xD700..0x1_0000).chain(borders) {
        let Some(char) = char::from_u32(char) else { continue };
        for text in
            [format!("//{char}"), format!("a{char}"), format!("?{char}"), format!("#{char}")]
        {
            let found = verdict(&text, Grammar::IriReference);
            assert_eq!(found, oracle.judge(&text), "U+{:04X} in {text:?}", u32::from(char));
        }
    }
}

/// The scan stops at a byte that is not UTF-8. The text before this byte is read as usual.
#[test]
fn no_rule_allows_bytes_that_are_not_utf8() {
    const BROKEN: &[&[u8]] = &[
        b"\xFF",
        b"\x80",
        b"\xC3",
        b"\xC3(",
        b"\xC0\xAF",
        b"\xE0\x80\xAF",
        b"\xE2\x82",
        b"\xED\xA0\x80",
        b"\xF0\x82\x82\xAC",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80\x80\x80",
        b"\xF0\x9F\x98",
    ];
    let random = &mut Random::new(7);
    for _ in 0..20_000 {
        let text = text(random);
        let end = floor_char_boundary(&text, random.below(text.len() + 1));
        let mut bytes = text.as_bytes()[..end].to_vec();
        bytes.extend(random.choose(BROKEN));
        bytes.extend(&text.as_bytes()[end..]);
        for grammar in Grammar::ALL.iter().copied() {
            let found = check(&bytes, grammar).expect_err("a byte that is not UTF-8");
            let found = Verdict { valid_prefix: found.valid_prefix(), stop: found.at() };
            // If the text before the byte is invalid or incomplete, like `%4`, the stop is the same as without the
            // byte. If it is valid, the stop is at the byte.
            let expected = verdict(&text[..end], grammar);
            assert_eq!(found, expected, "{grammar:?} {}", bytes.escape_ascii());
        }
    }
}

/// The test does not measure the time: if the parser took quadratic time, the test would not finish in a reasonable
/// time.
#[test]
fn long_hostile_texts_take_linear_time() {
    // Each of these units could make a parser backtrack.
    let hostile = [
        "s://", ":", "a:1", "%41", "@", "[", "::", "1.2.3.", "[v1.", "[1:", "/", "?#", "é", "%",
        "/ ", "#|",
    ];
    for pattern in hostile {
        let text = format!("s://{}", pattern.repeat(500_000 / pattern.len()));
        for grammar in Grammar::ALL.iter().copied() {
            if let Some(len) = verdict(&text, grammar).valid_prefix {
                assert_eq!(check(&text[..len], grammar), Ok(()), "{pattern:?}");
            }
            black_box(repair(&text, grammar).is_ok());
        }
    }
}
