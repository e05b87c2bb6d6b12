//! The short help (`-h`): the most used options, each on one line.

use clap::Command;

/// Replaces the help of the subcommand at `path` with its short help. A subcommand that is not in [`OPTIONS`] is
/// unchanged, because all its options fit on a screen.
pub(super) fn with_brief_help(command: Command, path: &str) -> Command {
    if path == command.get_name() {
        // All subcommands have `--color`; only the long help shows it.
        return command.mut_arg("color", |color| color.hide(true));
    }
    let Some((_, rows)) = OPTIONS.iter().find(|(known, _)| *known == path) else { return command };
    let command = command.after_help("Examples, exit statuses and all options: --help");
    command.mut_args(|arg| {
        let name = arg.get_long().unwrap_or_default();
        let row = rows.iter().copied().flatten().find(|(known, _)| *known == name);
        match row {
            Some((_, help)) if arg.get_action().takes_values() => {
                arg.help(*help).hide_possible_values(true).hide_default_value(true)
            }
            Some((_, help)) => arg.help(*help),
            None if arg.is_positional() => arg,
            None => arg.hide(true),
        }
    })
}

/// An option and what it does, in a few words.
type Brief = (&'static str, &'static str);

/// The subcommands with a short help, and the lists of its rows.
const OPTIONS: &[(&str, &[&[Brief]])] = &[
    ("linkwright extract", &[EXTRACT, WALK, FINDER]),
    ("linkwright linkify", &[LINKIFY, FINDER]),
    ("linkwright check", &[CHECK, WALK, FINDER]),
    ("linkwright fix", &[FIX, WALK, FINDER]),
    ("linkwright pipe", &[PIPE, FINDER]),
    ("linkwright explain", &[EXPLAIN, FINDER]),
];

const FINDER: &[Brief] = &[
    ("preset", "rfc, mail (default), chat, gfm, uts58 or archive"),
    ("scheme", "known (default), any, or a list"),
    ("pattern", "also what a regular expression matches"),
    ("set", "any option by its name; see linkwright options"),
];

const WALK: &[Brief] = &[
    ("glob", "only files that match; with ! only the others"),
    ("type", "only files of these types: -t md,html"),
    ("no-ignore", "also what .gitignore and .ignore leave out"),
    ("hidden", "also files whose names begin with a dot"),
];

const EXTRACT: &[Brief] = &[
    ("from", "the format of all files, instead of detecting it"),
    ("host", "only links to these hosts"),
    ("domain", "only links to these domains and subdomains"),
    ("exclude", "no URIs that a regular expression matches"),
    ("kind", "uri, www, domain, email, ip, pattern, invalid"),
    ("no-code", "no links in code blocks, code spans, pre, ..."),
    ("flag", "only links flagged danger, userinfo, joined, ..."),
    ("format", "text, jsonl, json, csv, tsv, parquet, sqlite"),
    ("with-filename", "the file before each URI"),
    ("line-number", "the line and column before each URI"),
    ("files-with-matches", "only the names of files that have links"),
    ("quiet", "no output; the exit status says if links exist"),
    ("max-count", "the first N links of each file"),
    ("fields", "these columns: uri,path,line,date,from,..."),
    ("unique", "equal links only once"),
    ("count", "only the number of links"),
    ("by", "count links by host, domain, scheme or file"),
    ("output", "write to a file"),
    ("resume", "continue a run that was stopped"),
];

const LINKIFY: &[Brief] = &[
    ("from", "text, html, markdown or mail; default: by name"),
    ("to", "html, markdown or terminal"),
    ("check", "only the names of files that would change"),
    ("diff", "what would change, as a diff"),
    ("write", "change the files"),
    ("rel", "the rel attribute of each link"),
    ("target", "the target attribute of each link"),
    ("class", "the class attribute of each link"),
    ("truncate", "shorten the texts of links"),
];

const CHECK: &[Brief] = &[
    ("from", "the format of all files, instead of detecting it"),
    ("rule", "the level of a rule: bare=warning, userinfo=off"),
    ("level", "the level that makes the exit status 1"),
    ("format", "text, jsonl, json, sarif, github"),
    ("list-rules", "list the rules with their levels"),
    ("limit", "a limit on size or nesting"),
];

const FIX: &[Brief] = &[
    ("diff", "show the changes, and leave the files alone"),
    ("from", "markdown or html; default: by name"),
];

const PIPE: &[Brief] = &[
    ("readings", "the best reading (default) or all"),
    ("unwrap", "also the original URI of a wrapped link"),
];

const EXPLAIN: &[Brief] = &[
    ("file", "explain the content of a file"),
    ("without-rule", "turn off these rules; see linkwright rules"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::whole_command;

    #[test]
    fn brief_rows_name_existing_options_and_fit_on_a_screen() {
        let command = whole_command();
        let mut brief = super::super::with_help(command.clone(), true);
        brief.build();
        for (path, rows) in OPTIONS {
            let name = path.rsplit(' ').next().unwrap();
            let verb = command.find_subcommand(name).unwrap();
            for (name, _) in rows.iter().copied().flatten() {
                let is_known = verb.get_arguments().any(|arg| arg.get_long() == Some(name));
                assert!(is_known, "{path} --{name}");
            }
            let verb = brief.find_subcommand_mut(name).unwrap();
            let help = verb.render_help().to_string();
            assert!(help.lines().count() <= 50, "{help}");
            assert!(help.lines().all(|line| line.chars().count() <= 90), "{help}");
        }
    }
}
