//! Tests of databases, which the command reads in a process with limited memory.

use rusqlite::Connection;

use crate::{Run, file, run};

/// The path of a database with this row in its write-ahead log, and the connection that keeps the log.
fn database(name: &str, row: &str) -> (String, Connection) {
    let path = file("sqlite", name, "");
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{path}{ending}"));
    }
    let base = Connection::open(&path).unwrap();
    base.execute_batch("PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0;").unwrap();
    base.execute_batch("CREATE TABLE t(u); PRAGMA wal_checkpoint(truncate);").unwrap();
    base.execute("INSERT INTO t VALUES (?1)", [row]).unwrap();
    (path, base)
}

#[test]
fn a_database_is_read_with_its_log_and_from_standard_input() {
    let (path, base) = database("a.db", "see http://a.example/b.");
    let expected = Run::new(0, "http://a.example/b\n", "");
    assert_eq!(run(&["extract", &path], ""), expected);
    let rows = run(&["extract", "--format", "jsonl", &path], "").json();
    assert_eq!((&rows[0]["unit"]["sheet"], &rows[0]["unit"]["cell"]), (&"t".into(), &"u:1".into()));
    base.execute_batch("PRAGMA wal_checkpoint(truncate);").unwrap();
    assert_eq!(run(&["extract"], std::fs::read(&path).unwrap()), expected);
}

/// A text larger than the limit ends the table, and the command continues with the next file.
#[test]
fn damaged_and_too_large_databases_are_reported() {
    let (path, base) = database("large.db", "http://a.example/");
    base.execute_batch("INSERT INTO t VALUES (printf('%.*c', 3000000, 'x'));").unwrap();
    base.execute_batch("PRAGMA wal_checkpoint(truncate);").unwrap();
    let damaged = file("sqlite", "damaged.db", "SQLite format 3\0 and no more");
    let found = run(&["extract", "--limit", "held=1M", &damaged, &path], "");
    assert_eq!((found.status, &*found.stdout), (2, "http://a.example/\n"));
    let messages: Vec<_> = found.stderr.lines().collect();
    assert!(messages[0].contains("an SQLite database that cannot be read"), "{messages:?}");
    assert!(messages[1].contains("after a text larger than the limit"), "{messages:?}");
}

/// A signal leaves no copy of a database behind. The text keeps the reader busy.
#[cfg(unix)]
#[test]
fn a_signal_removes_the_private_copy() {
    use core::time::Duration;
    use std::process::{Command, Stdio};
    use std::{fs, thread};

    let (path, base) = database("busy.db", "x");
    base.execute_batch(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 300000)
        INSERT INTO t SELECT 'http://a.example/' || x FROM n; PRAGMA wal_checkpoint(truncate);",
    )
    .unwrap();
    let folder = std::path::PathBuf::from(file("sqlite-copies", "none", ""));
    let folder = folder.parent().unwrap();
    // A run that failed has left its copy.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    let copies = || {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().starts_with("linkwright-")).count()
    };
    // Nobody reads the output, so the reader waits until the signal comes.
    let mut child = Command::new(env!("CARGO_BIN_EXE_linkwright"))
        .args(["extract", &path])
        .env("TMPDIR", folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let until = |wanted: usize| {
        (0..12_000).any(|_| {
            thread::sleep(Duration::from_millis(5));
            copies() == wanted
        })
    };
    assert!(until(1));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    drop(child.stdout.take());
    child.wait().unwrap();
    assert!(until(0));
}
