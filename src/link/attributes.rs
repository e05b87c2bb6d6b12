//! The attributes of the anchors, beside `href`: checked when they are set, escaped once.

use core::fmt;

use super::escape;

/// Why an attribute was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeError {
    name: String,
    reason: &'static str,
}

impl AttributeError {
    /// The name of the attribute, as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for AttributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "attribute {:?}: {}", self.name, self.reason)
    }
}

impl core::error::Error for AttributeError {}

/// The attributes behind `href`, in the order in which they were first set.
#[derive(Clone, Debug)]
pub(crate) struct Attributes {
    list: Vec<(String, String)>,
    /// All of them as they are written: from the quote that ends the `href` to the end of the tag.
    written: String,
}

impl Default for Attributes {
    fn default() -> Attributes {
        // `noopener`: the page behind the link gets no handle on this one. `noreferrer`: it does
        // not learn where it was linked. `nofollow`: other people's text earns no rank.
        let rel = ("rel".to_owned(), "noopener noreferrer nofollow".to_owned());
        let mut attributes = Attributes { list: vec![rel], written: String::new() };
        attributes.write();
        attributes
    }
}

impl Attributes {
    /// The end of the start tag: the quote that ends its `href`, and the others as they are written.
    pub(crate) fn behind_href(&self) -> &str {
        &self.written
    }

    /// Sets an attribute, or takes it away where the value is `None`.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), AttributeError> {
        check(name).map_err(|reason| AttributeError { name: name.to_owned(), reason })?;
        let name = name.to_ascii_lowercase();
        let place = self.list.iter().position(|(known, _)| *known == name);
        match (value, place) {
            (Some(value), Some(place)) => {
                if let Some(entry) = self.list.get_mut(place) {
                    value.clone_into(&mut entry.1);
                }
            }
            (Some(value), None) => self.list.push((name, value.to_owned())),
            (None, Some(place)) => drop(self.list.remove(place)),
            (None, None) => {}
        }
        self.write();
        Ok(())
    }

    fn write(&mut self) {
        self.written.clear();
        self.written.push('"');
        for (name, value) in &self.list {
            let out = &mut self.written;
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            // Writing to a `String` does not fail.
            let _ = escape::attribute(out, value);
            out.push('"');
        }
        self.written.push('>');
    }
}

/// What is wrong with an attribute of this name.
fn check(name: &str) -> Result<(), &'static str> {
    let lower = name.to_ascii_lowercase();
    let is_plain = lower.starts_with(|c: char| c.is_ascii_alphabetic())
        && lower.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte));
    if !is_plain {
        Err("a name is a letter, then letters, digits, `-`, `_`, `.` or `:`")
    } else if lower.starts_with("on") {
        Err("it would run code")
    } else if lower == "href" || lower == "xlink:href" {
        Err("it is for the link itself")
    } else if lower == "ping" || lower == "attributionsrc" {
        Err("it would send a request")
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped_and_names_are_checked() {
        let mut attributes = Attributes::default();
        assert_eq!(attributes.behind_href(), "\" rel=\"noopener noreferrer nofollow\">");
        attributes.set("class", Some("a\"><b onclick=x>&")).unwrap();
        attributes.set("REL", None).unwrap();
        attributes.set("data-x", Some("1")).unwrap();
        attributes.set("data-x", Some("2")).unwrap();
        let expected = "\" class=\"a&quot;&gt;&lt;b onclick=x&gt;&amp;\" data-x=\"2\">";
        assert_eq!(attributes.behind_href(), expected);
        for name in ["", "a b", "x=", "onclick", "OnLoad", "href", "ping", "a>", "é", "1"] {
            assert!(attributes.set(name, Some("1")).is_err(), "{name}");
        }
        assert_eq!(attributes.behind_href(), expected);
    }

    #[test]
    fn an_error_says_which_and_why() {
        let error = Attributes::default().set("onclick", Some("1")).unwrap_err();
        assert_eq!(error.to_string(), "attribute \"onclick\": it would run code");
        assert_eq!(error.name(), "onclick");
    }
}
