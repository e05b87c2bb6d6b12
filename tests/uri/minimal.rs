//! Tests properties of minimal escaping (UTS #58): the text is found whole between two blanks, and has the same parts.

use std::borrow::Cow;
use std::fs;

use linkwright::find::Preset;
use linkwright::uri::{Grammar, Iri, IriReference, Uri, UriBuf, pct, repair, to_uri};
use linkwright::{Finder, Span};

use crate::generate::{Random, count};
use crate::suites::shared;

/// The decoded parts of a URI: scheme and authority, segments, names and values, fragment.
type Decoded<'u> = (String, Vec<Cow<'u, [u8]>>, Vec<Cow<'u, [u8]>>, Option<Cow<'u, [u8]>>);

/// The scheme and the authority.
fn head<'u>(uri: &Uri<'u>) -> &'u str {
    let authority = uri.authority().map_or(0, |authority| "//".len() + authority.as_str().len());
    &uri.as_str()[..uri.scheme().as_str().len() + ":".len() + authority]
}

fn parts<'u>(uri: &Uri<'u>) -> Decoded<'u> {
    let head = head(uri);
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
    let repaired = repair(text, Grammar::Iri).expect("the text is an IRI");
    to_uri(repaired.as_str()).expect("the text maps to a URI")
}

/// Checks the properties of the minimal form of `iri`, which maps to `uri`, whose host is one that the preset `uts58` accepts.
fn check(finder: &Finder, iri: IriReference<'_>, uri: &Uri<'_>) {
    let closers = uri.as_str().matches(')').count();
    for text in [iri.minimally_escaped(false), iri.minimally_escaped(true)] {
        let again = read_again(&text);
        assert_eq!(parts(&again.as_uri()), parts(uri), "{uri} is written as {text}");
        assert!(text.chars().count() <= uri.as_str().len() + 2 * closers + 8, "{text}");
    }
    if uri.query() == Some("") && uri.fragment().is_none() {
        // It ends in a `?`, which is not found.
        return;
    }
    let text = iri.minimally_escaped(false);
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

/// A host: one of two names in three has a random label of letters, which are an A-label with the feature `idn`.
fn host(random: &mut Random) -> String {
    let letters: Vec<char> = CHARACTERS.chars().filter(|c| c.is_alphanumeric()).collect();
    let label: String = (0..random.below(3)).map(|_| random.choose(&letters)).collect();
    let mapped = to_uri(&format!("https://a{label}.example.org"));
    mapped.map_or_else(|_| "https://example.org".to_owned(), |uri| uri.as_str().to_owned())
}

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
        let mut uri = format!("{}/{}", host(&mut random), component(&mut random, &segment));
        for mark in ["?", "#"] {
            if !random.one_in(3) {
                uri += mark;
                uri += &component(&mut random, &query);
            }
        }
        let uri = Uri::parse(&uri).expect("a URI");
        check(&finder, uri.as_reference().into(), &uri);
    }
}

/// The characters are not encoded; those that an IRI must not contain are left out.
#[test]
fn random_iris_are_found_whole_with_the_same_parts() {
    let finder = finder();
    let is_allowed = |c: &char| Iri::parse(&format!("https://example.org/#{c}")).is_ok();
    let characters: Vec<char> = CHARACTERS.chars().filter(is_allowed).collect();
    assert!(characters.len() > 80);
    for seed in 0..count(20_000) {
        let mut random = Random::new(seed);
        let mut iri = String::from("https://example.org/");
        for mark in ["", "?", "#"] {
            iri += mark;
            (0..random.below(9)).for_each(|_| iri.push(random.choose(&characters)));
        }
        let (uri, iri) = (to_uri(&iri).expect("an IRI"), Iri::parse(&iri).expect("an IRI"));
        check(&finder, iri.as_reference(), &uri.as_uri());
    }
}

/// The URIs of `corpora/bench/links.txt` in the folder `LINKWRIGHT_SHARED`, and the same with everything encoded that
/// the components can encode. Where the preset does not accept the authority, it is replaced.
#[test]
fn real_uris_are_found_whole_with_the_same_parts() {
    let file = shared().join("corpora/bench/links.txt");
    let Ok(lines) = fs::read_to_string(&file) else {
        println!("skipped: no {}", file.display());
        return;
    };
    let (finder, most, mut tried) = (finder(), usize::try_from(count(4_000)).unwrap(), 0);
    let step = (lines.lines().count() / most).max(1);
    for uri in lines.lines().step_by(step).filter_map(|line| to_uri(line).ok()) {
        let uri = uri.as_uri();
        let (head, tail) = uri.as_str().split_at(head(&uri).len());
        if uri.authority().is_none() {
            continue;
        }
        let is_found = finder.find_iter(head).next().is_some_and(|link| link.text() == head);
        let head = if is_found { head } else { "https://example.org" };
        let mut full = format!("{head}{}", encoded(uri.path(), b"/"));
        full.extend(uri.query().map(|query| format!("?{}", encoded(query, b"=&+"))));
        full.extend(uri.fragment().map(|fragment| format!("#{}", encoded(fragment, b":~,-&="))));
        for uri in [format!("{head}{tail}"), full] {
            let uri = Uri::parse(&uri).expect("a URI");
            check(&finder, uri.as_reference().into(), &uri);
        }
        tried += 1;
    }
    println!("{tried} URIs and their encoded forms");
    assert!(tried > 1_000);
}

/// `text` with all octets encoded except those of `kept`.
fn encoded(text: &str, kept: &[u8]) -> String {
    let keep = pct::ByteSet::of(kept);
    let octets = pct::octets(text).map(|octet| match octet.value() {
        byte if !octet.is_encoded() && keep.contains(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    octets.collect()
}
