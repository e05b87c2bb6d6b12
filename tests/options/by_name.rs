//! Checks that setting an option by name has the same effect as the typed method.

use std::collections::BTreeSet;

use linkwright::Finder;
use linkwright::find::{
    Delimiting, FinderBuilder, Folds, HyphenOrder, Preset, Readings, Schemes, Wrap,
};
use linkwright::link::{
    HtmlLinker, HtmlLinkerBuilder, Newlines, Shorten, TerminalLinker, Treatment,
};
use linkwright::options::{Pattern, Value};

use super::{Builder, map, values};

/// A typed call, the name of its option, and the value that the call sets.
type Call<B> = (fn(&mut B) -> &mut B, &'static str, fn() -> Value);

/// Checks that each call has the same effect as setting its option by name, and that the calls set each option to at
/// least two different values.
fn check_typed_calls<B: Builder>(new: &B, calls: &[Call<B>]) {
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
        assert!(different.len() > 1, "{} needs calls with two values", option.name());
    }
}

/// Two rows for each name in a table of calls: `true` and `false`.
macro_rules! switches {
    ($($name:ident)*) => {
        [$(
            (|b: &mut _| FinderBuilder::$name(b, true), stringify!($name), || true.into()),
            (|b: &mut _| FinderBuilder::$name(b, false), stringify!($name), || false.into()),
        )*]
    };
}

const SWITCHES: [Call<FinderBuilder>; 32] = switches! {
    uris www domains emails ip localhost iri email_utf8 repair bare doubtful defanged skip_code flowed delsp page_breaks
};

#[rustfmt::skip]
const CALLS: [Call<FinderBuilder>; 32] = [
    (|b| b.schemes(Schemes::Any), "schemes", || "any".into()),
    (|b| b.schemes(Schemes::Known), "schemes", || "known".into()),
    (|b| b.schemes(["ftp", "x"]), "schemes", || ["ftp", "x"].into()),
    (|b| b.delimiting(Delimiting::Gfm), "delimiting", || "gfm".into()),
    (|b| b.delimiting(Delimiting::Uts58), "delimiting", || "uts58".into()),
    (|b| b.delimiting(Delimiting::Text), "delimiting", || "text".into()),
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
const LINK_CALLS: [Call<HtmlLinkerBuilder>; 33] = [
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
    (|b| b.link_scheme("ssh").link_scheme("git"), "link_schemes", || ["ssh", "git"].into()),
    (|b| b.link_scheme("file"), "link_schemes", || ["file"].into()),
    (|b| b.on_danger(Treatment::Mark), "on_danger", || "mark".into()),
    (|b| b.on_danger(Treatment::Link), "on_danger", || "link".into()),
    (|b| b.on_warning(Treatment::Skip), "on_warning", || "skip".into()),
    (|b| b.on_warning(Treatment::Link), "on_warning", || "link".into()),
    (|b| b.existing(true), "existing", || true.into()),
    (|b| b.existing(false), "existing", || false.into()),
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

/// Allows links in all elements except `names`.
fn only<'b>(builder: &'b mut HtmlLinkerBuilder, names: &[&str]) -> &'b mut HtmlLinkerBuilder {
    let listed = builder.get("elements_without_links").unwrap();
    for name in listed.as_list().unwrap().iter().filter_map(Value::as_text) {
        builder.with_links(name);
    }
    names.iter().fold(builder, |builder, name| builder.without_links(name))
}

#[test]
fn setting_an_option_by_name_has_the_effect_of_its_typed_method() {
    let calls: Vec<Call<FinderBuilder>> = SWITCHES.into_iter().chain(CALLS).collect();
    for &preset in Preset::ALL {
        check_typed_calls(Finder::builder().preset(preset), &calls);
    }
    check_typed_calls(&HtmlLinker::builder(&Finder::new()), &LINK_CALLS);
    check_typed_calls(
        &TerminalLinker::builder(&Finder::new()),
        &[
            (|b| b.schemes(Schemes::Any), "schemes", || "any".into()),
            (|b| b.schemes(["ftp"]), "schemes", || ["ftp"].into()),
            (|b| b.link_scheme("ssh"), "link_schemes", || ["ssh"].into()),
            (|b| b.link_scheme("git").link_scheme("a"), "link_schemes", || ["git", "a"].into()),
            (|b| b.on_danger(Treatment::Link), "on_danger", || "link".into()),
            (|b| b.on_danger(Treatment::Mark), "on_danger", || "mark".into()),
            (|b| b.on_warning(Treatment::Skip), "on_warning", || "skip".into()),
            (|b| b.on_warning(Treatment::Mark), "on_warning", || "mark".into()),
        ],
    );
}

#[test]
#[cfg(feature = "markdown")]
fn markdown_options_can_be_set_by_name() {
    use linkwright::rewrite::markdown::{
        Dialect, Extensions, GITHUB, MarkdownLinker, MarkdownLinkerBuilder, Style,
    };

    let calls: &[Call<MarkdownLinkerBuilder>] = &[
        (|b| b.extensions(Extensions::MATH), "extensions", || ["math"].into()),
        (|b| b.extensions(Extensions::default()), "extensions", || Vec::<&str>::new().into()),
        (|b| b.dialect(Dialect::Mdx), "dialect", || "mdx".into()),
        (|b| b.dialect(Dialect::None), "dialect", || "none".into()),
        (|b| b.dialect(Dialect::Auto), "dialect", || "auto".into()),
        (|b| b.style(Style::Inline), "style", || "inline".into()),
        (|b| b.style(Style::Autolink), "style", || "autolink".into()),
        (|b| b.schemes(Schemes::Known), "schemes", || "known".into()),
        (|b| b.schemes(["ftp"]), "schemes", || ["ftp"].into()),
        (|b| b.link_scheme("ssh"), "link_schemes", || ["ssh"].into()),
        (|b| b.link_scheme("git").link_scheme("a"), "link_schemes", || ["git", "a"].into()),
        (|b| b.on_danger(Treatment::Mark), "on_danger", || "mark".into()),
        (|b| b.on_danger(Treatment::Link), "on_danger", || "link".into()),
        (|b| b.on_warning(Treatment::Mark), "on_warning", || "mark".into()),
        (|b| b.on_warning(Treatment::Skip), "on_warning", || "skip".into()),
    ];
    let new = MarkdownLinker::builder(&Finder::new());
    check_typed_calls(&new, calls);
    let (mut named, mut typed) = (new.clone(), new.clone());
    named.set("extensions", "github").unwrap();
    assert_eq!(values(&named), values(typed.extensions(GITHUB)));
    let error = named.set("extensions", ["table"]).unwrap_err().to_string();
    assert!(
        error.starts_with("extensions: expected \"github\" or a list of \"tables\", "),
        "{error}"
    );
}
