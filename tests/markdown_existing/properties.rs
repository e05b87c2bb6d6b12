//! Tests changes to existing links in documents that are generated from links and pieces of links, and in pages of this
//! repository with some pieces replaced. The properties are in `support::existing`.

use linkwright::rewrite::markdown::GITHUB;
use proptest::prelude::*;
use pulldown_cmark::Options;

use super::{dialects::dialects, shared};

/// `PROPTEST_CASES` can set more cases.
fn settings() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(2000), failure_persistence: None, ..default }
}

/// Tokens, separated by spaces: links, pieces of links, URIs, directives and Markdown. `~` means a space.
const TOKENS: &str = "[a](/b) [c](</d~e>~\"f\") [g](http://h.example~'i') [j] [j][] [k][j] [J]: [l][m] ![n](o) ![j] \
    <http://p.example/q_r_*s*> <t@u.example> <URL:http://v.example> <W:x> [[y]] [[z](/a)](/b) [<http://c.example>](d) \
    [![e](f)](g) ]( ][ [ ] ( ) < > \" ' ` `` * ** _ ~~ \\ ! & | $ ^ # - + 1. > http://h.example/i www.j.example k@l.example \
    . , word : {{~m~}} {{<~n~>}} {%~o~%} {p} {:.q} <A~r={s}/> é 中 &amp; &#91; <b> </b> [^1] [t`](u)` *[v](w)* **[x](y)**z";

const BREAKS: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "\n> ",
    "\n- ",
    "\n# ",
    "\n\n[j]: /k 'l'\n\n",
    "\n\n> [m]: <http://n.example>\n> 'o'\n\n",
    "\n|a|b|\n|-|-|\n|",
    "\n```\n",
    "\n    ",
];

fn document() -> impl Strategy<Value = String> {
    let tokens: Vec<String> = TOKENS.split_whitespace().map(|one| one.replace('~', " ")).collect();
    let token = prop_oneof![
        3 => prop::sample::select(tokens),
        1 => prop::sample::select(BREAKS).prop_map(str::to_owned),
    ];
    prop::collection::vec(token, 0..16).prop_map(|tokens| tokens.concat())
}

/// Pages of this repository.
const PAGES: [&str; 3] = [
    include_str!("../../README.md"),
    include_str!("../../CHANGELOG.md"),
    include_str!("../../docs/jobs.md"),
];

/// Lines of a page, with some pieces replaced.
fn mutated() -> impl Strategy<Value = String> {
    let place = (0..PAGES.len(), any::<prop::sample::Index>(), 1_usize..30);
    let pieces =
        prop::collection::vec((any::<prop::sample::Index>(), document(), 0_usize..12), 0..4);
    (place, pieces).prop_map(|((page, first, lines), pieces)| {
        let all: Vec<&str> = PAGES[page].lines().collect();
        let first = first.index(all.len());
        let mut text = all[first..all.len().min(first + lines)].join("\n");
        for (at, piece, len) in pieces {
            let border = |at: usize| (at..=text.len()).find(|at| text.is_char_boundary(*at));
            let start = border(at.index(text.len() + 1)).unwrap_or(text.len());
            let end = border((start + len).min(text.len())).unwrap_or(text.len());
            text.replace_range(start..end, &piece);
        }
        text
    })
}

fn any_document() -> impl Strategy<Value = String> {
    prop_oneof![3 => document(), 1 => mutated()]
}

fn options() -> impl Strategy<Value = Options> {
    prop_oneof![
        Just(Options::empty()),
        Just(Options::from(GITHUB)),
        Just(Options::all()),
        any::<u32>().prop_map(Options::from_bits_truncate),
    ]
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn unchanged_links_keep_their_bytes(source in any_document(), options in options(), dialect in dialects()) {
        shared::unchanged_links_keep_their_bytes(&source, options, dialect);
    }

    #[test]
    fn one_destination_changes(source in any_document(), number in 1_usize..6, options in options(), dialect in dialects()) {
        shared::one_destination_changes(&source, number, options, dialect);
    }

    #[test]
    fn all_destinations_change_together(source in any_document(), options in options()) {
        shared::all_destinations_change(&source, options);
    }

    #[test]
    fn source_and_events_agree(source in any_document(), options in options()) {
        shared::source_and_events_agree(&source, options);
    }
}
