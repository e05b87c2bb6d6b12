//! Cleans untrusted HTML with an allow-list of elements and attributes.
//!
//! The result is a fragment that closes every element that it opens, contains no comments, and runs nothing, so it can
//! be inserted into a page or next to other fragments. It loads only pictures: from any address in Markdown, and only
//! from the message itself (`cid:`) in mail.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use ammonia::{Builder, UrlRelative};
use clap::ValueEnum;
use linkwright::find::Schemes;
use linkwright_harvest::Alternative;

use super::format::{From, To};
use super::nesting;

/// Elements that are removed together with their content. They could run or load something, or different parsers could
/// parse the result differently.
#[rustfmt::skip]
const NEVER: [&str; 21] = [
    "script", "style", "title", "template", "iframe", "frame", "frameset", "object", "embed", "applet", "base", "meta", "link",
    "noscript", "noembed", "noframes", "plaintext", "xmp", "textarea", "svg", "math",
];

/// The default limits. Real mail is far below them, and even the slowest HTML within them takes only a few seconds.
const MAX_HTML: usize = 16 << 20;
const MAX_NESTING: usize = 256;

/// Where the HTML comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkupSource {
    /// A part of a mail message. Remote pictures are removed, because loading them would tell the sender that the
    /// message was read.
    Mail,
    /// Rendered Markdown.
    Markdown,
}

/// The elements and attributes that are allowed, and the limits.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "HTML of mail and Markdown")]
pub(crate) struct SanitizerArgs {
    /// Which text of a mail message is written if it has the same text in both formats [default: text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    alternative: Option<Format>,

    /// Write each paragraph of a mail message in `format=flowed` on one line (RFC 3676)
    #[arg(long)]
    reflow: bool,

    /// Also keep these elements in the HTML of mail and of rendered Markdown
    ///
    /// By default text, lists, tables, headings, pictures and links are kept; scripts, styles, forms, frames, comments
    /// and everything else are removed. Elements that run or load something are refused here.
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = element)]
    allow_elements: Vec<String>,

    /// Also keep these attributes on all elements
    ///
    /// Attributes that run something or hold a reference are refused here.
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = attribute)]
    allow_attributes: Vec<String>,

    /// The longest HTML that is cleaned, in bytes; a longer part of a message is left out [default: 16777216]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_html: Option<usize>,

    /// How deeply the elements of HTML that is cleaned may be nested [default: 256]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_nesting: Option<usize>,

    /// UNSAFE: write the HTML of mail and Markdown unchanged, with its scripts, styles and comments
    ///
    /// The output then has everything that the sender or the author wrote. Do not show it in a browser or put it into
    /// a page unless you trust them. An element that one part of a message leaves open can contain the parts after it.
    #[arg(long = "unsafe", conflicts_with_all = ["allow_elements", "allow_attributes", "max_html", "max_nesting"])]
    is_unsafe: bool,
}

impl SanitizerArgs {
    /// The first typed option, if these options have no effect on any of `conversions`.
    pub(crate) fn without_effect(&self, conversions: &[(From, To)]) -> Option<String> {
        let is_cleaned = |(from, to): &(From, To)| {
            matches!(from, From::Mail | From::Markdown) && *to == To::Html
        };
        let is_mail = |pair: &(From, To)| *pair == (From::Mail, To::Html);
        if self.alternative.is_some() && !conversions.iter().any(is_mail) {
            return Some("--alternative".to_owned());
        }
        if self.reflow && !conversions.iter().any(|(from, _)| *from == From::Mail) {
            return Some("--reflow".to_owned());
        }
        let typed = [
            ("--unsafe", self.is_unsafe),
            ("--allow-elements", !self.allow_elements.is_empty()),
            ("--allow-attributes", !self.allow_attributes.is_empty()),
            ("--max-html", self.max_html.is_some()),
            ("--max-nesting", self.max_nesting.is_some()),
        ];
        let first =
            typed.iter().find(|(_, is_typed)| *is_typed).map(|(flag, _)| (*flag).to_owned());
        first.filter(|_| !conversions.iter().any(is_cleaned))
    }
}

/// A format of a text of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The plain text, unless it is empty
    Text,
    /// The HTML, unless it is empty
    Html,
}

fn element(name: &str) -> Result<String, String> {
    let name = plain_name(name)?;
    if NEVER.contains(&name.as_str()) {
        return Err("it runs or loads something; --unsafe keeps everything".to_owned());
    }
    Ok(name)
}

fn attribute(name: &str) -> Result<String, String> {
    #[rustfmt::skip]
    const REFERENCES: [&str; 16] = [
        "href", "src", "srcset", "srcdoc", "style", "action", "formaction", "background", "poster", "data", "ping", "lowsrc",
        "longdesc", "xlink:href", "target", "rel",
    ];
    let name = plain_name(name)?;
    if name.starts_with("on") || REFERENCES.contains(&name.as_str()) {
        return Err("it runs something or holds a reference; --unsafe keeps everything".to_owned());
    }
    Ok(name)
}

fn plain_name(name: &str) -> Result<String, String> {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_:".contains(&byte));
    if name.is_empty() || !is_plain {
        return Err("expected the name of an element or an attribute".to_owned());
    }
    Ok(name.to_ascii_lowercase())
}

/// The attributes of the links that this program writes. The sanitizer keeps them.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkLook {
    pub(crate) rel: String,
    /// The attributes and their values. The value of `class` is a space-separated list.
    pub(crate) attributes: HashMap<String, String>,
    /// Schemes that are allowed in links in addition to the clickable schemes.
    pub(crate) schemes: Vec<String>,
}

/// Cleans HTML.
#[derive(Clone, Debug)]
pub(crate) struct Sanitizer {
    pub(super) args: SanitizerArgs,
    look: LinkLook,
}

impl Sanitizer {
    pub(crate) fn new(args: &SanitizerArgs, look: LinkLook) -> Sanitizer {
        Sanitizer { args: args.clone(), look }
    }

    /// Whether the lines of flowed text are joined.
    pub(super) const fn reflows(&self) -> bool {
        self.args.reflow
    }

    /// The format that is chosen if a message has the same text in both.
    pub(super) fn alternative(&self) -> Alternative {
        match self.args.alternative {
            None | Some(Format::Text) => Alternative::Text,
            Some(Format::Html) => Alternative::Html,
        }
    }

    /// `html` as a clean fragment; unchanged with `--unsafe`. HTML that exceeds a limit is not cleaned.
    pub(super) fn clean<'h>(
        &self,
        html: &'h str,
        source: MarkupSource,
    ) -> Result<Cow<'h, str>, String> {
        if self.args.is_unsafe {
            return Ok(Cow::Borrowed(html));
        }
        let max_html = self.args.max_html.unwrap_or(MAX_HTML);
        let max_nesting = self.args.max_nesting.unwrap_or(MAX_NESTING);
        if html.len() > max_html {
            return Err(format!("the HTML has more than {max_html} bytes (--max-html)"));
        }
        if nesting::is_deeper(html, max_nesting) {
            return Err(format!(
                "the HTML has elements nested more than {max_nesting} deep (--max-nesting)"
            ));
        }
        Ok(Cow::Owned(self.builder(source).clean(html).to_string()))
    }

    fn builder(&self, source: MarkupSource) -> Builder<'_> {
        let mut builder = Builder::default();
        builder.clean_content_tags(NEVER.into());
        builder.add_tags(self.args.allow_elements.iter().map(String::as_str));
        builder.add_generic_attributes(self.args.allow_attributes.iter().map(String::as_str));
        let mut schemes: HashSet<&str> = Schemes::clickable().collect();
        schemes.extend(self.look.schemes.iter().map(String::as_str));
        builder.link_rel(Some(self.look.rel.as_str()).filter(|rel| !rel.is_empty()));
        builder.add_tag_attributes("a", self.look.attributes.keys().map(String::as_str));
        match source {
            // A relative reference would lead into the page that shows the message. A block that was removed would join
            // the text before it with its own, `bank.example` with `.evil.example`.
            MarkupSource::Mail => {
                builder.add_tags(BLOCKS);
                schemes.insert("cid");
                builder.url_relative(UrlRelative::Deny);
            }
            MarkupSource::Markdown => allow_rendered(&mut builder),
        }
        builder.url_schemes(schemes);
        let look = self.look.clone();
        builder.attribute_filter(move |element, attribute, value| {
            filtered(source, &look, element, attribute, value)
        });
        builder
    }
}

/// The elements on lines of their own that ammonia does not allow by default. Without attributes they only separate text.
/// `</form>` would close a form of the page.
const BLOCKS: [&str; 6] = ["address", "fieldset", "legend", "main", "menu", "section"];

/// Allows the markup that a Markdown renderer writes for task lists, footnotes, alerts, formulas and the language of
/// code.
fn allow_rendered(builder: &mut Builder<'_>) {
    builder.add_tags(["input"]);
    builder.add_tag_attributes("input", ["checked"]);
    builder.set_tag_attribute_value("input", "type", "checkbox");
    builder.set_tag_attribute_value("input", "disabled", "");
    builder.add_tag_attributes("div", ["id"]);
    for element in ["code", "div", "span", "sup", "blockquote"] {
        builder.add_tag_attributes(element, ["class"]);
    }
}

/// The prefix for the identifiers of footnotes, so that they cannot clash with identifiers that scripts of the page
/// look up.
const PREFIX: &str = "user-content-";

/// The value to write for an allowed attribute; `None` removes the attribute.
fn filtered<'v>(
    source: MarkupSource,
    look: &LinkLook,
    element: &str,
    attribute: &str,
    value: &'v str,
) -> Option<Cow<'v, str>> {
    match (element, attribute) {
        ("img", "src") if source == MarkupSource::Mail => {
            let is_part = value.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("cid:"));
            is_part.then_some(Cow::Borrowed(value))
        }
        ("div", "id") => Some(Cow::Owned(PREFIX.to_owned() + value)),
        ("a", "href") if source == MarkupSource::Markdown => Some(match value.strip_prefix('#') {
            Some(name) => Cow::Owned(format!("#{PREFIX}{name}")),
            None => Cow::Borrowed(value),
        }),
        // Links are added to mail after it was cleaned. A class of the sender could look like a mark of this program.
        ("a", "class") if source == MarkupSource::Mail => None,
        (_, "class") => {
            let words: Vec<&str> = value
                .split_ascii_whitespace()
                .filter(|word| is_class(look, element, word))
                .collect();
            (!words.is_empty()).then(|| Cow::Owned(words.join(" ")))
        }
        // A link of the author keeps these attributes with any value. It keeps the other attributes that this program
        // writes only if they have the value that this program writes.
        ("a", "title" | "hreflang" | "href" | "rel") => Some(Cow::Borrowed(value)),
        ("a", name) => {
            let is_ours = look.attributes.get(name).is_none_or(|ours| ours == value);
            is_ours.then_some(Cow::Borrowed(value))
        }
        _ => Some(Cow::Borrowed(value)),
    }
}

/// Whether a Markdown renderer or this program writes the class `word` on `element`.
fn is_class(look: &LinkLook, element: &str, word: &str) -> bool {
    match element {
        "a" => {
            let ours = look.attributes.get("class").map_or("", String::as_str);
            ours.split_ascii_whitespace().any(|one| one == word)
        }
        "code" => word.starts_with("language-"),
        "div" | "sup" => word.starts_with("footnote-"),
        "span" => word == "math" || word.starts_with("math-"),
        "blockquote" => word.starts_with("markdown-alert-"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(html: &str, source: MarkupSource) -> String {
        let args = SanitizerArgs {
            alternative: None,
            reflow: false,
            allow_elements: vec!["big".to_owned()],
            allow_attributes: vec!["dir".to_owned()],
            max_html: Some(10_000),
            max_nesting: Some(20),
            is_unsafe: false,
        };
        let look = LinkLook { rel: "nofollow".to_owned(), ..LinkLook::default() };
        Sanitizer::new(&args, look).clean(html, source).map_or_else(|error| error, Cow::into_owned)
    }

    #[test]
    fn clean_html_runs_nothing_and_closes_its_elements() {
        for (html, expected) in [
            ("a<script>x()</script><style>b{}</style><title>c</title>d", "ad"),
            ("<img src=x onerror=x()>", "<img>"),
            ("<img src=cid:a><img src=http://t.example/p.gif>", "<img src=\"cid:a\"><img>"),
            ("<a href=javascript:x>a", "<a rel=\"nofollow\">a</a>"),
            ("<b>a<!-- b", "<b>a</b>"),
            ("a<a href=\"http://b.example", "a"),
            ("<big dir=rtl style=color:red>a", "<big dir=\"rtl\">a</big>"),
            ("<form action=/x><input name=p></form>", ""),
        ] {
            assert_eq!(clean(html, MarkupSource::Mail), expected, "{html}");
        }
    }

    #[test]
    fn markup_of_rendered_markdown_is_kept() {
        for html in [
            "<pre><code class=\"language-rust\">a</code></pre>",
            "<img src=\"http://a.example/p.png\" alt=\"p\">",
            "<blockquote class=\"markdown-alert-note\">a</blockquote>",
        ] {
            assert_eq!(clean(html, MarkupSource::Markdown), html);
        }
        let note = "<div class=\"footnote-definition\" id=\"a\">b</div>";
        assert_eq!(
            clean(note, MarkupSource::Markdown),
            "<div class=\"footnote-definition\" id=\"user-content-a\">b</div>"
        );
        let box_ = clean("<input type=password>", MarkupSource::Markdown);
        assert!(box_.contains("checkbox") && box_.contains("disabled"), "{box_}");
    }

    #[test]
    fn long_or_deep_html_and_unsafe_names_are_refused() {
        assert!(clean(&"a".repeat(10_001), MarkupSource::Mail).contains("--max-html"));
        assert!(clean(&"<i>".repeat(21), MarkupSource::Mail).contains("--max-nesting"));
        assert!(clean(&"<p>".repeat(2000), MarkupSource::Mail).starts_with("<p>"));
        for name in ["script", "svg", "", "a b"] {
            assert!(element(name).is_err(), "{name}");
        }
        for name in ["onclick", "style", "src"] {
            assert!(attribute(name).is_err(), "{name}");
        }
    }
}
