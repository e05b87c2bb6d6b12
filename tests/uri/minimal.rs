//! Tests properties of minimal escaping (UTS #58): the text is found whole between two blanks, and has the same parts.

use std::borrow::Cow;
use std::{env, fs};

use linkwright::find::Preset;
use linkwright::uri::{Grammar, Mode, Uri, UriBuf, pct, repair, to_uri};
use linkwright::{Finder, Span};

use crate::generate::{Random, count};

/// The decoded parts of a URI: scheme and authority, segments, names and values, fragment.
type Decoded<'u> = (String, Vec<Cow<'u, [u8]>>, Vec<Cow<'u, [u8]>>, Option<Cow<'u, [u8]>>);

fn parts<'u>(uri: &Uri<'u>) -> Decoded<'u> {
    let head = &uri.as_str()[..uri.parts().path().start()];
    let fields = uri.query_pairs().flat_map(|(name, value)| [Some(name), value]);
    (
        head.to_owned(),
        uri.segments().map(pct::decode).collect(),
        fields.map(|field| pct::decode_form(field.unwrap_or("\0"))).collect(),
        uri.fragment().map(pct::decode),
    )
}

/// The URI that a program makes from a minimally escaped text.
fn read_again(text: &str) -> UriBuf {
    let repaired = repair(text, Grammar::Iri, Mode::new()).expect("the text is an IRI");
    to_uri(repaired.as_str()).expect("the text maps to a URI")
}

/// Checks the properties for `uri`; its host is one that the preset `uts58` accepts.
fn check(finder: &Finder, uri: &Uri<'_>) {
    for text in [uri.minimally_escaped().to_string(), uri.minimally_escaped().medial().to_string()]
    {
        let again = read_again(&text);
        assert_eq!(parts(&again.as_uri()), parts(uri), "{uri} is written as {text}");
        assert!(text.len() <= uri.as_str().len() + 8, "{text}");
    }
    let text = uri.minimally_escaped().to_string();
    let around = format!("see {text} now");
    let found: Vec<_> = finder.find_iter(&around).map(|link| link.span()).collect();
    assert_eq!(found, [Span::new(4, 4 + text.len())], "{uri} is written as {text}");
    let found = finder.find_iter(&around).next().expect("one link").uri().to_string();
    assert_eq!(parts(&Uri::parse(&found).unwrap()), parts(uri), "{text} is read as {found}");
}

fn finder() -> Finder {
    Finder::builder().preset(Preset::Uts58).build().unwrap()
}

/// Characters of 30 scripts, punctuation, brackets and blanks.
const CHARACTERS: &str = "aZ09-._~!$&'()*+,;=:@/?#%\"<>[]{}|\\^` \u{A0}\u{200B}\u{200C}\u{200D}\u{202E}\u{2069}\u{FEFF}\
    éßαЖאبܐދकগਗગଗగಗഗගกກཀကაአᎠᐁᚠកᠠ中あア한字「」（）《》【】。，、！？：；“”‘’«»།॥។…–—·\u{301}\u{3164}😀\u{E000}\u{10FFFF}";

/// A component: most characters are encoded, some literal characters are delimiters, and some octets are no UTF-8.
fn component(random: &mut Random, literal: &[char]) -> String {
    let characters: Vec<char> = CHARACTERS.chars().collect();
    let mut text = String::new();
    for _ in 0..random.below(9) {
        match random.below(8) {
            0 | 1 => text.push(random.choose(literal)),
            2 => text += random.choose(&["%FF", "%C3", "%e4", "%25", "%2541", ":~:", "%3A~%3A"]),
            3 => text += random.choose(&["a", "B7", "f"]),
            _ => {
                let c = random.choose(&characters);
                let mut octets = [0; 4];
                let encoded = c.encode_utf8(&mut octets);
                text += &pct::encode(encoded, &pct::ByteSet::EMPTY);
            }
        }
    }
    text
}

#[test]
fn random_uris_are_found_whole_with_the_same_parts() {
    let finder = finder();
    let segment: Vec<char> = "a.-_~!$&'()*+,;=:@/".chars().collect();
    let query: Vec<char> = "a.-_~!$&'()*+,;=:@/?".chars().collect();
    for seed in 0..count(20_000) {
        let mut random = Random::new(seed);
        let mut uri = format!("https://example.org/{}", component(&mut random, &segment));
        for (mark, literal) in [("?", &query), ("#", &query)] {
            if !random.one_in(3) {
                uri += mark;
                // An empty query cannot be written so that its `?` is found.
                uri += &[component(&mut random, literal).as_str(), "x"][random.below(2)..].concat();
            }
        }
        if uri.ends_with('?') && !uri.contains('#') && uri.matches('?').count() == 1 {
            continue;
        }
        check(&finder, &Uri::parse(&uri).expect("a URI"));
    }
}

/// `LINKS` is a file with a URI in each line. URIs with hosts that the preset does not accept are skipped, and so are
/// empty queries at the end.
#[test]
fn real_uris_are_found_whole_with_the_same_parts() {
    let Some(file) = env::var_os("LINKS") else {
        println!("Skipped: LINKS is not set");
        return;
    };
    let (finder, mut tried) = (finder(), 0);
    for line in fs::read(file).expect("the file can be read").split(|&byte| byte == b'\n') {
        let Some(uri) = core::str::from_utf8(line).ok().and_then(|line| to_uri(line).ok()) else {
            continue;
        };
        let uri = uri.as_uri();
        let head = &uri.as_str()[..uri.parts().path().start()];
        let has_end = uri.path().is_empty() && uri.query().is_none() && uri.fragment().is_none();
        let is_host = uri.authority().is_some_and(|authority| authority.userinfo().is_none());
        let is_found = finder.find_iter(head).next().is_some_and(|link| link.text() == head);
        if !is_host || !is_found || (uri.query() == Some("") && uri.fragment().is_none()) || has_end
        {
            continue;
        }
        check(&finder, &uri);
        // The same URI with everything encoded that its components can encode.
        let encoded = |text: &str, kept: &[u8]| {
            let keep = pct::ByteSet::of(kept);
            pct::octets(text)
                .map(|octet| match octet.value() {
                    byte if !octet.is_encoded() && keep.contains(byte) => {
                        char::from(byte).to_string()
                    }
                    byte => format!("%{byte:02X}"),
                })
                .collect::<String>()
        };
        let mut full = format!("{head}{}", encoded(uri.path(), b"/"));
        if let Some(query) = uri.query() {
            full.push('?');
            full.push_str(&encoded(query, b"=&+"));
        }
        if let Some(fragment) = uri.fragment() {
            full.push('#');
            full.push_str(&encoded(fragment, b":~,-&="));
        }
        check(&finder, &Uri::parse(&full).expect("a URI"));
        tried += 1;
    }
    println!("{tried} URIs and their encoded forms");
    assert!(tried > 0);
}
