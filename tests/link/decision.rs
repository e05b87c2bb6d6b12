//! Tests closures that change or remove links, in plain text that becomes HTML or terminal output.

use linkwright::Finder;
use linkwright::find::{MatchKind, Preset, Schemes};
use linkwright::link::{Context, HtmlLinker, Link, TerminalLinker, Treatment};
use linkwright::uri::hazards::{Code, Severity};

fn html(decide: impl Fn(&mut Link<'_>) + Send + Sync + 'static, text: &str) -> String {
    let mut builder = HtmlLinker::builder(&Finder::preset(Preset::Chat));
    builder.rel("").class("c").on_danger(Treatment::Mark).decide(decide);
    builder.build().unwrap().linkify(text)
}

fn terminal(decide: impl Fn(&mut Link<'_>) + Send + Sync + 'static, text: &str) -> String {
    let mut builder = TerminalLinker::builder(&Finder::preset(Preset::Chat));
    builder.build().unwrap();
    builder.decide(decide).build().unwrap().linkify(text)
}

#[test]
fn a_closure_gets_the_properties_of_a_link() {
    html(
        |link| {
            assert_eq!((link.context(), link.kind()), (Context::Text, Some(MatchKind::Domain)));
            assert_eq!((link.text(), link.label()), ("a.com/x", "a.com/x"));
            assert_eq!((link.href(), link.is_existing()), ("http://a.com/x", false));
            assert_eq!(
                link.uri().map(|uri| uri.scheme().as_str().to_owned()),
                Some("http".to_owned())
            );
            assert_eq!(link.attributes().collect::<Vec<_>>(), [("class", "c")]);
            assert!(link.hazards().is_empty() && link.found().is_some());
        },
        "a.com/x",
    );
    html(
        |link| {
            assert!(link.hazards().contains(Code::UserinfoLooksLikeHost));
            assert_eq!(link.attribute("CLASS"), Some("c hazard"));
            assert!(
                link.attribute("title")
                    .is_some_and(|title| title.contains("the userinfo looks like"))
            );
        },
        "http://paypal.com@evil.example/",
    );
    terminal(|link| assert_eq!(link.context(), Context::Terminal), "a.com");
}

#[test]
fn attributes_are_set_and_removed() {
    let out = html(
        |link| {
            link.set_attribute("Title", "a\"b").unwrap();
            link.set_attribute("rel", "x").unwrap();
            link.set_attribute("rel", "y").unwrap();
            link.remove_attribute("CLASS");
            for name in ["href", "onclick", "ping", "a b", ""] {
                let error = link.set_attribute(name, "x").unwrap_err();
                assert_eq!(error.option(), "attributes");
            }
        },
        "http://a.example",
    );
    assert_eq!(
        out,
        "<a href=\"http://a.example\" title=\"a&quot;b\" rel=\"y\">http://a.example</a>"
    );
}

/// A target that a closure sets passes the same checks as any other target.
#[test]
fn a_new_target_is_tested() {
    for (target, is_linked) in [
        ("https://b.example/?x&y", true),
        ("/out?to=x", true),
        ("javascript:alert(1)", false),
        ("file:///etc/passwd", false),
        ("ssh://-oProxyCommand=x", false),
    ] {
        let out = html(move |link| link.set_href(target).unwrap(), "http://a.example");
        assert_eq!(out.contains("<a href"), is_linked, "{target}: {out}");
        let shown = terminal(move |link| link.set_href(target).unwrap(), "http://a.example");
        assert_eq!(shown.contains("\x1b]8"), is_linked && !target.starts_with('/'), "{target}");
    }
    let mail = html(
        |link| link.set_href("mailto:a@b.example?attach=x&subject=y").unwrap(),
        "http://a.example",
    );
    assert!(mail.contains("href=\"mailto:a@b.example?subject=y\""), "{mail}");
    let out = html(|link| assert!(link.set_href("a b").is_err()), "http://a.example");
    assert!(out.contains("href=\"http://a.example\""));
}

#[test]
fn a_label_replaces_all_pieces() {
    let finder = Finder::new();
    let linker = HtmlLinker::builder(&finder).rel("").build().unwrap();
    let text = "<http://a.example/b\n/c>";
    let named = |link: &mut Link<'_>| {
        link.set_label("x\x1b[2J<");
        Ok::<(), ()>(())
    };
    assert_eq!(
        linker.try_linkify(text, named).unwrap(),
        "&lt;<a href=\"http://a.example/b/c\">x\u{1b}[2J&lt;</a>&gt;"
    );
    assert_eq!(
        TerminalLinker::new(&finder).try_linkify(text, named).unwrap(),
        "<\x1b]8;;http://a.example/b/c\x1b\\x\u{241b}[2J<\x1b]8;;\x1b\\>"
    );
}

/// The closure that the builder sets is called first. The closure that is passed to `try_linkify` gets only the links
/// that the first closure keeps. Its first error is returned.
#[test]
fn the_first_error_is_returned() {
    let mut builder = HtmlLinker::builder(&Finder::new());
    builder.rel("").decide(|link| {
        if link.href().contains("//a.") {
            link.remove();
        }
    });
    let linker = builder.build().unwrap();
    let mut seen = Vec::new();
    let text = "http://a.example http://b.example http://c.example http://d.example";
    let done = linker.try_linkify(text, |link| {
        seen.push(link.text().to_owned());
        if link.text().contains("//c.") { Err(link.text().len()) } else { Ok(()) }
    });
    assert_eq!(done, Err(16));
    assert_eq!(seen, ["http://b.example", "http://c.example"]);
    assert!(linker.try_linkify("http://b.example", |_| Ok::<(), ()>(())).is_ok());
}

/// A closure that changes nothing has no effect on the output.
#[test]
fn a_closure_that_does_nothing_changes_nothing() {
    let heads =
        ["http://", "HTTPS://", "https://", "mailto:", "www.", "ssh://", "view-source:http://", ""];
    let hosts = [
        "a.example",
        "-a.com",
        "127.1",
        "0x7f.1",
        "xn--9ca.example",
        "metadata",
        "u@a.com",
        "a.com:80",
        "B.com.",
    ];
    let tails = [
        "",
        "/x",
        "/.x",
        "/%2e",
        "/%41",
        "?q=http://b.example",
        "?password=x",
        "#a:b",
        "?attach=/x",
        "/é",
    ];
    let mut texts = Vec::new();
    for head in heads {
        for host in hosts {
            texts.extend(tails.map(|tail| format!("see {head}{host}{tail} there")));
        }
    }
    let lists =
        [Schemes::Clickable, Schemes::Known, Schemes::Any, Schemes::Only(vec!["http".into()])];
    let finder = Finder::builder().preset(Preset::Archive).schemes(Schemes::Any).build().unwrap();
    let mut linked = 0;
    for list in lists {
        for treatment in [Treatment::Skip, Treatment::Caution, Treatment::Mark, Treatment::Link] {
            let mut builder = HtmlLinker::builder(&finder);
            builder.schemes(list.clone()).on_danger(treatment).on_warning(treatment);
            let alone = builder.build().unwrap();
            let asked = builder.decide(|_| {}).build().unwrap();
            for text in &texts {
                let html = alone.linkify(text);
                assert_eq!(html, asked.linkify(text), "{list:?} {treatment:?}");
                linked += usize::from(html.contains("<a "));
            }
        }
    }
    assert!(linked > 1000, "{linked}");
}

/// A closure is not called for dangerous URIs, unless the options link them.
#[test]
fn hazards_come_before_closures() {
    let count = |danger: Treatment, warning: Treatment| {
        let mut builder = HtmlLinker::builder(&Finder::new());
        let linker = builder.on_danger(danger).on_warning(warning).build().unwrap();
        let mut count = 0;
        let text = "http://paypal.com@evil.example/ http://jane@a.example/ http://b.example/";
        let _ = linker.try_linkify(text, |_| {
            count += 1;
            Ok::<(), ()>(())
        });
        count
    };
    assert_eq!(count(Treatment::Skip, Treatment::Mark), 2);
    assert_eq!(count(Treatment::Skip, Treatment::Skip), 1);
    assert_eq!(count(Treatment::Caution, Treatment::Mark), 2);
    assert_eq!(count(Treatment::Link, Treatment::Link), 3);
}

/// Text with a hazard can be marked without a link, in every output but Markdown.
#[test]
fn text_with_a_hazard_is_marked_on_request() {
    let (finder, treatment) = (Finder::new(), Treatment::Caution);
    let text = "see http://paypal.com@evil.example/ and ssh://a@b.example/";
    let mut html = HtmlLinker::builder(&finder);
    let html = html.on_danger(treatment).existing(true).build().unwrap();
    let title = "Caution: the part before the `@` is not the host; the userinfo looks like a host";
    assert_eq!(
        html.linkify(text),
        format!(
            "see <a class=\"hazard\" title=\"{title}\">http://paypal.com@evil.example/</a> and ssh://a@b.example/"
        )
    );
    let terminal = TerminalLinker::builder(&finder).on_danger(treatment).build().unwrap();
    assert_eq!(
        terminal.linkify(text),
        format!("see http://paypal.com@evil.example/ [{title}] and ssh://a@b.example/")
    );
    let terminal = TerminalLinker::builder(&finder).on_danger(Treatment::Mark).build().unwrap();
    let shown = terminal.linkify(text);
    assert!(shown.contains(&format!("\x1b]8;;\x1b\\ [{title}] and")), "{shown:?}");
    assert_eq!(terminal.linkify("<ftp://a.example/>").matches('[').count(), 0);
}

/// The linker's list of schemes applies, whatever schemes the finder finds.
#[test]
fn schemes_of_the_finder_add_no_links() {
    let finder = Finder::builder().schemes(Schemes::Any).build().unwrap();
    let text = "file:///a smb://h.example/x filesystem:http://a.example/x feed:http://a.example x-y://h.example/";
    assert!(finder.find_iter(text).count() >= 4);
    assert_eq!(HtmlLinker::new(&finder).linkify(text), text);
    assert_eq!(TerminalLinker::new(&finder).linkify(text), text);
    let mut any = HtmlLinker::builder(&finder);
    let any = any.schemes(Schemes::Any).on_danger(Treatment::Link).build().unwrap().linkify(text);
    assert!(any.contains("<a href=\"x-y://") && !any.contains("<a href=\"filesystem:"), "{any}");
    let finder = Finder::builder().schemes(Schemes::Clickable).build().unwrap();
    assert!(finder.is_match("tel:+1-201-555-0123") && !finder.is_match("ssh://h.example/"));
}

/// A linker judges a match as its flags do, whatever the URI that is made of the text: with `idn` the target of
/// `https://exam\u{3164}ple.com/` has only ASCII letters. Each host has one character that deceives.
#[test]
fn no_text_whose_flags_have_a_danger_is_linked() {
    const DECEPTIVE: &str = "\u{3164}\u{AD}\u{200B}\u{202E}\u{2060}аɡοՕⅼ∕⁄：℮．。‐\u{FEFF}";
    let mut dangers = 0;
    for preset in [Preset::Chat, Preset::Mail, Preset::Archive] {
        let finder = Finder::preset(preset);
        let linker = HtmlLinker::new(&finder);
        for c in DECEPTIVE.chars() {
            for host in ["bank.example", "pay.bank.com", "bank.com.evil.example"] {
                for at in 1..host.len() {
                    let (head, rest) = host.split_at(at);
                    for prefix in ["https://", "www.", "mailto:bo@", "bo@", ""] {
                        let text = format!("see {prefix}{head}{c}{rest} now");
                        let mut end = 0;
                        for found in finder.find_iter(&text) {
                            // Another reading of the same text is not linked.
                            if found.span().start() < end {
                                continue;
                            }
                            end = found.span().end();
                            let is_danger = found.flags().severity() == Some(Severity::Danger);
                            let shown = found.text().replace('&', "&amp;");
                            let linked = linker.linkify(&text).contains(&format!(">{shown}</a>"));
                            assert!(!(is_danger && linked), "{text:?} {:?}", found.flags());
                            dangers += usize::from(is_danger);
                        }
                    }
                }
            }
        }
    }
    assert!(dangers > 500, "{dangers}");
}
