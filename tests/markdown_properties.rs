//! Tests properties that hold for every Markdown document, on generated documents. The properties are in
//! `support::markdown`.

#[path = "support/markdown.rs"]
mod shared;

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::Link;
use linkwright::rewrite::markdown::{self, LinkEventsWithOffset, MarkdownLinker, Style};
use linkwright::uri::ParseError;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};
use shared::{comrak_links, targets};

/// `PROPTEST_CASES` can set more cases.
fn settings() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(2000), failure_persistence: None, ..default }
}

/// Words, URIs and their pieces, separated by spaces; markup of every kind.
const TOKENS: &str = "http://a.example/ https://b.example/x www.c.example ftp://d.example \
    jane@e.example mailto:j@f.example g.example/p http:// :// www. @ http://ä.example/ü \
    a b word The . , ; : ! ? - -- ... ' \" ( ) [ ] { } < > & = | / /p_q_r /* /_ ~ ^ # \
    * ** *** _ __ ~~ ` `` $ $$ \\ \\_ \\* \\\\ \\[ \\: &amp; &lt; &#58; &copy; é 中 。 — ” \
    [x](y) [x](http://h.example) ![x](y) [r] [r][] [x][r] [^1] `code` <b> </b> <br> <code> </code> \
    <a> </a> <!-- --> <!A <? ?> <http://i.example> <j@k.example> ]( ](< ]: !w ~~~ ```";

const BREAKS: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "  \n",
    "\\\n",
    "\n> ",
    "\n- ",
    "\n1. ",
    "\n    ",
    "\n# ",
    "\n[r]: http://l.example/\n",
    "\n|a|b|\n|-|-|\n|",
    "\n---\n",
    "\n===\n",
    "\n<div>\n",
    "\t",
    "\u{A0}",
];

fn document() -> impl Strategy<Value = String> {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    let token = prop_oneof![3 => prop::sample::select(tokens), 1 => prop::sample::select(BREAKS)];
    prop::collection::vec(token, 0..20).prop_map(|tokens| tokens.concat())
}

fn options() -> impl Strategy<Value = Options> {
    prop_oneof![
        Just(Options::empty()),
        Just(Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES),
        Just(Options::all() - Options::ENABLE_SMART_PUNCTUATION),
        any::<u32>().prop_map(Options::from_bits_truncate),
    ]
}

fn preset() -> impl Strategy<Value = Preset> {
    prop::sample::select(Preset::ALL)
}

/// All presets except GFM, in which a URI continues through code and links.
fn plain_preset() -> impl Strategy<Value = Preset> {
    preset().prop_filter("GFM", |preset| *preset != Preset::Gfm)
}

fn style() -> impl Strategy<Value = Style> {
    prop::sample::select(&[Style::Autolink, Style::Inline][..])
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn rewriting_twice_is_rewriting_once(source in document(), options in options(), preset in preset()) {
        shared::rewriting_twice_is_rewriting_once(&source, options, preset);
    }

    #[test]
    fn rewriting_changes_no_text(source in document(), options in options(), preset in plain_preset(), style in style()) {
        shared::rewriting_changes_no_text(&source, options, preset, style);
    }

    #[test]
    fn events_gain_nothing_but_links(source in document(), options in options(), preset in plain_preset()) {
        shared::events_gain_nothing_but_links(&source, options, preset);
    }

    #[test]
    fn links_are_not_nested(source in document(), options in options(), preset in preset()) {
        shared::links_are_not_nested(&source, options, preset);
    }

    /// In a paragraph without markup, each interface finds the matches of the finder. A URI in several lines is linked in the
    /// events, each of its pieces to the whole URI; in a document it stays bare, because a link would end with its line,
    /// and all other URIs of its paragraph are linked. Blanks at the ends of lines are markup: Markdown drops them, and to
    /// the finder they are evidence.
    #[test]
    fn interfaces_find_the_same_links(words in prop::collection::vec(prop::sample::select(PLAIN), 0..12), preset in preset()) {
        let text = words.join(" ");
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let source = lines.join("\n");
        let finder = Finder::preset(preset);
        // The URIs in one line, and the targets of all pieces.
        let (mut whole, mut rendered): (Vec<String>, Vec<String>) = Default::default();
        let mut end = 0;
        for found in finder.find_iter(source.as_str()) {
            if found.span().start() < end {
                continue;
            }
            end = found.span().end();
            let uri = found.uri().as_str().to_owned();
            rendered.extend(found.pieces().iter().map(|_| uri.clone()));
            if found.pieces().len() == 1 {
                whole.push(uri);
            }
        }
        let events = Parser::new(&source).into_offset_iter();
        let events = LinkEventsWithOffset::new(&finder, &source, events).map(|(event, _)| event);
        prop_assert_eq!(&targets(events), &rendered);
        let output = markdown::rewrite(&finder, &source, Options::empty());
        let written = targets(Parser::new(&output));
        prop_assert_eq!(&comrak_links(&output), &written, "{:?}", output);
        prop_assert_eq!(&written, &whole, "{:?}", output);
    }

    #[test]
    fn our_own_output_has_the_same_links(source in document(), options in options()) {
        shared::our_own_output_has_the_same_links(&source, options);
    }

    #[test]
    fn comrak_reads_the_same(source in document(), preset in preset()) {
        shared::comrak_reads_the_same(&source, preset);
    }

    /// A closure may set labels, titles and targets, and choose which URIs are links. Both parsers read these links,
    /// and a second run with the same decisions changes nothing.
    #[test]
    fn decided_links_are_read_as_they_were_decided(source in document(), label in "[ -~\u{e9}]{0,12}", title in "[ -~]{0,12}") {
        let linker = MarkdownLinker::new(&Finder::preset(Preset::Chat));
        let mut count = 0;
        let mut decide = |link: &mut Link<'_>| {
            count += 1;
            match count % 4 {
                0 => link.remove(),
                1 => link.set_label(label.as_str()),
                2 => link.set_href(format!("http://decided.example/{count}?(a)&copy"))?,
                _ => {}
            }
            link.set_attribute("title", &title).expect("links have titles");
            Ok::<(), ParseError>(())
        };
        let output = linker.try_rewrite(&source, &mut decide).expect("the target is valid").into_owned();
        let mut titles = Vec::new();
        for event in Parser::new(&output) {
            if let Event::Start(Tag::Link { dest_url, title, .. }) = event
                && dest_url.contains("decided.example")
            {
                titles.push(title.into_string());
            }
        }
        prop_assert!(titles.iter().all(|read| *read == title), "{:?} {:?}", titles, output);
        let decided = |links: Vec<String>| links.into_iter().filter(|link| link.contains("decided")).count();
        if shared::parsers_agree(&source) {
            prop_assert_eq!(decided(comrak_links(&output)), titles.len(), "{:?}", output);
        }
        let kept = linker.try_rewrite(&output, |link| { link.remove(); Ok::<(), ()>(()) });
        prop_assert_eq!(&kept.expect("nothing fails"), &output);
    }
}

/// Words without any markup.
const PLAIN: &[&str] = &[
    "word",
    "The",
    "http://a.example/b",
    "(http://c.example/)",
    "http://d.example.",
    "www.e.example/f,",
    "jane@g.example",
    "h.example/i",
    "\"http://j.example\"",
    "http://k.example/\u{e4}",
    "mailto:l@m.example",
    "http://n.example/?o=1&p=2",
    "http://q.example/r(s)",
    "ftp://t.example:21/u;",
    "\n",
    "\nhttp://v.example/w",
    "http://x.example/one-\ntwo/three",
    "https://y.example/?id=\n1234",
    "http://z.example/one/\nindex.html",
];
