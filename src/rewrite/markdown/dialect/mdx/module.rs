//! Recognizes the lines that begin a module: those with `import` or `export` in the syntax of JavaScript. The same
//! words in prose do not begin a module.

/// Whether `text` begins with an import or an export.
pub(super) fn begins_module(text: &str) -> bool {
    let keyword = |word| text.strip_prefix(word).filter(|rest| !rest.starts_with(is_word));
    match (keyword("import"), keyword("export")) {
        (Some(rest), _) => is_import(rest.trim_start()),
        (_, Some(rest)) => is_export(rest.trim_start()),
        _ => false,
    }
}

/// The maximum length of the names of an import, in characters.
const MOST_NAMES: usize = 4096;

/// Whether `text` continues an import after its keyword: a string, perhaps after names and `from`.
fn is_import(text: &str) -> bool {
    let text = text.strip_prefix("type ").unwrap_or(text);
    if text.starts_with(['"', '\'']) {
        return is_string(text);
    }
    let is_name = |c: char| is_word(c) || c.is_whitespace() || "{},*".contains(c);
    let end = text.char_indices().take(MOST_NAMES).find(|(_, c)| !is_name(*c));
    let names = end.and_then(|(end, _)| text.split_at_checked(end));
    names.is_some_and(|(names, source)| {
        let names = names.trim_end().strip_suffix("from");
        names.is_some_and(|names| is_list(names.trim())) && is_string(source)
    })
}

/// Whether `names` can be the names of an import: one name, or several with commas or in braces.
fn is_list(names: &str) -> bool {
    let is_one = !names.is_empty() && names.chars().all(is_word);
    is_one
        || names.starts_with(['{', '*'])
        || names.contains(',') && names.ends_with('}')
        || names.contains(", *")
}

fn is_string(text: &str) -> bool {
    let mut chars = text.chars();
    let quote = chars.next().filter(|quote| matches!(quote, '"' | '\''));
    let line = chars.as_str().lines().next().unwrap_or_default();
    quote.is_some_and(|quote| line.contains(quote))
}

/// Whether `text` continues an export after its keyword.
fn is_export(text: &str) -> bool {
    let (word, rest) = first_word(text);
    let (name, after) = first_word(rest.trim_start());
    let after = after.trim_start();
    match word {
        "const" | "let" | "var" => {
            let line = after.lines().next().unwrap_or_default();
            let has_type = line.starts_with(':') && line.contains(" = ");
            after.starts_with('=') || has_type || name.is_empty() && after.starts_with(['{', '['])
        }
        "function" => after.starts_with(['(', '*']),
        "async" => name == "function",
        "class" => after.starts_with('{') || after.starts_with("extends "),
        "default" => {
            let is_value = matches!(name, "function" | "async" | "class" | "new" | "");
            is_value
                || after.is_empty()
                || after.starts_with([';', '(', '.', '='])
                || rest.trim_start().lines().next().is_some_and(|line| line.trim_end() == name)
        }
        "type" | "interface" => after.starts_with(['=', '{']),
        "" => text.starts_with(['{', '*']),
        _ => false,
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or_default()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::begins_module;

    #[test]
    fn declarations_begin_a_module() {
        for text in [
            "import \"http://a.example\"",
            "import 'a'",
            "import A from 'a'",
            "import {A} from \"a\"",
            "import {\n  A,\n  B as C,\n} from \"a\"",
            "import A, {B} from 'a'",
            "import A, * as B from 'a'",
            "import * as A from 'a'",
            "import{A}from'a'",
            "import type {A} from 'a'",
            "export const a = 1",
            "export const {a} = b",
            "export let a: B = c",
            "export function a() {}",
            "export async function a() {}",
            "export class A extends B {}",
            "export default A",
            "export default A;",
            "export default ({children}) => a",
            "export default function () {}",
            "export {a} from 'b'",
            "export * from 'b'",
            "export type A = B",
        ] {
            assert!(begins_module(text), "{text}");
        }
    }

    #[test]
    fn prose_does_not_begin_a_module() {
        for text in [
            "import",
            "import duties, see http://a.example",
            "import it from http://a.example",
            "import of goods from 'abroad",
            "import the goods from 'abroad'",
            "imports 'a'",
            "export",
            "export of http://a.example",
            "export const http://a.example",
            "export default http://a.example",
            "export default values are here",
            "export class of goods",
            "exports = 1",
            "Import A from 'a'",
        ] {
            assert!(!begins_module(text), "{text}");
        }
    }
}
