//! Runs the commands of `docs/jobs.md`, `docs/recipes.md`, `docs/coming-from.md` and `docs/check.md` in a folder with the
//! files that they use, and compares
//! their output with the output that the pages show.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use crate::empty_folder;

/// A section of a page: its title, the command, and the expected output.
struct Job {
    title: String,
    command: String,
    output: String,
}

/// The sections of a page in `docs` that have both a command and its output.
fn jobs(page: &str) -> Vec<Job> {
    let page = read(page);
    let job = |section: &str| {
        let title = section.lines().next()?.to_owned();
        Some(Job { title, command: block(section, "sh")?, output: block(section, "text")? })
    };
    page.split("\n## ").skip(1).filter_map(job).collect()
}

/// The page in `docs`.
fn read(page: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page)).unwrap()
}

/// The first block of `text` in `language`.
fn block(text: &str, language: &str) -> Option<String> {
    let (_, rest) = text.split_once(&format!("```{language}\n"))?;
    Some(rest.split("```").next()?.to_owned())
}

/// The program, or the Python package, that the title of a recipe names before the colon, if it is not installed.
fn missing(job: &Job) -> Option<String> {
    let name = job.title.split(':').next()?.to_ascii_lowercase();
    let import = format!("import {name}");
    let is_missing = if job.command.contains("python3") {
        let run = Command::new("python3").args(["-c", &import]).output();
        !run.is_ok_and(|run| run.status.success())
    } else {
        is_missing(match name.as_str() {
            "sqlite" => "sqlite3",
            "ripgrep" => "rg",
            name => name,
        })
    };
    is_missing.then_some(name)
}

pub(crate) fn is_missing(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_err()
}

fn write(root: &Path, name: &str, content: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn message(date: &str, from: &str, subject: &str, body: &str) -> String {
    format!("Date: {date}\nFrom: {from}\nSubject: {subject}\n\n{body}\n")
}

/// Creates the files that the jobs use.
fn fill(root: &Path) {
    let [monday, tuesday] = ["Mon, 2 Nov 2026 10:00:00 +0000", "Tue, 3 Nov 2026 10:00:00 +0000"];
    let slides = "See https://talks.example/autumn.pdf for the slides.";
    let first = message(monday, "ada@example.org", "Slides", slides);
    write(root, "Maildir/cur/1:2,S", &first);
    let second =
        message(tuesday, "bob@example.org", "Re: Slides", "And https://talks.example/notes.");
    write(root, "Maildir/new/2", &second);
    write(root, "letter.eml", &first);

    write(root, "repository/README.md", "[a](https://www.example.com/a) https://example.com/b\n");
    write(root, "repository/docs/x.md", "<https://example.org/x>\n");
    write(root, "repository/x.txt", "https://example.net/\n");

    write(
        root,
        "server.log",
        "GET http://api.example/v1/items?page=2 200\nGET http://api.example/health 200\n\
         POST http://api.example/v1/error 500\n",
    );
    zip(&root.join("pages.zip"));
    write(
        root,
        "bookmarks.html",
        "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><A HREF=\"https://example.com/one\">One</A>\n\
         <DT><A HREF=\"https://example.org/two\">Two</A></DL>\n",
    );
    write(root, "old/a.txt", "https://example.com/kept https://example.com/gone\n");
    write(root, "new/b.txt", "https://example.com/kept https://example.com/added\n");
    let bad = message(
        monday,
        "x@evil.example",
        "Account",
        "Log in: http://paypal.com@evil.example/login",
    );
    write(
        root,
        "inbox.mbox",
        &format!(
            "From x Mon Nov  2 10:00:00 2026\n{bad}\nFrom y Mon Nov  2 10:00:00 2026\n{first}\n"
        ),
    );
    write(root, "book/book.toml", &block(&read("recipes.md"), "toml").unwrap());
    write(root, "book/src/SUMMARY.md", "- [Tides](tides.md)\n  - [Draft]()\n");
    write(
        root,
        "book/src/tides.md",
        "See https://tides.example/table, `https://code.example/`, ssh://host.example/tides.\n\n{{#include more.txt}}\n",
    );
    write(root, "book/src/more.txt", "And https://tides.example/included.\n");
    write(root, "source/main.rs", "// See https://doc.example/guide\nfn main() {}\n");
    write(
        root,
        "web/page.md",
        "See https://www.rust-lang.org/learn, [news](https://blog.rust-lang.org/)\n\
         or write core@rust-lang.org. `https://play.rust-lang.org/`\n",
    );
    let encoded = "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n\
                   See https://doc.rust-lang.org/=\nstd/.\n";
    write(root, "web/letter.eml", encoded);
    write(
        root,
        "notes/today.md",
        "Read https://example.com/today, and [this](https://example.com/that).\n",
    );
    write(
        root,
        "manual/guide.md",
        "See https://docs.example/start first.\n\n\
         - Fixed in [#496](https://forge.example/pull/496]) and [#498]([https://forge.example/pull/498).\n\
         - Sign in at [https://bank.example/](https://evil.example/).\n",
    );
    write(
        root,
        "manual/old.md",
        "<!-- linkwright-disable-next-line userinfo -- the old server knows no other way -->\n\
         [Files](ftp://guest@files.example/)\n",
    );
}

fn zip(path: &Path) {
    let mut zip = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for (name, page) in [
        ("index.html", "<a href=\"https://example.com/start\">Start</a>"),
        ("more/about.html", "<p>See https://example.org/about.</p>"),
    ] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(page.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

/// Runs `command` in the folder `root` with the `linkwright` of this build and without the user's configuration, and
/// returns its standard output and standard error.
pub(crate) fn shell(command: &str, root: &Path) -> (String, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_linkwright")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let run = Command::new("sh")
        .args(["-c", command])
        .current_dir(root)
        .env("PATH", &path)
        .env("XDG_CONFIG_HOME", root)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    (String::from_utf8(run.stdout).unwrap(), errors)
}

/// Runs a job in a new folder. If its output differs from the page, returns the actual output and the errors.
fn wrong(job: &Job) -> Option<String> {
    let root = empty_folder("jobs");
    fill(&root);
    // `tail -f` never exits, so the test replaces it.
    let (written, errors) = shell(&job.command.replace("tail -f", "tail -n 9"), &root);
    let written = written.replace('\u{1b}', "␛");
    (written != job.output).then(|| format!("## {}\n{written}{errors}", job.title))
}

/// The guide to harvesting begins with what a search and what the command find in the same message. grep finds what rg does.
#[test]
fn the_guide_shows_what_a_search_misses() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(project.join("docs/harvesting.md")).unwrap();
    let commands = page.split("```sh\n").nth(1).unwrap();
    let (commands, rest) = commands.split_once("```").unwrap();
    let output = rest.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let commands = commands.replace(r"rg -o 'https?://\S+'", "grep -oE 'https?://[^ ]+'");
    let commands = format!("cd examples; {commands}");
    assert_eq!(shell(&commands, &project), (output.to_owned(), String::new()));
}

#[test]
fn the_pages_show_the_actual_output_of_their_commands() {
    let (check, jobs, mut recipes) = (jobs("check.md"), jobs("jobs.md"), jobs("recipes.md"));
    assert!(check.len() >= 3 && jobs.len() >= 12 && recipes.len() >= 5);
    recipes.extend(self::jobs("coming-from.md"));
    let is_installed = |job: &Job| match missing(job) {
        Some(program) => {
            eprintln!("skipped because {program} is not installed: {}", job.title);
            false
        }
        None => true,
    };
    let recipes = recipes.into_iter().filter(is_installed);
    let wrong: Vec<String> =
        jobs.into_iter().chain(recipes).chain(check).filter_map(|job| wrong(&job)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
