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

A rule makes one decision about where a link begins or ends, or about whether a text is a link at all. The rules are
applied in the order of this list. Most of them apply only to some kinds of links, or only if an option has a certain
value. `linkwright explain` shows the rules that applied to a text, `linkwright rules --sources` prints this list, and
`--without-rule NAME` (`FinderBuilder::without_rule`) turns a rule off. [How a link is delimited](delimiting.md) is an
introduction.

";

const HAZARDS: &str = "\
# Hazards

<!-- Generated from the table of hazards: BLESS=1 cargo test --test pages -->

A hazard is a property of a URI that deceives readers or programs (RFC 3986, section 7). The finder reports the hazards
of each match, and `linkwright uri hazards` reports those of one URI. In Rust, `Match::flags` returns the names of the
hazards, and `found.uri().hazards()` also returns their positions and severities.

The severity `danger` means that the URI may lead to a different place than a reader expects. By default, the linkers do
not link such a URI. `warn` means that a reader should check the URI, which is marked in HTML. `info` is a note.
`extract --flag CODE` selects links by hazard, and `uri hazards --severity CODE=danger` changes a severity. [Security of
rewriting](security.md) explains what the linkers do with such links.

Every build of the library reports every hazard, except those whose last column names a feature of the crate; the
command and the Python package have all features. Imitated hosts (`mixed-script`, `confusable-host`) are recognized in
every build by a small table of scripts and look-alikes, as browsers do it. The feature `security` judges them by all
tables of UTS 39 in place of the small table.

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
            code.feature().map_or_else(String::new, |feature| format!("`{feature}`")),
        ]
    });
    table(&mut page, &["code", "severity", "meaning", "described in", "needs the feature"], rows);
    support::generated::hold("docs/hazards.md", &page, "pages");
}
