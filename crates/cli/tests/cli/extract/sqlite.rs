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
