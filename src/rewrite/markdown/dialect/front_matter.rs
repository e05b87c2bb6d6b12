//! Front matter: the metadata of a page, before its text.

use super::mask::Directive;
use crate::span::Span;

/// The lines that enclose front matter.
struct Fence {
    open: &'static str,
    closes: &'static [&'static str],
    /// Whether a line shows that the content between the fences is data.
    is_data: fn(&str) -> bool,
}

const FENCES: &[Fence] = &[
    Fence { open: "---", closes: &["---", "..."], is_data: is_yaml },
    Fence { open: "+++", closes: &["+++"], is_data: is_toml },
    Fence { open: ";;;", closes: &[";;;"], is_data: is_json },
];

/// Reads the front matter of `source` into `list`; returns where the text begins.
pub(super) fn read(source: &str, list: &mut Vec<Directive>) -> usize {
    let start = if source.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let text = source.get(start..).unwrap_or_default();
    let Some(len) = fenced(text).or_else(|| object(text)) else { return start };
    list.push(Directive { span: Span::new(start, start + len), prints: false });
    start + len
}

/// The length of front matter between fences, without the line end after it.
fn fenced(text: &str) -> Option<usize> {
    let first = text.lines().next()?;
    let Fence { open, closes, is_data } =
        FENCES.iter().find(|fence| first.starts_with(fence.open))?;
    // The first line may give the format of the data: `---json`.
    let language = first.strip_prefix(open)?.trim();
    if !matches!(language, "" | "yaml" | "yml" | "toml" | "json") {
        return None;
    }
    let is_data = if language == "json" { is_json } else { *is_data };
    let (mut end, mut has_data) = (first.len(), false);
    for line in text.split_inclusive('\n').skip(1) {
        let content = line.trim_end();
        let start = text.get(end..)?.find('\n')? + end + 1;
        if closes.contains(&content) {
            return has_data.then_some(start + content.len());
        }
        // If a blank line follows, the first line is a thematic break.
        if content.is_empty() && end == first.len() {
            return None;
        }
        has_data |= is_data(content) || language == "toml" && is_toml(content);
        end = start + content.len();
    }
    None
}

/// The length of the JSON object at the beginning of `text`, if nothing follows it on its last line.
fn object(text: &str) -> Option<usize> {
    if !is_json(text.strip_prefix('{')?.trim_start()) {
        return None;
    }
    let (mut depth, mut is_string, mut is_escaped) = (0_u32, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_string => is_escaped = true,
            b'"' => is_string = !is_string,
            b'{' | b'[' if !is_string => depth += 1,
            b'}' | b']' if !is_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let rest = text.get(at + 1..)?.lines().next().unwrap_or_default();
            return rest.trim().is_empty().then_some(at + 1);
        }
    }
    None
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

/// Whether a line of JSON has a key.
fn is_json(line: &str) -> bool {
    line.trim_start().starts_with('"')
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
            ("--- yaml\n\"a b\": c\n---", ""),
            ("---json\n{\n\"a\": 1\n}\n---", "\n"),
            ("---toml\na = 1\n---", "\n"),
            ("+++\na = \"http://a.example\"\n+++", "\n"),
            ("+++\n[a]\n+++", "\n"),
            (";;;\n\"a\": 1\n;;;", "\n"),
            ("{\"a\": {\"b\": \"}\\\"\"}, \"c\": [\"}\"]}", "\ntext"),
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
            "{{ \"a\" }}\n",
        ] {
            assert_eq!(front_matter(source), None, "{source}");
        }
    }
}
