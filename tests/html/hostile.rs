//! Tests documents that attack a rewriter.

use linkwright::find::Preset;

use super::dom::{Scripts, outline, without_anchors};
use super::{drawn, linker};

/// Units that could cause quadratic work when they are repeated.
const UNITS: &[&str] = &[
    "<a>",
    "<b>",
    "<code>",
    "<svg>",
    "<table>",
    "<kbd><div>",
    "<p",
    "<!--",
    "<![CDATA[",
    "&amp;",
    "&",
    "&#",
    "&shy;",
    "\u{AD}",
    "<",
    "</",
    "<wbr>",
    "http://a.example/<b>",
    "http://a/<b>x</b>",
    "http://a.example/<i></b>",
    "<a href='",
    "(",
    "[",
    "http://a.example/&amp;",
    "x</a>",
    "<select>",
    "</kbd>",
    "<noscript><p a='</noscript>",
    "a@<b>",
    "<b>http://a.example.",
    "</b>http://a@b.example",
    "<b>@a.example</b>",
    "http://a.example<b>.b",
    "<br>&lt;http://a",
    "\n",
    "&\n",
    "http://a.example/\u{AD}\r\n",
    "<br>\n",
    "<div onclick>",
    "<p role=button><b contenteditable>",
    "http://a.example/<mark>",
];

/// The work is linear. Nothing is timed, but with quadratic work the test would take too long.
#[test]
fn long_documents_are_read() {
    let linker = linker(Preset::Chat);
    for unit in UNITS {
        let html = unit.repeat((64 << 10) / unit.len());
        let out = linker.rewrite(html.as_bytes());
        assert!(without_anchors(&out) == html.as_bytes(), "{unit}");
    }
}

#[test]
fn deep_documents_are_read() {
    for unit in ["<div>", "<b>", "<svg>", "<table><td>", "<template>", "<kbd>"] {
        let html = unit.repeat(3000) + "http://p.example";
        let out = linker(Preset::Chat).rewrite(html.as_bytes()).into_owned();
        assert_eq!(without_anchors(&out), html.as_bytes());
    }
}

#[test]
fn nothing_breaks_out_of_an_attribute() {
    for html in [
        "http://a.example/\"onmouseover=\"alert(1)",
        "http://a.example/&quot;onmouseover=&quot;alert(1)",
        "http://a.example/'onmouseover='alert(1)",
        "http://a.example/<img src=x onerror=alert(1)>",
        "http://a.example/&lt;img src=x onerror=alert(1)&gt;",
        "x&quot;onmouseover=&quot;alert(1)&quot;@x.example",
        "http://a.example/?a&amp;copy=1&amp;lt=2",
    ] {
        let out = linker(Preset::Mail).rewrite(html.as_bytes()).into_owned();
        let (before, after) = (outline(html.as_bytes(), Scripts::On), outline(&out, Scripts::On));
        assert_eq!(before.nodes, after.nodes, "{html}");
        for anchor in after.anchors {
            assert_eq!(anchor.others, ["data-linkwright=1"], "{html}");
            assert!(anchor.href.bytes().all(|byte| byte.is_ascii_graphic()), "{html}");
            assert!(!anchor.href.contains(['"', '<', '>']), "{html}");
        }
    }
}

#[test]
fn nothing_is_linked_in_foreign_elements() {
    for html in [
        "<svg><a><text>http://a.example/</text></a></svg><math><mtext>http://a.example</mtext></math>",
        "<svg></p><style><a id=\"</style>http://a.example\">",
        "<math><mtext><table><mglyph><style>http://a.example",
        "<svg><title><svg>http://a.example</title>http://a.example</svg>",
    ] {
        assert_eq!(drawn(html), html);
    }
}
