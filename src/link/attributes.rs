//! The attributes of an anchor except `href`. Names are checked when an attribute is set, and values are escaped when
//! they are written.

use super::escape;
use crate::options::error::OptionError;

/// The attributes after `href`, in the order in which they were first set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attributes {
    /// The names, in lower case, with their values.
    list: Vec<(String, String)>,
    /// The end of a start tag with all attributes: from the quote that ends the `href` to the `>`.
    written: String,
}

impl Attributes {
    /// Creates a list. Of two attributes with the same name, the later one is used.
    ///
    /// # Errors
    /// Returns an error if a name is not permitted on an anchor.
    pub(super) fn new<'a>(
        list: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Attributes, OptionError> {
        let mut attributes = Attributes::default();
        for (name, value) in list {
            attributes.set(name, value)?;
        }
        attributes.write();
        Ok(attributes)
    }

    /// The attributes of an existing anchor, without a check of their names. Of two attributes with the same name, the
    /// first one is used.
    #[cfg(feature = "html")]
    pub(crate) fn existing(list: impl IntoIterator<Item = (String, String)>) -> Attributes {
        let mut attributes = Attributes::default();
        for (name, value) in list {
            if attributes.get(&name).is_none() {
                attributes.list.push((name.to_ascii_lowercase(), value));
            }
        }
        attributes
    }

    /// The end of the start tag: the quote that ends its `href`, and the other attributes.
    pub(crate) fn after_href(&self) -> &str {
        &self.written
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of the attribute `name`, whose case is ignored.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Sets an attribute.
    ///
    /// # Errors
    /// Returns an error if the name is not permitted on an anchor.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        check(name).map_err(|reason| {
            OptionError::invalid("attributes", name, format!("{name:?}: {reason}"))
        })?;
        self.put(name, value);
        Ok(())
    }

    /// Sets an attribute whose name is known to be valid.
    pub(super) fn put(&mut self, name: &str, value: &str) {
        let name = name.to_ascii_lowercase();
        match self.list.iter_mut().find(|(known, _)| *known == name) {
            Some(entry) => value.clone_into(&mut entry.1),
            None => self.list.push((name, value.to_owned())),
        }
    }

    /// Adds a word to an attribute that is a set of words, such as `class`.
    pub(super) fn add_word(&mut self, name: &str, word: &str) {
        let old = self.get(name).unwrap_or_default();
        if old.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(word)) {
            return;
        }
        let new = if old.is_empty() { word.to_owned() } else { format!("{old} {word}") };
        self.put(name, &new);
    }

    /// Removes the attribute `name`, whose case is ignored.
    pub(super) fn remove(&mut self, name: &str) {
        self.list.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
    }

    /// Adds `others`: the words of `rel` and `class` are added to the existing ones; every other attribute replaces the
    /// existing one with the same name.
    #[cfg(feature = "html")]
    pub(super) fn merge(&mut self, others: &Attributes) {
        for (name, value) in others.iter() {
            match name {
                "rel" | "class" => {
                    value.split_ascii_whitespace().for_each(|word| self.add_word(name, word));
                }
                _ => self.put(name, value),
            }
        }
    }

    /// Updates [`after_href`](Attributes::after_href) from the list.
    pub(super) fn write(&mut self) {
        let mut written = "\"".to_owned();
        for (name, value) in &self.list {
            write_one(&mut written, name, value);
        }
        written.push('>');
        self.written = written;
    }
}

/// Appends ` name="value"`.
pub(crate) fn write_one(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape::attribute(out, value);
    out.push('"');
}

/// Checks the name of an attribute; the error is the reason.
fn check(name: &str) -> Result<(), &'static str> {
    let lower = name.to_ascii_lowercase();
    let is_plain = lower.starts_with(|c: char| c.is_ascii_alphabetic())
        && lower.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte));
    if !is_plain {
        Err("a name is a letter followed by letters, digits, `-`, `_`, `.` or `:`")
    } else if lower.starts_with("on") {
        Err("it would run code")
    } else if lower == "href" || lower == "xlink:href" {
        Err("the linker writes this attribute itself")
    } else if lower == "ping" || lower == "attributionsrc" {
        Err("it would send a request")
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(attributes: &[(&str, &str)]) -> Result<String, OptionError> {
        let attributes = Attributes::new(attributes.iter().copied());
        attributes.map(|attributes| attributes.after_href().to_owned())
    }

    #[test]
    fn values_are_escaped_and_names_are_checked() {
        assert_eq!(
            written(&[("class", "a\"><b onclick=x>&"), ("data-x", "1"), ("DATA-x", "2")]).unwrap(),
            "\" class=\"a&quot;&gt;&lt;b onclick=x&gt;&amp;\" data-x=\"2\">",
        );
        for name in ["", "a b", "x=", "onclick", "OnLoad", "href", "ping", "a>", "é", "1"] {
            assert!(written(&[(name, "1")]).is_err(), "{name}");
        }
    }

    #[test]
    fn an_error_has_the_name_and_the_reason() {
        let error = written(&[("onclick", "1")]).unwrap_err();
        assert_eq!(error.to_string(), "attributes: \"onclick\": it would run code");
    }
}
