//! The attributes of the anchors, beside `href`: checked when they are set, escaped once.

use super::escape;
use crate::options::error::{OptionError, OptionProblem};

/// The attributes after `href`, in the order in which they were first set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    list: Vec<(String, String)>,
    /// All of them as they are written: from the quote that ends the `href` to the end of the tag.
    written: String,
}

impl Attributes {
    /// These attributes; of two with the same name the later one.
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

    /// The end of the start tag: the quote that ends its `href`, and the others as they are written.
    pub(crate) fn behind_href(&self) -> &str {
        &self.written
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        check(name).map_err(|reason| {
            let problem = OptionProblem::Attribute { name: name.to_owned(), reason };
            OptionError::new("attributes", problem)
        })?;
        let name = name.to_ascii_lowercase();
        match self.list.iter_mut().find(|(known, _)| *known == name) {
            Some(entry) => value.clone_into(&mut entry.1),
            None => self.list.push((name, value.to_owned())),
        }
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

    fn written(attributes: &[(&str, &str)]) -> Result<String, OptionError> {
        let attributes = Attributes::new(attributes.iter().copied());
        attributes.map(|attributes| attributes.behind_href().to_owned())
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
    fn an_error_says_which_and_why() {
        let error = written(&[("onclick", "1")]).unwrap_err();
        assert_eq!(error.to_string(), "attributes: \"onclick\": it would run code");
    }
}
