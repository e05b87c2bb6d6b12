//! The pseudo-code in sections 5.2.2 to 5.3 of RFC 3986, translated line by line. The tests compare resolution with
//! this code.
//!
//! The code shares nothing with the library. It keeps an ambiguity of the RFC: a path `//x` without an authority is
//! recomposed to a text with the authority `x`.

use std::sync::LazyLock;

use regex::Regex;

/// `R`, `Base` and `T` of the pseudo-code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Five {
    pub(crate) scheme: Option<String>,
    pub(crate) authority: Option<String>,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) fragment: Option<String>,
}

impl Five {
    /// Parses `text` with the regular expression of Appendix B.
    pub(crate) fn parse(text: &str) -> Five {
        static REGEX: LazyLock<Regex> = LazyLock::new(|| {
            let pattern = r"(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?";
            Regex::new(pattern).unwrap()
        });
        let captures = REGEX.captures(text).unwrap();
        let group = |number| captures.get(number).map(|group| group.as_str().to_owned());
        Five {
            scheme: group(2),
            authority: group(4),
            path: group(5).unwrap_or_default(),
            query: group(7),
            fragment: group(9),
        }
    }

    /// Section 5.3
    pub(crate) fn recompose(&self) -> String {
        let mut result = String::new();
        if let Some(scheme) = &self.scheme {
            result.push_str(scheme);
            result.push(':');
        }
        if let Some(authority) = &self.authority {
            result.push_str("//");
            result.push_str(authority);
        }
        result.push_str(&self.path);
        if let Some(query) = &self.query {
            result.push('?');
            result.push_str(query);
        }
        if let Some(fragment) = &self.fragment {
            result.push('#');
            result.push_str(fragment);
        }
        result
    }
}

/// Section 5.2.2
#[expect(clippy::assigning_clones, reason = "the code follows the pseudo-code of the RFC")]
pub(crate) fn transform(base: &Five, reference: &Five, strict: bool) -> Five {
    let mut r = reference.clone();
    let mut t = Five::default();
    // Schemes are compared without case (3.1).
    let lower = |scheme: &Option<String>| scheme.as_ref().map(|scheme| scheme.to_lowercase());
    if !strict && lower(&r.scheme) == lower(&base.scheme) {
        r.scheme = None;
    }
    if r.scheme.is_some() {
        t.scheme = r.scheme;
        t.authority = r.authority;
        t.path = remove_dot_segments(&r.path);
        t.query = r.query;
    } else {
        if r.authority.is_some() {
            t.authority = r.authority;
            t.path = remove_dot_segments(&r.path);
            t.query = r.query;
        } else {
            if r.path.is_empty() {
                t.path = base.path.clone();
                if r.query.is_some() {
                    t.query = r.query;
                } else {
                    t.query = base.query.clone();
                }
            } else {
                if r.path.starts_with('/') {
                    t.path = remove_dot_segments(&r.path);
                } else {
                    t.path = merge(base, &r);
                    t.path = remove_dot_segments(&t.path);
                }
                t.query = r.query;
            }
            t.authority = base.authority.clone();
        }
        t.scheme = base.scheme.clone();
    }
    t.fragment = r.fragment;
    t
}

/// Section 5.2.3
fn merge(base: &Five, r: &Five) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{}", r.path);
    }
    match base.path.rfind('/') {
        Some(last) => format!("{}{}", &base.path[..=last], r.path),
        None => r.path.clone(),
    }
}

/// Section 5.2.4, steps 1 to 3 with 2A to 2E
#[expect(clippy::assigning_clones, reason = "the code follows the pseudo-code of the RFC")]
pub(crate) fn remove_dot_segments(path: &str) -> String {
    let mut input = path.to_owned();
    let mut output = String::new();
    while !input.is_empty() {
        if input.starts_with("../") {
            input.drain(..3);
        } else if input.starts_with("./") {
            input.drain(..2);
        } else if input.starts_with("/./") {
            input.replace_range(..3, "/");
        } else if input == "/." {
            input = "/".to_owned();
        } else if input.starts_with("/../") {
            input.replace_range(..4, "/");
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "/.." {
            input = "/".to_owned();
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let start = usize::from(input.starts_with('/'));
            let end = input[start..].find('/').map_or(input.len(), |at| at + start);
            output.extend(input.drain(..end));
        }
    }
    output
}

#[test]
fn dot_segments_are_removed_as_in_the_example_of_the_rfc() {
    assert_eq!(remove_dot_segments("/a/b/c/./../../g"), "/a/g");
    assert_eq!(remove_dot_segments("mid/content=5/../6"), "mid/6");
}
