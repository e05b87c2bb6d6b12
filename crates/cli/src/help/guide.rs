//! The examples and the exit statuses of each verb.

/// The guide of a verb.
#[derive(Debug)]
pub(crate) struct Guide {
    /// The verb after the names of its parent commands: `linkwright uri parse`.
    path: &'static str,
    pub(crate) examples: &'static [Example],
    pub(crate) statuses: &'static str,
}

/// A command line and its purpose.
#[derive(Debug)]
pub(crate) struct Example {
    pub(crate) line: &'static str,
    pub(crate) what: &'static str,
}

/// The guide of the verb at `path`; `None` for the verb `help`, which clap adds.
pub(crate) fn guide(path: &str) -> Option<&'static Guide> {
    GUIDES.iter().find(|guide| guide.path == path)
}

const fn example(line: &'static str, what: &'static str) -> Example {
    Example { line, what }
}

const SIGNALS: &str = "0 when something was found or done, 1 when nothing was found, 2 on an error, \
    129, 130 and 143 after SIGHUP, SIGINT and SIGTERM.";

const DONE: &str = "0 when the output is written, 2 on an error.";

static GUIDES: &[Guide] = &[
    Guide {
        path: "linkwright",
        examples: &[
            example("linkwright extract notes/", "The links of all files in a folder."),
            example("linkwright linkify page.md", "Turn the URIs of a text into links."),
            example(
                "linkwright explain 'See example.com.'",
                "Why something is a link, or why not.",
            ),
            example("linkwright uri parse 'http://example.com/a?b'", "The components of a URI."),
        ],
        statuses: SIGNALS,
    },
    Guide {
        path: "linkwright extract",
        examples: &[
            example(
                "linkwright extract notes/ archive.zip mail.mbox",
                "The links of files, archives and mailboxes.",
            ),
            example(
                "linkwright extract -t md --unique --by domain .",
                "The domains that the Markdown files of a folder link to, most frequent first.",
            ),
            example(
                "linkwright extract --format csv --fields uri,date,from mail.mbox",
                "The links of a mailbox as a table.",
            ),
            example("linkwright extract --no-code docs/", "The links outside code."),
            example(
                "linkwright extract --fields source_start,source_end,uri page.html",
                "The byte range of each link in its file.",
            ),
            example("linkwright extract --flag danger ~/Mail", "Only dangerous links."),
            example(
                "tail -f log | linkwright extract --line-buffered",
                "The links of a growing log file.",
            ),
            example(
                "linkwright extract --format jsonl -o links.jsonl --resume journal /archive",
                "A long run that can be killed and continued.",
            ),
        ],
        statuses: "0 when a link was found, 1 when there is none, 2 when an input could not be read (the others are still read), \
            129, 130 and 143 after SIGHUP, SIGINT and SIGTERM.",
    },
    Guide {
        path: "linkwright linkify",
        examples: &[
            example(
                "linkwright linkify page.html",
                "Turn the URIs of an HTML document into links.",
            ),
            example(
                "echo 'See example.com' | linkwright linkify --preset chat",
                "Turn a text into HTML with links.",
            ),
            example(
                "linkwright linkify --to terminal letter.txt",
                "Turn the URIs of a text into links for a terminal.",
            ),
            example(
                "linkwright linkify --diff docs/*.md",
                "Show what would change in Markdown files.",
            ),
            example("linkwright linkify --write docs/*.md", "The same, written to the files."),
        ],
        statuses: "0 when the output is written, or with --check when nothing would change; \
            1 with --check when a file would change; 2 on an error.",
    },
    Guide {
        path: "linkwright pipe",
        examples: &[
            example(
                r#"echo '{"text":"See http://a.example/."}' | linkwright pipe"#,
                "One answer for each line.",
            ),
            example(
                r#"echo '{"text":"See a.example","options":{"domains":true},"to":"html"}' | linkwright pipe"#,
                "With options, and with HTML as the output.",
            ),
        ],
        statuses: "0 at the end of standard input, even if some lines were answered with errors; 2 when standard output cannot be written.",
    },
    Guide {
        path: "linkwright explain",
        examples: &[
            example(
                "linkwright explain 'See http://example.com/a.'",
                "Where the link ends, and by which rule.",
            ),
            example(
                "linkwright explain 'ask example.com'",
                "Why example.com is not a link, and which options would make it one.",
            ),
            example("linkwright explain --file letter.txt", "The same for the content of a file."),
        ],
        statuses: "0 when there is a link, 1 when there is none, 2 on an error.",
    },
    Guide {
        path: "linkwright uri",
        examples: &[
            example("linkwright uri parse 'http://example.com/a?b'", "The components of the URI."),
            example(
                "linkwright uri hazards --fail-on warn < uris.txt",
                "A check to use in shell scripts.",
            ),
        ],
        statuses: SIGNALS,
    },
    Guide {
        path: "linkwright uri parse",
        examples: &[
            example(
                "linkwright uri parse 'http://example.com/a b'",
                "Where the text stops being a valid URI.",
            ),
            example(
                "linkwright uri parse --as iri-reference --json '../ä'",
                "A relative reference with letters outside ASCII.",
            ),
        ],
        statuses: "0 when every text is valid, 1 when one is not, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright uri split",
        examples: &[example(
            "linkwright uri split 'a://b/c?d#e'",
            "Split any text into the five components of a URI.",
        )],
        statuses: "0 when every text is split, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright uri normalize",
        examples: &[example(
            "linkwright uri normalize 'HTTP://Example.com:80/a/../%7Eb'",
            "Prints http://example.com/~b",
        )],
        statuses: "0 when every text is a URI or a reference, 1 when one is not, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright uri compare",
        examples: &[example(
            "linkwright uri compare 'http://a.example' 'HTTP://A.example:80/'",
            "The first step of the comparison ladder (RFC 3986, section 6.2) at which they are equal.",
        )],
        statuses: "0 when the two are equal, 1 when they are not, 2 on an error.",
    },
    Guide {
        path: "linkwright uri resolve",
        examples: &[example(
            "linkwright uri resolve --base http://a.example/b/c ../d",
            "Prints http://a.example/d",
        )],
        statuses: "0 when every reference is valid, 1 when one is not, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright uri relativize",
        examples: &[example(
            "linkwright uri relativize --base http://a.example/b/c http://a.example/d",
            "Prints ../d",
        )],
        statuses: "0 when each URI has a shorter reference, 1 when one has none, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright uri hazards",
        examples: &[
            example(
                "linkwright uri hazards 'http://paypal.com@evil.example/'",
                "What is misleading or dangerous in a URI.",
            ),
            example(
                "linkwright uri hazards --severity private-ip=off < uris.txt",
                "The hazards of a list of URIs, ignoring one code.",
            ),
        ],
        statuses: "0 when a text has hazards, 1 when no text has any, 2 when a text is not a URI or a line of --ndjson could not be read. With --fail-on: 0 when no hazard has that severity or a higher one, 1 when one has.",
    },
    Guide {
        path: "linkwright uri repair",
        examples: &[example(
            "linkwright uri repair 'http://a.example/b c'",
            "Prints http://a.example/b%20c",
        )],
        statuses: "0 when every text is valid after the repair, 1 when one is not, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright uri encode",
        examples: &[example(
            "linkwright uri encode 'a/b&c'",
            "Percent-encode data for use in a component.",
        )],
        statuses: "0 when every text is converted, 1 when an input or a result is not UTF-8, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright rules",
        examples: &[example("linkwright rules --sources", "The rules and the source of each.")],
        statuses: DONE,
    },
    Guide {
        path: "linkwright hazards",
        examples: &[example(
            "linkwright hazards",
            "The codes of the hazards and their severities.",
        )],
        statuses: DONE,
    },
    Guide {
        path: "linkwright config",
        examples: &[
            example(
                "linkwright config",
                "The options in force, and the file and line that set each.",
            ),
            example("linkwright config --profile review", "The same with a profile."),
        ],
        statuses: "0 when a configuration file was read, 1 when there is none, 2 when one is not valid.",
    },
    Guide {
        path: "linkwright completions",
        examples: &[example(
            "linkwright completions bash > ~/.local/share/bash-completion/completions/linkwright",
            "Install the completions for bash.",
        )],
        statuses: DONE,
    },
    Guide {
        path: "linkwright man",
        examples: &[example("linkwright man extract | man -l -", "The manual page of a command.")],
        statuses: DONE,
    },
];

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::*;
    use crate::args::whole_command;

    fn paths(command: &Command, parent: &str, found: &mut Vec<String>) {
        let path = format!("{parent} {}", command.get_name()).trim_start().to_owned();
        for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
            paths(verb, &path, found);
        }
        found.push(path);
    }

    #[test]
    fn each_verb_has_its_guide_and_each_guide_its_verb() {
        let mut found = Vec::new();
        paths(&whole_command(), "", &mut found);
        let mut guides: Vec<&str> = GUIDES.iter().map(|guide| guide.path).collect();
        found.sort();
        guides.sort_unstable();
        assert_eq!(found, guides);
    }

    #[test]
    fn each_example_calls_its_verb() {
        for Guide { path, examples, .. } in GUIDES {
            for Example { line, .. } in *examples {
                assert!(line.contains(path), "{path}: {line}");
            }
        }
    }
}
