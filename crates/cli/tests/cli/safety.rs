//! Tests that the output of `linkify` is safe for untrusted input: the schemes of links, and the handling of hazards.

use crate::{Run, run};

fn linked(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let run = run(&[&["linkify"], args].concat(), input);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    run.stdout
}

/// URIs that open a file, a shell or a remote share are found, but they become links only if `--link-scheme` lists
/// their scheme.
#[test]
fn only_clickable_schemes_are_links() {
    for uri in [
        "file:///etc/passwd",
        "file://attacker.example/share",
        "smb://attacker.example/share",
        "ssh://h.example/",
        "ldap://h.example/",
        "git://h.example/x.git",
    ] {
        assert_eq!(run(&["extract"], uri).stdout, format!("{uri}\n"));
        for args in [&[][..], &["--to", "terminal"], &["--from", "html"], &["--from", "markdown"]] {
            let scheme = uri.split(':').next().unwrap();
            let is_linked = |out: &str| {
                ["href=", "\x1b]8", "<file", "<smb", "<ssh", "<ldap", "<git"]
                    .iter()
                    .any(|mark| out.contains(mark))
            };
            assert!(!is_linked(&linked(args, uri)), "{uri} {args:?}");
            assert!(
                !is_linked(&linked(&[args, &["--scheme", scheme]].concat(), uri)),
                "{uri} {args:?}"
            );
            let more = linked(&[args, &["--link-scheme", scheme]].concat(), uri);
            assert!(is_linked(&more), "{uri} {args:?}: {more}");
        }
    }
    for uri in [
        "http://a.example/",
        "ftp://a.example/",
        "mailto:a@b.example",
        "tel:+1-201-555-0123",
        "xmpp:a@b.example",
        "news:a.b.c",
    ] {
        assert!(linked(&[], uri).contains("<a href="), "{uri}");
    }
}

#[test]
fn a_mail_link_attaches_no_file() {
    let text = "mailto:a@b.example?attach=/etc/passwd&subject=x";
    assert_eq!(
        linked(&["--rel", ""], text),
        format!("<a href=\"mailto:a@b.example?subject=x\">{}</a>", text.replace('&', "&amp;"))
    );
    assert!(
        linked(&["--to", "terminal"], text).starts_with("\x1b]8;;mailto:a@b.example?subject=x\x1b")
    );
    assert_eq!(
        linked(&["--from", "markdown"], text),
        format!("[{text}](mailto:a@b.example?subject=x)")
    );
}

#[test]
fn dangerous_uris_remain_text_and_suspicious_uris_are_marked() {
    for danger in ["http://paypal.com@evil.example/", "http://\u{430}pple.com/"] {
        for args in [&[][..], &["--to", "terminal"], &["--from", "html"]] {
            let out = linked(args, danger);
            assert!(!out.contains("href=") && !out.contains("\x1b]8"), "{danger}: {out}");
            assert!(linked(&[args, &["--on-danger", "link"]].concat(), danger) != out, "{danger}");
        }
    }
    let warning = "http://jane@a.example/";
    let html = linked(&["--rel", "", "--class", "auto"], warning);
    assert_eq!(
        html,
        "<a href=\"http://jane@a.example/\" class=\"auto hazard\" title=\"Caution: the part before the `@` is not the host\">\
         http://jane@a.example/</a>"
    );
    assert_eq!(linked(&["--on-warning", "skip"], warning), warning);
    assert_eq!(
        linked(&["--on-warning", "link", "--rel", ""], warning),
        format!("<a href=\"{warning}\">{warning}</a>")
    );
}

/// On a terminal, danger in text is not plain text unless that is requested.
#[test]
fn danger_in_text_is_marked_on_a_terminal() {
    let danger = "http://paypal.com@evil.example/";
    let caution =
        "Caution: the part before the `@` is not the host; the userinfo looks like a host";
    let args = ["--to", "terminal"];
    assert_eq!(linked(&args, danger), format!("{danger} [{caution}]"));
    assert_eq!(linked(&[args, ["--on-danger", "skip"]].concat(), danger), danger);
}

/// Options apply to existing links only with `--existing`.
#[test]
fn options_apply_to_existing_links_on_request() {
    let page =
        "<a href=http://b.example class=x>b</a> <a href='http://paypal.com@evil.example/'>c</a>";
    assert_eq!(linked(&["--from", "html"], page), page);
    assert_eq!(
        linked(&["--from", "html", "--existing", "--rel", "ugc"], page),
        "<a href=http://b.example class=x rel=\"ugc\">b</a> c"
    );
    let source = "[b](http://b.example) [c](http://paypal.com@evil.example/)";
    let source = format!("{source} <javascript:x>");
    assert_eq!(linked(&["--from", "markdown"], &source), source);
}

#[test]
fn filters_select_the_uris_that_become_links() {
    let text = "http://a.example/x www.b.example me@a.example";
    let hrefs = |args: &[&str]| linked(args, text).matches("<a href=").count();
    assert_eq!(hrefs(&[]), 3);
    assert_eq!(hrefs(&["--host", "a.example"]), 2);
    assert_eq!(hrefs(&["--exclude", "x$"]), 2);
    assert_eq!(hrefs(&["--kind", "www,email"]), 2);
    assert_eq!(hrefs(&["--kind", "email", "--exclude", "me@"]), 0);
    assert_eq!(
        linked(&["--from", "markdown", "--kind", "www"], text),
        "http://a.example/x [www.b.example](http://www.b.example) me@a.example"
    );
    assert_eq!(
        linked(&["--to", "terminal", "--kind", "email"], text).matches("\x1b]8;;m").count(),
        1
    );
}

/// Links in `<pre>` can be turned on separately, because whole texts such as RFCs are in `<pre>`.
#[test]
fn links_are_written_in_pre_on_request() {
    let page =
        "<pre>http://a.example</pre><code>http://b.example</code><nav>http://c.example</nav>";
    let count = |args: &[&str]| {
        linked(&[&["--from", "html"], args].concat(), page).matches("<a href").count()
    };
    let without = |names: &str| count(&["--set", &format!("elements_without_links={names}")]);
    assert_eq!((count(&[]), without("code"), without("")), (1, 2, 3));
    assert_eq!(without("pre,code,nav"), 0);
}

/// An edit that is not made is reported, and does not affect other edits.
#[test]
fn a_refused_edit_is_reported_with_its_position() {
    let source = "http://a.example/b and [t](https://d.example/x\n\n***h*http://i.example/**j* k\n";
    let path = crate::file("refused-edit", "a.md", source);
    let Run { status, stderr, .. } = run(&["fix", &path], "");
    let output = std::fs::read_to_string(&path).unwrap();
    assert_eq!(output, source.replace("http://a.example/b", "<http://a.example/b>"));
    assert_eq!(status, 0);
    let complaint = ":3:6: http://i.example/**j was not linked: it contains marks of Markdown\n";
    assert!(stderr.contains(complaint), "{stderr}");
    let silent = run(&["linkify", "--from", "markdown"], "a http://i.example/ b");
    assert_eq!(silent, Run::new(0, "a <http://i.example/> b", ""));
}
