//! The tables of options: each row does by name what the typed method does, and its defaults are what presets are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use linkwright::find::{
    Dialect, FinderBuilder, Flag, Folds, HyphenOrder, MatchKind, Preset, Readings, Schemes, Wrap,
};
use linkwright::link::{
    HtmlLinker, HtmlLinkerBuilder, Newlines, Shorten, TerminalLinker, TerminalLinkerBuilder,
};
use linkwright::options::{OptionError, OptionInfo, OptionProblem, Pattern, Value, ValueKind};
use linkwright::{Finder, Match};

#[path = "support/options_page.rs"]
mod options_page;

/// A typed call, and the same option by name.
type Call<B> = (fn(&mut B) -> &mut B, &'static str, fn() -> Value);

/// The builder of a linker, or of a finder, as the tests need it.
trait Builder: Clone {
    fn list() -> Vec<&'static OptionInfo>;
    fn value(&self, name: &str) -> Option<Value>;
    fn change(&mut self, name: &str, value: Value) -> Result<(), OptionError>;
}

macro_rules! builder {
    ($builder:ty) => {
        impl Builder for $builder {
            fn list() -> Vec<&'static OptionInfo> {
                <$builder>::options().collect()
            }

            fn value(&self, name: &str) -> Option<Value> {
                self.get(name)
            }

            fn change(&mut self, name: &str, value: Value) -> Result<(), OptionError> {
                self.set(name, value).map(|_| ())
            }
        }
    };
}

builder!(FinderBuilder);
builder!(HtmlLinkerBuilder);
builder!(TerminalLinkerBuilder);
#[cfg(feature = "markdown")]
builder!(linkwright::rewrite::markdown::MarkdownLinkerBuilder);

fn values<B: Builder>(builder: &B) -> Vec<(&'static str, Value)> {
    let value = |option: &&OptionInfo| (option.name(), builder.value(option.name()).unwrap());
    B::list().iter().map(value).collect()
}

/// Each call leaves the builder as its option by name does, and changes it in some of the cases.
fn calls_equal_names<B: Builder>(new: &B, calls: &[Call<B>]) {
    for (call, name, value) in calls {
        let (mut typed, mut named) = (new.clone(), new.clone());
        call(&mut typed);
        named.change(name, value()).unwrap();
        assert_eq!(values(&typed), values(&named), "{name} {}", value());
        assert_eq!(named.value(name), Some(value()), "{name}");
    }
    for option in B::list() {
        let of_option = calls.iter().filter(|(_, name, _)| *name == option.name());
        let different: BTreeSet<String> =
            of_option.map(|(_, _, value)| value().to_string()).collect();
        assert!(different.len() > 1, "{} needs two values here", option.name());
    }
}

/// Two rows of a table of calls: `true` and `false`.
macro_rules! switches {
    ($($name:ident)*) => {
        [$(
            (|b: &mut _| FinderBuilder::$name(b, true), stringify!($name), || true.into()),
            (|b: &mut _| FinderBuilder::$name(b, false), stringify!($name), || false.into()),
        )*]
    };
}

const SWITCHES: [Call<FinderBuilder>; 28] = switches! {
    uris www domains emails ip iri repair bare zone_ids doubtful footnotes flowed delsp page_breaks
};

#[rustfmt::skip]
const CALLS: [Call<FinderBuilder>; 31] = [
    (|b| b.schemes(Schemes::Any), "schemes", || "any".into()),
    (|b| b.schemes(Schemes::Known), "schemes", || "known".into()),
    (|b| b.schemes(["ftp", "x"]), "schemes", || ["ftp", "x"].into()),
    (|b| b.dialect(Dialect::Gfm), "dialect", || "gfm".into()),
    (|b| b.dialect(Dialect::Text), "dialect", || "text".into()),
    (|b| b.wrap(Wrap::Off), "wrap", || "off".into()),
    (|b| b.wrap(Wrap::Delimited), "wrap", || "delimited".into()),
    (|b| b.wrap(Wrap::Mail), "wrap", || "mail".into()),
    (|b| b.folds(Folds::Off), "folds", || "off".into()),
    (|b| b.folds(Folds::Conservative), "folds", || "conservative".into()),
    (|b| b.folds(Folds::Eager), "folds", || "eager".into()),
    (|b| b.join_confidence(0), "join_confidence", || 0.into()),
    (|b| b.join_confidence(100), "join_confidence", || 100.into()),
    (|b| b.hyphen(HyphenOrder::Keep), "hyphen", || "keep".into()),
    (|b| b.hyphen(HyphenOrder::Typeset), "hyphen", || "typeset".into()),
    (|b| b.readings(Readings::Best), "readings", || "best".into()),
    (|b| b.readings(Readings::All), "readings", || "all".into()),
    (|b| b.default_scheme("https"), "default_scheme", || "https".into()),
    (|b| b.default_scheme("ftp"), "default_scheme", || "ftp".into()),
    (|b| b.max_len(16), "max_len", || 16.into()),
    (|b| b.max_len(65_536), "max_len", || 65_536.into()),
    (|b| b.max_lines(1), "max_lines", || 1.into()),
    (|b| b.max_lines(1000), "max_lines", || 1000.into()),
    (|b| b.max_bytes(16), "max_bytes", || 16.into()),
    (|b| b.max_bytes(65_536), "max_bytes", || 65_536.into()),
    (|b| b.pattern("a", "b", "/c"), "patterns", || [Pattern::new("a", "b", "/c")].into()),
    (|b| b.pattern("a", "b", "/c").pattern("d", "e", "/"), "patterns", || [Pattern::new("a", "b", "/c"), Pattern::new("d", "e", "/")].into()),
    (|b| b.base("http://a.example/"), "base", || "http://a.example/".into()),
    (|b| b.base("x:/"), "base", || "x:/".into()),
    (|b| b.without_rule("host-end"), "without_rules", || ["host-end"].into()),
    (|b| b.without_rule("host-end").without_rule("emphasis"), "without_rules", || ["host-end", "emphasis"].into()),
];

#[rustfmt::skip]
const LINK_CALLS: [Call<HtmlLinkerBuilder>; 25] = [
    (|b| b.rel("me"), "rel", || "me".into()),
    (|b| b.rel(""), "rel", || Value::Unset),
    (|b| b.target("_blank"), "target", || "_blank".into()),
    (|b| b.target(""), "target", || Value::Unset),
    (|b| b.class("a b"), "class", || "a b".into()),
    (|b| b.class(""), "class", || Value::Unset),
    (|b| b.attribute("lang", "en"), "attributes", || map(&[("lang", "en")])),
    (|b| b.attribute("lang", "en").attribute("data-x", "1"), "attributes", || map(&[("lang", "en"), ("data-x", "1")])),
    (|b| b.schemes(Schemes::Any), "schemes", || "any".into()),
    (|b| b.schemes(["ftp"]), "schemes", || ["ftp"].into()),
    (|b| b.shorten(Shorten::Smart, 20), "shorten", || 20.into()),
    (|b| b.shorten(Shorten::Smart, 1), "shorten", || 1.into()),
    (|b| b.shorten_how(Shorten::End), "shorten_how", || "end".into()),
    (|b| b.shorten_how(Shorten::Middle), "shorten_how", || "middle".into()),
    (|b| b.shorten_how(Shorten::Smart), "shorten_how", || "smart".into()),
    (|b| b.strip_scheme(true), "strip_scheme", || true.into()),
    (|b| b.strip_scheme(false), "strip_scheme", || false.into()),
    (|b| b.decode(true), "decode", || true.into()),
    (|b| b.decode(false), "decode", || false.into()),
    (|b| b.newlines(Newlines::Keep), "newlines", || "keep".into()),
    (|b| b.newlines(Newlines::Break), "newlines", || "break".into()),
    (|b| b.quotes(true), "quotes", || true.into()),
    (|b| b.quotes(false), "quotes", || false.into()),
    (|b| only(b, &["a"]), "elements_without_links", || ["a"].into()),
    (|b| only(b, &["nav", "a"]), "elements_without_links", || ["nav", "a"].into()),
];

fn map(members: &[(&str, &str)]) -> Value {
    Value::Map(members.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())).collect())
}

/// Links in all elements but these.
fn only<'b>(builder: &'b mut HtmlLinkerBuilder, names: &[&str]) -> &'b mut HtmlLinkerBuilder {
    let listed = builder.get("elements_without_links").unwrap();
    for name in listed.as_list().unwrap().iter().filter_map(Value::as_text) {
        builder.with_links(name);
    }
    names.iter().fold(builder, |builder, name| builder.without_links(name))
}

#[test]
fn each_option_by_name_is_the_typed_call() {
    let calls: Vec<Call<FinderBuilder>> = SWITCHES.into_iter().chain(CALLS).collect();
    for &preset in Preset::ALL {
        calls_equal_names(Finder::builder().preset(preset), &calls);
    }
    calls_equal_names(&HtmlLinker::builder(&Finder::new()), &LINK_CALLS);
    calls_equal_names(
        &TerminalLinker::builder(&Finder::new()),
        &[
            (|b| b.schemes(Schemes::Any), "schemes", || "any".into()),
            (|b| b.schemes(["ftp"]), "schemes", || ["ftp"].into()),
        ],
    );
}

#[test]
#[cfg(feature = "markdown")]
fn markdown_has_the_same_access_by_name() {
    use linkwright::rewrite::markdown::{GITHUB, MarkdownLinker, MarkdownLinkerBuilder, Style};
    use pulldown_cmark::Options;

    let calls: &[Call<MarkdownLinkerBuilder>] = &[
        (|b| b.extensions(Options::ENABLE_MATH), "extensions", || ["math"].into()),
        (|b| b.extensions(Options::empty()), "extensions", || Vec::<&str>::new().into()),
        (|b| b.style(Style::Inline), "style", || "inline".into()),
        (|b| b.style(Style::Autolink), "style", || "autolink".into()),
        (|b| b.mend(true), "mend", || true.into()),
        (|b| b.mend(false), "mend", || false.into()),
    ];
    let new = MarkdownLinker::builder(&Finder::new());
    calls_equal_names(&new, calls);
    // Every extension of the parser has a name.
    let mut all = new.clone();
    let listed = all.extensions(Options::all()).get("extensions").unwrap();
    let mut none = new.clone();
    for name in listed.as_list().unwrap() {
        none.set("extensions", Value::List(vec![name.clone()])).unwrap();
        assert_ne!(values(&none), values(&new), "{name}");
    }
    let (mut named, mut typed) = (new.clone(), new.clone());
    named.set("extensions", "github").unwrap();
    assert_eq!(values(&named), values(typed.extensions(GITHUB)));
    let error = named.set("extensions", ["table"]).unwrap_err().to_string();
    assert!(
        error.starts_with("extensions: expected \"github\" or a list of \"tables\", "),
        "{error}"
    );
}

/// The text of every fixture, without the marks that are drawn in it.
fn fixtures() -> Vec<String> {
    let mut folders = vec![root().join("fixtures")];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                texts.push(fs::read_to_string(path).unwrap().replace(['⟦', '⟧'], ""));
            }
        }
    }
    assert!(texts.len() > 100);
    texts
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// All that a finder tells of a text.
fn rows(finder: &Finder, text: &str) -> Vec<String> {
    let row = |found: Match<'_>| {
        let alternates = found.alternates();
        let flags = found.flags().bits();
        format!("{found:?} {} {flags:x} {alternates:?}", found.href())
    };
    finder.find_iter(text).map(row).collect()
}

/// A preset is a set of options and nothing else.
#[test]
fn the_defaults_of_a_preset_make_its_finder() {
    let texts = fixtures();
    let next = Preset::ALL.iter().cycle().skip(1);
    for (&preset, &other) in Preset::ALL.iter().zip(next) {
        let expected = Finder::preset(preset);
        let mut builder = Finder::builder();
        builder.preset(other);
        for option in FinderBuilder::options() {
            builder.set(option.name(), option.default(preset)).unwrap();
        }
        assert_eq!(values(&builder), values(Finder::builder().preset(preset)));
        let finder = builder.build().unwrap();
        for text in &texts {
            assert_eq!(rows(&finder, text), rows(&expected, text), "{other} as {preset}");
        }
    }
}

/// Presets differ, so that the test above can fail.
#[test]
fn presets_differ_in_their_options_and_in_what_they_find() {
    let texts = fixtures();
    let found = |preset: &Preset| -> Vec<Vec<String>> {
        texts.iter().map(|text| rows(&Finder::preset(*preset), text)).collect()
    };
    let found: Vec<_> = Preset::ALL.iter().map(found).collect();
    let values = |preset: &Preset| values(Finder::builder().preset(*preset));
    for n in 0..found.len() {
        for other in 0..n {
            assert_ne!(values(&Preset::ALL[n]), values(&Preset::ALL[other]));
            assert_ne!(found[n], found[other], "{} {}", Preset::ALL[n], Preset::ALL[other]);
        }
    }
}

#[test]
fn a_new_builder_has_the_defaults() {
    let links: [(Vec<_>, Vec<&OptionInfo>); 2] = [
        (values(&HtmlLinker::builder(&Finder::new())), HtmlLinkerBuilder::list()),
        (values(&TerminalLinker::builder(&Finder::new())), TerminalLinkerBuilder::list()),
    ];
    for (values, options) in links {
        let default = |option: &&OptionInfo| (option.name(), option.default(Preset::Rfc));
        assert_eq!(values, options.iter().map(default).collect::<Vec<_>>());
    }
    let html =
        |linker: &HtmlLinker| linker.linkify("> http://a.example/%41/long/path/of/a/link/x\n");
    let built = HtmlLinker::builder(&Finder::new()).build().unwrap();
    assert_eq!(html(&built), html(&HtmlLinker::new(&Finder::new())));
    assert!(html(&built).contains("rel=\"noopener noreferrer nofollow\""));
}

/// A value of another kind than the option takes.
fn wrong(kind: ValueKind) -> Value {
    match kind {
        ValueKind::Switch | ValueKind::Number { .. } => "x".into(),
        _ => true.into(),
    }
}

#[test]
fn an_error_has_the_name_and_what_is_valid() {
    for option in FinderBuilder::options() {
        let mut builder = Finder::builder();
        let before = values(&builder);
        let error = builder.set(option.name(), wrong(option.kind())).unwrap_err();
        assert_eq!(error.option(), option.name());
        let OptionProblem::Value { expected, found, .. } = error.problem() else {
            panic!("{error}");
        };
        assert_eq!((expected, found), (&option.kind(), &wrong(option.kind())));
        assert!(error.to_string().contains(&option.kind().to_string()), "{error}");
        assert_eq!(builder.set(option.name(), Value::Unset).is_ok(), option.is_optional());
        if !option.is_optional() {
            assert_eq!(values(&builder), before);
        }
    }
    let mut builder = Finder::builder();
    let error = builder.set("max-len", 3).unwrap_err();
    let OptionProblem::UnknownOption { near, .. } = error.problem() else { panic!("{error}") };
    assert_eq!(near, &["max_len"]);
    for (name, value) in
        [("max_len", 15), ("max_len", 65_537), ("join_confidence", 101), ("max_lines", 0)]
    {
        assert!(builder.set(name, value).is_err(), "{name} {value}");
    }
}

#[test]
fn a_typed_value_out_of_range_is_an_error_of_build() {
    let problem = |builder: &mut FinderBuilder| {
        let error = builder.build().unwrap_err();
        (error.option().to_owned(), error.problem().clone())
    };
    let mut builder = Finder::builder();
    let (option, found) = problem(builder.max_lines(0));
    assert!(
        option == "max_lines"
            && matches!(found, OptionProblem::Value { found: Value::Number(0), .. })
    );
    let (option, found) = problem(Finder::builder().join_confidence(101));
    assert!(option == "join_confidence" && matches!(found, OptionProblem::Value { .. }));
    let (option, found) = problem(Finder::builder().without_rule("host-ends"));
    let OptionProblem::UnknownName { near, .. } = found else { panic!("{found:?}") };
    assert_eq!((option.as_str(), near[0]), ("without_rules", "host-end"));
    let (option, found) = problem(Finder::builder().schemes(["a b"]));
    assert!(
        option == "schemes" && matches!(found, OptionProblem::Scheme { name, .. } if name == "a b")
    );
    let error = HtmlLinker::builder(&Finder::new()).schemes(["1"]).build().unwrap_err();
    assert_eq!(error.to_string(), "schemes: \"1\" is not a scheme");
    assert!(TerminalLinker::builder(&Finder::new()).schemes([""]).build().is_err());
}

#[test]
fn a_text_is_read_as_the_kind_of_its_option() {
    let mut builder = Finder::builder();
    for (name, text, value) in [
        ("www", "no", Value::from(false)),
        ("ip", "true", true.into()),
        ("max_len", "99", 99.into()),
        ("wrap", "off", "off".into()),
        ("base", "http://a.example/", "http://a.example/".into()),
        ("schemes", "any", "any".into()),
        ("schemes", "ftp,x", ["ftp", "x"].into()),
        ("without_rules", "host-end", ["host-end"].into()),
    ] {
        builder.set_text(name, text).unwrap();
        assert_eq!(builder.get(name), Some(value), "{name}={text}");
    }
    for (name, text) in [
        ("www", "maybe"),
        ("max_len", "1"),
        ("max_len", "x"),
        ("wrap", "on"),
        ("patterns", "a"),
        ("nope", ""),
    ] {
        assert_eq!(builder.set_text(name, text).unwrap_err().option(), name, "{name}={text}");
    }
    let mut linker = HtmlLinker::builder(&Finder::new());
    linker.set_text("attributes", "data-x=a=b").unwrap();
    assert_eq!(linker.get("attributes"), Some(map(&[("data-x", "a=b")])));
}

#[test]
fn kinds_are_their_switches() {
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

#[test]
fn schemes_are_anything_that_gives_texts() {
    let list = vec!["https".to_owned(), "FTP".to_owned()];
    let text = "http://a.example https://b.example ftp://c.example HTTPS://d.example";
    for schemes in [
        Schemes::from(["https", "FTP"]),
        Schemes::from(&["https", "FTP"].map(str::to_owned)),
        Schemes::from(list.clone()),
        Schemes::from(list.iter()),
        Schemes::Only(list.clone()),
        "https,FTP".parse().unwrap(),
    ] {
        let finder = Finder::builder().schemes(schemes).build().unwrap();
        let found: Vec<String> =
            finder.find_iter(text).map(|found| found.text().to_owned()).collect();
        assert_eq!(found, ["https://b.example", "ftp://c.example", "HTTPS://d.example"]);
    }
}

/// Names and `Display` of each enum give its values back, and other texts give none.
#[test]
fn names_round_trip() {
    use linkwright::find::{AlternateReason, Delimiter, JoinReason};
    use linkwright::uri::Rung;
    use linkwright::uri::hazards::{Code, Severity};

    macro_rules! round_trip {
        ($($type:ty)*) => { $({
            let mut names = BTreeSet::new();
            for &one in <$type>::ALL {
                assert_eq!(one.to_string().parse::<$type>(), Ok(one));
                assert_eq!(one.to_string(), one.name());
                assert!(names.insert(one.name()), "{one} is there twice");
                assert!(one.name().to_uppercase().parse::<$type>().is_err(), "{one}");
            }
            let error = "no such name".parse::<$type>().unwrap_err();
            assert_eq!(error.names().iter().copied().collect::<BTreeSet<_>>(), names);
            assert_eq!(error.name(), "no such name");
        })* };
    }
    round_trip! {
        Preset Dialect Wrap Folds HyphenOrder Readings MatchKind Delimiter JoinReason AlternateReason
        Newlines Shorten Rung Severity Code
    }
    #[cfg(feature = "markdown")]
    round_trip!(linkwright::rewrite::markdown::Style);
    for schemes in
        [Schemes::Known, Schemes::Any, Schemes::from(["a", "b"]), Schemes::from(["known2"])]
    {
        assert_eq!(schemes.to_string().parse(), Ok(schemes));
    }
    for flag in Flag::all() {
        assert_eq!(flag.to_string().parse(), Ok(flag));
    }
    let error = "userinf".parse::<Flag>().unwrap_err();
    assert_eq!(error.near().first(), Some(&"userinfo"));
    assert_eq!(
        error.to_string(),
        "no flag is named \"userinf\"; is it userinfo or userinfo-looks-like-host?"
    );
}

/// The numbers of the flags: other programs store them. A new flag gets a new line with a new number, and no line
/// is ever changed.
const NUMBERS: &str = "joined 0, hyphen-ambiguous 1, quoted-printable 2, repaired 3, differential 4, nested-start 5, \
    glued-digit 6, off-grapheme 7, userinfo 8, userinfo-looks-like-host 9, password 10, secret-parameter 11, \
    option-like 12, well-known-port 13, port-out-of-range 14, port-zero 15, encoded-crlf 16, encoded-nul 17, \
    encoded-control 18, encoded-backslash 19, overlong-encoding 20, double-encoded 21, encoded-dot-segment 22, \
    dot-underflow 23, device-name 24, rare-ip 25, ip-out-of-range 26, mapped-ip 27, private-ip 28, metadata-host 29, \
    zone-id 30, encoded-host 31, host-label-too-long 32, empty-host 33, missing-authority 34, idn 35, punycode 36, \
    invalid-a-label 37, mixed-script 38, confusable-host 39, compatibility-host 40, bidi 41, bidi-host 42, \
    invisible 43, invisible-host 44, active-scheme 45, local-file 46, mailto-headers 47, text-mismatch 48, \
    joined-authority 49, too-long 50";

#[test]
fn flags_keep_their_numbers() {
    let mut numbers: Vec<(u8, Flag)> =
        Flag::all().map(|flag| (flag.number().expect("a flag has a number"), flag)).collect();
    numbers.sort_by_key(|(number, _)| *number);
    let listed: Vec<String> =
        numbers.iter().map(|(number, flag)| format!("{flag} {number}")).collect();
    assert_eq!(listed, NUMBERS.split(", ").map(str::trim).collect::<Vec<_>>());
    for (number, flag) in numbers {
        assert!(number < 64, "{flag}: a set of flags has 64 bits");
        assert_eq!(Flag::from_number(number), Some(flag));
    }
    assert_eq!(Flag::from_number(64), None);
}

#[test]
fn bits_are_the_numbers_of_the_flags() {
    let finder = Finder::preset(Preset::Archive);
    let mut seen = 0;
    for text in fixtures() {
        for found in finder.find_iter(&text) {
            let flags = found.flags();
            let numbers = flags.iter().filter_map(Flag::number);
            assert_eq!(flags.bits(), numbers.fold(0, |bits, number| bits | 1 << number));
            seen |= flags.bits();
        }
    }
    assert!(seen.count_ones() > 10, "{seen:b}");
}

#[test]
#[cfg(feature = "serde")]
fn values_are_json() {
    let values: [Value; 8] = [
        Value::Unset,
        true.into(),
        (-3).into(),
        u64::MAX.into(),
        "a\"\\\n\u{1}é".into(),
        ["a", "b"].into(),
        map(&[("x", "y")]),
        [Pattern::new("a", "b", "/c")].into(),
    ];
    for value in values {
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), value);
        assert_eq!(serde_json::from_str::<Value>(&value.to_string()).unwrap(), value);
    }
    assert!(serde_json::from_str::<Value>("1.5").is_err());
}

#[test]
#[cfg(all(feature = "domains", feature = "markdown"))]
fn the_page_of_options_is_that_of_the_tables() {
    let path = root().join("docs/options.md");
    let page = options_page::page();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/options.md is not this page; BLESS=1 writes it:\n{page}");
}
