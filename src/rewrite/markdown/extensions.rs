//! The extensions of Markdown with which a document is read.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::BitOr;
use core::str::FromStr;

use pulldown_cmark::Options;

use crate::options::kind::{self, ValueKind};
use crate::options::name::UnknownName;
use crate::options::setting::Setting;
use crate::options::value::Value;

/// A set of extensions of Markdown. With the empty set, a document is read as plain `CommonMark`.
///
/// With the feature `pulldown-cmark-0-13`, a set converts from and to `pulldown_cmark::Options`.
///
/// ```
/// use linkwright::rewrite::markdown::{Extensions, GITHUB};
///
/// let extensions = Extensions::TABLES | Extensions::MATH;
/// assert!(GITHUB.contains(extensions) && !GITHUB.contains(Extensions::WIKILINKS));
/// assert_eq!(extensions.names().collect::<Vec<_>>(), ["tables", "math"]);
/// assert_eq!("task-lists, math".parse(), Ok(Extensions::TASK_LISTS | Extensions::MATH));
/// assert_eq!("github".parse(), Ok(GITHUB));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extensions(Options);

/// Defines a constant and a name for each extension.
macro_rules! extensions {
    ($($(#[$doc:meta])* $extension:ident $name:literal $option:ident)*) => {
        impl Extensions {
            $($(#[$doc])* pub const $extension: Extensions = Extensions(Options::$option);)*
        }

        const ALL: &[(&str, Extensions)] = &[$(($name, Extensions::$extension)),*];
        const NAMES: &[&str] = &[$($name),*];
    };
}

extensions! {
    /// Tables with `|`, as in GFM.
    TABLES "tables" ENABLE_TABLES
    /// `[^note]` and its definition, as in GFM.
    FOOTNOTES "footnotes" ENABLE_FOOTNOTES
    /// Footnotes as pulldown-cmark read them before version 0.11.
    OLD_FOOTNOTES "old-footnotes" ENABLE_OLD_FOOTNOTES
    /// `~~text~~`, as in GFM.
    STRIKETHROUGH "strikethrough" ENABLE_STRIKETHROUGH
    /// `- [x]`, as in GFM.
    TASK_LISTS "task-lists" ENABLE_TASKLISTS
    /// Straight quotes, `--` and `...` become typographic quotes, dashes and ellipses.
    SMART_PUNCTUATION "smart-punctuation" ENABLE_SMART_PUNCTUATION
    /// `# Title { #id .class }`
    HEADING_ATTRIBUTES "heading-attributes" ENABLE_HEADING_ATTRIBUTES
    /// Front matter between lines of `---`.
    YAML_METADATA "yaml-metadata" ENABLE_YAML_STYLE_METADATA_BLOCKS
    /// Front matter between lines of `+++`.
    PLUS_METADATA "plus-metadata" ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
    /// `$inline$` and `$$display$$` mathematics.
    MATH "math" ENABLE_MATH
    /// Block quotes with `[!NOTE]` and the like.
    GFM "gfm" ENABLE_GFM
    /// Terms with `: definition` below.
    DEFINITION_LISTS "definition-lists" ENABLE_DEFINITION_LIST
    /// `^text^`
    SUPERSCRIPT "superscript" ENABLE_SUPERSCRIPT
    /// `~text~`
    SUBSCRIPT "subscript" ENABLE_SUBSCRIPT
    /// `[[page]]`
    WIKILINKS "wikilinks" ENABLE_WIKILINKS
}

/// The Markdown of sites such as GitHub: GitHub Flavored Markdown with footnotes and mathematics, and the front matter
/// of site generators.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown};
///
/// let page = "---\nhome: http://a.example\n---\n| http://b.example |\n|-|\n";
/// let linked = markdown::rewrite(&Finder::new(), page, markdown::GITHUB);
/// assert_eq!(linked, "---\nhome: http://a.example\n---\n| <http://b.example> |\n|-|\n");
/// ```
pub const GITHUB: Extensions = Extensions::TABLES
    .union(Extensions::FOOTNOTES)
    .union(Extensions::STRIKETHROUGH)
    .union(Extensions::TASK_LISTS)
    .union(Extensions::GFM)
    .union(Extensions::MATH)
    .union(Extensions::YAML_METADATA)
    .union(Extensions::PLUS_METADATA);

impl Extensions {
    /// No extension.
    pub(super) const NONE: Extensions = Extensions(Options::empty());

    /// The extensions of both sets.
    const fn union(self, other: Extensions) -> Extensions {
        Extensions(self.0.union(other.0))
    }

    /// Whether all extensions of `other` are in this set.
    pub const fn contains(self, other: Extensions) -> bool {
        self.0.contains(other.0)
    }

    /// The names of the extensions in the set.
    pub fn names(self) -> impl FusedIterator<Item = &'static str> {
        ALL.iter().filter(move |(_, one)| self.contains(*one)).map(|(name, _)| *name)
    }

    pub(super) const fn options(self) -> Options {
        self.0
    }
}

/// Parses names of extensions, separated by commas, or `github` for [`GITHUB`]. An empty text is the empty set.
impl FromStr for Extensions {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Extensions, UnknownName> {
        let named = |name: &str| {
            let found = ALL.iter().find(|(known, _)| *known == name);
            let unknown = || UnknownName::new("extension", name, NAMES.to_vec());
            found.map(|(_, extension)| *extension).ok_or_else(unknown)
        };
        if text == "github" { Ok(GITHUB) } else { kind::members(text).map(named).collect() }
    }
}

impl Setting for Extensions {
    const KIND: ValueKind = ValueKind::List { instead: &["github"], members: NAMES };

    fn to_value(&self) -> Value {
        self.names().collect()
    }

    fn from_value(value: &Value) -> Option<Extensions> {
        if value.as_text() == Some("github") {
            return Some(GITHUB);
        }
        value.as_list()?.iter().map(|name| name.as_text()?.parse::<Extensions>().ok()).collect()
    }
}

impl Default for Extensions {
    fn default() -> Extensions {
        Extensions::NONE
    }
}

impl BitOr for Extensions {
    type Output = Extensions;

    fn bitor(self, other: Extensions) -> Extensions {
        self.union(other)
    }
}

impl FromIterator<Extensions> for Extensions {
    fn from_iter<I: IntoIterator<Item = Extensions>>(sets: I) -> Extensions {
        sets.into_iter().fold(Extensions::NONE, Extensions::union)
    }
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Extensions")?;
        f.debug_list().entries(self.names()).finish()
    }
}

#[cfg(feature = "pulldown-cmark-0-13")]
#[cfg_attr(docsrs, doc(cfg(feature = "pulldown-cmark-0-13")))]
impl From<Options> for Extensions {
    fn from(options: Options) -> Extensions {
        Extensions(options)
    }
}

#[cfg(feature = "pulldown-cmark-0-13")]
#[cfg_attr(docsrs, doc(cfg(feature = "pulldown-cmark-0-13")))]
impl From<Extensions> for Options {
    fn from(extensions: Extensions) -> Options {
        extensions.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_extension_of_the_parser_has_a_name() {
        let named: Extensions = ALL.iter().map(|(_, one)| *one).collect();
        let missing = Options::all().difference(named.0);
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn each_name_parses_to_its_extension() {
        for (name, extension) in ALL {
            assert_eq!(name.parse(), Ok(*extension));
            assert!(extension.names().any(|one| one == *name), "{name}");
        }
        assert!("tabels".parse::<Extensions>().is_err_and(|error| error.near() == ["tables"]));
        assert_eq!(Extensions::NONE.names().count(), 0);
        assert_eq!("".parse(), Ok(Extensions::NONE));
        let list = GITHUB.names().collect::<Vec<_>>().join(" , ");
        assert_eq!(list.parse(), Ok(GITHUB));
        let error = "tables,githab".parse::<Extensions>().unwrap_err();
        assert!(error.to_string().starts_with("no extension is named \"githab\""), "{error}");
        assert_eq!(
            format!("{:?}", Extensions::TABLES | Extensions::MATH),
            r#"Extensions["tables", "math"]"#
        );
    }
}
