//! The examples and exit statuses that the help of each subcommand shows.

/// The examples and exit statuses of a subcommand.
#[derive(Debug)]
pub(crate) struct Guide {
    /// The full name, including parent commands: `linkwright uri parse`.
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

/// The guide of the subcommand at `path`; `None` for `help`, which clap adds.
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
            example("linkwright extract notes/", "List the links of all files in a folder."),
            example("linkwright linkify page.md", "Turn the URIs of a file into links."),
            example(
                "linkwright explain 'See example.com.'",
                "Explain why a text is a link, or why not.",
            ),
            example(
                "linkwright uri parse 'http://example.com/a?b'",
                "Show the components of a URI.",
            ),
        ],
        statuses: SIGNALS,
    },
    Guide {
        path: "linkwright extract",
        examples: &[
            example(
                "linkwright extract notes/ archive.zip mail.mbox",
                "List the links of files, archives and mailboxes.",
            ),
            example(
                "linkwright extract -t md --unique --by domain .",
                "List the domains that the Markdown files of a folder link to, most frequent first.",
            ),
            example(
                "linkwright extract --format csv --fields uri,date,from mail.mbox",
                "List the links of a mailbox as a table.",
            ),
            example("linkwright extract --no-code docs/", "List only links outside code."),
            example(
                "linkwright extract --fields source_start,source_end,uri page.html",
                "Show the byte range of each link in its file.",
            ),
            example("linkwright extract --flag danger ~/Mail", "List only dangerous links."),
            example(
                "tail -f log | linkwright extract --line-buffered",
                "List the links of a growing log file as they arrive.",
            ),
            example(
                "linkwright extract --format jsonl -o links.jsonl --resume journal /archive",
                "Start a long run that can be interrupted and resumed.",
            ),
        ],
        statuses: "0 when a link was found, 1 when no link was found, 2 when an input could not be read (other inputs are still read), \
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
                "Turn plain text into HTML with links.",
            ),
            example(
                "linkwright linkify --to terminal letter.txt",
                "Print a text with links that can be clicked in a terminal.",
            ),
            example(
                "linkwright linkify --diff docs/*.md",
                "Show what would change in Markdown files.",
            ),
            example("linkwright linkify --write docs/*.md", "Add the links to these files."),
        ],
        statuses: "0 when the output is written, or with --check when nothing would change; \
            1 with --check when a file would change; 2 on an error.",
    },
    Guide {
        path: "linkwright check",
        examples: &[
            example("linkwright check -t md .", "Check the Markdown files of a folder."),
            example(
                "linkwright check --rule bare=error --level note docs/",
                "Also fail if a URI is not a link.",
            ),
            example(
                "linkwright check --format sarif . > linkwright.sarif",
                "Write a log for code scanning.",
            ),
        ],
        statuses: "0 when no finding has the level of --level, 1 when a finding has it, 2 when an input could not be read or checked.",
    },
    Guide {
        path: "linkwright fix",
        examples: &[
            example("linkwright fix --diff docs/", "Show what would change in a folder."),
            example("linkwright fix README.md", "Make links of the bare URIs of a file."),
        ],
        statuses: "0 when the work is done, 2 when a file could not be read or changed.",
    },
    Guide {
        path: "linkwright pipe",
        examples: &[
            example(
                r#"echo '{"text":"See http://a.example/."}' | linkwright pipe"#,
                "Answer every line of input with one line of output.",
            ),
            example(
                r#"echo '{"text":"See a.example","options":{"domains":true},"to":"html"}' | linkwright pipe"#,
                "Set options, and return HTML.",
            ),
        ],
        statuses: "0 at the end of standard input, even if some lines were answered with errors; 2 when standard output cannot be written.",
    },
    Guide {
        path: "linkwright mdbook",
        examples: &[example(
            "linkwright mdbook supports html",
            "Answer the question of mdBook; `command = \"linkwright mdbook\"` in `book.toml` makes it ask.",
        )],
        statuses: "0 when the book is written or the renderer is supported, 2 on an error, which ends the build.",
    },
    Guide {
        path: "linkwright explain",
        examples: &[
            example(
                "linkwright explain 'See http://example.com/a.'",
                "Show where the link ends, and which rule ended it.",
            ),
            example(
                "linkwright explain 'ask example.com'",
                "Show why example.com is not a link, and which options would make it a link.",
            ),
            example("linkwright explain --file letter.txt", "Explain the links in a file."),
        ],
        statuses: "0 when there is a link, 1 when there is no link, 2 on an error.",
    },
    Guide {
        path: "linkwright uri",
        examples: &[
            example(
                "linkwright uri parse 'http://example.com/a?b'",
                "Show the components of a URI.",
            ),
            example(
                "linkwright uri hazards --fail-on warn < uris.txt",
                "Check URIs in a shell script.",
            ),
        ],
        statuses: SIGNALS,
    },
    Guide {
        path: "linkwright uri parse",
        examples: &[
            example(
                "linkwright uri parse 'http://example.com/a b'",
                "Show where a text stops being a valid URI.",
            ),
            example(
                "linkwright uri parse --as iri-reference --json '../ä'",
                "Parse a relative reference with non-ASCII letters.",
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
        path: "linkwright uri format",
        examples: &[example(
            "linkwright uri format 'https://example.com/caf%C3%A9%20(a)'",
            "Prints https://example.com/café%20(a)",
        )],
        statuses: "0 when every text is a URI, 1 when one is not, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright uri defang",
        examples: &[example(
            "linkwright uri defang https://example.com/a",
            "Prints hxxps[:]//example[.]com/a",
        )],
        statuses: "0 when every text is written, 1 when one is not UTF-8, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright uri compare",
        examples: &[example(
            "linkwright uri compare 'http://a.example' 'HTTP://A.example:80/'",
            "Show the first step of the comparison ladder (RFC 3986, section 6.2) at which two URIs are equal.",
        )],
        statuses: "0 when the URIs are equal, 1 when they are not, 2 on an error.",
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
        statuses: "0 when every URI can be written as a shorter reference, 1 when one cannot, 2 when a line of --ndjson could not be read.",
    },
    Guide {
        path: "linkwright uri hazards",
        examples: &[
            example(
                "linkwright uri hazards 'http://paypal.com@evil.example/'",
                "Show what is misleading or dangerous in a URI.",
            ),
            example(
                "linkwright uri hazards --severity private-ip=off < uris.txt",
                "List the hazards of many URIs, ignoring one code.",
            ),
        ],
        statuses: "0 when a text has hazards, 1 when no text has any, 2 when a text is not a URI or a line of --ndjson could not be read. With --fail-on: 0 when no hazard has the given severity or a higher one, 1 when a hazard does.",
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
        path: "linkwright options",
        examples: &[
            example("linkwright options", "List the options with their defaults."),
            example(
                "linkwright options | grep -A2 max_lines",
                "Show one option; `linkwright extract --set max_lines=100` sets it.",
            ),
        ],
        statuses: DONE,
    },
    Guide {
        path: "linkwright rules",
        examples: &[example(
            "linkwright rules --sources",
            "List the rules, with the source of each rule.",
        )],
        statuses: DONE,
    },
    Guide {
        path: "linkwright hazards",
        examples: &[example(
            "linkwright hazards",
            "List the codes of all hazards, with their severities.",
        )],
        statuses: DONE,
    },
    Guide {
        path: "linkwright config",
        examples: &[
            example(
                "linkwright config",
                "Show the options that apply, and the file and line that set each option.",
            ),
            example(
                "linkwright config --config team.toml",
                "Show the options that apply with a file.",
            ),
        ],
        statuses: "0 when a configuration file was read, 1 when no file exists, 2 when a file is not valid.",
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
        examples: &[example(
            "linkwright man extract | man -l -",
            "Show the manual page of a command.",
        )],
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
    fn subcommands_and_guides_correspond_one_to_one() {
        let mut found = Vec::new();
        paths(&whole_command(), "", &mut found);
        let mut guides: Vec<&str> = GUIDES.iter().map(|guide| guide.path).collect();
        found.sort();
        guides.sort_unstable();
        assert_eq!(found, guides);
    }

    #[test]
    fn the_examples_of_a_guide_call_its_verb() {
        for Guide { path, examples, .. } in GUIDES {
            for Example { line, .. } in *examples {
                assert!(line.contains(path), "{path}: {line}");
            }
        }
    }
}
