//! Prints tokens as formatted code.

use quote::ToTokens;

/// The tokens of `syntax`, with blanks where formatted code has them.
pub(super) fn tidy(syntax: &impl ToTokens) -> String {
    tidy_text(&syntax.to_token_stream().to_string())
}

/// Removes the blanks that formatted code does not have: `TokenStream` prints one between any two tokens.
fn tidy_text(tokens: &str) -> String {
    const CHANGES: [(&str, &str); 17] = [
        (" :: ", "::"),
        (":: ", "::"),
        (" ::", "::"),
        (" :", ":"),
        (" ,", ","),
        (" ;", ";"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("& ", "&"),
        ("? ", "?"),
        ("! ", "!"),
        (" !", "!"),
        ("# [", "#["),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
    ];
    let mut text = tokens.split_whitespace().collect::<Vec<_>>().join(" ");
    for (from, to) in CHANGES {
        text = text.replace(from, to);
    }
    text.replace(",>", ">").replace(",)", ")").replace("->(", "-> (").replace("=(", "= (")
}
