//! `linkwright mdbook`. The inputs are those of mdBook 0.4.52 and 0.5.4; a recipe of `docs/recipes.md` runs the program
//! itself.

use serde_json::Value;

use crate::run;

/// The input of the preprocessor for a book with these chapters: `sections` and a mark in 0.4, `items` in 0.5.
fn input(table: &str, is_old: bool, book: &str) -> String {
    let (items, mark) =
        if is_old { ("sections", r#","__non_exhaustive":null"#) } else { ("items", "") };
    format!(
        r#"[{{"root":"/book","config":{{"book":{{"authors":[],"src":"src","title":"Tides"}},"output":{{"html":{{}}}},"preprocessor":{{"linkwright":{table}}}}},"renderer":"html","mdbook_version":"0.4.52"}},{{"{items}":{book}{mark}}}]"#
    )
}

const TABLE: &str = r#"{"after":["links"],"command":"linkwright mdbook"}"#;

/// A book with a part, a separator, a draft and a chapter below another one, with two members that no version has.
const BOOK: &str = r##"[{"PartTitle":"One"},{"Chapter":{"zeta":{"b":1,"a":[2.50]},"name":"Tides","content":"# Tides\n\nSee https://a.example/b_c and `https://code.example`.\n","number":[1],"sub_items":[{"Chapter":{"name":"High","content":"None. \u00e9\n","number":[1,1],"sub_items":[],"path":"high.md","source_path":"high.md","parent_names":["Tides"]}},{"Chapter":{"name":"Low","content":"ssh://s.example/low","number":[1,2],"sub_items":[],"path":"low.md","source_path":"low.md","parent_names":["Tides"]}}],"path":"tides.md","source_path":"tides.md","parent_names":[],"alpha":null}},{"Chapter":{"name":"Draft","content":null,"number":[2],"sub_items":[],"path":null,"source_path":null,"parent_names":[]}},"Separator"]"##;

#[test]
fn the_text_of_chapters_is_linked_and_all_else_is_kept() {
    for is_old in [true, false] {
        let input = input(TABLE, is_old, BOOK);
        let linked = run(&["mdbook"], &input);
        assert_eq!((linked.status, linked.stderr.as_str()), (0, ""));
        let (_, book) = input.rsplit_once(r#""mdbook_version":"0.4.52"},"#).unwrap();
        let book = book.strip_suffix(']').unwrap();
        let book = book.replace("See https://a.example/b_c and", "See <https://a.example/b_c> and");
        let [linked, book]: [Value; 2] =
            [&linked.stdout, &book].map(|book| serde_json::from_str(book).unwrap());
        assert_eq!(linked, book);
    }
}

/// mdBook makes a link of a heading, and Markdown has no link over two lines.
#[test]
fn headings_and_halves_of_uris_are_left_alone() {
    let half = "https://archive.example.org/collections/mailing-lists/1994-2004/by-sender/";
    let text = format!(
        "# About https://a.example/\\n\\nSee {half}\\nada/README.html\\n\\nhttps://b.example/\\n"
    );
    let book = format!(r#"[{{"Chapter":{{"name":"One","content":"{text}"}}}}]"#);
    let linked = run(&["mdbook"], input(TABLE, false, &book));
    let expected = text.replace("https://b.example/", "<https://b.example/>");
    assert!(linked.stdout.contains(&expected), "{linked:?}");
    assert_eq!((linked.status, linked.stderr.lines().count()), (0, 1), "{linked:?}");
    assert!(linked.stderr.contains("chapter \"One\":3:5: https://archive"), "{linked:?}");
}

#[test]
fn the_options_of_the_table_apply() {
    let table = r#"{"command":"linkwright mdbook","renderers":["html"],"before":[],"optional":true,"preset":"chat","link_schemes":["ssh"]}"#;
    let linked = run(&["mdbook"], input(table, false, BOOK));
    assert!(linked.stdout.contains(r#""<ssh://s.example/low>""#), "{}", linked.stdout);
}

#[test]
fn every_renderer_is_supported() {
    assert_eq!(run(&["mdbook", "supports", "html"], ""), crate::Run::new(0, "", ""));
    assert_eq!(run(&["mdbook", "supports"], "").status, 2);
    assert_eq!(run(&["mdbook", "serve", "html"], "").status, 2);
}

#[test]
fn errors_name_the_option_or_the_chapter() {
    let table = |options: &str| input(&format!(r#"{{"command":"x",{options}}}"#), false, BOOK);
    for (input, error) in [
        (
            table(r#""domain":true"#),
            "[preprocessor.linkwright]: option domain: unknown option; did you mean domains?",
        ),
        (table(r#""domains":1"#), "option domains: expected true or false, found 1"),
        (table(r#""dialect":"x""#), "[preprocessor.linkwright]: option dialect: "),
        (table(r#""shorten":9"#), "option shorten: has no effect in Markdown"),
        (table(r#""preset":"x""#), "[preprocessor.linkwright]: preset: "),
        (input("null", false, BOOK), "no such table"),
        (
            input(TABLE, true, r#"[{"Chapter":{"name":"Tides","content":7}}]"#),
            "chapter \"Tides\": ",
        ),
        (
            input(
                TABLE,
                true,
                &format!(
                    r#"[{{"Chapter":{{"name":"Marks","content":"{}"}}}}]"#,
                    "*a ".repeat(500_001)
                ),
            ),
            "chapter \"Marks\":1:",
        ),
        (
            input(
                TABLE,
                false,
                &("[{\"Chapter\":{\"sub_items\":".repeat(99) + "[]" + &"}}]".repeat(99)),
            ),
            "recursion limit",
        ),
        ("[{}]".to_owned(), "standard input is not [context, book] of mdBook: "),
        (String::new(), "standard input is not [context, book] of mdBook: "),
    ] {
        let refused = run(&["mdbook"], input);
        assert_eq!((refused.status, refused.stdout.as_str()), (2, ""), "{error}");
        assert!(refused.stderr.contains(error), "{error}: {}", refused.stderr);
    }
}
