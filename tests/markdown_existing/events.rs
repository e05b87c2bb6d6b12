//! Tests changes to existing links in the events of pulldown-cmark.

use linkwright::Finder;
use linkwright::link::HtmlLinker;
use linkwright::rewrite::markdown::{LinkEventsWithOffset, MarkdownLinker};
use pulldown_cmark::{Event, Parser, html};

fn rendered<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

const SOURCE: &str = "[*a*](http://a.example 'T') [b](javascript:x) <http://c.example> [http://d.example](data:,x) ![e](f) http://g.example";

#[test]
fn decisions_apply_to_events() {
    let finder = Finder::new();
    let mut builder = MarkdownLinker::builder(&finder);
    builder.existing(true).decide(|link| {
        if link.text() == "http://c.example" {
            link.set_label("c");
        }
    });
    let linker = builder.build().expect("the options are valid");
    let expected = "<p><a href=\"http://a.example\" title=\"T\"><em>a</em></a> b \
                    <a href=\"http://c.example\">c</a> http://d.example <img src=\"f\" alt=\"e\" /> \
                    <a href=\"http://g.example\">http://g.example</a></p>\n";
    let events = Parser::new(SOURCE).into_offset_iter();
    let events = LinkEventsWithOffset::new(&finder, SOURCE, events).linked_by(&linker);
    assert_eq!(rendered(events.map(|(event, _)| event)), expected);
}

#[test]
fn html_has_the_attributes_of_the_linker() {
    let finder = Finder::new();
    let mut builder = HtmlLinker::builder(&finder);
    let linker = builder.rel("ugc").existing(true).build().expect("the options are valid");
    let events = Parser::new(SOURCE).into_offset_iter();
    let events = LinkEventsWithOffset::new(&finder, SOURCE, events).written_by(&linker);
    assert_eq!(
        rendered(events.map(|(event, _)| event)),
        "<p><a href=\"http://a.example\" title=\"T\" rel=\"ugc\"><em>a</em></a> b \
         <a href=\"http://c.example\" rel=\"ugc\">http://c.example</a> http://d.example \
         <img src=\"f\" alt=\"e\" /> <a href=\"http://g.example\" rel=\"ugc\">http://g.example</a></p>\n"
    );
}

#[test]
fn without_the_option_links_are_unchanged() {
    let finder = Finder::new();
    let linker = MarkdownLinker::new(&finder);
    let source = "[b](javascript:x)";
    let events = Parser::new(source).into_offset_iter();
    let events = LinkEventsWithOffset::new(&finder, source, events).linked_by(&linker);
    assert_eq!(rendered(events.map(|(event, _)| event)), "<p><a href=\"javascript:x\">b</a></p>\n");
}
