//! The dialects of Markdown, as a set.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::BitOr;
use core::str::FromStr;

use crate::options::kind::{self, ValueKind};
use crate::options::name::UnknownName;
use crate::options::setting::Setting;
use crate::options::value::Value;

/// A set of dialects of Markdown. A dialect belongs to a program, such as a template engine, that reads a document
/// before the Markdown parser or together with it. The parts that the program reads are called directives; nothing in a
/// directive is linked ([`directives`](Dialects::directives)).
///
/// ```
/// use linkwright::rewrite::markdown::Dialects;
///
/// let dialects = Dialects::LIQUID | Dialects::KRAMDOWN;
/// assert_eq!(dialects.names().collect::<Vec<_>>(), ["liquid", "kramdown"]);
/// assert_eq!("kramdown, liquid".parse(), Ok(dialects));
/// assert_eq!("auto".parse(), Ok(Dialects::AUTO));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dialects(u16);

/// Defines a constant and a name for each dialect.
macro_rules! dialects {
    ($($(#[$doc:meta])* $dialect:ident $name:literal $bit:literal)*) => {
        impl Dialects {
            $($(#[$doc])* pub const $dialect: Dialects = Dialects(1 << $bit);)*
        }

        /// The bits of all dialects.
        const BITS: u16 = 0 $(| 1 << $bit)*;
        const ALL: &[(&str, Dialects)] = &[$(($name, Dialects::$dialect)),*];
        const NAMES: &[&str] = &[$($name),*];
    };
}

dialects! {
    /// Front matter in YAML between `---`, in TOML between `+++`, and in JSON, even after a byte order mark.
    FRONT_MATTER "front-matter" 0
    /// MDX 2 and 3: `import` and `export`, JSX tags, expressions in braces. In MDX, `<uri>` is not a link.
    MDX "mdx" 1
    /// Shortcodes of Hugo and Quarto: `{{< figure src="x" >}}`, `{{% note %}}`.
    HUGO "hugo" 2
    /// Liquid, Jinja, Nunjucks and Handlebars: `{% if x %}`, `{{ page.url }}`.
    LIQUID "liquid" 3
    /// Attributes and extensions of kramdown: `{: .class}`, `{::comment}`.
    KRAMDOWN "kramdown" 4
    /// Directives of mdBook: `{{#include file.rs}}`.
    MDBOOK "mdbook" 5
    /// Hashnode embeds, each alone on a line: `%[https://example.com/]`.
    HASHNODE "hashnode" 6
    /// `GitBook` blocks: `{% embed url="https://example.com/" %}`.
    GITBOOK "gitbook" 7
    /// Attributes of Pandoc and Quarto: `[text](uri){.class key="value"}`, `::: {.note}`.
    PANDOC "pandoc" 8
}

/// The bit that adds MDX to a set if the document is detected to be MDX.
const DETECTED: u16 = 1 << 15;

impl Dialects {
    /// No dialect: the document is plain Markdown.
    pub const NONE: Dialects = Dialects(0);

    /// All dialects, detected in the content of the document. The directives of all dialects except MDX are recognized
    /// by their delimiters. A document is MDX if it has an `import` or `export` of a module, a comment in braces
    /// (`{/* x */}`), or a component with an expression among its attributes.
    pub const AUTO: Dialects = Dialects(DETECTED | BITS & !Dialects::MDX.0);

    /// The dialects of both sets.
    #[must_use]
    pub const fn union(self, other: Dialects) -> Dialects {
        Dialects(self.0 | other.0)
    }

    /// Whether all dialects of `other` are in this set.
    pub const fn contains(self, other: Dialects) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether one of the dialects of `other` is in this set.
    pub(super) const fn intersects(self, other: Dialects) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether MDX is detected in the content of the document.
    pub(super) const fn detects_mdx(self) -> bool {
        self.0 & DETECTED != 0
    }

    /// The names of the dialects in the set.
    pub fn names(self) -> impl FusedIterator<Item = &'static str> {
        ALL.iter().filter(move |(_, one)| self.contains(*one)).map(|(name, _)| *name)
    }
}

/// Parses names of dialects, separated by commas, or `auto` for [`Dialects::AUTO`], or `none`. An empty text means
/// `none` as well.
impl FromStr for Dialects {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Dialects, UnknownName> {
        named_set(text).map_or_else(|| kind::members(text).map(named).collect(), Ok)
    }
}

/// The names of the sets that are not lists of dialects.
const AUTO: &str = "auto";
const NONE: &str = "none";

/// The set with the name `auto` or `none`.
fn named_set(name: &str) -> Option<Dialects> {
    match name {
        AUTO => Some(Dialects::AUTO),
        NONE => Some(Dialects::NONE),
        _ => None,
    }
}

fn named(name: &str) -> Result<Dialects, UnknownName> {
    let found = ALL.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, dialect)| *dialect)
        .ok_or_else(|| UnknownName::new("dialect", name, NAMES.to_vec()))
}

impl Setting for Dialects {
    const KIND: ValueKind = ValueKind::List { instead: &[AUTO, NONE], members: NAMES };

    fn to_value(&self) -> Value {
        if self.detects_mdx() { AUTO.into() } else { self.names().collect() }
    }

    fn from_value(value: &Value) -> Option<Dialects> {
        if let Some(set) = value.as_text().and_then(named_set) {
            return Some(set);
        }
        value.as_list()?.iter().map(|name| named(name.as_text()?).ok()).collect()
    }
}

impl Default for Dialects {
    fn default() -> Dialects {
        Dialects::AUTO
    }
}

impl BitOr for Dialects {
    type Output = Dialects;

    fn bitor(self, other: Dialects) -> Dialects {
        self.union(other)
    }
}

impl FromIterator<Dialects> for Dialects {
    fn from_iter<I: IntoIterator<Item = Dialects>>(sets: I) -> Dialects {
        sets.into_iter().fold(Dialects::NONE, Dialects::union)
    }
}

impl fmt::Debug for Dialects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Dialects::AUTO {
            return f.write_str("Dialects(auto)");
        }
        f.write_str("Dialects")?;
        f.debug_list().entries(self.names()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_parses_to_its_dialect() {
        for (name, dialect) in ALL {
            assert_eq!(name.parse(), Ok(*dialect));
            assert!(dialect.names().eq([*name]));
            assert_eq!(Dialects::AUTO.contains(*dialect), *dialect != Dialects::MDX, "{name}");
        }
        assert_eq!("".parse(), Ok(Dialects::NONE));
        assert_eq!("none".parse(), Ok(Dialects::NONE));
        assert!("hugu".parse::<Dialects>().is_err_and(|error| error.near() == ["hugo"]));
        assert!("hugo,auto".parse::<Dialects>().is_err());
    }

    #[test]
    fn a_set_is_the_value_of_an_option() {
        for set in [Dialects::NONE, Dialects::AUTO, Dialects::MDX | Dialects::FRONT_MATTER] {
            assert_eq!(Dialects::from_value(&set.to_value()), Some(set));
        }
        assert_eq!(format!("{:?}", Dialects::MDX), r#"Dialects["mdx"]"#);
    }
}
