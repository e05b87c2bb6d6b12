//! Tests that the output of `linkify` is safe for untrusted input: the schemes of links, the handling of hazards, and
//! the cleaning of HTML in mail and Markdown.

use serde_json::json;

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
        for args in [
            &[][..],
            &["--to", "terminal"],
            &["--from", "html"],
            &["--from", "markdown"],
            &["--from", "markdown", "--to", "html"],
        ] {
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
        for args in [
            &[][..],
            &["--to", "terminal"],
            &["--from", "html"],
            &["--from", "markdown", "--to", "html"],
        ] {
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
    // Cleaning rendered Markdown keeps the class and the title of a marked link.
    let rendered =
        linked(&["--rel", "", "--class", "auto", "--from", "markdown", "--to", "html"], warning);
    assert_eq!(rendered, format!("<p>{html}</p>\n"));
    assert_eq!(linked(&["--on-warning", "skip"], warning), warning);
    assert_eq!(
        linked(&["--on-warning", "link", "--rel", ""], warning),
        format!("<a href=\"{warning}\">{warning}</a>")
    );
}

const HOSTILE: &str = "Content-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/html\n\n<p onclick=x()>one<script>alert(1)</script><a href='javascript:x'>y</a><!-- open\n\
    --b\nContent-Type: text/html\n\n<img src=x onerror=x()><b>two http://a.example <a href='http://b.example\n\
    --b\nContent-Type: text/plain\n\nthree <script> http://c.example\n\
    --b\nContent-Type: text/html\n\n<i>four</i></div></body><style>p{}</style>\n--b--\n";

/// No script remains, and no part affects the next part.
#[test]
fn parts_of_a_message_are_clean_and_separate() {
    let out = linked(&["--from", "mail", "--rel", "nofollow"], HOSTILE);
    let link = |uri: &str| format!("<a href=\"{uri}\" rel=\"nofollow\">{uri}</a>");
    assert_eq!(
        out,
        format!(
            "<p>one<a rel=\"nofollow\">y</a></p>\n<img><b>two {} </b>\n<div style=\"white-space: pre-wrap; font-family: monospace\">three &lt;script&gt; {}</div>\n<i>four</i>",
            link("http://a.example"),
            link("http://c.example")
        )
    );
    let raw = linked(&["--from", "mail", "--unsafe"], HOSTILE);
    assert!(raw.contains("<script>alert(1)</script>") && raw.contains("onerror"), "{raw}");
}

#[test]
fn a_part_over_a_limit_is_reported_and_left_out() {
    let deep = HOSTILE.replace("<i>four", &"<i>".repeat(300));
    for (args, text, what) in
        [(&["--max-html", "40"][..], "text 1", "--max-html"), (&[], "text 4", "--max-nesting")]
    {
        let Run { status, stdout, stderr } =
            run(&[&["linkify", "--from", "mail"], args].concat(), &deep);
        assert_eq!(status, 2);
        assert!(
            stderr.contains(&format!("-: {text}: left out: ")) && stderr.contains(what),
            "{stderr}"
        );
        assert!(stdout.contains("three"), "{stdout}");
    }
    let line = json!({"text": deep, "from": "mail", "to": "html"});
    let answer = run(&["pipe"], format!("{line}\n")).json().remove(0);
    assert!(
        answer["complaints"][0].as_str().is_some_and(|one| one.starts_with("text 4: ")),
        "{answer}"
    );
}

#[test]
fn rendered_markdown_is_clean() {
    let source = "<script>x()</script>\n\n[a](javascript:x) <b onclick=x()>b</b> ![p](http://t.example/p.png)\n\n\
        - [x] done[^n]\n\n```rust\nlet x;\n```\n\n[^n]: note http://a.example\n";
    let html = linked(&["--from", "markdown", "--to", "html", "--rel", "ugc"], source);
    for gone in ["script", "onclick", "javascript:"] {
        assert!(!html.contains(gone), "{html}");
    }
    for kept in [
        "<b>b</b>",
        "<img src=\"http://t.example/p.png\"",
        "type=\"checkbox\"",
        "class=\"language-rust\"",
        "href=\"#user-content-n\"",
        "id=\"user-content-n\"",
        "<a href=\"http://a.example\" rel=\"ugc\">",
    ] {
        assert!(html.contains(kept), "{kept} in {html}");
    }
    let raw = linked(&["--from", "markdown", "--to", "html", "--unsafe"], source);
    assert!(raw.contains("<script>x()</script>") && raw.contains("javascript:x"), "{raw}");
}

/// In mail the links of the sender are judged by default: danger is marked and not linked, a text that shows another domain
/// is marked.
#[test]
fn existing_links_of_mail_are_judged() {
    let mail = "MIME-Version: 1.0\nContent-Type: text/html\n\n\
        <a href='http://evil.example/'>https://www.paypal.com/</a> \
        <a href='http://xn--pypal-4ve.com/'>pay</a> <a href='http://b.example/'>b.example</a>\n";
    let html = linked(&["--from", "mail", "--rel", ""], mail);
    assert!(html.contains(">pay</a> <a href=\"http://b.example/\""), "{html}");
    assert_eq!((html.matches("hazard").count(), html.matches("href").count()), (2, 2), "{html}");
    let skipped = linked(&["--from", "mail", "--rel", "", "--on-danger", "skip"], mail);
    assert!(skipped.contains("</a> pay <a href=\"http://b.example/\""), "{skipped}");
}

/// Encrypted content is reported, and leaves the status as if it were absent; a damaged message does not.
#[test]
fn what_is_missing_from_a_message_is_reported() {
    let encrypted = "Content-Type: multipart/encrypted; boundary=x\n\n--x\n\na\n--x--\n";
    let open = "Content-Type: multipart/mixed; boundary=x\n\n--x\n\na\n";
    for (mail, status, what) in
        [(encrypted, 0, "encrypted, not read"), (open, 2, "the multipart has no closing boundary")]
    {
        let found = run(&["linkify", "--from", "mail"], mail);
        assert_eq!((found.status, found.stderr.contains(what)), (status, true), "{}", found.stderr);
    }
}

/// The links of a sender lead nowhere but where they say, and have no marks that look like those of this program.
#[test]
fn links_of_a_sender_are_judged_as_browsers_read_them() {
    let html = "<base href='https://evil.example/'><a href='/login'>https://bank.example/</a> <a href='//evil.example/'>b</a> \
                <a class=hazard href='https://x.example/'>c</a> <a href='https://bank.example@x@evil.example/'>d</a>";
    let message = format!("Content-Type: text/html\n\n{html}\n");
    let out = linked(&["--from", "mail", "--rel", ""], &message);
    let caution =
        "Caution: the part before the `@` is not the host; the userinfo looks like a host";
    let expected = format!(
        "<a>https://bank.example/</a> <a>b</a> <a href=\"https://x.example/\">c</a> <a class=\"hazard\" title=\"{caution}\">d</a>\n"
    );
    assert_eq!(out, expected);
}

/// In mail and on a terminal, danger in text is not plain text unless that is requested.
#[test]
fn danger_in_text_is_marked_in_mail_and_on_a_terminal() {
    const TEXT: &str = "<div style=\"white-space: pre-wrap; font-family: monospace\">";
    let danger = "http://paypal.com@evil.example/";
    let mail = format!("Content-Type: text/plain\n\n{danger}\n");
    let (args, plain) = (["--from", "mail"], ["--on-danger", "skip"]);
    let caution =
        "Caution: the part before the `@` is not the host; the userinfo looks like a host";
    assert_eq!(
        linked(&args, &mail),
        format!("{TEXT}<a class=\"hazard\" title=\"{caution}\">{danger}</a>\n</div>\n")
    );
    assert_eq!(linked(&[args, plain].concat(), &mail), format!("{TEXT}{danger}\n</div>\n"));
    for (from, text) in [("mail", mail.as_str()), ("text", danger)] {
        let args = ["--to", "terminal", "--from", from];
        assert_eq!(linked(&args, text).trim_end(), format!("{danger} [{caution}]"));
        assert_eq!(linked(&[args.as_slice(), &plain].concat(), text).trim_end(), danger);
    }
}

/// `--rel` applies to existing links in cleaned HTML. In other HTML, it applies to them only with `--existing`.
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
    let args = ["--from", "markdown", "--to", "html", "--rel", "ugc"];
    let html = linked(&args, source);
    assert!(html.contains("<a href=\"http://b.example\" rel=\"ugc\">b</a> <a href="), "{html}");
    let html = linked(&[&args[..], &["--existing"]].concat(), source);
    assert_eq!(html, "<p><a href=\"http://b.example\" rel=\"ugc\">b</a> c</p>\n");
    let source = format!("{source} <javascript:x>");
    assert_eq!(linked(&["--from", "markdown"], &source), source);
    assert_eq!(
        linked(&["--from", "markdown", "--existing"], &source),
        "[b](http://b.example) c javascript:x"
    );
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

/// A refused edit is reported, and does not affect other edits.
#[test]
fn a_refused_edit_is_reported_with_its_position() {
    let source = "<http://a.example/b\nc> and [t](https://d.example/x\n\n<http://e.example/f\ng>\n\n\
        ***h*http://i.example/**j* k\n";
    let Run { status, stdout, stderr } =
        run(&["linkify", "--from", "markdown", "--set", "mend=yes"], source);
    assert!(stdout.contains("<http://a.example/bc> and [t](https://d.example/x"), "{stdout}");
    assert!(stdout.contains("<http://e.example/fg>"), "{stdout}");
    assert_eq!(
        (status, stderr.as_str()),
        (
            2,
            "linkwright: -:7:6: http://i.example/**j was not linked: that would change how the document is parsed\n"
        )
    );
    let source = "[- a](file:///b) [c](file:///d) [e](f.md \"g\")";
    let Run { status, stdout, stderr } =
        run(&["linkify", "--from", "markdown", "--existing"], source);
    assert_eq!(stdout, "[- a](file:///b) c [e](f.md \"g\")");
    assert_eq!(
        (status, stderr.as_str()),
        (
            2,
            "linkwright: -:1:1: file:///b was not changed: that would change how the document is parsed\n"
        )
    );
    let silent = run(&["linkify", "--from", "markdown"], "a http://i.example/ b");
    assert_eq!(silent, Run::new(0, "a <http://i.example/> b", ""));
}

/// A block that cleaning removed would join the text before it with its own.
#[test]
fn cleaning_joins_no_texts_and_links_in_pre() {
    let html = "<section>https://a.example</section><section>.evil.example</section>\
                <main>https://b.example/x</main><address>y</address><pre>https://c.example/</pre>";
    let mail = format!("Content-Type: text/html\n\n{html}");
    let out = run(&["linkify", "--from", "mail", "--rel", ""], mail.as_str()).stdout;
    for uri in ["https://a.example", "https://b.example/x", "https://c.example/"] {
        assert!(out.contains(&format!("<a href=\"{uri}\">{uri}</a>")), "{uri} in {out}");
    }
}
