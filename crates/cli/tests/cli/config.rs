//! Tests of configuration files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Run, command, empty_folder, finish};

/// A working folder with a configuration file in its parent folder, and a user configuration folder with another
/// configuration file.
struct Place {
    work: PathBuf,
    home: PathBuf,
}

impl Place {
    fn new(test: &str, of_user: &str, of_folder: &str) -> Place {
        let folder = empty_folder(test);
        let (home, work) = (folder.join("home"), folder.join("project/inner"));
        fs::create_dir_all(home.join("linkwright")).unwrap();
        fs::create_dir_all(&work).unwrap();
        for (text, file) in [
            (of_user, home.join("linkwright/linkwright.toml")),
            (of_folder, folder.join("project/linkwright.toml")),
        ] {
            if !text.is_empty() {
                fs::write(file, text).unwrap();
            }
        }
        Place { work, home }
    }

    fn run(&self, args: &[&str], input: &str) -> Run {
        let mut command = command(args);
        // Every platform uses one of these variables to find the configuration folder.
        command.env("XDG_CONFIG_HOME", &self.home).env("APPDATA", &self.home);
        finish(command.current_dir(&self.work), input)
    }
}

fn is_at(run: &Run, file: &Path, place: &str) -> bool {
    run.status == 2 && run.stderr.contains(&format!("{}{place}", file.display()))
}

const TEXT: &str = "www.a.example http://b.example ftp://c.example d.com\n";

#[test]
fn the_nearest_file_overrides_the_users_file_and_the_command_line_overrides_both() {
    let place =
        Place::new("config-order", "www = false\nschemes = ['ftp']\n", "schemes = ['http']\n");
    assert_eq!(place.run(&["extract"], TEXT).stdout, "http://b.example\n");
    assert_eq!(place.run(&["extract", "--scheme", "ftp"], TEXT).stdout, "ftp://c.example\n");
    assert_eq!(
        place.run(&["extract", "--config", "none"], TEXT).stdout,
        "http://www.a.example\nhttp://b.example\nftp://c.example\n"
    );
}

#[test]
fn a_preset_on_the_command_line_overrides_the_preset_of_a_file() {
    let place = Place::new("config-preset", "", "preset = 'chat'\n");
    assert_eq!(place.run(&["extract"], "see d.com\n").stdout, "http://d.com\n");
    assert_eq!(place.run(&["extract", "--preset", "mail"], "see d.com\n").status, 1);
}

#[test]
fn a_file_that_the_command_line_names_replaces_that_of_the_folder() {
    let place = Place::new("config-named", "www = false\n", "preset = 'archive'\n");
    let team = "default_scheme = 'https'\n[[patterns]]\nname = 'bug'\npattern = 'BUG-1'\nhref = 'https://b.example/1'\n\
                [link]\nrel = 'me'\n";
    fs::write(place.work.join("team.toml"), team).unwrap();
    let found = place.run(&["extract", "--config", "team.toml"], "see BUG-1 www.a.example d.com\n");
    assert_eq!(found, Run::new(0, "https://b.example/1\n", ""));
    let linked = place.run(&["linkify", "--config", "team.toml"], "BUG-1\n").stdout;
    assert_eq!(linked, "<a href=\"https://b.example/1\" rel=\"me\">BUG-1</a>\n");
    let gone = place.run(&["extract", "--config", "gone.toml"], "");
    assert!(gone.status == 2 && gone.stderr.contains("gone.toml: "), "{}", gone.stderr);
}

#[test]
fn a_found_file_that_changes_the_links_is_always_named() {
    let place = Place::new("config-notice", "", "preset = 'chat'\nwww = false\n");
    let file = place.work.parent().unwrap().join("linkwright.toml");
    let notice = format!(
        "linkwright: {} decides which links are found: it sets preset, www\n",
        file.display()
    );
    for args in [&["extract"][..], &["linkify"], &["explain"], &["extract", "--quiet"]] {
        let found = place.run(args, "www.a.example");
        assert_eq!(found.stderr, notice, "{args:?}");
    }
    for args in [&["extract", "--config", "none"][..], &["config"], &["pipe"]] {
        assert_eq!(place.run(args, "").stderr, "", "{args:?}");
    }
    // The user's own file and a file that changes nothing need no notice.
    for (of_user, of_folder) in [("www = false\n", ""), ("", "# nothing\n")] {
        let place = Place::new("config-no-notice", of_user, of_folder);
        assert_eq!(place.run(&["extract"], "http://a.example").stderr, "");
    }
}

#[test]
fn a_file_can_set_patterns_and_link_options() {
    let text = "[[patterns]]\nname = 'bug'\npattern = 'BUG-(\\d+)'\nhref = 'https://b.example/$1'\n\
                [link]\nclass = 'x'\n";
    let place = Place::new("config-patterns", text, "");
    assert_eq!(place.run(&["extract"], "BUG-7\n").stdout, "https://b.example/7\n");
    let linked = place.run(&["linkify"], "BUG-7\n").stdout;
    assert_eq!(
        linked,
        "<a href=\"https://b.example/7\" rel=\"noopener noreferrer nofollow\" class=\"x\">BUG-7</a>\n"
    );
    // A link option in a configuration file is accepted even if it has no effect on the output format.
    assert_eq!(place.run(&["linkify", "--to", "terminal"], "x\n").status, 0);
    assert_eq!(place.run(&["explain"], "BUG-7\n").status, 0);
}

#[test]
fn an_error_message_has_the_position_in_the_file() {
    for (text, at, why) in [
        ("www = true\nwrap = 'on'\n", ":2:8: ", "\"off\", \"delimited\" or \"mail\""),
        ("wrapp = 'mail'\n", ":1:1: ", "did you mean wrap?"),
        ("max-len = 100\n", ":1:1: ", "did you mean max_len?"),
        ("without_rules = ['x']\n", ":1:17: ", "x"),
        ("output = 'x'\n", ":1:1: ", "option output: unknown option"),
        ("resume = 'x'\n", ":1:1: ", "option resume: unknown option"),
        ("write = true\n", ":1:1: ", "option write: unknown option"),
        ("files_from = 'x'\n", ":1:1: ", "option files_from: unknown option"),
        ("rel = 'x'\n", ":1:1: ", "[link]"),
        ("[link]\nclas = 'x'\n", ":2:1: ", "did you mean class?"),
        ("link = 1\n", ":1:8: ", "table"),
        ("preset = 'chatt'\n", ":1:10: ", "chat"),
        ("max_len = 1.5\n", ":1:11: ", "floating point"),
        ("max_len = \n", ":1:11: ", ""),
    ] {
        let place = Place::new("config-errors", "", text);
        let file = place.work.parent().unwrap().join("linkwright.toml");
        let run = place.run(&["extract"], TEXT);
        assert!(is_at(&run, &file, at) && run.stderr.contains(why), "{text:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "a run with an invalid file writes nothing: {text:?}");
    }
}

#[test]
fn an_option_without_effect_is_accepted_in_a_file() {
    let place = Place::new("config-needs", "", "www = true\ndelsp = true\n");
    assert_eq!(place.run(&["extract"], TEXT).status, 0);
}

#[test]
fn pipe_ignores_configuration_files() {
    let place = Place::new("config-pipe", "", "www = false\n");
    let found = place.run(&["pipe"], "{\"text\":\"www.a.example\"}\n");
    assert!(found.stdout.contains("http://www.a.example"), "{}", found.stdout);
}

#[test]
fn config_shows_the_options_as_a_valid_file() {
    let place = Place::new("config-shown", "www = false\nmax_len = 99\n", "max_len = 100\n");
    let shown = place.run(&["config"], "");
    assert_eq!(shown.status, 0);
    let file = place.work.parent().unwrap().join("linkwright.toml");
    assert!(
        shown.stdout.contains(&format!("max_len = 100 # {}:1\n", file.display())),
        "{}",
        shown.stdout
    );
    let again = Place::new("config-shown-again", "", &shown.stdout);
    let rest = |run: &Run| {
        let lines = run.stdout.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split(" #").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(rest(&again.run(&["config"], "")), rest(&shown));
}

#[test]
fn without_a_file_config_shows_where_files_are_looked_for() {
    let place = Place::new("config-none", "", "");
    let shown = place.run(&["config", "--config", "none"], "");
    assert_eq!(shown.status, 1);
    assert!(shown.stdout.contains("inner"), "{}", shown.stdout);
}

#[test]
fn a_run_is_resumed_only_with_the_same_configuration() {
    let place = Place::new("config-resume", "", "www = false\n");
    fs::write(place.work.join("a.txt"), TEXT).unwrap();
    let args = ["extract", "--format", "jsonl", "--resume", "journal", "-o", "out", "a.txt"];
    assert_eq!(place.run(&args, "").status, 0);
    fs::write(place.work.parent().unwrap().join("linkwright.toml"), "www = true\n").unwrap();
    let again = place.run(&args, "");
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("other options"), "{}", again.stderr);
}

#[test]
fn rules_and_hazards_are_listed_by_name() {
    let place = Place::new("config-names", "", "");
    let rules = place.run(&["rules", "--sources"], "").stdout;
    for rule in linkwright::find::rules() {
        assert!(rules.contains(&format!(
            "{}\n    {}\n    {}\n",
            rule.name(),
            rule.summary(),
            rule.source()
        )));
    }
    let hazards = place.run(&["hazards"], "").stdout;
    assert!(hazards.contains("userinfo-looks-like-host\n    danger: "), "{hazards}");
    assert!(!hazards.contains('\u{1b}'));
    assert!(place.run(&["rules", "--color", "always"], "").stdout.contains("\u{1b}["));
}

#[test]
fn a_file_in_a_folder_cannot_change_how_links_are_made() {
    for text in [
        "[link]\nschemes = ['file']",
        "[link]\nlink_schemes = ['file']",
        "[link]\non_danger = 'link'",
        "[link]\non_warning = 'link'",
        "[link]\nrel = ''",
        "[link]\nclass = 'x'",
        "[link]\ntarget = '_top'",
        "[link]\nattributes = {lang = 'en'}",
        "[link]\nstyle = 'inline'",
        "base = 'http://evil.example/'",
        "default_scheme = 'https'",
        "[[patterns]]\nname = 'x'\npattern = 'Bank'\nhref = 'https://evil.example/'",
    ] {
        let of_folder = Place::new("config-stranger", "", text);
        for verb in ["linkify", "extract", "explain", "config"] {
            let refused = of_folder.run(&[verb], TEXT);
            assert_eq!((refused.status, refused.stdout.as_str()), (2, ""), "{verb} {text}");
            assert!(refused.stderr.contains("found in a folder cannot set"), "{}", refused.stderr);
        }
        let of_user = Place::new("config-own", text, "");
        assert_eq!(of_user.run(&["linkify"], TEXT).status, 0, "{text}");
        let named = of_folder.work.parent().unwrap().join("linkwright.toml");
        let args = ["linkify", "--config", named.to_str().unwrap()];
        assert_eq!(of_folder.run(&args, TEXT).status, 0, "{text}");
    }
}
