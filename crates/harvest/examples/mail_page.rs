//! Shows a mail message as a page: `mail_page < message.eml > page.html`.

use core::error::Error;
use core::fmt::Write as _;
use std::io::{Read as _, Write as _};

use linkwright::find::Finder;
use linkwright::link::{HtmlLinker, Treatment};
use linkwright_harvest::{Alternative, Limits, MailText, MailTextKind, mail_texts};

/// The look of the texts: lines and blanks are kept, quotations are indented, and
/// what is suspicious is marked.
const STYLE: &str = "\
body { font: 15px/1.4 sans-serif; max-width: 46em; margin: 1em auto }
.text, .signature { white-space: pre-wrap; font-family: monospace }
a { unicode-bidi: isolate }
.signature, blockquote { color: #555 }
blockquote { margin: 0; padding-left: 0.8em; border-left: 3px solid #9bd }
.hazard { outline: 2px solid #c40; outline-offset: 1px }
.hazard::after { content: \" \u{26A0} \" attr(title); color: #c40 }
";

/// The linker for a text. What a message says about its own lines decides where URIs
/// are joined over line ends.
fn linker(kind: MailTextKind) -> Result<HtmlLinker, Box<dyn Error>> {
    let mut finder = Finder::builder();
    finder.flowed(matches!(kind, MailTextKind::Flowed { .. }));
    let mut builder = HtmlLinker::builder(&finder.build()?);
    // The links that the sender wrote are judged like those that are found: in mail,
    // they are the dangerous ones.
    builder.existing(true).on_danger(Treatment::Caution).quotes(true);
    // Mail programs write quotations and signatures as `pre`.
    builder.with_links("pre");
    Ok(builder.build()?)
}

/// A text as HTML. Plain text is escaped, its paragraphs are joined if they are
/// flowed, and its signature is apart.
fn shown(text: &MailText) -> Result<String, Box<dyn Error>> {
    let linker = linker(text.kind())?;
    if text.kind() == MailTextKind::Html {
        let mut cleaner = ammonia::Builder::default();
        cleaner.link_rel(None).clean_content_tags(["script", "style", "title"].into());
        // Pictures would tell the sender that the message was read, a relative target
        // would lead into this page, and a title could look like a warning.
        cleaner.rm_tags(["img"]).url_relative(ammonia::UrlRelative::Deny);
        cleaner.rm_generic_attributes(["title"]);
        // Without their blocks, two texts would be joined to one: `bank.example` with
        // `.evil.example`.
        cleaner.add_tags(["section", "main", "address", "fieldset", "menu", "legend"]);
        let clean = cleaner.clean(text.text()).to_string();
        return Ok(String::from_utf8(linker.rewrite(clean.as_bytes()).into_owned())?);
    }
    let text = text.reflowed().replace("\r\n", "\n");
    let (body, signature) = match text.split_once("\n-- \n") {
        Some((body, signature)) => (body, Some(signature)),
        None => (text.as_str(), None),
    };
    let mut html = format!("<div class=\"text\">{}</div>", linker.linkify(body));
    if let Some(signature) = signature {
        let _ = write!(html, "\n<div class=\"signature\">-- \n{}</div>", linker.linkify(signature));
    }
    Ok(html)
}

/// The texts of a message as one page, and what is damaged or could not be read. Every text closes
/// its elements, so none affects another one.
pub fn page(message: &[u8]) -> Result<String, Box<dyn Error>> {
    let (texts, problems) = mail_texts(message, Alternative::Text, &Limits::default());
    let mut page = format!("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<style>\n{STYLE}</style>\n");
    for text in &texts {
        let _ = writeln!(page, "<article>{}</article>", shown(text)?);
    }
    let no_links = HtmlLinker::new(&Finder::builder().kinds([]).build()?);
    for problem in problems {
        let _ = writeln!(page, "<p>Read in part{}</p>", no_links.linkify(&problem.to_string()));
    }
    Ok(page)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut message = Vec::new();
    std::io::stdin().read_to_end(&mut message)?;
    std::io::stdout().write_all(page(&message)?.as_bytes())?;
    Ok(())
}
