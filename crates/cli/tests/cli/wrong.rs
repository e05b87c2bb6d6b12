//! Tests of the form of all messages: their beginning and end, the names in them, and text that they must not contain.

use std::fs;

use crate::{HELP, Run, command, empty_folder, finish, run};

/// The subcommands, with the arguments that they need to write something.
const VERBS: &[&[&str]] = &[
    &["extract"],
    &["linkify"],
    &["explain", "-"],
    &["pipe"],
    &["uri", "parse"],
    &["uri", "normalize"],
    &["uri", "hazards"],
    &["uri", "split"],
    &["uri", "repair"],
    &["uri", "resolve", "--base", "http://a.example/"],
    &["uri", "relativize", "--base", "http://a.example/"],
    &["uri", "encode"],
    &["rules"],
    &["hazards"],
    &["config"],
    &["completions", "bash"],
    &["man"],
];

/// A text that is invalid as a name, number, pattern, URI and host.
const WRONG: &str = "?=([";

/// The flags that accept any text, with the reasons.
const ANY: &[(&str, &str)] = &[
    ("output", "a path"),
    ("resume", "a path, refused without --output"),
    ("skipped", "a path"),
    ("files-from", "a path"),
    ("file", "a path"),
    (
        "base",
        "`uri` reports the error in the answer to each text; the test below covers other subcommands",
    ),
    ("pre", "a path"),
    ("pre-glob", "refused without --pre"),
    ("aliases", "a path, read by `uri compare`"),
    ("config", "a path"),
    ("rel", "any words"),
    ("class", "any words"),
    ("target", "any name"),
];

/// The flags that take values in the help of `verb`, with the number of values.
fn valued_flags(verb: &[&str]) -> Vec<(String, usize)> {
    let help = run(&[verb, &["--help"]].concat(), "").stdout;
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let flag = |line: &str| {
        let (_, rest) = line.split_once("--")?;
        let name = rest.split([' ', '=', '[']).next()?;
        let head = rest.split("  ").next()?;
        Some((name.to_owned(), head.matches('<').count()))
    };
    lines.filter_map(flag).filter(|(_, values)| *values > 0).collect()
}

/// The name of a subcommand without its arguments.
fn name<'v>(verb: &[&'v str]) -> Vec<&'v str> {
    let is_name = |word: &&&str| word.chars().all(char::is_alphabetic) && **word != "bash";
    verb.iter().take_while(is_name).copied().collect()
}

/// Checks the result of a run that must be refused because of `flag`. Returns what is wrong, or `None` if the result is
/// correct.
fn fault(done: &Run, flag: &str) -> Option<String> {
    let said = &done.stderr;
    let option = flag.replace('-', "_");
    let is_named = |name: &str| said.contains(&format!("--{name}"));
    let checks = [
        (done.status != 2, "the exit status is not 2"),
        (!done.stdout.is_empty(), "standard output is not empty"),
        (!said.starts_with("linkwright: "), "the message does not begin with the program name"),
        (
            !said.ends_with("\n\nFor more information, try '--help'.\n"),
            "the message does not end with the hint at --help",
        ),
        (!is_named(flag), "the message does not name the flag"),
        (
            option != flag && said.contains(&option),
            "the message names the option instead of the flag",
        ),
        (
            ["Some(", "None", "Err(", "::", "panicked", "Args", "error:", "os error", "{"]
                .iter()
                .any(|inside| said.contains(inside)),
            "the message exposes internals of the program",
        ),
    ];
    let (_, fault) = checks.into_iter().find(|(is_so, _)| *is_so)?;
    Some(format!("{fault}: {done:?}"))
}

#[test]
fn an_invalid_value_of_any_flag_is_refused_in_the_same_form() {
    let mut faults = Vec::new();
    let mut count = 0;
    for verb in VERBS {
        let verb = name(verb);
        for (flag, values) in valued_flags(&verb) {
            if ANY.iter().any(|(any, _)| *any == flag) {
                continue;
            }
            let typed = format!("--{flag}");
            let mut args = [&verb[..], &[&typed]].concat();
            args.extend([WRONG].repeat(values));
            count += 1;
            faults.extend(fault(&run(&args, ""), &flag).map(|why| format!("{args:?}: {why}")));
        }
    }
    assert!(count > 90, "{count}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn an_invalid_base_is_refused_with_the_position_of_the_error() {
    let said = run(&["extract", "--base", "x y"], "").stderr;
    assert!(said.starts_with("linkwright: --base: `x y` is not a URI: "), "{said}");
    assert!(said.ends_with(&format!(" at byte 1{HELP}")), "{said}");
}

#[test]
fn no_message_controls_the_terminal() {
    for flag in [
        "--pattern",
        "--base",
        "--scheme",
        "--glob",
        "--encoding",
        "--preset",
        "--include",
        "--\u{1b}",
    ] {
        let said = run(&["extract", flag, "(\u{1b}[31m", "x", "\u{1b}"], "").stderr;
        assert!(!said.contains('\u{1b}') && !said.is_empty(), "{flag}: {said}");
    }
    let said = run(&["extract", "no-such\u{1b}[31m"], "").stderr;
    assert_eq!(said, "linkwright: no-such␛[31m: No such file or directory (os error 2)\n");
}

#[test]
fn an_unknown_flag_is_refused_in_the_same_form() {
    for verb in VERBS {
        let done = run(&[*verb, &["--nope"]].concat(), "");
        assert_eq!(fault(&done, "nope"), None, "{verb:?}");
    }
}

#[test]
fn a_forgotten_command_or_quote_is_pointed_out() {
    let file = empty_folder("wrong-verb").join("a.txt");
    fs::write(&file, "").unwrap();
    for (args, tip) in [
        (&[file.to_str().unwrap()][..], "`linkwright extract FILE`"),
        (&["http://a.example/"], "`linkwright explain TEXT`"),
        (&["explain", "see", "a.example"], "needs quotes"),
    ] {
        let said = run(args, "").stderr;
        assert!(said.contains(tip), "{args:?}: {said}");
    }
    for args in [&["nonsense"][..], &["explain", "--nope"]] {
        let said = run(args, "").stderr;
        assert!(!said.contains("comes first") && !said.contains("quotes"), "{args:?}: {said}");
    }
}

#[test]
fn similar_flags_are_proposed() {
    for (args, near) in [
        (&["extract", "--frm"][..], "--from"),
        (&["extract", "--email"], "--emails"),
        (&["linkify", "--rell"], "--rel"),
    ] {
        let said = run(args, "").stderr;
        let tip = format!("\n  tip: a similar argument exists: '{near}'\n");
        assert!(said.contains(&tip), "{args:?}: {said}");
        let usage = said.lines().find(|line| line.starts_with("Usage: ")).unwrap();
        assert!(usage.contains(&format!(" {near} ")), "{usage}");
    }
}

#[test]
fn a_negative_number_is_refused_with_the_range() {
    for (args, why) in [
        (&["linkify", "--truncate", "-1"][..], "--truncate: expected a number from "),
        (&["extract", "--max-len", "-16"], "--max-len: expected a number from 16 to 65536"),
        (&["explain", "--set", "join_confidence=-1", "x"], "expected a number from 0 to 100"),
        (&["extract", "-m", "-1"], "expected a whole number greater than 0"),
        (&["extract", "--limit", "ratio=-1"], "expected a whole number"),
        (&["extract", "--limit", "held=-1"], "expected a whole number"),
        (&["extract", "-j", "-1"], "expected a whole number"),
    ] {
        let done = run(args, "");
        assert!(done.status == 2 && done.stderr.contains(why), "{args:?}: {done:?}");
    }
    for args in [&["extract", "-1"][..], &["extract", "--max-len", "--ip"]] {
        let said = run(args, "").stderr;
        assert!(!said.contains("number"), "{args:?}: {said}");
    }
}

#[test]
fn an_option_that_cannot_be_set_is_refused_with_the_reason() {
    for (args, why) in [
        (&["extract", "--set", "wwww=no"][..], "there is no option \"wwww\"; did you mean www?"),
        (&["extract", "--set", "nothing-like=it"], "`linkwright options` lists all"),
        (&["extract", "--set", "www"], "expected NAME=VALUE"),
        (&["extract", "--set", "www=perhaps"], "expected true or false"),
        (&["extract", "--set", "wrap=on"], "expected \"off\", \"delimited\" or \"mail\""),
        (&["extract", "--set", "without_rules=angle-bracket"], "angle-brackets"),
        (&["extract", "--set", "patterns=x"], "--pattern NAME PATTERN HREF"),
        (&["extract", "--set", "shorten_how=end"], "only linkify and pipe have it"),
        (&["linkify", "--set", "shorten_hw=end"], "did you mean shorten_how?"),
        (&["linkify", "--set", "attributes=onclick=x"], "it would run code"),
        (&["extract", "--no-www"], "`--set www=false` sets this option"),
        (&["linkify", "--shorten-how", "end"], "`--set shorten_how=VALUE` sets this option"),
    ] {
        let done = run(args, "http://a.example/");
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{args:?}");
        assert!(done.stderr.contains(why), "{args:?}: {}", done.stderr);
    }
    // A dash is accepted for `_`, and the last value of an option applies.
    let args = ["extract", "--set", "max-lines=1", "--set", "www=no", "--set", "www=yes"];
    assert_eq!(run(&args, "www.a.example").stdout, "http://www.a.example\n");
}

#[test]
fn similar_names_are_proposed() {
    let folder = empty_folder("wrong-near");
    for (args, near) in [
        (&["extrct"][..], "'extract'"),
        (&["extract", "--unqiue"], "'--unique'"),
        (&["extract", "--preset", "chta"], "'chat'"),
        (&["extract", "--without-rule", "angle-bracket"], "'angle-brackets'"),
        (&["extract", "--flag", "userinf"], "'userinfo'"),
        (&["extract", "--type", "htm"], "'html'"),
        (&["extract", "--fields", "urii"], "'uri'"),
        (&["extract", "--origin", "cod"], "'code'"),
        (&["extract", "--kind", "emial"], "'email'"),
    ] {
        let done = finish(command(args).current_dir(&folder), "");
        assert!(done.status == 2 && done.stderr.contains(near), "{args:?}: {done:?}");
    }
    for (text, near) in [
        ("presett = 'chat'", "preset"),
        ("max_lenn = 100", "max_len"),
        ("without_rules = ['angle-bracket']", "angle-brackets"),
        ("[link]\nrell = 'x'", "rel"),
    ] {
        fs::write(folder.join("linkwright.toml"), text).unwrap();
        let done = finish(command(&["extract"]).current_dir(&folder), "");
        assert!(
            done.status == 2 && done.stderr.contains(&format!("did you mean {near}?")),
            "{done:?}"
        );
        // The message shows the line with a mark under the error.
        assert!(done.stderr.trim_end().ends_with('^'), "{done:?}");
    }
}

#[test]
fn an_unreadable_file_is_reported_with_the_reason() {
    let folder = empty_folder("wrong-inputs");
    let path = |name: &str| folder.join(name).into_os_string().into_string().unwrap();
    let (missing, empty) = (path("missing"), path("empty"));
    fs::create_dir(&empty).unwrap();
    for verb in [&["extract"][..], &["linkify"], &["explain", "--file"]] {
        for input in [&missing, &empty] {
            let done = run(&[verb, &[input]].concat(), "");
            assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{verb:?} {input}");
            let begin = format!("linkwright: {input}: ");
            assert!(done.stderr.starts_with(&begin), "{verb:?}: {done:?}");
            assert_eq!(done.stderr.lines().count(), 1, "{verb:?}: {done:?}");
        }
    }
    {
        let flag = "--files-from";
        let done = run(&["extract", flag, &missing], "");
        assert!(done.stderr.starts_with(&format!("linkwright: {missing}: ")), "{done:?}");
    }
    let folder = run(&["linkify", &empty], "").stderr;
    assert!(folder.contains("name its files, as in "), "{folder}");
    let none = run(&["linkify", "--write"], "").stderr;
    assert!(none.contains("--write needs file names"), "{none}");
    let look = run(&["linkify", "--rel", "me", "--to", "terminal"], "").stderr;
    assert!(look.contains("--rel has no effect when converting text to terminal"));
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_reported() {
    use std::os::unix::fs::PermissionsExt as _;

    let path = crate::file("wrong-permission", "closed.txt", "http://a.example");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        eprintln!("skipped because this user can read files without read permission");
        return;
    }
    for verb in [&["extract"][..], &["linkify"], &["explain", "--file"]] {
        let done = run(&[verb, &[&path]].concat(), "");
        let begin = format!("linkwright: {path}: Permission denied");
        assert!(done.status == 2 && done.stderr.starts_with(&begin), "{verb:?}: {done:?}");
    }
}

/// An input line that the subcommand can answer.
fn input(verb: &[&str]) -> &'static str {
    if verb[0] == "pipe" { "{\"text\":\"http://a.example\"}\n" } else { "http://a.example\n" }
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_reports_a_full_disk() {
    for verb in VERBS {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let done = finish(command(verb).stdout(full), input(verb));
        let said = "linkwright: standard output: No space left on device (os error 28)\n";
        assert_eq!((done.status, done.stderr.as_str()), (2, said), "{verb:?}");
    }
}

#[test]
fn no_command_reports_a_closed_pipe() {
    for verb in VERBS {
        let mut child = command(verb).spawn().unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        // A subcommand that does not read its standard input may already have ended.
        let _ = std::io::Write::write_all(&mut stdin, input(verb).as_bytes());
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // `config` exits with status 1 if there is no configuration file.
        let is_good = output.status.success() || *verb == ["config"];
        assert!(is_good && said.is_empty(), "{verb:?}: {said}");
    }
}
