//! Expands the entities that a document declares (XML 1.0, section 4.2.1).
//!
//! Entities in other files are never fetched. References in the text of an entity are also expanded. The depth and the
//! length of the expansion are limited, because a few lines of nested entities can expand to gigabytes.

use core::cell::Cell;
use std::collections::HashMap;

use quick_xml::escape::resolve_html5_entity;

/// The maximum number of entities that are declared.
const MOST: usize = 4096;

/// The maximum depth of entities inside entities.
const DEPTH: usize = 8;

/// The maximum total number of bytes to which the entities of a document expand.
const AMOUNT: usize = 1 << 20;

/// The entities of a document.
#[derive(Debug)]
pub(in crate::parse) struct Entities {
    texts: HashMap<String, String>,
    /// How many bytes of `AMOUNT` are not used yet.
    left: Cell<usize>,
}

impl Default for Entities {
    fn default() -> Entities {
        Entities { texts: HashMap::new(), left: Cell::new(AMOUNT) }
    }
}

impl Entities {
    /// Declares the entities in a document type declaration. The first declaration of a name
    /// applies.
    pub(in crate::parse) fn declare(&mut self, declaration: &str) {
        for part in declaration.split("<!ENTITY").skip(1).take(MOST) {
            if let Some((name, text)) = declared(part) {
                self.texts.entry(name.to_owned()).or_insert_with(|| text.to_owned());
            }
        }
    }

    /// The text of the entity called `name`. `None` if the entity, or an entity in its text, is not declared or is
    /// nested too deeply, or if the entities of the document would expand to more than `AMOUNT` bytes.
    pub(in crate::parse) fn expand(&self, name: &str) -> Option<String> {
        let mut expanded = String::new();
        self.push(name, DEPTH, &mut expanded).then_some(expanded)
    }

    fn push(&self, name: &str, depth: usize, expanded: &mut String) -> bool {
        let Some(text) = self.texts.get(name).filter(|_| depth > 0) else { return false };
        let Some(left) = self.left.get().checked_sub(text.len()) else { return false };
        self.left.set(left);
        let mut rest = &**text;
        while let Some((before, after)) = rest.split_once('&') {
            expanded.push_str(before);
            let Some((name, after)) = after.split_once(';') else {
                expanded.push('&');
                rest = after;
                continue;
            };
            if let Some(char) = character(name) {
                expanded.push_str(&char);
            } else if !self.push(name, depth - 1, expanded) {
                return false;
            }
            rest = after;
        }
        expanded.push_str(rest);
        true
    }
}

/// Parses the rest of an entity declaration, ` name "text">`. `None` for a parameter entity, and for an entity whose
/// text is in another file.
fn declared(part: &str) -> Option<(&str, &str)> {
    let (name, rest) = part.trim_start().split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|char| matches!(char, '"' | '\''))?;
    let text = rest.get(1..)?.split(quote).next()?;
    (name != "%").then_some((name, text))
}

/// The text of a character reference, a predefined entity or an HTML entity. Feeds use HTML entities without declaring
/// them.
pub(in crate::parse) fn character(name: &str) -> Option<String> {
    let Some(number) = name.strip_prefix('#') else {
        return resolve_html5_entity(name).map(str::to_owned);
    };
    let value = match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    let char = char::from_u32(value.ok()?).filter(|char| *char != '\0')?;
    Some(char.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entities(declaration: &str) -> Entities {
        let mut entities = Entities::default();
        entities.declare(declaration);
        entities
    }

    #[test]
    fn entities_are_expanded() {
        let declared =
            "a [<!ENTITY h 'http://&n;/?a&amp;b'><!ENTITY n \"a.example\"><!ENTITY h 'x'>
            <!ENTITY f SYSTEM 'http://b.example/'><!ENTITY % p 'x'>]";
        let entities = entities(declared);
        assert_eq!(entities.expand("h").as_deref(), Some("http://a.example/?a&b"));
        for name in ["f", "p", "%", "x", ""] {
            assert_eq!(entities.expand(name), None, "{name}");
        }
    }

    #[test]
    fn the_expansion_of_entities_is_limited() {
        let loops = entities("<!ENTITY a '&b;'><!ENTITY b '&a;'>");
        assert_eq!(loops.expand("a"), None);
        let mut laughs = "<!ENTITY l0 'lollollol'>".to_owned();
        for n in 1..8 {
            let ten = format!("&l{};", n - 1).repeat(10);
            laughs.extend(["<!ENTITY l", &n.to_string(), " '", &ten, "'>"]);
        }
        let laughs = entities(&laughs);
        assert_eq!(laughs.expand("l7"), None);
        assert_eq!(laughs.expand("l0"), None, "the limit applies to the whole document");
    }
}
