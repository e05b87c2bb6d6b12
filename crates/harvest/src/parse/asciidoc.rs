//! Finds links in AsciiDoc: in macros for links, images and other files, in attributes, and in the text (AsciiDoc
//! Language Documentation, "Links", "Images", "Attributes").
//!
//! A macro is a target, usually with a name before it, and a label in brackets: `https://a.example/[name]`,
//! `link:x.html[name]`, `mailto:a@b.example[name]`, `image::x.png[]`. `{name}` is replaced by the value that a line
//! `:name: value` sets. Listings, literal blocks, passthroughs and comments have no macros and no attributes.

use std::collections::HashMap;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::marked_text::{Marked, MarkedText, closing, has_scheme, rest};
use super::runs;
use crate::model::{Limit, Limits};
use crate::sink::Sink;

/// Reads a document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut reader = AsciidocReader {
        document,
        text: MarkedText::new(document),
        attributes: Attributes {
            values: HashMap::new(),
            limits: *sink.limits(),
            inserted: 0,
            exceeded: None,
        },
        longest: sink.finder().max_len(),
        fence: None,
        above: Span::default(),
        closing: None,
    };
    let mut at = 0;
    while at < document.len() && !sink.is_cancelled() {
        let rest = rest(document, at);
        let end = at + memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        reader.line(Span::new(at, end), sink);
        at = end;
    }
    reader.text.report(sink);
    if let Some(limit) = reader.attributes.exceeded {
        let value = reader.attributes.limits.get(limit);
        let message = format!("values of attributes of more than {value} bytes, not inserted");
        sink.diagnostic(None, limit, &message);
    }
}

/// Whether `head` is the beginning of an AsciiDoc document: it has a title, and an attribute in the header.
pub(crate) fn is_asciidoc(head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    let is_title = |line: &[u8]| line.strip_prefix(b"= ").is_some_and(|title| !title.is_empty());
    let first = lines.by_ref().find(|line| !line.is_empty() && !line.starts_with(b"//"));
    let is_titled = first.is_some_and(is_title);
    let mut header = lines.take_while(|line| !line.is_empty());
    is_titled && header.any(|line| entry(line).is_some())
}

/// The macros with a name. An `xref` is reported only if it refers to another file.
const MACROS: &[&str] = &["link", "mailto", "image", "video", "audio", "include", "xref"];

/// The schemes of URIs that are macros without a name: such a URI is a macro if a label follows it.
const SCHEMES: &[&str] = &["https://", "http://", "ftp://", "irc://", "file://"];

struct AsciidocReader<'d> {
    document: &'d [u8],
    text: MarkedText<'d>,
    attributes: Attributes<'d>,
    /// The length of the longest target: a longer one is no link. This makes the search for macros in a line linear.
    longest: usize,
    /// The line that ends the current block, if it is a block in which macros are not read.
    fence: Option<&'d [u8]>,
    /// The previous line.
    above: Span,
    /// The offset of a `[`, and the end of the label that begins there, or the error of the search. A label that begins
    /// at another `[` between these two offsets has the same end, so the end is searched for only once.
    closing: Option<(usize, Result<usize, usize>)>,
}

/// The attributes of a document.
struct Attributes<'d> {
    values: HashMap<&'d [u8], Vec<u8>>,
    limits: Limits,
    /// How many bytes of values were inserted in place of names. Without a limit, a short document could expand to a very
    /// long text.
    inserted: usize,
    /// The limit on values that was reached.
    exceeded: Option<Limit>,
}

impl<'d> Attributes<'d> {
    fn set(&mut self, name: &'d [u8], value: Vec<u8>) {
        self.values.remove(name);
        if value.len() <= self.limits.len(Limit::Expansion) {
            self.values.insert(name, value);
        } else {
            self.exceeded = Some(Limit::Expansion);
        }
    }

    /// Appends the value of the attribute `{name}` at the beginning of `text`, and returns the length of the attribute;
    /// 0 if there is no attribute with a value, or if the inserted values would exceed the limit.
    fn insert(&mut self, text: &[u8], out: &mut Vec<u8>) -> usize {
        let known = attribute_name(text).and_then(|name| Some((name, self.values.get(name)?)));
        let Some((name, value)) = known else { return 0 };
        if self.inserted + value.len() > self.limits.len(Limit::Expanded) {
            self.exceeded = Some(Limit::Expanded);
            return 0;
        }
        self.inserted += value.len();
        out.extend_from_slice(value);
        name.len() + 2
    }
}

/// A macro without its label.
struct Macro {
    /// The offset of its name, or of its URI if it has no name.
    start: usize,
    /// The span of the target, in which attributes are not replaced yet.
    target: Span,
    name: &'static str,
}

impl<'d> AsciidocReader<'d> {
    fn line(&mut self, line: Span, sink: &mut dyn Sink) {
        let text = line.of(self.document);
        let content = text.trim_ascii_end();
        if self.fence.is_some() {
            self.text.run.push_source(line);
            self.fence.take_if(|fence| *fence == content);
        } else if let Some(fence) = fence(content).filter(|fence| !self.is_underline(fence)) {
            self.text.run.push_source(line);
            self.fence = Some(fence);
        } else if let Some((name, value)) = entry(content) {
            self.attribute(line, name, value);
        } else if content.starts_with(b"//") && !content.starts_with(b"///") {
            self.text.run.push_source(line);
        } else {
            self.inline(line);
        }
        self.text.end_long(sink);
        self.above = line;
    }

    /// Whether `content` underlines the previous line, which is then a title. A line such as `----` that does not
    /// underline a title begins a block.
    fn is_underline(&self, content: &[u8]) -> bool {
        let above = self.above.of(self.document).trim_ascii_end();
        let len = String::from_utf8_lossy(above).chars().count();
        let is_title = above.first().is_some_and(|first| !b"[.".contains(first));
        is_title && len.abs_diff(content.len()) <= 1
    }

    /// Stores the attribute that the line `:name: value` sets. The lines `:!name:` and `:name!:` remove an attribute. A
    /// value that is a URI is reported as a link; any other value is read as text.
    fn attribute(&mut self, line: Span, name: &'d [u8], value: &[u8]) {
        let start =
            line.start() + memchr::memmem::rfind(line.of(self.document), value).unwrap_or(0);
        let place = Span::new(start, start + value.len());
        let expanded = self.expanded(place).unwrap_or_else(|| value.to_vec());
        if let Some(unset) = name.strip_prefix(b"!").or_else(|| name.strip_suffix(b"!")) {
            self.attributes.values.remove(unset);
            return self.text.run.push_source(line);
        }
        let reference = String::from_utf8_lossy(&expanded).into_owned();
        self.attributes.set(name, expanded);
        let is_link = reference.contains("://")
            && has_scheme(&reference)
            && !reference.contains(|c: char| c.is_whitespace() || "<>\"".contains(c));
        self.text.run.push_source(Span::new(line.start(), place.start()));
        if is_link {
            let label = Span::new(place.end(), place.end());
            self.text.link(Marked { reference, place, name: "attribute", label });
        } else {
            self.inline(place);
        }
        self.text.run.push_source(Span::new(place.end(), line.end()));
    }

    /// Reads the macros and the text of a line or of the value of an attribute.
    fn inline(&mut self, line: Span) {
        let mut done = line.start();
        // The beginning of the word that may be a target.
        let mut word = line.start();
        let mut at = line.start();
        while at < line.end() {
            match self.document.get(at) {
                Some(b'[') => {
                    if let Some(found) = self.macro_in(Span::new(word, at)) {
                        self.running(Span::new(done, found.start));
                        done = found.start;
                        if let Some(close) = self.label_end(at) {
                            self.macro_with(&found, Span::new(at, close));
                            done = at;
                        }
                    }
                    word = at + 1;
                }
                Some(byte) if byte.is_ascii_whitespace() || *byte == b']' => word = at + 1,
                _ => {}
            }
            at += 1;
        }
        self.running(Span::new(done, line.end()));
    }

    /// The macro in `word` whose target extends to the end of `word`.
    fn macro_in(&self, word: Span) -> Option<Macro> {
        let text = word.of(self.document);
        if text.len() > self.longest {
            return None;
        }
        let mut starts = (0..text.len()).filter(|&at| {
            let before = at.checked_sub(1).and_then(|at| text.get(at));
            before.is_none_or(|byte| b"<>()[];\"'|,".contains(byte))
        });
        starts.find_map(|at| self.macro_at(Span::new(word.start() + at, word.end())))
    }

    /// The macro whose name and target are at `span`; `None` if there is no macro at `span`.
    fn macro_at(&self, span: Span) -> Option<Macro> {
        let text = span.of(self.document);
        let named = MACROS.iter().find_map(|name| {
            Some((*name, text.strip_prefix(name.as_bytes())?.strip_prefix(b":")?))
        });
        if let Some((name, rest)) = named {
            // The macro of a block has two colons: `image::x.png[]`.
            let len = rest.strip_prefix(b":").unwrap_or(rest).len();
            let target = Span::new(span.end() - len, span.end());
            return (len > 0).then_some(Macro { start: span.start(), target, name });
        }
        let is_uri = SCHEMES.iter().any(|one| text.starts_with(one.as_bytes()));
        let is_attribute = || {
            let value = attribute_name(text).and_then(|name| self.attributes.values.get(name));
            value.is_some_and(|value| SCHEMES.iter().any(|one| value.starts_with(one.as_bytes())))
        };
        (is_uri || is_attribute()).then_some(Macro {
            start: span.start(),
            target: span,
            name: "link",
        })
    }

    /// Adds the link of a macro with its label. If the macro has no reference, it is read as text up to the label.
    fn macro_with(&mut self, found: &Macro, label: Span) {
        let Some(reference) = self.reference(found) else {
            self.running(Span::new(found.start, found.target.end()));
            return self.text.border(found.target.end());
        };
        let place = match found.name {
            "mailto" => Span::new(found.start, found.target.end()),
            _ => found.target,
        };
        self.text.link(Marked { reference, place, name: found.name, label });
    }

    /// The reference of a macro; `None` if the target is a place in this document, or if it contains an attribute
    /// without a value.
    fn reference(&mut self, found: &Macro) -> Option<String> {
        let expanded = String::from_utf8(self.expanded(found.target)?).ok()?;
        let passed = expanded.strip_prefix("++").and_then(|rest| rest.strip_suffix("++"));
        let reference = passed.unwrap_or(&expanded).to_owned();
        match found.name {
            "xref" if !reference.contains([':', '/', '#']) && !reference.contains(".adoc") => None,
            "mailto" => Some(format!("mailto:{reference}")),
            "image" | "video" | "audio" => Some(self.in_folder_of_images(reference)),
            _ => Some(reference),
        }
    }

    /// The reference of an image, a video or an audio file. A relative reference is resolved in the folder that the
    /// attribute `imagesdir` names.
    fn in_folder_of_images(&mut self, reference: String) -> String {
        if has_scheme(&reference) || reference.starts_with('/') {
            return reference;
        }
        let mut folder = Vec::new();
        self.attributes.insert(b"{imagesdir}", &mut folder);
        if folder.is_empty() {
            return reference;
        }
        format!("{}/{reference}", String::from_utf8_lossy(&folder).trim_end_matches('/'))
    }

    /// The offset of the `]` that ends the label at `open`; `None` if the paragraph ends first.
    fn label_end(&mut self, open: usize) -> Option<usize> {
        let known = self
            .closing
            .filter(|(from, end)| (*from..=end.unwrap_or_else(|end| end)).contains(&open));
        let (_, end) = known.unwrap_or_else(|| (open, closing(self.document, open, b']', false)));
        self.closing = known.or(Some((open, end)));
        end.ok()
    }

    /// The text at `span` with its attributes replaced by their values; `None` if an attribute has no value.
    fn expanded(&mut self, span: Span) -> Option<Vec<u8>> {
        let (mut run, mut is_known) = (TextRun::new(self.document), true);
        runs::decode(&mut run, span, b'{', |text, value| {
            let len = self.attributes.insert(text, value);
            is_known &= len > 0;
            len
        });
        is_known.then(|| run.text().to_vec())
    }

    /// Adds the text at `span`, with attributes replaced by their values. An attribute without a value is kept.
    fn running(&mut self, span: Span) {
        runs::decode(&mut self.text.run, span, b'{', |text, value| {
            self.attributes.insert(text, value)
        });
    }
}

/// If `line` begins a block in which macros are not read (a listing, a literal block, a passthrough or a comment),
/// returns the line that ends this block.
fn fence(line: &[u8]) -> Option<&[u8]> {
    if line.starts_with(b"```") {
        return line.get(..3);
    }
    let first = line.first().filter(|byte| b"-.+/".contains(byte))?;
    (line.len() >= 4 && line.iter().all(|byte| byte == first)).then_some(line)
}

/// The name and the value of the line `:name: value`.
fn entry(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = line.strip_prefix(b":")?;
    let len = memchr::memchr(b':', rest)?;
    let (name, value) = (rest.get(..len)?, rest.get(len + 1..)?);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_!".contains(byte);
    let is_entry = !name.is_empty() && name.iter().all(is_name);
    let is_apart = value.first().is_none_or(u8::is_ascii_whitespace);
    (is_entry && is_apart).then(|| (name, value.trim_ascii()))
}

/// The name in the `{name}` at the beginning of `text`.
fn attribute_name(text: &[u8]) -> Option<&[u8]> {
    let rest = text.strip_prefix(b"{")?;
    let len = rest.iter().take(128).position(|&byte| byte == b'}')?;
    let name = rest.get(..len)?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    (!name.is_empty() && name.iter().all(is_name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, notes, places, survives};
    use super::{is_asciidoc, read};
    use crate::model::{Limit, Limits};

    #[test]
    fn macros_are_read() {
        for (asciidoc, expected) in [
            ("see https://a.example/x[the page].", "https://a.example/x@link"),
            ("(https://a.example/b_(c)[d])", "https://a.example/b_(c)@link"),
            ("https://a.example/x.[d]", "https://a.example/x.@link"),
            ("link:x.html[d]", "x.html@link"),
            ("link:++https://a.example/?b_c__d++[e]", "https://a.example/?b_c__d@link"),
            ("mailto:bo@a.example[Bo,Subject]", "mailto:bo@a.example@mailto"),
            ("image::x.png[] and image:y.png[z]", "x.png@image y.png@image"),
            (":imagesdir: img/\n\nimage::x.png[]", "img/x.png@image"),
            ("xref:other.adoc#a[b] xref:here[c]", "other.adoc#a@xref"),
            ("include::https://a.example/x.adoc[]", "https://a.example/x.adoc@include"),
            ("https://a.example/[the\nname]", "https://a.example/@link"),
            (":url: https://a.example/x.", "https://a.example/x.@attribute"),
        ] {
            assert_eq!(links(read, asciidoc.as_bytes()).join(" "), expected, "{asciidoc}");
        }
    }

    #[test]
    fn attributes_are_replaced_by_their_values() {
        let asciidoc =
            b":base: https://a.example\n:v: 1.0\n\n{base}/x[y] link:{base}/{v}[z] see {base}/w.\n\
            :base!:\n{base}/x[y] https://b.example/{v}/{none}[z]";
        let expected = [
            "https://a.example@attribute",
            "https://a.example/x@link",
            "https://a.example/1.0@link",
            "https://a.example/w",
            "https://b.example/1.0/%7Bnone%7D",
        ];
        assert_eq!(links(read, asciidoc), expected);
        assert_eq!(places(read, asciidoc)[1..3], ["{base}/x", "{base}/{v}"]);
    }

    #[test]
    fn the_expansion_of_values_is_limited() {
        let (each, all) =
            [Limit::Expansion, Limit::Expanded].map(|one| Limits::default().len(one)).into();
        let value = "x ".repeat(each / 2 - 20);
        let asciidoc = format!(":a: http://a.example/ {value}\n\n{}", "{a} ".repeat(300));
        let found = notes(read, asciidoc.as_bytes());
        assert_eq!(found.links.len(), 1 + all / (value.len() + 18));
        let asciidoc = format!(":a: {}\n\nhttp://a.example/{{a}}", "x".repeat(each + 1));
        let found = notes(read, asciidoc.as_bytes());
        assert_eq!(found.links, ["http://a.example/%7Ba%7D"]);
        let expected = "values of attributes of more than 65536 bytes, not inserted";
        assert_eq!(found.diagnostics, [(None, expected.to_owned())]);
        // A macro may begin after any number of marks.
        let marks = format!("{}link:b[c]", "\"".repeat(40));
        assert_eq!(links(read, marks.as_bytes()), ["b@link"]);
    }

    #[test]
    fn text_and_labels_are_searched() {
        for (asciidoc, expected) in [
            ("see https://a.example/x.", "https://a.example/x"),
            (
                "https://a.example/[see https://b.example/]",
                "https://a.example/@link https://b.example/",
            ),
            ("https://a.example/[https://a.example]", "https://a.example/@link"),
            ("<https://a.example/x> [not a label]", "https://a.example/x"),
            ("* https://a.example/x\n* bo@b.example", "https://a.example/x mailto:bo@b.example"),
        ] {
            assert_eq!(links(read, asciidoc.as_bytes()).join(" "), expected, "{asciidoc}");
        }
    }

    #[test]
    fn macros_in_listings_and_comments_are_text() {
        for fence in ["----", "....", "++++", "////", "```"] {
            let asciidoc = format!("{fence}\nlink:x.html[y] :u: z\n{fence}\nlink:after.html[z]");
            assert_eq!(links(read, asciidoc.as_bytes()), ["after.html@link"], "{fence}");
        }
        // The underline of a title, as in old documents, does not begin a listing.
        assert_eq!(links(read, b"A title\n-------\nlink:x.html[y]"), ["x.html@link"]);
        for text in [
            "// link:x.html[y]",
            "link:x.html [y]",
            "link:x.html[y\n\nz]",
            "link:[y]",
            "blink:x.html[y]",
        ] {
            assert_eq!(links(read, text.as_bytes()), [""; 0], "{text}");
        }
    }

    #[test]
    fn documents_are_recognized_by_their_header() {
        assert!(is_asciidoc(b"// a\n= Title\nBo <bo@a.example>\n:toc:\n\ntext"));
        for head in ["= Title\n\n:toc:\n", "== Title\n:toc:\n", "= Title =\ntext\n", ":toc: x\n"] {
            assert!(!is_asciidoc(head.as_bytes()), "{head}");
        }
    }

    #[test]
    fn broken_documents_are_read() {
        survives(
            read,
            b"= T\n:u: http://a.example/\n\n{u}b[c] link:d\\[e[f]\n----\nx[y]\n----\nmailto:g@h.i[j] image::k[]",
        );
    }

    #[test]
    fn long_documents_are_read_in_linear_time() {
        for unit in ["http://a[", "link:{", "(((", "[[", "x:[", ":u: {u}x\n", "{u}"] {
            links(read, (":u: http://a.example/\n\n".to_owned() + &unit.repeat(20_000)).as_bytes());
        }
    }
}
