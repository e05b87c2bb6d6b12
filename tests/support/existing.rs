//! Properties that hold when the links of a Markdown document are changed. Property tests and fuzz targets share these
//! functions. comrak is the second parser of the output, in addition to pulldown-cmark.

use comrak::nodes::{AstNode, NodeValue};
use linkwright::Finder;
use linkwright::find::Schemes;
use linkwright::link::{Link, Treatment};
use linkwright::rewrite::LinkEdit;
use linkwright::rewrite::markdown::{
    Dialect, Extensions, LinkEventsWithOffset, MarkdownLinker, MarkdownLinkerBuilder,
};
use linkwright::uri::ParseError;
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag};

fn builder(extensions: Extensions, dialect: Dialect) -> MarkdownLinkerBuilder {
    let finder = Finder::builder().kinds([]).build().expect("the options are valid");
    let mut builder = MarkdownLinker::builder(&finder);
    builder.extensions(extensions).dialect(dialect).existing(true).schemes(Schemes::Any);
    builder.on_danger(Treatment::Link).on_warning(Treatment::Link);
    builder
}

/// A linker that makes no new links. It permits every scheme except those that run code, and every target except those
/// that a program could read as an option.
pub(crate) fn plain(extensions: impl Into<Extensions>, dialect: Dialect) -> MarkdownLinker {
    builder(extensions.into(), dialect).build().expect("the options are valid")
}

/// Whether a document may have a destination that no linker permits, or that every linker changes.
pub(crate) fn may_be_forbidden(source: &str, options: Options, dialect: Dialect) -> bool {
    const PARTS: &[&str] = &[
        "script",
        "data:",
        "blob:",
        "mhtml:",
        "hcp:",
        "vbs:",
        "mocha:",
        "filesystem:",
        ":-",
        "/-",
        "@-",
        ",-",
        "%2d",
        "mailto",
    ];
    let directives = dialect.directives(source);
    let targets = targets(&events(directives.masked(), options));
    let lower = |target: &String| target.replace(['\t', '\n', '\r'], "").to_ascii_lowercase();
    targets.iter().map(lower).any(|target| {
        let is_bare_mail = target.starts_with("mailto:") && !target.contains(['?', '-']);
        !is_bare_mail && PARTS.iter().any(|part| target.contains(part))
    })
}

/// A document without changed links keeps its bytes.
pub(crate) fn unchanged_links_keep_their_bytes(source: &str, options: Options, dialect: Dialect) {
    let linker = plain(options, dialect);
    let same = linker.try_rewrite(source, |_| Ok::<(), ()>(()));
    if !may_be_forbidden(source, options, dialect) {
        assert_eq!(same.as_deref(), Ok(source));
    }
}

/// If one link gets another target, both parsers read the rest of the document as before.
pub(crate) fn one_destination_changes(
    source: &str,
    number: usize,
    options: Options,
    dialect: Dialect,
) {
    const NEW: &str = "http://new.example/?a(b)&copy;c=)";
    if may_be_forbidden(source, options, dialect) {
        return;
    }
    let mut count = 0;
    let mut old = None;
    let linker = plain(options, dialect);
    let output = linker.try_rewrite(source, |link| {
        count += 1;
        if count == number {
            old = Some((link.href().to_owned(), link.text().to_owned()));
            link.set_href(NEW)?;
        }
        Ok::<(), ParseError>(())
    });
    let output = output.expect("the target is a URI");
    let masks = (dialect.directives(source), dialect.directives(&output));
    let (before, after) = (masks.0.masked(), masks.1.masked());
    let (before, after) = (events(before, options), events(after, options));
    assert_eq!(before.len(), after.len(), "{output:?}");
    let differ = || before.iter().zip(&after).filter(|(a, b)| a != b);
    assert!(differ().count() <= 1, "{output:?}");
    for (a, b) in differ() {
        let (
            Event::Start(Tag::Link { dest_url: a, title, .. }),
            Event::Start(Tag::Link { dest_url: b, title: same, .. }),
        ) = (a, b)
        else {
            panic!("{a:?} {b:?} in {output:?}")
        };
        assert_eq!((&**b, title), (NEW, same), "{output:?}");
        let (old, _) = old.as_ref().expect("the closure was called for the link");
        assert!(
            a.trim_start_matches("mailto:").ends_with(old.trim_start_matches("mailto:")),
            "{a} {old}"
        );
    }
    assert_eq!(output == source, differ().count() == 0);
    // comrak replaces NUL, as the specification demands, and pulldown-cmark does not.
    let is_plain = options.is_empty() && masks.0.spans().len() == 0 && !source.contains('\0');
    if is_plain && comrak_links(source) == targets(&before) {
        assert_eq!(comrak_links(&output), targets(&after), "{output:?}");
    }
}

/// If all links get another target at once, nothing but the targets changes. Returns the number of changed links and
/// the number of refused edits.
pub(crate) fn all_destinations_change(source: &str, options: Options) -> (usize, usize) {
    const NEW: &str = "http://new.example/";
    let mut builder = builder(options.into(), Dialect::Auto);
    builder.decide(|link| link.set_href(NEW).expect("the target is a URI"));
    let linker = builder.build().expect("the options are valid");
    let mut refused = 0;
    let count = |edit: &LinkEdit| refused += usize::from(edit.is_refused());
    let output = linker.rewrite_reporting(source, |_| {}, count);
    let masks = (Dialect::Auto.directives(source), Dialect::Auto.directives(&output));
    let (before, after) = (events(masks.0.masked(), options), events(masks.1.masked(), options));
    let mut changed = 0;
    assert_eq!(before.len(), after.len());
    for (a, b) in before.iter().zip(&after).filter(|(a, b)| a != b) {
        let Event::Start(Tag::Link { dest_url, .. }) = b else { panic!("{a:?} {b:?}") };
        assert_eq!(&**dest_url, NEW);
        changed += 1;
    }
    (changed, refused)
}

/// A closure has the same effect on links in the source and in the events of the parser, and the text is unchanged
/// unless the closure sets a label.
pub(crate) fn source_and_events_agree(source: &str, options: Options) {
    let decide = |link: &mut Link<'_>| match link.href().len() % 5 {
        0 => link.remove(),
        1 => link.set_label("la*bel"),
        2 => link.set_href("/n?o=p").expect("the target is a reference"),
        3 => link.set_attribute("title", "T`t").expect("links have titles"),
        _ => {}
    };
    let mut builder = builder(options.into(), Dialect::None);
    let linker = builder.decide(decide).build().expect("the options are valid");
    let mut refused = 0;
    let count = |edit: &LinkEdit| refused += usize::from(edit.is_refused());
    let output = linker.rewrite_reporting(source, |_| {}, count);
    let finder = Finder::builder().kinds([]).build().expect("the options are valid");
    let treated = Parser::new_ext(source, options).into_offset_iter();
    let treated = LinkEventsWithOffset::new(&finder, source, treated).linked_by(&linker);
    let treated = merged(treated.map(|(event, _)| event));
    if refused == 0 {
        assert_eq!(treated, events(&output, options), "{output:?}");
    }
    let again = plain(options, Dialect::None);
    if !may_be_forbidden(source, options, Dialect::None) {
        assert_eq!(again.rewrite(&output), output);
    }
}

fn events(source: &str, options: Options) -> Vec<Event<'_>> {
    merged(Parser::new_ext(source, options))
}

/// The events, with adjacent texts merged into one and all kinds of links replaced by one kind.
fn merged<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<Event<'a>> {
    let mut merged: Vec<Event<'a>> = Vec::new();
    for event in events {
        match (event, merged.last_mut()) {
            (Event::Text(text), Some(Event::Text(last))) => *last = format!("{last}{text}").into(),
            (Event::Start(Tag::Link { link_type, dest_url, title, .. }), _) => {
                let is_address = link_type == LinkType::Email;
                let dest_url =
                    if is_address { format!("mailto:{dest_url}").into() } else { dest_url };
                let (link_type, id) = (LinkType::Inline, CowStr::Borrowed(""));
                merged.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            (event, _) => merged.push(event),
        }
    }
    merged
}

fn targets(events: &[Event<'_>]) -> Vec<String> {
    let target = |event: &Event<'_>| match event {
        Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    };
    events.iter().filter_map(target).collect()
}

fn comrak_links(source: &str) -> Vec<String> {
    let arena = comrak::Arena::new();
    let root: &AstNode<'_> = comrak::parse_document(&arena, source, &comrak::Options::default());
    let link = |node: &AstNode<'_>| match &node.data.borrow().value {
        NodeValue::Link(link) => Some(link.url.clone()),
        _ => None,
    };
    root.descendants().filter_map(link).collect()
}
