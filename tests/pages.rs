//! Checks that `docs/rules.md` and `docs/hazards.md` are the pages that the tables of the library generate.

use core::fmt::Write as _;

use linkwright::Finder;
use linkwright::find::{Flag, rules, text_mismatch};
use linkwright::uri::hazards::Code;
use linkwright::uri::{IriReference, Uri};

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
`extract --flag CODE` selects links by hazard, of the severity `info` only by `private-ip`, `idn` and `punycode`, because a
match has no others; `uri hazards` reports all. `uri hazards --severity CODE=danger` changes a severity. [Security of
rewriting](security.md) explains what the linkers do with such links.

Every build of the library reports every hazard, except those whose meaning names a feature of the crate; the command and
the Python package have all features. Imitated hosts (`mixed-script`, `confusable-host`) are recognized in
every build by a small table of scripts and look-alikes, as browsers do it. The feature `security` judges them by all
tables of UTS 39 in place of the small table.

Some deceptions are no hazard, because honest names look the same: the name of another host as a label
(`bank.example.evil.example`), letters of one script that look alike (`exarnple.com`, `exampIe.com`), accents
(`exampĺe.com`), and the host of an address. Show a reader the registrable domain (`find::registrable_domain`).

";

/// An example of each hazard, in the order of the table: a URI, a text with a link in `<>`, or a link of Markdown. The two
/// hazards of length have none.
const EXAMPLES: &str = "\
userinfo http://bo@example.com/
userinfo-looks-like-host http://www.example.com@evil.example/
password ftp://bo:secret@example.com/
secret-parameter http://example.com/?access_token=1a2b3c
empty-userinfo http://@example.com/
option-like ssh://-oProxyCommand=x/
well-known-port http://example.com:25/
port-out-of-range http://example.com:65536/
port-zero http://example.com:0/
port-leading-zeros http://example.com:0123/
default-port http://example.com:80/
empty-port http://example.com:/
encoded-crlf telnet://example.com/%0D%0Ahello
encoded-line-end http://example.com/?text=one%0Atwo
encoded-nul http://example.com/a.html%00.png
encoded-control http://example.com/%1B
encoded-delimiter http://example.com/a%2Fb
encoded-backslash http://example.com/a%5Cb
overlong-encoding http://example.com/%C0%AE
double-encoded http://example.com/%252E
dot-segment http://example.com/a/../b
encoded-dot-segment http://example.com/a/%2E%2E/b
dot-underflow http://example.com/../b
device-name file:///C:/aux
rare-ip http://0x7F.1/
ip-out-of-range http://256.256.256.256/
mapped-ip http://[::ffff:8.8.8.8]/
private-ip http://127.0.0.1/
local-name http://printer.local/
metadata-host http://169.254.169.254/
encoded-host http://ex%61mple.com/
host-not-dns http://a$b.example/
empty-host http:///a
missing-authority http:example.com
idn http://bücher.example/
punycode http://xn--bcher-kva.example/
invalid-a-label http://xn--a.example/
mixed-script http://pаypal.com/
confusable-host http://аррӏе.com/
compatibility-host http://ｅxample.com/
not-nfc http://example.com/franc\u{327}ais
bidi http://example.com/%E2%80%AE
bidi-host http://ex%E2%80%AEample.com/
invisible http://example.com/a%E2%80%8Bb
invisible-host http://ex%E2%80%8Bample.com/
private-use http://example.com/?%EE%80%80
active-scheme javascript:alert(1)
local-file file://server/a
mailto-headers mailto:bo@example.com?attach=/etc/passwd
nested-uri http://example.com/?next=http://evil.example/
text-mismatch [www.example.com](http://evil.example/)
joined-authority <http://www.exam ple.com/>
";

/// The codes that the library reports for an example.
fn codes(example: &str) -> Vec<&'static str> {
    if let Some((text, uri)) = example.strip_prefix('[').and_then(|link| link.split_once("](")) {
        let uri = Uri::parse(uri.trim_end_matches(')')).expect("a URI");
        return if text_mismatch(text, uri) { vec!["text-mismatch"] } else { vec![] };
    }
    if example.starts_with('<') {
        return Finder::new()
            .find_iter(example)
            .flat_map(|found| found.flags().iter().map(Flag::name).collect::<Vec<_>>())
            .collect();
    }
    let example = IriReference::parse(example).expect("a URI");
    example.hazards().iter().map(|hazard| hazard.code().name()).collect()
}

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
    let mut examples = EXAMPLES.lines().filter_map(|line| line.split_once(' ')).peekable();
    let rows = Code::ALL.iter().map(|code| {
        let example =
            examples.next_if(|(name, _)| *name == code.name()).map(|(_, example)| example);
        if let Some(example) = example
            && (code.feature().is_none() || cfg!(feature = "security"))
        {
            assert!(codes(example).contains(&code.name()), "{code}: {example}");
        }
        let needs = code.feature().map(|feature| format!(" (with the feature `{feature}`)"));
        vec![
            format!("`{code}`"),
            code.severity().name().to_owned(),
            code.message().to_owned()
                + &needs.unwrap_or_default()
                + &example.map_or_else(String::new, |example| format!("<br>`{example}`")),
            code.section().to_owned(),
        ]
    });
    table(&mut page, &["code", "severity", "meaning, and an example", "described in"], rows);
    assert_eq!(examples.next(), None, "an example of no code, or not in the order of the table");
    support::generated::hold("docs/hazards.md", &page, "pages");
}
