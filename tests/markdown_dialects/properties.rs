//! Tests properties of linking on generated documents, which mix directives, parts of directives and Markdown.

use proptest::prelude::*;

use super::{dialects::dialects, directives};

/// At least 2,000 cases; the environment variable `PROPTEST_CASES` can set more.
fn settings() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(2000), failure_persistence: None, ..default }
}

/// URIs, directives, delimiters of directives, and Markdown, separated by spaces. A tab in a token becomes a space.
const TOKENS: &str = "http://a.example/ https://b.example/x www.c.example jane@e.example d.example/f http://ä.example/ü \
    a é 中 . , : ; ( ) [ ] ](http://g.example) [x](y) [r]: `code` ` `` ``` ~~~ * ** _ \\ < > <b> </b> <a> </a> & # | \
    { } {{ }} {{< >}} {{% %}} {% %} {: {:: {:/} {/* */} /> ={ \" ' {{#a}} {{b}} {%c%} {%raw%} {%endraw%} \
    {{<d>}} {{%e%}} {:.f} {::comment} {:/comment} {g} {\"h\"} {`i`} {{j:1}} <K/> <K> </K> <K\tl={1}> <a\thref=\"m\"> \
    {.n} {#o\tp=http://q.example} ){.r\ts=\"http://t.example\"} ]{u=v} ::: {=html} {%comment%} {%endcomment%} {{<raw>}} {{</raw>}} {/*n*/} import\tA\tfrom\t'b' export\tconst\tc=1 --- +++ a:\tb";

/// Blanks, line breaks and beginnings of blocks. A repeated entry is more frequent.
const BREAKS: &[&str] = &[" ", " ", "\n", "\n\n", "\n\n", "\r\n", "\n> ", "\n- ", "\n```\n"];

fn document() -> impl Strategy<Value = String> {
    let tokens: Vec<String> = TOKENS.split(' ').map(|token| token.replace('\t', " ")).collect();
    let token = prop_oneof![
        3 => prop::sample::select(tokens),
        1 => prop::sample::select(BREAKS).prop_map(str::to_owned),
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn directives_stay(source in document(), dialect in dialects()) {
        directives::directives_stay(&source, dialect);
    }

    #[test]
    fn directives_stay_in_arbitrary_text(source in any::<String>(), dialect in dialects()) {
        directives::directives_stay(&source, dialect);
    }
}
