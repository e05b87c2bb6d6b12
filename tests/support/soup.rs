//! Generates texts that look like links, and selects the finders that search them.

use proptest::prelude::*;

use super::settings::{self, Setting};

/// Tokens, separated by spaces: beginnings of URIs, hosts, characters of URIs, delimiters, words, and characters of
/// other scripts.
const TOKENS: &str = "http:// https:// ftp:// foo:// mailto: tel:+1 urn:isbn: magnet:?xt= geo:1,2 \
    javascript: hxxp:// fxps[:]// [.] (dot) [at] [://] file:/// view-source: URL: uri: www. :// // : \
    example.com a.example localhost 127.0.0.1 0x7f.1 [::1] [v1.a] xn--a jane@example.com jane@docs <jane- jane @ \
    . .. - _ ~ * + = & % %41 %4 / /a /a/b.html ? ?a=b ?a[0]=1 # #x :80 :65536 , ; ! ... ' '' 's \
    \" ` < > << ( ) [ ] { } [1] [/ ]( | \\ &quot; &#39; &amp;b=1 \
    1 2.3 v1.2.3 readme.md word The at \
    … 。 ， ། （ ） 《 》 「 」 “ ” « » ‘ ’ 中文 か é сайт рф नी ． ／ ∕ — 😀 👩\u{200D}👩";

/// Blanks, line ends, and invisible characters.
const BLANKS: &[&str] = &[
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " \n   ",
    "-\n",
    ".\n",
    "-\n> ",
    "\n> ",
    "> > ",
    "| ",
    " two words ",
    "\u{301}",
    "\u{FE0F}",
    "\u{AD}",
    "\u{AD}\n",
    "\u{2010}",
    "\u{2010}\n",
    "http://docs.exam",
    "\u{200B}",
    "\u{200C}",
    "\u{200D}",
    "\u{200E}",
    "\u{202E}",
    "\u{2066}",
    "\u{2069}",
    "\u{2060}",
    "\u{FEFF}",
    "\u{A0}",
    "\u{3000}",
    "\u{2028}",
    "\u{85}",
    "\0",
    "\u{7F}",
    "\u{1B}[0m",
];

/// Bytes that are not UTF-8: single bytes, incomplete sequences, an overlong sequence, a surrogate.
const INVALID: &[&[u8]] =
    &[b"\xFF", b"\x80", b"\xC3", b"\xE3\x80", b"\xF0\x9F\x98", b"\xC0\xAF", b"\xED\xA0\x80"];

/// Valid UTF-8.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(token(), 0..24).prop_map(|tokens| tokens.concat())
}

/// Any bytes, sometimes invalid UTF-8.
pub(crate) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let token = prop_oneof![
        20 => token().prop_map(|token| token.as_bytes().to_vec()),
        1 => prop::sample::select(INVALID).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

/// Common web URIs, and the texts around and inside them.
const WEB: &str = "http:// https:// HTTP:// http://a.example https://b.example/c http://d.example/e?f \
    a.example b b-c 1 /c /c/d.e ?f=g #h # ? ?? / . .. , : ; ! - -- = & %41 ( ) [ ] )] )** ** _ ' \" \
    < > << >> URL: pr-url: ]( www. :80 jane@ @ é ` | word f.example g.com h.c G.Com 1.2 3.4.5.6 i.rs \
    .com com Co xn--p1ai .ck ftp:// git://k.example mysql:// j@k.com \"http:// 'https:// `ftp:// \"j@k.com /l.md :~: \
    ~ $ \\ \" ' ` ： 。 → 中 」 「 ， x。y /ü /c中 ?q=ö #ß … ’ （ ） \u{301} \u{E000} \u{200D} \u{FDD0} 😀";

/// Text that is mostly plain web URIs.
pub(crate) fn web() -> impl Strategy<Value = String> {
    let tokens: Vec<&str> = WEB.split_whitespace().collect();
    let blank = prop::sample::select(&[" ", " ", "\n", "\n> ", "\r\n", "\n\n", "\t", "\u{A0}"][..]);
    let token = prop_oneof![4 => prop::sample::select(tokens), 1 => blank];
    prop::collection::vec(token, 0..16).prop_map(|tokens| tokens.concat())
}

fn token() -> impl Strategy<Value = &'static str> {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    prop_oneof![3 => prop::sample::select(tokens), 1 => prop::sample::select(BLANKS)]
}

/// A finder from [`settings::all`] or [`settings::with_patterns`].
pub(crate) fn finder() -> impl Strategy<Value = &'static Setting> {
    let few = prop_oneof![one_of(settings::with_patterns()), one_of(settings::narrow())];
    prop_oneof![2 => one_of(settings::all()), 1 => few]
}

fn one_of(settings: &'static [Setting]) -> impl Strategy<Value = &'static Setting> {
    (0..settings.len()).prop_map(|at| &settings[at])
}

/// A finder that does not return every reading as a separate match.
pub(crate) fn single_finder() -> impl Strategy<Value = &'static Setting> {
    finder().prop_filter("every reading", |setting| !setting.gives_every_reading())
}

/// A finder that joins no lines and does not return every reading as a separate match.
pub(crate) fn unwrapped_finder() -> impl Strategy<Value = &'static Setting> {
    prop_oneof![3 => one_of(settings::unwrapped()), 1 => one_of(settings::quiet())]
}

/// A finder that finds nothing in plain words.
pub(crate) fn wordless_finder() -> impl Strategy<Value = &'static Setting> {
    prop_oneof![5 => one_of(settings::all()), 1 => one_of(settings::quiet())]
}
