//! The directives of a document, and the document without them.

use std::borrow::Cow;

use super::mask::{Directive, masked};
use super::{budget, front_matter, mdx, templates};
use crate::options::name::names;
use crate::span::Span;

/// The other programs that read a Markdown document before the Markdown parser, or together with it. The parts that
/// they read are called directives; nothing in a directive is linked ([`directives`](Dialect::directives)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// All directives that are recognized by their delimiters: front matter (YAML, TOML, JSON), shortcodes of Hugo and
    /// Quarto (`{{< figure src="x" >}}`), tags and output of Liquid, Jinja, Nunjucks, Handlebars and `GitBook`
    /// (`{% if x %}`, `{{ page.url }}`), attributes and extensions of kramdown (`{: .class}`, `{::comment}`),
    /// directives of mdBook (`{{#include file.rs}}`), and attributes of Pandoc and Quarto
    /// (`[text](uri){.class key="value"}`, `::: {.note}`).
    ///
    /// A document is read as [`Mdx`](Dialect::Mdx) if it has an `import` or `export` of a module, a comment in braces
    /// (`{/* x */}`), or a component with an expression among its attributes.
    #[default]
    Auto,
    /// MDX 2 and 3 with front matter. Each block (the lines between two blank lines) that has a module, a tag or a brace
    /// is a directive, up to the end of the expression, link or code that it begins. In MDX, `<uri>` is not a link.
    Mdx,
    /// No other program: directives are text.
    None,
}

names!(Dialect "dialect" { Auto "auto" Mdx "mdx" None "none" });

/// The directives of a document: front matter, tags and expressions of templates, JSX, modules.
///
/// [`Dialect::directives`] returns this list. A Markdown parser that reads [`masked`](Directives::masked) instead of
/// the document finds no directives, and its offsets are valid in the document.
#[derive(Clone, Debug)]
pub struct Directives<'s> {
    // INVARIANT: ascending, disjoint, at boundaries of characters.
    list: Vec<Directive>,
    masked: Cow<'s, str>,
    is_mdx: bool,
    unread: Option<Span>,
}

impl Dialect {
    /// The directives of `source`.
    ///
    /// ```
    /// use linkwright::rewrite::markdown::Dialect;
    ///
    /// let source = "See {{< ref \"a.md\" >}} and `{`.";
    /// let directives = Dialect::Auto.directives(source);
    /// let spans: Vec<_> = directives.spans().map(|span| &source[span.range()]).collect();
    /// assert_eq!(spans, ["{{< ref \"a.md\" >}}"]);
    /// ```
    pub fn directives(self, source: &str) -> Directives<'_> {
        self.read(source, budget::MOST_MARKS, self != Dialect::None)
    }

    /// The directives for a program that lists links and changes nothing: at most `marks` marks of Markdown are read,
    /// instead of [`MOST_MARKS`](super::MOST_MARKS) (see [`Directives::unread`]), and MDX is read like other Markdown
    /// unless the dialect is [`Mdx`](Dialect::Mdx), because nothing is found in the directives.
    ///
    /// ```
    /// use linkwright::rewrite::markdown::Dialect;
    ///
    /// let source = "**a**\n\n**b**";
    /// let unread = Dialect::Auto.directives_within(source, 6).unread();
    /// assert_eq!(unread.map(|span| &source[span.range()]), Some("**b**"));
    /// ```
    pub fn directives_within(self, source: &str, marks: usize) -> Directives<'_> {
        self.read(source, marks, self == Dialect::Mdx)
    }

    fn read(self, source: &str, marks: usize, may_be_mdx: bool) -> Directives<'_> {
        let mut list = Vec::new();
        let mut is_mdx = false;
        let unread = budget::end(source.as_bytes(), marks);
        let read = source.get(..unread.unwrap_or(source.len())).unwrap_or_default();
        if self != Dialect::None {
            let body = front_matter::read(read, &mut list);
            let is_set = self == Dialect::Mdx;
            let mdx = may_be_mdx.then(|| mdx::read(read, body, is_set)).flatten();
            is_mdx = mdx.is_some();
            match mdx {
                Some(mdx) => list.extend(mdx),
                None => templates::read(read, body, &mut list),
            }
        }
        let unread = unread.map(|at| Span::new(at, source.len()));
        list.extend(unread.map(|span| Directive { span, prints: false }));
        Directives { masked: masked(source, &list), list, is_mdx, unread }
    }
}

impl Directives<'_> {
    /// The ranges of the directives, ascending and disjoint.
    pub fn spans(&self) -> impl ExactSizeIterator<Item = Span> {
        self.list.iter().map(|directive| directive.span)
    }

    /// The document with each directive replaced by characters that have no meaning in Markdown and cannot be in a URI.
    /// The result is as long as the document. If there are no directives, it is the document itself.
    ///
    /// ```
    /// use linkwright::rewrite::markdown::Dialect;
    ///
    /// let source = "[a]({% link a.md %})";
    /// let masked = Dialect::Auto.directives(source).masked().to_owned();
    /// assert_eq!((masked.len(), masked.find("[a](")), (source.len(), Some(0)));
    /// assert!(!masked.contains("link"));
    /// ```
    pub fn masked(&self) -> &str {
        &self.masked
    }

    /// Whether the document is MDX, in which `<uri>` is an error.
    pub const fn is_mdx(&self) -> bool {
        self.is_mdx
    }

    /// The end of the document, from the paragraph in which it has more than [`MOST_MARKS`](super::MOST_MARKS) marks of
    /// Markdown, or from a paragraph with more than 200,000 of them; it is treated as a directive. Linking takes up to
    /// 900 bytes of memory for each mark.
    ///
    /// ```
    /// use linkwright::rewrite::markdown::{Dialect, MOST_MARKS};
    ///
    /// let source = format!("a\n\n{}", "<".repeat(MOST_MARKS + 1));
    /// let directives = Dialect::Auto.directives(&source);
    /// assert_eq!(directives.unread().map(|span| span.start()), Some(3));
    /// assert_eq!(Dialect::Auto.directives("<a>").unread(), None);
    /// ```
    pub const fn unread(&self) -> Option<Span> {
        self.unread
    }

    /// Whether the text that replaces a directive may belong to the same word as the URI at `span`.
    pub(in super::super) fn continues(&self, span: Span) -> bool {
        let text = self.masked.as_bytes();
        let next = self.list.partition_point(|one| one.span.start() < span.start());
        let before = next.checked_sub(1).and_then(|last| self.list.get(last));
        let after = self.list.get(next);
        before.is_some_and(|one| one.prints && is_joint(text, one.span.end(), span.start()))
            || after.is_some_and(|one| one.prints && is_joint(text, span.end(), one.span.start()))
    }
}

/// Whether `start..end` has only characters that occur inside URIs and are trimmed from their ends.
fn is_joint(text: &[u8], start: usize, end: usize) -> bool {
    let between = text.get(start..end);
    between.is_some_and(|between| between.iter().all(|byte| b".,:;-_/@+~".contains(byte)))
}

#[cfg(test)]
pub(super) mod testing {
    use super::Dialect;

    /// The directives of `source`, each as its text.
    pub(in super::super) fn directives(dialect: Dialect, source: &str) -> Vec<&str> {
        let directives = dialect.directives(source);
        assert_eq!(directives.masked().len(), source.len());
        directives.spans().map(|span| &source[span.range()]).collect()
    }
}
