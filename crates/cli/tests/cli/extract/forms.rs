//! Tests of the options for the number of links, the columns, and the text before each URI.

use crate::{Run, file, run};

#[test]
fn files_with_matches_lists_the_files_that_have_links() {
    let [one, none, two] = [
        file("with-matches", "one", "http://a.example/ http://b.example/\n"),
        file("with-matches", "none", "nothing\n"),
        file("with-matches", "two", "http://c.example/\n"),
    ];
    let args = ["extract", "-l", &one, &none, &two];
    assert_eq!(run(&args, ""), Run::new(0, &format!("{one}\n{two}\n"), ""));
    let ended = run(&["extract", "-l0", &one, &two], "");
    assert_eq!(ended.stdout, format!("{one}\0{two}\0"));
    assert_eq!(run(&["extract", "-l", &none], "").status, 1);
}

#[test]
fn a_quiet_run_stops_at_the_first_link() {
    let file = file("quiet", "a", "http://a.example/\n");
    assert_eq!(run(&["extract", "-q", &file], ""), Run::new(0, "", ""));
    assert_eq!(run(&["extract", "-q"], "nothing"), Run::new(1, "", ""));
    // Like grep, the command exits with status 0 if a link is found, even after an error.
    assert_eq!(run(&["extract", "-q", "no-such-file", &file], "").status, 0);
    assert_eq!(run(&["extract", "-q", "no-such-file"], "").status, 2);
    // The run ends even though its standard input is still open.
    let args = ["extract", "-q", "--line-buffered"];
    let (status, errors) = crate::run_until_exit(&args, "see http://a.example/ now\n");
    assert_eq!((status, errors.as_str()), (0, ""));
}

#[test]
fn max_count_limits_the_links_of_each_file() {
    let text = "http://a.example/1 http://a.example/2 http://a.example/3\n";
    let [one, two] = ["one", "two"].map(|name| file("max-count", name, text));
    let found = run(&["extract", "-m", "2", &one, &two], "");
    assert_eq!(found.stdout, "http://a.example/1\nhttp://a.example/2\n".repeat(2));
    assert_eq!(run(&["extract", "-m", "0"], "").status, 2);
}

#[test]
fn fields_selects_columns_and_their_order() {
    let found = |args: &[&str]| {
        run(
            &[&["extract", "--fields", "host,uri,member,line"], args].concat(),
            "\nhttp://a.example/x\n",
        )
        .stdout
    };
    assert_eq!(found(&[]), "a.example\thttp://a.example/x\t\t2\n");
    assert_eq!(
        found(&["--format", "csv"]),
        "host,uri,member,line\na.example,http://a.example/x,,2\n"
    );
    assert_eq!(
        found(&["--format", "jsonl"]),
        "{\"host\":\"a.example\",\"uri\":\"http://a.example/x\",\"member\":null,\"line\":2}\n"
    );
    assert_eq!(found(&["--unique"]), "a.example\thttp://a.example/x\t\t2\t1\n");
    let wrapped = "https://www.google.com/url?q=https%3A%2F%2Fa.example%2F\n";
    let unwrapped = run(&["extract", "--fields", "unwrapped"], wrapped);
    assert_eq!(unwrapped.stdout, "https://a.example/\n");
    let flagged = run(&["extract", "--fields", "flags"], "http://u:p@a.example/");
    assert_eq!(flagged.stdout, "userinfo password\n");
}

#[test]
fn a_prefix_is_written_before_each_uri() {
    let path = file("heads", "a", "x http://a.example/\n");
    let found = |args: &[&str]| run(&[&["extract", &path], args].concat(), "").stdout;
    assert_eq!(found(&["-H"]), format!("{path}: http://a.example/\n"));
    assert_eq!(found(&["-n"]), "1:3: http://a.example/\n");
    assert_eq!(found(&["-Hn"]), format!("{path}:1:3: http://a.example/\n"));
}
