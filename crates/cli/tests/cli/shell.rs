//! Tests of the help, the completions and the manual pages.

use crate::{run, run_and_hang_up};

#[test]
fn completions_are_generated_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&["completions", shell], "");
        assert_eq!(run.status, 0);
        assert!(run.stdout.contains("max-len"), "{shell}");
    }
    assert_eq!(run(&["completions", "cobol"], "").status, 2);
}

#[test]
fn every_command_has_a_manual_page() {
    let page = run(&["man"], "");
    assert_eq!(page.status, 0);
    assert!(page.stdout.contains(".TH linkwright 1") && page.stdout.contains("explain"));
    for verb in ["extract", "pipe", "explain", "uri", "completions", "man"] {
        let page = run(&["man", verb], "");
        assert!(page.stdout.contains(&format!(".TH linkwright-{verb} 1")), "{verb}");
    }
    let wrong = run(&["man", "nope"], "");
    let why = "linkwright: man: there is no command \"nope\"\n";
    assert!(wrong.status == 2 && wrong.stderr.starts_with(why), "{}", wrong.stderr);
}

#[test]
fn every_option_of_the_library_is_listed_with_its_sentence() {
    let list = run(&["options"], "").stdout;
    for option in linkwright::find::FinderBuilder::options() {
        assert!(list.contains(&format!("{}\n    default ", option.name())), "{list}");
        assert!(list.contains(option.about()), "{list}");
    }
    assert!(
        list.contains("\nmax_len\n    default 8192 (a number from 16 to 65536; flag --max-len)\n")
    );
    assert!(list.contains("\nwww\n    default true; rfc: false (true or false)\n"), "{list}");
    assert!(list.contains("\nshorten_how\n    default \"smart\" "), "{list}");
}

/// The most options that a help page may have. A page that a person reads from top to bottom is not longer.
const MOST_ROWS: usize = 60;

#[test]
fn no_help_page_has_more_options_than_a_person_reads() {
    let rows = |verb: &[&str]| {
        let help = run(&[verb, &["--help"]].concat(), "").stdout;
        let is_option = |line: &&str| line.trim_start().starts_with('-') && line.contains("--");
        help.lines().filter(is_option).filter(|line| line.starts_with("  ")).count()
    };
    for verb in ["extract", "linkify", "pipe", "explain", "uri", "config", "options"] {
        let rows = rows(&[verb]);
        assert!((2..=MOST_ROWS).contains(&rows), "{verb}: {rows} rows");
    }
    for verb in ["parse", "normalize", "compare", "resolve", "hazards", "repair", "encode"] {
        assert!(rows(&["uri", verb]) <= MOST_ROWS, "uri {verb}");
    }
}

#[test]
fn a_missing_or_unknown_command_is_an_error() {
    assert_eq!(run(&[], "").status, 2);
    let wrong = run(&["extrakt"], "");
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("extrakt"), "{}", wrong.stderr);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    assert_eq!(run_and_hang_up(&["completions", "zsh"], "", 0), (0, String::new()));
}

#[test]
fn help_begins_with_examples_and_ends_with_exit_statuses() {
    for verb in [
        &["extract"][..],
        &["linkify"],
        &["pipe"],
        &["explain"],
        &["config"],
        &["uri", "parse"],
        &[],
    ] {
        let help = run(&[verb, &["--help"]].concat(), "").stdout;
        assert!(help.starts_with("Examples:\n  "), "{verb:?}: {help}");
        let last = help.trim_end().rsplit("\n\n").next().unwrap();
        assert!(last.starts_with("Exit status: 0 "), "{verb:?}: {last}");
        let brief = run(&[verb, &["-h"]].concat(), "").stdout;
        assert!(brief.lines().count() <= 50 && brief.len() < help.len(), "{verb:?}: {brief}");
    }
}

#[test]
fn manual_pages_have_examples_and_exit_statuses() {
    for verb in [&["extract"][..], &["uri"], &["config"], &[]] {
        let page = run(&[&["man"], verb].concat(), "").stdout;
        let sections = page.lines().filter_map(|line| line.strip_prefix(".SH "));
        let sections: Vec<&str> = sections.map(|title| title.trim_matches('"')).collect();
        assert_eq!(sections[..3], ["NAME", "SYNOPSIS", "DESCRIPTION"], "{verb:?}");
        assert!(sections.ends_with(&["EXAMPLES", "EXIT STATUS"]), "{verb:?}: {sections:?}");
    }
}

/// Names that the completions propose: a preset, a rule, a hazard, a file type, an origin and a dialect.
const PROPOSED: &[&str] =
    &["archive", "balanced-brackets", "userinfo-looks-like-host", "markdown", "attribute", "mdx"];

#[test]
fn completions_propose_presets_rules_codes_and_types() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell], "").stdout;
        for name in PROPOSED {
            // The name must be in a list of values, rather than in a help text.
            let is_list = |line: &str| match shell {
                "bash" => line.contains("compgen -W"),
                "zsh" => line.contains(":(") || line.contains("\\:\""),
                _ => line.contains("-a ") || line.contains("\\t'"),
            };
            let is_proposed = |line: &str| is_list(line) && line.contains(name);
            assert!(script.lines().any(is_proposed), "{shell}: {name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_names() {
    use std::process::Command;

    let script =
        crate::file("completions", "linkwright.bash", run(&["completions", "bash"], "").stdout);
    for (line, expected) in [
        ("extract --preset cha", "chat"),
        ("extract --without-rule angle", "angle-brackets"),
        ("extract --flag userinfo-", "userinfo-looks-like-host"),
        ("extract --type markd", "markdown"),
        ("extract --origin c", "code"),
        ("extract --no-co", "--no-code"),
        ("uri hazards --fail-on d", "danger"),
        ("linkify --dialect md", "mdx"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let count = words.len();
        let asked = format!(
            "source '{script}'; COMP_WORDS=(linkwright {line}); COMP_CWORD={count}; \
             _linkwright linkwright '{}' '{}'; echo \"${{COMPREPLY[*]}}\"",
            words[count - 1],
            words[count - 2],
        );
        let Ok(done) = Command::new("bash").args(["--norc", "-c", &asked]).output() else {
            eprintln!("skipped because bash is not installed");
            return;
        };
        assert_eq!(String::from_utf8_lossy(&done.stdout).trim_end(), expected, "{line}: {done:?}");
    }
}
