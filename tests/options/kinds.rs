//! Tests the options that select kinds of matches and schemes.

use linkwright::Finder;
use linkwright::find::{MatchKind, Schemes};

#[test]
fn kinds_set_their_switches() {
    let text = "http://a.example www.b.example c.com jane@d.example 192.0.2.1/x foo:bar";
    for &kind in MatchKind::ALL {
        let Ok(finder) = Finder::builder().kinds([kind]).build() else {
            assert!(kind == MatchKind::Domain && !cfg!(feature = "domains"));
            continue;
        };
        let found: Vec<MatchKind> = finder.find_iter(text).map(|found| found.kind()).collect();
        let expected: &[MatchKind] = if kind == MatchKind::Pattern { &[] } else { &[kind] };
        assert_eq!(found, expected, "{kind}");
    }
    let finder = Finder::builder().kinds([MatchKind::Uri, MatchKind::Email]).build().unwrap();
    assert_eq!(finder.find_iter(text).count(), 2);
}

/// With `any`, schemes that run code are not found. Such a scheme is found only if the list of schemes contains it.
#[test]
fn schemes_that_run_code_are_found_only_by_name() {
    let any = Finder::builder().schemes(Schemes::Any).build().unwrap();
    for (scheme, text) in [
        ("javascript", "javascript:alert(1)"),
        ("data", "data:text/plain,x"),
        ("vbscript", "vbscript:msgbox(1)"),
    ] {
        assert!(!any.is_match(text), "{text}");
        let listed = Finder::builder().schemes([scheme]).build().unwrap();
        assert_eq!(listed.find(text).map(|found| found.end()), Some(text.len()), "{text}");
    }
    assert!(any.is_match("view-source:http://a.example") && any.is_match("unheard://of"));
}

#[test]
fn schemes_can_be_given_as_any_list_of_strings() {
    let list = vec!["https".to_owned(), "FTP".to_owned()];
    let text = "http://a.example https://b.example ftp://c.example HTTPS://d.example";
    for schemes in [
        Schemes::from(["https", "FTP"]),
        Schemes::from(&["https", "FTP"].map(str::to_owned)),
        Schemes::from(list.clone()),
        Schemes::from(list.iter()),
        Schemes::Only(list.clone()),
    ] {
        let finder = Finder::builder().schemes(schemes).build().unwrap();
        let found: Vec<String> =
            finder.find_iter(text).map(|found| found.text().to_owned()).collect();
        assert_eq!(found, ["https://b.example", "ftp://c.example", "HTTPS://d.example"]);
    }
}
