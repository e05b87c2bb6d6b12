//! Expands the entities that a document declares (XML 1.0, section 4.2.1).
//!
//! Entities in other files are never fetched. References in the text of an entity are also expanded. The depth and the
//! length of the expansion are limited, because a few lines of nested entities can expand to gigabytes. A limit that
//! leaves out an entity is reported, and does not leave out other entities.

use core::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use quick_xml::escape::resolve_html5_entity;

use crate::model::{Limit, Limits};

/// The entities of a document.
#[derive(Debug)]
pub(super) struct Entities {
    texts: HashMap<String, String>,
    limits: Limits,
    /// How many bytes were expanded.
    all: Cell<usize>,
    /// The declared entities that cannot be expanded. They are not tried again, so many references to them cost no time.
    left_out: RefCell<HashSet<String>>,
    exceeded: Cell<Option<Limit>>,
}

impl Entities {
    pub(super) fn new(limits: &Limits) -> Entities {
        Entities {
            texts: HashMap::new(),
            limits: *limits,
            all: Cell::new(0),
            left_out: RefCell::default(),
            exceeded: Cell::new(None),
        }
    }

    /// Declares the entities in a document type declaration. The first declaration of a name
    /// applies.
    pub(super) fn declare(&mut self, declaration: &str) {
        for part in declaration.split("<!ENTITY").skip(1) {
            if let Some((name, text)) = declared(part) {
                self.texts.entry(name.to_owned()).or_insert_with(|| text.to_owned());
            }
        }
    }

    /// The text of the entity called `name`. `None` if the entity, or an entity in its text, is not declared, or if the
    /// text exceeds a limit.
    pub(super) fn expand(&self, name: &str) -> Option<String> {
        if self.left_out.borrow().contains(name) {
            return None;
        }
        let expanded = self.expanded(name);
        if !matches!(expanded, Ok(Some(_))) && self.texts.contains_key(name) {
            self.left_out.borrow_mut().insert(name.to_owned());
        }
        expanded.unwrap_or_else(|exceeded| {
            self.exceeded.set(Some(exceeded));
            None
        })
    }

    fn expanded(&self, name: &str) -> Result<Option<String>, Limit> {
        let (mut expanded, mut left) = (String::new(), self.limits.len(Limit::Expansion));
        if !self.push(name, self.limits.len(Limit::EntityDepth), &mut left, &mut expanded)? {
            return Ok(None);
        }
        let all = self.all.get().saturating_add(expanded.len());
        if all > self.limits.len(Limit::Expanded) {
            return Err(Limit::Expanded);
        }
        self.all.set(all);
        Ok(Some(expanded))
    }

    /// The limit that left out an entity, and the message about it.
    pub(super) fn report(&self) -> Option<(Limit, String)> {
        let limit = self.exceeded.get()?;
        let value = self.limits.get(limit);
        let message = match limit {
            Limit::EntityDepth => format!("entities nested more than {value} deep, not expanded"),
            Limit::Expansion => format!("an entity of more than {value} bytes, not expanded"),
            _ => format!("entities of more than {value} bytes; the others are not expanded"),
        };
        Some((limit, message))
    }

    /// Appends the text of an entity. `Ok(false)` if it is not declared. Each text that is visited takes at least one
    /// byte of `left`, so the time is limited even if the texts are empty.
    fn push(
        &self,
        name: &str,
        depth: usize,
        left: &mut usize,
        expanded: &mut String,
    ) -> Result<bool, Limit> {
        let Some(text) = self.texts.get(name) else { return Ok(false) };
        if depth == 0 {
            return Err(Limit::EntityDepth);
        }
        *left = left.checked_sub(text.len() + 1).ok_or(Limit::Expansion)?;
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
            } else if !self.push(name, depth - 1, left, expanded)? {
                return Ok(false);
            }
            rest = after;
        }
        expanded.push_str(rest);
        Ok(true)
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
pub(super) fn character(name: &str) -> Option<String> {
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
        let mut entities = Entities::new(&Limits::default());
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

    /// A bomb is left out and reported, and takes nothing from the other entities.
    #[test]
    fn the_expansion_of_entities_is_limited() {
        let loops = entities("<!ENTITY a '&b;'><!ENTITY b '&a;'>");
        assert_eq!(
            (loops.expand("a"), loops.report().map(|one| one.0)),
            (None, Some(Limit::EntityDepth))
        );
        let mut laughs = "<!ENTITY l0 'lollollol'>".to_owned();
        for n in 1..8 {
            let ten = format!("&l{};", n - 1).repeat(10);
            laughs.extend(["<!ENTITY l", &n.to_string(), " '", &ten, "'>"]);
        }
        let laughs = entities(&laughs);
        assert_eq!((laughs.expand("l0").is_some(), laughs.report()), (true, None));
        assert_eq!(laughs.expand("l7"), None);
        assert_eq!(laughs.report().map(|one| one.0), Some(Limit::Expansion));
        assert!(laughs.expand("l0").is_some());
    }
}
