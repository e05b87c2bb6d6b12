//! Front matter: the metadata of a page, before its text.

use super::mask::Directive;
use crate::span::Span;

/// Reads the front matter of `source` into `list`; returns where the text begins.
pub(super) fn read(source: &str, list: &mut Vec<Directive>) -> usize {
    let start = if source.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let text = source.get(start..).unwrap_or_default();
    let Some(len) = fenced(text).or_else(|| object(text)) else { return start };
    list.push(Directive { span: Span::new(start, start + len), prints: false });
    start + len
}

/// The length of front matter between lines of `---` (YAML) or `+++` (TOML), without the line end after it. At least one
/// line must be data.
fn fenced(text: &str) -> Option<usize> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next()?;
    let fence = first.trim_end();
    let is_data: fn(&str) -> bool = match fence {
        "---" => is_yaml,
        "+++" => is_toml,
        _ => return None,
    };
    let (mut end, mut has_data) = (first.len(), false);
    for line in lines {
        let content = line.trim_end();
        if content == fence || content == "..." {
            return has_data.then_some(end + content.len());
        }
        // If a blank line follows, the first line is a thematic break.
        if content.is_empty() && end == first.len() {
            return None;
        }
        has_data |= is_data(content);
        end += line.len();
    }
    None
}

/// The length of the JSON object at the beginning of `text`, up to the first line that begins with a brace.
fn object(text: &str) -> Option<usize> {
    let is_object = text.strip_prefix('{')?.trim_start().starts_with('"');
    text.find("\n}").filter(|_| is_object).map(|at| at + 2)
}

/// Whether a line of YAML has a key: a name, a colon, and a space or the end of the line.
fn is_yaml(line: &str) -> bool {
    let Some((key, value)) = line.split_once(':') else { return false };
    let is_name = |c: char| c.is_alphanumeric() || " _-./\"'".contains(c);
    !key.is_empty() && key.chars().all(is_name) && (value.is_empty() || value.starts_with(' '))
}

/// Whether a line of TOML has a key or the name of a table.
fn is_toml(line: &str) -> bool {
    line.starts_with('[') || line.split_once('=').is_some_and(|(key, _)| !key.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The front matter of `source`.
    fn front_matter(source: &str) -> Option<&str> {
        let mut list = Vec::new();
        let end = read(source, &mut list);
        list.first().map(|directive| {
            assert_eq!(directive.span.end(), end);
            &source[directive.span.range()]
        })
    }

    #[test]
    fn metadata_at_the_beginning_is_front_matter() {
        for (data, rest) in [
            ("---\nhome: http://a.example\n---", "\ntext"),
            ("---\r\nhome: http://a.example\r\n---", "  \r\ntext"),
            ("---\na:\n- http://a.example\n\nb: c\n...", "\n"),
            ("+++\na = \"http://a.example\"\n+++", "\n"),
            ("+++\n[a]\n+++", "\n"),
            ("{\n  \"a\": \"http://a.example\"\n}", "  \r\n"),
        ] {
            for mark in ["", "\u{FEFF}"] {
                assert_eq!(front_matter(&format!("{mark}{data}{rest}")), Some(data), "{data}");
            }
        }
    }

    #[test]
    fn a_thematic_break_or_prose_is_not_front_matter() {
        for source in [
            "",
            "---",
            "---\n",
            "\n---\na: b\n---\n",
            "---\n\na: b\n---\n",
            "---\nSee http://a.example\n---\n",
            "---\na: b\n",
            "----\na: b\n----\n",
            "--- x\na: b\n---\n",
            "+++\nhttp://a.example\n+++\n",
            "{ http://a.example }",
            "{\"a\": 1",
            "{\"a\": 1} http://a.example",
            "{\n}\n",
            "{{ \"a\" }}\n",
        ] {
            assert_eq!(front_matter(source), None, "{source}");
        }
    }
}
