//! Checks that no option is silently ignored. Every option changes the output, or is refused in combinations in which
//! it has no effect, or is listed here with the reason why it may have no effect.

use std::collections::BTreeSet;
use std::fs;

use crate::{empty_folder, file, run};

/// A flag with its value, the other options to use, and an input for which the flag changes the output.
struct Toggle {
    flag: &'static [&'static str],
    beside: &'static [&'static str],
    input: &'static str,
}

const fn on(
    flag: &'static [&'static str],
    beside: &'static [&'static str],
    input: &'static str,
) -> Toggle {
    Toggle { flag, beside, input }
}

const TEXT: &str = "http://a.example/x www.b.example ftp://192.0.2.1/ me@e.example 192.0.2.7/z \
    x-y://h/p BUG-12 bare.com http://a.example/x http://\u{e9}.example/\u{fc} http://c.example/{1}\n";
const PAGE: &str = "<p>http://a.example/1<wbr>2 <a href='/x'>x</a></p>";
const BROKEN: &str = "see <http://long.example/a-\nb> and\n> http://long.example/some/path/that/is-\n> long/enough/to/be/folded.html\n";

const WRAPPED: &str = "https://www.google.com/url?q=https%3A%2F%2Fa.example%2F";

/// The options of the finder, which are common to all subcommands that find links.
const FINDER: &[Toggle] = &[
    on(&["--preset", "chat"], &[], TEXT),
    on(&["--scheme", "ftp"], &[], TEXT),
    on(&["--set", "www=yes"], &["--preset", "rfc"], TEXT),
    on(&["--set", "www=no"], &[], TEXT),
    on(&["--domains"], &[], TEXT),
    on(&["--set", "domains=no"], &["--preset", "chat"], TEXT),
    on(&["--emails"], &["--preset", "rfc"], TEXT),
    on(&["--set", "emails=no"], &[], TEXT),
    on(&["--ip"], &[], TEXT),
    on(&["--set", "ip=no"], &["--ip"], TEXT),
    on(&["--set", "localhost=yes"], &["--domains"], "localhost:3000/x"),
    on(&["--set", "iri=yes"], &["--preset", "rfc"], TEXT),
    on(&["--set", "iri=no"], &[], TEXT),
    on(&["--set", "email_utf8=yes"], &[], "用户@a.example"),
    on(&["--set", "repair=yes"], &["--preset", "rfc"], TEXT),
    on(&["--set", "repair=no"], &[], TEXT),
    on(&["--set", "bare=no"], &[], TEXT),
    on(&["--set", "uris=yes"], &["--set", "uris=no"], TEXT),
    on(&["--set", "uris=no"], &[], TEXT),
    on(&["--set", "delimiting=gfm"], &[], "http://a.example/x_"),
    on(&["--set", "doubtful=yes"], &[], "http://a.example:99999/"),
    on(&["--set", "doubtful=no"], &["--preset", "rfc"], "http://a.example:99999/"),
    on(&["--set", "defanged=yes"], &[], "hxxp[:]//a.example/?u=http://b.example/"),
    on(
        &["--set", "defanged=no"],
        &["--preset", "archive"],
        "hxxp[:]//a.example/?u=http://b.example/",
    ),
    on(&["--set", "skip_code=yes"], &[], "`http://a.example/`"),
    on(&["--wrap", "off"], &[], BROKEN),
    on(&["--set", "hyphen=typeset"], &[], BROKEN),
    on(&["--default-scheme", "https"], &[], TEXT),
    on(&["--max-len", "16"], &[], TEXT),
    on(&["--set", "join_confidence=100"], &[], "see http://long.example/minutes-\nof-march.html\n"),
    on(&["--set", "max_lines=1"], &[], BROKEN),
    on(&["--set", "max_bytes=20"], &[], BROKEN),
    on(&["--pattern", "bug", "BUG-[0-9]+", "https://bugs.example/$0"], &[], TEXT),
    on(&["--base", "http://b.example/"], &["--pattern", "bug", "BUG-[0-9]+", "/$0"], TEXT),
    on(&["--without-rule", "angle-brackets"], &[], "<http://a.example/b c>"),
];

const EXTRACT: &[Toggle] = &[
    on(&["--color", "always"], &[], TEXT),
    on(&["--from", "text"], &[], PAGE),
    on(&["--encoding", "iso-8859-2"], &[], TEXT),
    on(&["--relative"], &["--from", "html"], PAGE),
    on(&["--binary"], &[], "\x7fELF http://a.example/"),
    on(&["--format", "csv"], &[], TEXT),
    on(&["--unique"], &[], TEXT),
    on(&["--by", "host"], &[], TEXT),
    on(&["--context", "3"], &["--format", "jsonl"], TEXT),
    on(&["--unwrap"], &[], WRAPPED),
    on(&["--null"], &[], TEXT),
    on(&["--with-filename"], &[], TEXT),
    on(&["--line-number"], &[], TEXT),
    on(&["--files-with-matches"], &[], TEXT),
    on(&["--quiet"], &[], TEXT),
    on(&["--max-count", "1"], &[], TEXT),
    on(&["--fields", "uri,host"], &[], TEXT),
    on(&["--host", "a.example"], &[], TEXT),
    on(&["--domain", "b.example"], &[], TEXT),
    on(&["--include", "b"], &[], TEXT),
    on(&["--exclude", "b"], &[], TEXT),
    on(&["--kind", "email"], &[], TEXT),
    on(&["--flag", "repaired"], &[], TEXT),
    on(&["--origin", "attribute"], &["--from", "html"], PAGE),
    on(&["--no-code"], &["--from", "html"], "<pre>http://a.example</pre>http://b.example"),
    on(&["--summary"], &[], TEXT),
    on(&["--line-buffered"], &[], BROKEN),
    on(&["--readings", "all"], &[], BROKEN),
];

const LINKIFY: &[Toggle] = &[
    on(&["--color", "always"], &["--from", "html", "--diff"], PAGE),
    on(&["--from", "html"], &[], PAGE),
    on(&["--to", "terminal"], &[], TEXT),
    on(&["--check"], &["--from", "html"], PAGE),
    on(&["--diff"], &["--from", "html"], PAGE),
    on(&["--write"], &["--from", "html"], PAGE),
    on(&["--line-buffered"], &[], BROKEN),
    on(&["--attr", "lang=en"], &[], TEXT),
    on(&["--rel", "me"], &[], TEXT),
    on(&["--target", "_blank"], &[], TEXT),
    on(&["--class", "auto"], &[], TEXT),
    on(&["--truncate", "9"], &[], TEXT),
    on(
        &["--set", "shorten_how=end"],
        &["--truncate", "24"],
        "http://a.example/one/two/three/four.html",
    ),
    on(&["--set", "strip_scheme=yes"], &[], TEXT),
    on(&["--set", "decode=yes"], &[], "http://a.example/%41"),
    on(&["--newlines", "break"], &[], BROKEN),
    on(&["--set", "quotes=yes"], &[], "> http://a.example/"),
    on(&["--set", "elements_without_links=a"], &["--from", "html"], "<pre>http://a.example/</pre>"),
    on(&["--existing"], &["--from", "html"], PAGE),
    on(&["--link-scheme", "ssh"], &[], "ssh://a.example/"),
    on(&["--on-danger", "mark"], &[], "http://paypal.com@evil.example/"),
    on(&["--on-warning", "skip"], &[], "http://u:p@a.example/"),
    on(&["--host", "a.example"], &[], TEXT),
    on(&["--domain", "b.example"], &[], TEXT),
    on(&["--include", "b"], &[], TEXT),
    on(&["--exclude", "b"], &[], TEXT),
    on(&["--kind", "email"], &[], TEXT),
    on(&["--flag", "repaired"], &[], TEXT),
    on(&["--set", "style=inline"], &["--from", "markdown"], TEXT),
    on(&["--dialect", "none"], &["--from", "markdown"], "{% a http://a.example/b %}"),
];

const EXPLAIN: &[Toggle] = &[on(&["--color", "always"], &[], TEXT)];

const PIPE: &[Toggle] = &[on(&["--readings", "all"], &[], BROKEN), on(&["--unwrap"], &[], WRAPPED)];

/// The flags that may have no effect, with the reasons.
const HARMLESS: &[(&str, &str)] = &[
    ("help", "prints and exits"),
    ("color", "has no effect in `pipe`, but shell aliases may set it for all subcommands"),
    ("readings", "`explain` always shows every reading; refused by `linkify`"),
    ("output", "tested in extract/targets.rs"),
    ("resume", "tested in extract/journal.rs"),
    ("limit", "only matters for large or nested inputs; tested in extract/hostile.rs"),
    ("files-from", "tested in extract/files.rs"),
    ("file", "takes the text from a file; tested in explain.rs"),
    ("skipped", "tested in extract/skipped.rs"),
    ("strict", "only matters if an input is skipped; tested in extract/skipped.rs"),
    ("pre", "needs a program; tested in extract/pre.rs"),
    ("pre-glob", "refines --pre; tested in extract/pre.rs"),
    ("version", "prints and exits"),
    ("glob", "only affects folders; tested in extract/files.rs"),
    ("type", "only affects folders; tested in extract/files.rs"),
    ("follow", "only affects folders; tested in extract/files.rs"),
    ("no-ignore", "only affects folders; tested in extract/files.rs"),
    ("hidden", "only affects folders; tested in extract/files.rs"),
    ("jobs", "changes only the speed"),
    ("config", "needs a configuration file; tested in config.rs"),
    // In `pipe`, the following options have an effect only if a line requests HTML or Markdown as its output.
    ("attr", "only matters if a line requests links"),
    ("rel", "only matters if a line requests links"),
    ("dialect", "only matters if a line requests links"),
    ("target", "only matters if a line requests links"),
    ("class", "only matters if a line requests links"),
    ("truncate", "only matters if a line requests links"),
    ("newlines", "only matters if a line requests links"),
    ("existing", "only matters if a line requests links"),
    ("link-scheme", "only matters if a line requests links"),
    ("on-danger", "only matters if a line requests links"),
    ("on-warning", "only matters if a line requests links"),
];

/// The flags that the help of a subcommand lists.
fn flags(verb: &str) -> BTreeSet<String> {
    let help = run(&[verb, "--help"], "").stdout;
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let flag = |line: &str| Some(line.split_once("--")?.1.to_owned());
    let name = |flag: String| flag.split([' ', '=', '[']).next().unwrap_or_default().to_owned();
    lines.filter_map(flag).map(name).collect()
}

fn toggles() -> [(&'static str, &'static [&'static [Toggle]]); 4] {
    [
        ("extract", &[EXTRACT, FINDER]),
        ("linkify", &[LINKIFY, FINDER]),
        ("explain", &[EXPLAIN, FINDER]),
        ("pipe", &[PIPE, FINDER]),
    ]
}

#[test]
fn every_option_is_listed_in_this_file() {
    for (verb, tables) in toggles() {
        let rows = tables.iter().copied().flatten().map(|row| row.flag[0].trim_start_matches("--"));
        let rows = rows.chain(["set"]);
        let known: BTreeSet<&str> = rows.chain(HARMLESS.iter().map(|(flag, _)| *flag)).collect();
        let flags = flags(verb);
        assert!(flags.len() > 15, "{verb}: {flags:?}");
        let strangers: Vec<&String> =
            flags.iter().filter(|flag| !known.contains(flag.as_str())).collect();
        assert!(strangers.is_empty(), "{verb}: options without a row: {strangers:?}");
    }
}

/// The options that may have no effect if `--set` sets them, with the reasons.
const HARMLESS_SET: &[(&str, &str)] = &[
    ("folds", "refines wrap=mail, which affects only some texts; refused with any other wrap"),
    ("flowed", "only affects texts in the format of RFC 3676"),
    ("delsp", "only affects texts in the format of RFC 3676; refused without flowed"),
    ("page_breaks", "only affects texts with page breaks"),
];

#[test]
fn every_option_of_the_library_is_listed_in_this_file() {
    let list = run(&["options"], "").stdout;
    let toggled: Vec<&Toggle> =
        toggles().iter().flat_map(|(_, tables)| tables.iter().copied().flatten()).collect();
    let names = list.lines().filter(|line| !line.starts_with(' '));
    let flag_of = |name: &str| {
        let entry = list.split_once(&format!("{name}\n    ")).unwrap().1;
        let (_, flag) = entry.lines().next()?.split_once("; flag ")?;
        Some(flag.trim_end_matches(')').to_owned())
    };
    for name in names {
        let set = format!("{name}=");
        let is_toggled = toggled.iter().any(|row| match *row.flag {
            ["--set", given] => given.starts_with(&set),
            [flag, ..] => flag_of(name).is_some_and(|known| known == flag),
            [] => false,
        });
        let is_harmless = HARMLESS_SET.iter().any(|(known, _)| *known == name);
        assert!(is_toggled || is_harmless, "{name} has no row");
    }
}

#[test]
fn every_option_has_an_effect() {
    let mut idle = Vec::new();
    for (verb, tables) in toggles() {
        for Toggle { flag, beside, input } in tables.iter().copied().flatten() {
            let line = serde_json::json!({ "text": input }).to_string();
            let input = if verb == "pipe" { &line } else { *input };
            let details: &[&str] = match verb {
                // JSON records show effects that the default rows do not show.
                "extract" if FINDER.iter().any(|row| row.flag == *flag) => &["--format", "jsonl"],
                _ => &[],
            };
            let without = run(&[&[verb], *beside, details].concat(), input);
            let with = run(&[&[verb], *beside, details, *flag].concat(), input);
            if without == with {
                idle.push(format!("{verb} {beside:?} {flag:?}"));
            }
            assert!(with.status != 2 || flag[0] == "--write", "{verb} {flag:?}: {with:?}");
        }
    }
    assert!(idle.is_empty(), "no effect:\n{}", idle.join("\n"));
}

#[test]
fn an_option_without_effect_is_refused() {
    let data = ["jsonl", "json", "csv", "tsv"].map(|format| ["--format", format]);
    let [jsonl, json, csv, tsv] = data;
    let cases: &[(&[&str], &[&[&str]])] = &[
        (&["extract", "--by", "host"], &[&jsonl, &json, &csv, &tsv, &["--fields", "uri"]]),
        (&["extract", "--context", "9"], &[&[], &["--by", "host"]]),
        (&["extract", "--unwrap"], &[&["--by", "host"], &["--fields", "uri"]]),
        (&["extract", "--quiet"], &[&["--unique"], &["-o", "x"]]),
        (&["extract", "-H"], &[&jsonl, &csv]),
        (&["extract", "--with-filename"], &[&["--by", "host"], &["--fields", "uri"]]),
        (&["extract", "--null"], &[&json, &csv, &tsv]),
        (&["extract", "--from", "html"], &[&["--line-buffered"]]),
        (&["extract", "--wrap", "mail"], &[&["--line-buffered"]]),
        (&["extract", "--set", "folds=eager"], &[&["--wrap", "off"], &["--line-buffered"]]),
        (&["extract", "--set", "delsp=yes"], &[&[], &["--set", "flowed=no"]]),
        (
            &["extract", "--resume", "x"],
            &[&[], &jsonl, &["-o", "-", jsonl[0], jsonl[1]], &["--unique"]],
        ),
        (&["linkify", "--from", "html"], &[&["--line-buffered"]]),
        (&["linkify", "--set", "hyphen=keep"], &[&["--line-buffered"]]),
        (&["linkify", "--readings", "all"], &[&[], &["--to", "terminal"]]),
        (&["linkify", "--rel", "x"], &[&["--to", "terminal"], &["--from", "markdown"]]),
        (&["linkify", "--target", "x"], &[&["--to", "terminal"], &["x.md", "y.markdown"]]),
        (&["linkify", "--class", "x"], &[&["--to", "terminal"], &["--from", "markdown"]]),
        (&["linkify", "--attr", "x=y"], &[&["--to", "terminal"], &["--from", "markdown"]]),
        (&["linkify", "--truncate", "9"], &[&["--to", "terminal"], &["--from", "markdown"]]),
        (
            &["linkify", "--set", "strip_scheme=yes"],
            &[&["--to", "terminal"], &["--from", "markdown"]],
        ),
        (&["linkify", "--set", "shorten_how=end"], &[&[]]),
        (
            &["linkify", "--set", "quotes=yes"],
            &[&["--to", "terminal"], &["--from", "markdown"], &["--from", "html"]],
        ),
        (&["linkify", "--newlines", "break"], &[&["--from", "html"], &["x.md"]]),
        (&["linkify", "--set", "elements_without_links=a"], &[&[], &["--from", "markdown"]]),
        (&["linkify", "--existing"], &[&[], &["--to", "terminal"], &["--from", "markdown"]]),
        (&["linkify", "--dialect", "mdx"], &[&[], &["--to", "terminal"], &["--from", "html"]]),
        (&["linkify", "--set", "style=inline"], &[&[], &["--from", "html"]]),
        (&["explain", "--set", "delsp=yes"], &[&[]]),
        (&["pipe", "--set", "folds=eager"], &[&["--wrap", "delimited"]]),
    ];
    for (option, others) in cases {
        for beside in *others {
            let refused = run(&[*option, *beside].concat(), TEXT);
            assert_eq!((refused.status, refused.stdout.as_str()), (2, ""), "{option:?} {beside:?}");
            let name =
                if option[1] == "--set" { option[2].split('=').next().unwrap() } else { option[1] };
            assert!(refused.stderr.contains(name), "{option:?} {beside:?}: {refused:?}");
        }
    }
}

#[test]
fn a_link_option_is_valid_if_it_affects_one_of_the_files() {
    let [page, text] = [("a.html", PAGE), ("b.md", "http://a.example/x\n")]
        .map(|(name, text)| file("look", name, text));
    let done = run(&["linkify", "--rel", "me", "--dialect", "mdx", &page, &text], "");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    assert!(done.stdout.contains("rel=\"me\"") && done.stdout.contains("[http://a.example/x]("));
}

#[test]
fn values_of_host_and_domain_have_no_other_components() {
    for host in ["h.example:80", "http://h.example", "h.example/x", "me@h.example", "", "a b"] {
        for flag in ["--host", "--domain"] {
            let refused = run(&["extract", flag, host], TEXT);
            assert_eq!((refused.status, refused.stdout.as_str()), (2, ""), "{flag} {host}");
            assert!(refused.stderr.contains(flag), "{refused:?}");
        }
    }
    for domain in ["www.b.example", "co.uk", "192.0.2.1"] {
        let refused = run(&["extract", "--domain", domain], TEXT);
        assert!(refused.status == 2 && refused.stderr.contains("`--host`"), "{refused:?}");
    }
    // A host is converted to its URI form before it is compared.
    let found = run(&["extract", "--host", "\u{e9}.example,[::1]"], TEXT);
    assert_eq!(found.stdout, "http://xn--9ca.example/%C3%BC\n");
}

#[test]
fn colour_is_written_to_terminals_and_on_request() {
    let output = empty_folder("colour").join("links");
    let name = output.to_str().unwrap();
    let always = run(&["extract", "--color", "always"], "http://a.example/");
    assert_eq!(always.stdout, "\x1b[1m\x1b[32mhttp://a.example/\x1b[0m\n");
    for args in [&["extract"][..], &["explain"], &["linkify", "--from", "html", "--diff"]] {
        let with =
            |color: &str| run(&[args, &["--color", color]].concat(), "http://a.example/").stdout;
        assert!(with("always").contains("\x1b["), "{args:?}");
        assert!(!with("auto").contains('\x1b') && !with("never").contains('\x1b'), "{args:?}");
    }
    // The option takes precedence over the environment, and a file is not a terminal.
    let colored = |name: &str, args: &[&str]| {
        let mut command = crate::command(args);
        let mut child = command.env(name, "1").spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"http://a.example/").unwrap();
        let output = child.wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\x1b')
    };
    assert!(colored("NO_COLOR", &["extract", "--color", "always"]));
    assert!(colored("CLICOLOR_FORCE", &["extract"]));
    assert!(!colored("NO_COLOR", &["extract"]));
    assert!(!colored("CLICOLOR_FORCE", &["extract", "-o", name]));
    assert_eq!(fs::read_to_string(&output).unwrap(), "http://a.example/\n");
}
