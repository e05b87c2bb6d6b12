//! The help texts. Examples come first and exit statuses last, and the short help fits on a screen.
//!
//! Each subcommand declares its options and their descriptions. `guide.txt` has the examples and exit statuses of all
//! subcommands, and the rows of the short help. They are not in the clap attributes of the subcommands, because the
//! manual pages need the examples separately from the description.

use clap::Command;

/// The sections of the subcommands, each after a line `# linkwright VERB`. An example is a line, and below it an
/// indented line with its purpose. A line that begins with `--` is an option of the short help.
const GUIDES: &str = include_str!("guide.txt");

/// The examples and exit statuses of a subcommand.
#[derive(Debug, Default)]
pub(crate) struct Guide {
    /// Command lines and their purposes.
    pub(crate) examples: Vec<(&'static str, &'static str)>,
    pub(crate) statuses: &'static str,
    /// The options that the short help shows, and what each does, in a few words. Empty if all options fit on a screen.
    rows: Vec<(&'static str, &'static str)>,
}

/// The full name of each subcommand, including parent commands (`linkwright uri parse`), and the text of its section.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    GUIDES.split("\n# ").skip(1).filter_map(|section| section.split_once('\n'))
}

/// The guide of the subcommand at `path`; `None` for `help`, which clap adds.
pub(crate) fn guide(path: &str) -> Option<Guide> {
    let (_, text) = sections().find(|(known, _)| *known == path)?;
    let (mut guide, mut example) = (Guide::default(), "");
    for line in text.lines() {
        if let Some(statuses) = line.strip_prefix("Exit status: ") {
            guide.statuses = statuses;
        } else if let Some(row) = line.strip_prefix("--") {
            guide.rows.extend(row.split_once(' ').map(|(name, help)| (name, help.trim_start())));
        } else if let Some(purpose) = line.strip_prefix("    ") {
            guide.examples.push((example, purpose));
        } else {
            example = line;
        }
    }
    Some(guide)
}

/// Adds examples and exit statuses to the help of `command`, a subcommand of `parent`, and of all its subcommands. If
/// `is_brief`, `-h` shows the short help.
pub(crate) fn with_help(command: Command, parent: &str, is_brief: bool) -> Command {
    let path = format!("{parent} {}", command.get_name()).trim_start().to_owned();
    let command = match guide(&path) {
        Some(guide) => {
            let example = |(line, purpose): &(_, _)| format!("  {line}\n      {purpose}\n");
            let examples: String = guide.examples.iter().map(example).collect();
            let command = if is_brief { with_rows(command, &guide, parent) } else { command };
            command
                .before_long_help(format!("Examples:\n{examples}"))
                .after_long_help(format!("Exit status: {}", guide.statuses))
        }
        None => command,
    };
    command.mut_subcommands(|verb| with_help(verb, &path, is_brief))
}

/// Replaces the help of `command` with its short help.
fn with_rows(command: Command, own: &Guide, parent: &str) -> Command {
    if parent.is_empty() {
        // All subcommands have `--color`; only the long help shows it.
        return command.mut_arg("color", |color| color.hide(true));
    }
    if own.rows.is_empty() {
        return command;
    }
    let common = guide("linkwright").unwrap_or_default().rows;
    let command = command.after_help("Examples, exit statuses and all options: --help");
    command.mut_args(|arg| {
        let name = arg.get_long().unwrap_or_default();
        match own.rows.iter().chain(&common).find(|(known, _)| *known == name) {
            Some((_, help)) if arg.get_action().takes_values() => {
                arg.help(*help).hide_possible_values(true).hide_default_value(true)
            }
            Some((_, help)) => arg.help(*help),
            None if arg.is_positional() => arg,
            None => arg.hide(true),
        }
    })
}

#[cfg(test)]
mod tests {
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
        let mut guides: Vec<&str> = sections().map(|(path, _)| path).collect();
        found.sort();
        guides.sort_unstable();
        assert_eq!(found, guides);
    }

    #[test]
    fn the_examples_of_a_guide_call_its_verb() {
        for (path, _) in sections() {
            let guide = guide(path).unwrap();
            assert!(!guide.examples.is_empty() && guide.statuses.starts_with("0 "), "{path}");
            for (line, _) in guide.examples {
                assert!(line.contains(path), "{path}: {line}");
            }
        }
    }

    #[test]
    fn brief_rows_name_existing_options_and_fit_on_a_screen() {
        let command = whole_command();
        let mut brief = with_help(command.clone(), "", true);
        brief.build();
        let common = guide("linkwright").unwrap().rows;
        let has = |name: &str, flag: &str| {
            let verb = command.find_subcommand(name).unwrap();
            verb.get_arguments().any(|arg| arg.get_long() == Some(flag))
        };
        assert!(common.iter().all(|(flag, _)| has("extract", flag)));
        for (path, _) in sections().skip(1) {
            let rows = guide(path).unwrap().rows;
            if rows.is_empty() {
                continue;
            }
            let name = path.rsplit(' ').next().unwrap();
            for (flag, _) in rows {
                assert!(has(name, flag), "{path} --{flag}");
            }
            let verb = brief.find_subcommand_mut(name).unwrap();
            let help = verb.render_help().to_string();
            assert!(help.lines().count() <= 50, "{help}");
            assert!(help.lines().all(|line| line.chars().count() <= 90), "{help}");
        }
    }
}
