//! Hostile texts and documents, and the output of the linkers for them.

use std::sync::{Arc, Mutex};

use linkwright::Finder;
use linkwright::find::{Preset, Schemes};
use linkwright::link::{HtmlLinker, Treatment};
use linkwright::uri::Uri;

/// A page, and the links that the linker wrote into it. A URI that is divided into pieces has a link for each piece.
pub(crate) struct Page {
    pub(crate) html: String,
    pub(crate) links: Vec<Written>,
}

/// A link that a linker has written.
#[derive(Clone)]
pub(crate) struct Written {
    pub(crate) uri: String,
    /// The host of `uri`, in lower case, as the RFC 3986 parser of this library finds it. A browser may find another
    /// host.
    pub(crate) host: String,
    pub(crate) is_flagged: bool,
}

/// Plain texts. A script in them would set `ran`.
const TEXTS: &[&str] = &[
    "http://a.example/?x=1&copy=2&lt=3&y=\"z\" http://b.example",
    "http://a.example/\"onmouseover=\"ran=1 http://a.example/'onmouseover='ran=1",
    "<script>ran=1</script>http://a.example/<script>ran=1</script>",
    "http://a.example/<img src=http://b.example/x onerror=ran=1>",
    "<img src=http://b.example/x onerror=ran=1> www.a.example/<svg onload=ran=1>",
    "javascript:ran=1 javascript://a.example/%0aran=1 data:text/html,<script>ran=1</script>",
    "vbscript:ran=1 JaVaScRiPt:ran=1 <javascript:ran=1> \"javascript:ran=1\"",
    "jane@a.example \"x\"onclick=\"ran=1\"@b.example mailto:jane@a.example?subject=\"><script>ran=1</script>",
    "http://a.example@evil.example/ http://a.example%2F@evil.example/ http://a.example:80@evil.example/",
    "http://evil.example\\@a.example/ http://a.example\\.evil.example/ http://a.example/\\@b.example",
    "http://a.example%2eevil.example/ http://a.example%00.evil.example/ http://%61.example/",
    "http://0x7f.1/ http://2130706433/ http://0177.0.0.1/ http://127.1/ http://[::1]/ http://[::ffff:127.0.0.1]/",
    "http://a。example/ http://ａ.example/ http://a.example．/ http://аpple.example/",
    "http://xn--a.example/ http://xn--bcher-kva.example/ http://bücher.example/ü?ü#ü",
    "http://a\u{200B}b.example/ http://a\u{AD}b.example/ http://a.example/\u{202E}elpmaxe.live//:ptth",
    "\u{202E}http://a.example/\u{202C} \u{2066}http://b.example/\u{2069}.",
    "http://a_b.example/ http://-a.example/ http://a..example/ http://A.EXAMPLE/ http://a.example./",
    "http://a.example:0/ http://a.example:65535/ http://a.example:99999/ http://a.example:/",
    "<http://a.example/b\n/c> <URL:http://a.example/\n  d> \"http://a.example/e\n/f\"",
    "http://http://a.example/ http:///a.example/ http:a.example http:/a.example",
    "ftp://a.example/ ws://a.example/ wss://a.example/x xmpp:jane@a.example tel:+1-816-555-1212",
    "www.a.example www.a.example:8080/x?y#z WWW.A.EXAMPLE a.com/x b.co.uk?q",
    "http://a.example/%3Cscript%3Eran=1%3C/script%3E http://a.example/%zz http://a.example/{a}|b^c`d",
    "http://a.example/&#x22;onclick=ran=1 http://a.example/&quot;onclick=ran=1 http://a.example/&amp;b",
];

/// HTML documents that run no script before they are linked. A script in an output would set `ran`.
const DOCUMENTS: &[&str] = &[
    "<p title=\"http://b.example/\">1 < 2 http://a.example/?x=1&amp;y=2 <code>http://b.example</code>",
    "http://a.example/&quot;onmouseover=&quot;ran=1 http://a.example/'onmouseover='ran=1",
    "http&colon;//a.example/&lt;script&gt;ran=1&lt;/script&gt;",
    "&lt;script&gt;ran=1&lt;/script&gt;http://a.example/",
    "http:<wbr>//a.example/b<wbr>c http://a.example/<b>d</b>e http://a.example/f&shy;g",
    "http://a.example<b>.evil.example/</b> <i>http://a.example</i>@evil.example/",
    "<a href=/x>http://a.example</a> <a name=y>http://b.example</a> http://c.example",
    "<textarea>http://a.example</textarea><title>http://b.example</title>http://c.example",
    "<noscript><p title=\"</noscript>http://a.example/\">x",
    "<noscript><style></noscript>http://a.example/</style>",
    "<svg></p><style><a id=\"</style><img title='http://a.example/'>\">",
    "<math><mtext><table><mglyph><style>http://a.example/</style>",
    "<svg><title><b>http://a.example</b></title></svg>http://b.example/",
    "<select><option>http://a.example<style>http://b.example</select>http://c.example",
    "<template>http://a.example</template><iframe>http://b.example</iframe>http://c.example",
    "<table>http://a.example<tr>http://b.example<td>http://c.example</table>http://d.example",
    "<!-- http://a.example --!> http://b.example <!--> http://c.example -->",
    "<![CDATA[ http://a.example ]]> http://b.example <?x http://c.example> http://d.example",
    "<xmp>http://a.example</xmp><button>http://b.example</button>http://c.example<plaintext>http://d.example",
    "<b><p>http://a.example/</b>x</p><i>http://b.example/<u></i></u>",
    "<a href=x><p>http://a.example</a>http://b.example<p>http://c.example",
    "<p x='\"'>http://a.example/<p y=\"'\">http://b.example/<p z=`'>http://c.example/'>",
    "&#0;http://a.example/&#x80;\u{FEFF}http://b.example/&fjlig;",
    "javascript:ran=1 <b>javascript</b>:ran=1 java&shy;script:ran=1 &#106;avascript:ran=1",
];

/// All pages: the output for each text and document, in five presets.
pub(crate) fn pages() -> Vec<Page> {
    let presets = [Preset::Mail, Preset::Chat, Preset::Gfm, Preset::Uts58, Preset::Archive];
    let texts = TEXTS.iter().flat_map(|text| presets.map(|preset| from_text(preset, text)));
    let documents = DOCUMENTS.iter().flat_map(|html| presets.map(|preset| from_html(preset, html)));
    texts.chain(documents).collect()
}

fn from_text(preset: Preset, text: &str) -> Page {
    let written = Arc::default();
    let html = linker(preset, &written).linkify(text);
    page(format!("<!doctype html><meta charset=utf-8><pre>{html}"), &written)
}

fn from_html(preset: Preset, html: &str) -> Page {
    let written = Arc::default();
    let html = linker(preset, &written).rewrite(html.as_bytes()).into_owned();
    page(String::from_utf8(html).expect("the output is UTF-8"), &written)
}

/// The page `html`, with one link for each anchor that the linker wrote. Anchors with the same URI have equal links.
fn page(html: String, written: &Mutex<Vec<Written>>) -> Page {
    let written = written.lock().expect("no thread panicked");
    let ours = html.split("<a href=\"").skip(1).filter(|tag| is_ours(tag));
    let hrefs = ours.filter_map(|tag| tag.split('"').next()).map(|href| href.replace("&amp;", "&"));
    let link = |href: String| {
        let found = written.iter().find(|one| one.uri == href);
        found.cloned().unwrap_or_else(|| panic!("{href} was not found in {html}"))
    };
    let links = hrefs.map(link).collect();
    Page { html, links }
}

fn is_ours(tag: &str) -> bool {
    tag.split('>').next().is_some_and(|tag| tag.ends_with("data-linkwright=\"1\""))
}

fn linker(preset: Preset, written: &Arc<Mutex<Vec<Written>>>) -> HtmlLinker {
    let mut builder = HtmlLinker::builder(&Finder::preset(preset));
    builder.rel("").attribute("data-linkwright", "1");
    builder.schemes(Schemes::Any).on_danger(Treatment::Link).on_warning(Treatment::Link);
    let written = Arc::clone(written);
    builder.decide(move |link| {
        let Some(found) = link.found() else { return };
        let uri = found.uri();
        written.lock().expect("no thread panicked").push(Written {
            uri: uri.as_str().to_owned(),
            host: host(uri),
            is_flagged: found.flags().iter().next().is_some(),
        });
    });
    builder.build().expect("the options are valid")
}

fn host(uri: Uri<'_>) -> String {
    uri.authority()
        .map(|authority| authority.host().as_str().to_ascii_lowercase())
        .unwrap_or_default()
}
