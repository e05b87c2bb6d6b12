//! Generates texts that look like links and like markup.

use proptest::prelude::*;

const TOKENS: &str = "http://a.example/x https://b.example www.c.example jane@d.example http:// :// .example \
    /path ?q=1&r=2 & &amp; &quot; &#60; < > <b> </a> <a|href=\" \" ' ` ( ) [1] é 日本 word Title @ # - \
    javascript:alert(1) data:text/html,x vbscript:x view-source:javascript:x http://user@e.example/ \
    http://f.example/(x) http://g.example/%2F%E2%80%AE <http://h.example/a URL: http://i.example/\"onmouseover=\"x \
    \u{202E} \u{200B} \u{AD} \0 \u{1B}]8;; \u{9B} \u{7}";

/// A text that mixes URIs, markup and control characters.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    let tokens: Vec<&'static str> = TOKENS.split_whitespace().collect();
    let token = prop_oneof![
        4 => prop::sample::select(tokens),
        1 => prop::sample::select(vec![" ", "\n", "\r\n", "\r", "\n> ", "\n>> "]),
    ];
    prop::collection::vec(token.prop_map(|token| token.replace('|', " ")), 0..24)
        .prop_map(|tokens| tokens.concat())
}
