//! Help, completions, the manual page, and what a shell sees of a command line that is wrong.

use crate::{run, run_and_hang_up};

#[test]
fn completions_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&["completions", shell], "");
        assert_eq!(run.status, 0);
        assert!(run.stdout.contains("max-len"), "{shell}");
    }
    assert_eq!(run(&["completions", "cobol"], "").status, 2);
}

#[test]
fn manual_pages() {
    let page = run(&["man"], "");
    assert_eq!(page.status, 0);
    assert!(page.stdout.contains(".TH linkwright 1") && page.stdout.contains("explain"));
    for verb in ["extract", "pipe", "explain", "uri", "completions", "man"] {
        let page = run(&["man", verb], "");
        assert!(page.stdout.contains(&format!(".TH linkwright-{verb} 1")), "{verb}");
    }
    let wrong = run(&["man", "nope"], "");
    let why = "linkwright: man: there is no verb \"nope\"; the verbs are extract, linkify, ";
    assert!(wrong.status == 2 && wrong.stderr.starts_with(why), "{}", wrong.stderr);
}

#[test]
fn help_tells_of_every_option_of_the_finder() {
    let options = [
        "preset",
        "scheme",
        "www",
        "domains",
        "emails",
        "ip",
        "iri",
        "repair",
        "bare",
        "zone-ids",
        "wrap",
        "hyphen",
        "readings",
        "default-scheme",
        "max-len",
        "max-lines",
        "max-bytes",
        "pattern",
        "base",
        "without-rule",
    ];
    for verb in ["extract", "pipe", "explain"] {
        let help = run(&[verb, "--help"], "").stdout;
        for option in options {
            assert!(help.contains(&format!("--{option}")), "{verb} --{option}");
        }
        assert!(help.contains("--no-www"));
    }
}

#[test]
fn no_verb_and_a_wrong_one() {
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
        assert_eq!(sections[..4], ["NAME", "SYNOPSIS", "EXAMPLES", "DESCRIPTION"], "{verb:?}");
        assert!(sections.contains(&"EXIT STATUS"), "{verb:?}: {sections:?}");
    }
}

#[test]
fn completions_propose_presets_rules_codes_and_types() {
    let script = run(&["completions", "bash"], "").stdout;
    for name in ["archive", "balanced-brackets", "userinfo-looks-like-host", "markdown"] {
        let is_proposed = |line: &str| line.contains("compgen -W") && line.contains(name);
        assert!(script.lines().any(is_proposed), "{name}");
    }
}
