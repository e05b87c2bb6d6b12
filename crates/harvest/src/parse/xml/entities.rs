//! The entities that a document declares (XML 1.0, section 4.2.1).
//!
//! Entities in other files are never fetched. The references in the text of an entity are expanded when it is declared,
//! so no entity contains itself. An entity may refer to entities that are declared before it, or to entities that are declared after it
//! and refer only to later ones. The length is
//! limited, because a few lines of entities can expand to gigabytes. A limit that leaves out an entity is reported, and
//! does not leave out other entities.

use core::cell::Cell;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use quick_xml::escape::{resolve_html5_entity, unescape_with};
use quick_xml::events::BytesRef;

use crate::model::{Limit, Limits};

/// The entities of a document.
#[derive(Debug)]
pub(super) struct Entities {
    /// The expanded texts.
    texts: HashMap<String, String>,
    limits: Limits,
    /// How many bytes were expanded in declarations and for references.
    all: Cell<usize>,
    exceeded: Cell<Option<Limit>>,
}

impl Entities {
    pub(super) fn new(limits: &Limits) -> Entities {
        let (all, exceeded) = (Cell::new(0), Cell::new(None));
        Entities { texts: HashMap::new(), limits: *limits, all, exceeded }
    }

    /// Declares the entities in a document type declaration. The first declaration of a name applies. An entity that
    /// refers to an unknown entity is not declared.
    pub(super) fn declare(&mut self, declaration: &str) {
        let mut all: Vec<(&str, &str)> = Vec::new();
        let mut names = HashSet::new();
        all.extend(declaration.split("<!ENTITY").skip(1).filter_map(declared));
        all.retain(|(name, _)| names.insert(*name));
        for &(name, text) in all.iter().chain(all.iter().rev()) {
            let known = |name: &str| {
                resolve_html5_entity(name).or_else(|| self.texts.get(name).map(|text| &**text))
            };
            // The length is known before the text is expanded.
            let mut len = text.len();
            let measured = unescape_with(text, |name| {
                len += known(name)?.len();
                Some("")
            });
            if measured.is_err() || self.texts.contains_key(name) {
                continue;
            }
            if len > self.limits.len(Limit::Expansion) {
                self.exceeded.set(Some(Limit::Expansion));
            } else if self.takes(len)
                && let Ok(expanded) = unescape_with(text, known)
            {
                let expanded = expanded.into_owned();
                self.texts.insert(name.to_owned(), expanded);
            }
        }
    }

    /// The text of the reference `&name;`: a character, an entity of HTML, which feeds use without declaring it, or a
    /// declared entity. `None` if the entity is not declared, or if the text exceeds a limit.
    pub(super) fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        if let Some(text) = resolve_html5_entity(name) {
            return Some(text.into());
        }
        if let Ok(Some(char)) = BytesRef::new(name).resolve_char_ref() {
            return Some(char.to_string().into());
        }
        let text = self.texts.get(name).filter(|text| self.takes(text.len()))?;
        Some(text.into())
    }

    /// Counts `len` bytes. Returns `false` if there would be too many.
    fn takes(&self, len: usize) -> bool {
        let all = self.all.get() + len;
        if all > self.limits.len(Limit::Expanded) {
            self.exceeded.set(Some(Limit::Expanded));
            return false;
        }
        self.all.set(all);
        true
    }

    /// The limit that left out an entity, and the message about it.
    pub(super) fn report(&self) -> Option<(Limit, String)> {
        let limit = self.exceeded.get()?;
        let value = self.limits.get(limit);
        let message = match limit {
            Limit::Expansion => format!("an entity of more than {value} bytes, not expanded"),
            _ => format!("entities of more than {value} bytes; the others are not expanded"),
        };
        Some((limit, message))
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
            "a [<!ENTITY n \"a.example\"><!ENTITY h 'http://&n;/?a&amp;b'><!ENTITY h 'x'>
            <!ENTITY f SYSTEM 'http://b.example/'><!ENTITY % p 'x'><!ENTITY a '&b;'><!ENTITY b '&a;'>]";
        let entities = entities(declared);
        let text = |name: &str| entities.text(name).map(Cow::into_owned);
        assert_eq!(text("h").as_deref(), Some("http://a.example/?a&b"));
        assert_eq!(
            ["auml", "#228", "#xE4"].map(text),
            ["\u{E4}"; 3].map(|char| Some(char.to_owned()))
        );
        for name in ["f", "p", "%", "x", "", "a", "b", "#", "#0", "#xD800"] {
            assert_eq!(text(name), None, "{name}");
        }
        assert_eq!(entities.report(), None);
    }

    /// A bomb is left out and reported, and takes nothing from the other entities.
    #[test]
    fn the_expansion_of_entities_is_limited() {
        let mut laughs = "<!ENTITY l0 'lollollol'>".to_owned();
        for n in 1..8 {
            let ten = format!("&l{};", n - 1).repeat(10);
            laughs.extend(["<!ENTITY l", &n.to_string(), " '", &ten, "'>"]);
        }
        let laughs = entities(&laughs);
        assert!(laughs.text("l0").is_some());
        assert_eq!(laughs.text("l7"), None);
        assert_eq!(laughs.report().map(|one| one.0), Some(Limit::Expansion));
        let mut wide = format!("<!ENTITY a '{}'>", "a".repeat(60_000));
        wide.extend((0..300).map(|n| format!("<!ENTITY b{n} '&a;'>")));
        let wide = entities(&wide);
        assert!(wide.texts.values().map(String::len).sum::<usize>() <= 16 << 20);
        assert_eq!(wide.report().map(|one| one.0), Some(Limit::Expanded));
    }
}
