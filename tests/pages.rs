//! Checks that `docs/rules.md` and `docs/hazards.md` are the pages that the tables of the library generate.

use core::fmt::Write as _;

use linkwright::find::rules;
use linkwright::uri::hazards::Code;

mod support {
    pub(crate) mod generated;
}

const RULES: &str = "\
# Rules

<!-- Generated from the table of rules: BLESS=1 cargo test --test pages -->

Each decision about where a link begins and ends, and whether a text is a link at all, is a rule. The rules apply in this order,
each only to the kinds of links and under the options that it is meant for. `linkwright explain` shows those that applied to a
text, `linkwright rules --sources` prints this list, and `--without-rule NAME` (`FinderBuilder::without_rule`) turns one off.
For an introduction, see [How a link is delimited](delimiting.md).

";

const HAZARDS: &str = "\
# Hazards

<!-- Generated from the table of hazards: BLESS=1 cargo test --test pages -->

A hazard is a property of a URI that deceives readers or programs (RFC 3986, section 7). The finder reports hazards with each
match, `linkwright uri hazards` for one URI; in Rust, `Match::flags` returns their names, and `found.uri().hazards()` also their positions and
severities. `danger` means that the URI may lead to a different place than a reader expects: by default, the linkers do
not link it. `warn` means that a reader should check the URI: it is marked in HTML. `info` is a note. `extract --flag CODE`
selects links by hazard, and `uri hazards --severity CODE=danger` changes a severity. [Security of rewriting](security.md)
explains what the linkers do with such links.

";

fn table(page: &mut String, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let mut row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(page, "| {} |", cells.join(" | "));
    };
    row(&head.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>());
    row(&vec!["---".to_owned(); head.len()]);
    rows.for_each(|cells| row(&cells));
}

#[test]
fn the_page_of_rules_is_that_of_the_table() {
    let mut page = RULES.to_owned();
    let rows = rules().iter().map(|rule| {
        vec![format!("`{}`", rule.name()), rule.summary().to_owned(), rule.source().to_owned()]
    });
    table(&mut page, &["rule", "decision", "source"], rows);
    support::generated::hold("docs/rules.md", &page, "pages");
}

#[test]
fn the_page_of_hazards_is_that_of_the_table() {
    let mut page = HAZARDS.to_owned();
    let rows = Code::ALL.iter().map(|code| {
        let (severity, section) = (code.severity().name(), code.section());
        vec![
            format!("`{code}`"),
            severity.to_owned(),
            code.message().to_owned(),
            section.to_owned(),
        ]
    });
    table(&mut page, &["code", "severity", "meaning", "described in"], rows);
    support::generated::hold("docs/hazards.md", &page, "pages");
}
