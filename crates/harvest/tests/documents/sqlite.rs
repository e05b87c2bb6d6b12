//! Reads databases that SQLite writes, and damaged and hostile ones.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use linkwright_harvest::{Harvester, HarvesterBuilder, Limit, Limits, write_sqlite_content};
use rusqlite::Connection;

use super::support::{Folder, Found, read_plainly};

/// A database that these statements write.
fn written(name: &str, statements: &str) -> Vec<u8> {
    let folder = Folder::new(name);
    let path = folder.0.join("a.db");
    let base = Connection::open(&path).unwrap();
    base.execute_batch(statements).unwrap();
    base.close().unwrap();
    fs::read(path).unwrap()
}

/// A database with one table, and a page of 512 bytes for its rows.
pub(crate) fn database() -> Vec<u8> {
    written(
        "sqlite-table",
        r#"PRAGMA page_size = 512; CREATE TABLE t(a, b); CREATE VIEW v AS SELECT 'http://view.example/';
        INSERT INTO t VALUES (1, 'http://a.example/b.');
        INSERT INTO t VALUES ('<p>see</p> <a href=''c.html''>http://d.example</a>', '{"e": "http:\/\/f.example"}');"#,
    )
}

/// A database whose reading takes more steps of SQLite than are made between two checks.
pub(crate) fn many_rows() -> Vec<u8> {
    let rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)";
    let rows =
        format!("CREATE TABLE t(a); {rows} INSERT INTO t SELECT 'http://a.example/' || i FROM n;");
    written("sqlite-rows", &rows)
}

fn read_path(builder: &HarvesterBuilder, path: &Path) -> Found {
    let mut found = Found::default();
    found.summary = builder.build().unwrap().read_path(path, &mut found);
    found
}

#[test]
fn links_in_rows_are_reported_with_their_cells() {
    let found = read_plainly("a.db", &database());
    let expected = [
        "!/t@0 text http://a.example/b.",
        "!/t@20 attribute (c.html)",
        "!/t@28 text http://d.example",
        "!/t@7 text http://f.example",
    ];
    assert_eq!(found.links, expected, "{:?}", found.diagnostics);
    let cells = found.located.iter().map(|link| link.unit().unwrap().cell.clone().unwrap());
    assert_eq!(cells.collect::<Vec<_>>(), ["b:1", "a:2", "a:2", "b:2"]);
    assert!(found.located.iter().all(|link| link.unit().unwrap().sheet.as_deref() == Some("t")));
    assert_eq!((found.summary.documents, found.kinds.len()), (1, 0));
}

#[test]
fn columns_are_read_whatever_their_names_are() {
    let found = read_plainly(
        "a.db",
        &written(
            "sqlite-names",
            r#"CREATE TABLE "a""b" (rowid TEXT, _rowid_ TEXT, oid TEXT, "c"" d" TEXT);
            INSERT INTO "a""b" VALUES ('http://a.example/', 7, x'00', 'http://b.example/');
            CREATE TABLE keyed (k TEXT PRIMARY KEY, v TEXT) WITHOUT ROWID;
            INSERT INTO keyed VALUES ('http://k.example/', 'http://v.example/');
            CREATE TABLE made (a TEXT, b TEXT AS (a || 'http://virtual.example/') VIRTUAL,
                c TEXT AS ('http://stored.example/') STORED);
            INSERT INTO made (a) VALUES ('x');"#,
        ),
    );
    let links: Vec<_> = found
        .located
        .iter()
        .map(|link| {
            let unit = link.unit().unwrap();
            (unit.sheet.clone().unwrap(), unit.cell.clone().unwrap(), link.text().to_owned())
        })
        .collect();
    let expected = [
        ("a\"b", "rowid", "http://a.example/"),
        ("a\"b", "c\" d", "http://b.example/"),
        ("keyed", "k", "http://k.example/"),
        ("keyed", "v", "http://v.example/"),
        ("made", "c:1", "http://stored.example/"),
    ];
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    assert!(
        links.iter().map(|(sheet, cell, text)| (&**sheet, &**cell, &**text)).eq(expected),
        "{links:?}"
    );
}

/// Everything that reading must not change in a folder.
fn state(folder: &Folder) -> Vec<(PathBuf, Vec<u8>, std::time::SystemTime)> {
    let files = fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().path());
    let mut state: Vec<_> = files
        .map(|path| {
            let modified = path.metadata().unwrap().modified().unwrap();
            (path.clone(), fs::read(path).unwrap(), modified)
        })
        .collect();
    state.sort();
    state
}

/// Opens a database whose only row is in the write-ahead log.
fn logged(folder: &Folder) -> (PathBuf, Connection) {
    let path = folder.0.join("w.db");
    let base = Connection::open(&path).unwrap();
    base.execute_batch(
        "PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (u);
        PRAGMA wal_checkpoint(truncate); INSERT INTO t VALUES ('http://log.example/');",
    )
    .unwrap();
    (path, base)
}

#[test]
fn rows_in_the_write_ahead_log_are_read_and_the_files_stay_as_they_are() {
    let folder = Folder::new("sqlite-log");
    let (path, base) = logged(&folder);
    let before = state(&folder);
    assert_eq!(before.len(), 3, "the database, its log, and the index of the log");
    let found = read_path(&Harvester::builder(), &path);
    assert_eq!(found.links, ["!/t@0 text http://log.example/"], "{:?}", found.diagnostics);
    assert!(found.kinds.is_empty());
    assert!(state(&folder) == before);
    // The log of a member is not at hand, and another file's name does not lead to its log.
    assert!(read_plainly("w.db", &fs::read(&path).unwrap()).links.is_empty());
    let other = folder.file("other.db", &database());
    let mut found = Found::default();
    let file = fs::File::open(&other).unwrap();
    Harvester::new().read_file(&path, &file, &mut found);
    assert_eq!((found.links.len(), &*found.kinds), (4, &[][..]));
    drop(base);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_database_leads_to_its_log() {
    let folder = Folder::new("sqlite-link");
    let (path, base) = logged(&folder);
    fs::create_dir(folder.0.join("elsewhere")).unwrap();
    let link = folder.0.join("elsewhere/l.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert_eq!(read_path(&Harvester::builder(), &link).links.len(), 1);
    drop(base);
}

#[test]
fn an_unfinished_transaction_is_reported() {
    let folder = Folder::new("sqlite-journal");
    let path = folder.file("a.db", &database());
    folder.file("a.db-journal", b"");
    assert!(read_path(&Harvester::builder(), &path).kinds.is_empty());
    folder.file("a.db-journal", b"\xD9\xD5\x05\xF9 and so on");
    let found = read_path(&Harvester::builder(), &path);
    assert_eq!((found.links.len(), &*found.kinds), (4, &["changed"][..]));
    assert!(folder.0.join("a.db-journal").exists());
}

#[test]
fn damaged_databases_are_reported() {
    let sound = database();
    let cut = read_plainly("a.db", &sound[..900]);
    assert_eq!((cut.links.len(), &*cut.kinds), (0, &["malformed"][..]), "{:?}", cut.diagnostics);
    assert_eq!(cut.diagnostics, [": ends inside a page"]);
    let mut looped = sound.clone();
    // The page of the table becomes an inner page.
    looped[512] = 5;
    let found = read_plainly("a.db", &looped);
    assert_eq!((found.links.len(), &*found.kinds), (0, &["malformed"][..]));
    assert!(found.diagnostics[0].starts_with("!/t: the table is damaged: "));
    let mut sizeless = sound;
    sizeless[16..18].copy_from_slice(&[0, 7]);
    let found = read_plainly("a.db", &sizeless);
    assert_eq!((found.skips, &*found.kinds), (1, &["malformed"][..]));
}

/// A database whose table is a tree of 8 levels. Each inner page refers 100 times to the page of the next level, so the
/// table has 10^16 rows.
fn endless(row: &str) -> Vec<u8> {
    let statements = format!(
        "PRAGMA page_size = 1024; CREATE TABLE t(a); INSERT INTO t VALUES ('{row}'); CREATE TABLE u(a);"
    );
    let mut pages = written("sqlite-endless", &statements);
    let first_new = pages.len() / 1024 + 1;
    let leaf = pages[1024..2048].to_vec();
    let inner = |child: usize| {
        let mut page = vec![0; 1024];
        page[0] = 5;
        page[3..5].copy_from_slice(&100_u16.to_be_bytes());
        page[8..12].copy_from_slice(&u32::try_from(child).unwrap().to_be_bytes());
        for at in 0..100_usize {
            let cell = 1024 - 5 * (at + 1);
            page[12 + 2 * at..][..2].copy_from_slice(&u16::try_from(cell).unwrap().to_be_bytes());
            page[cell..][..4].copy_from_slice(&u32::try_from(child).unwrap().to_be_bytes());
            page[cell + 4] = 1;
        }
        page[5..7].copy_from_slice(&(1024_u16 - 500).to_be_bytes());
        page
    };
    pages[1024..2048].copy_from_slice(&inner(first_new));
    for level in 1..8 {
        pages.extend(inner(first_new + level));
    }
    pages.extend(leaf);
    let count = u32::try_from(pages.len() / 1024).unwrap();
    pages[28..32].copy_from_slice(&count.to_be_bytes());
    pages
}

#[test]
fn a_database_that_refers_to_the_same_page_again_and_again_is_read_in_bounded_time() {
    let found = read_plainly("a.db", &endless(""));
    assert_eq!((&*found.links, &*found.kinds), (&[][..], &["too-much"][..]));
    assert!(found.diagnostics[0].contains("takes more work"), "{:?}", found.diagnostics);
    // So many links would be found, and so many bytes be searched, that the number of bytes ends the reading first.
    let long = "x".repeat(900);
    let limits = Limits::default().with(Limit::Decompressed, 1 << 20);
    let builder = &mut Harvester::builder();
    let found = super::support::read(
        &builder.limits(limits).build().unwrap(),
        "a.db",
        &endless(&format!("http://a.example/{long}")),
    );
    assert_eq!(found.kinds, ["too-much"]);
    assert!(found.diagnostics[0].contains("larger than"), "{:?}", found.diagnostics);
    assert!((1000..1200).contains(&found.links.len()), "{}", found.links.len());
}

#[test]
fn reading_in_another_process_yields_the_same_links() {
    let process = |path: &Path, limits: &Limits| {
        let mut content = Vec::new();
        write_sqlite_content(path, limits, &mut content)?;
        Ok(Box::new(io::Cursor::new(content)) as Box<dyn Read>)
    };
    let other = Harvester::builder().sqlite_process(Some(process)).build().unwrap();
    let found = super::support::read(&other, "a.db", &database());
    assert_eq!(found.links, read_plainly("a.db", &database()).links);

    let early = |_: &Path, _: &Limits| Ok(Box::new(io::empty()) as Box<dyn Read>);
    let other = Harvester::builder().sqlite_process(Some(early)).build().unwrap();
    let found = super::support::read(&other, "a.db", &database());
    assert_eq!((&*found.kinds, found.skips), (&["too-large"][..], 1));
}

/// Writes databases in UTF-8 and UTF-16. They have inner pages, a row that continues in overflow pages, a table without
/// row numbers, a view, and a column that was added later.
const SCRIPT: &str = r#"
import sqlite3, sys
for encoding in ("UTF-8", "UTF-16le", "UTF-16be"):
    path = f"{sys.argv[1]}/{encoding}.db"
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA encoding = '{encoding}'")
    base.execute("PRAGMA journal_mode = wal")
    base.execute('CREATE TABLE "a b" (id INTEGER PRIMARY KEY, "the url" TEXT, n INT)')
    base.executemany('INSERT INTO "a b" VALUES (?, ?, 7)', [(n, f"http://a.example/{n}") for n in range(2000)])
    base.execute("CREATE TABLE keyed (k TEXT PRIMARY KEY, v TEXT) WITHOUT ROWID")
    base.executemany("INSERT INTO keyed VALUES (?, ?)", [(f"http://k.example/{n}", f"http://v.example/{n}") for n in range(500)])
    base.execute("CREATE TABLE long (t TEXT)")
    base.execute("INSERT INTO long VALUES (?)", ("x " * 20000 + "http://long.example/",))
    base.execute("CREATE VIEW shown AS SELECT 'http://view.example/' AS u")
    base.execute("ALTER TABLE long ADD COLUMN more TEXT DEFAULT 'http://default.example/'")
    base.execute("CREATE VIRTUAL TABLE found USING fts4(t)")
    base.execute("INSERT INTO found VALUES ('http://found.example/')")
    base.commit()
    base.close()
"#;

#[test]
fn rows_that_python_writes_are_read() {
    let folder = Folder::new("sqlite");
    let python = std::env::var("LINKWRIGHT_WITNESS").unwrap_or("python3".to_owned());
    let made = Command::new(python).args(["-c", SCRIPT]).arg(&folder.0).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: a Python interpreter with the module sqlite3 was not found");
        return;
    }
    for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
        let found = read_path(&Harvester::builder(), &folder.0.join(format!("{encoding}.db")));
        assert_eq!(found.diagnostics, [""; 0]);
        let mut uris: Vec<String> =
            found.links.iter().map(|link| link.rsplit(' ').next().unwrap().to_owned()).collect();
        uris.sort();
        let mut expected: Vec<String> =
            (0..2000).map(|n| format!("http://a.example/{n}")).collect();
        expected
            .extend((0..500).flat_map(|n| ["k", "v"].map(|c| format!("http://{c}.example/{n}"))));
        expected.extend(["long", "default", "found"].map(|name| format!("http://{name}.example/")));
        expected.sort();
        assert!(uris == expected, "{encoding}: {} of {} links", uris.len(), expected.len());
        let first = found.located.iter().find(|link| link.text() == "http://a.example/17").unwrap();
        let unit = first.unit().unwrap();
        assert_eq!(
            (unit.sheet.as_deref(), unit.cell.as_deref()),
            (Some("a b"), Some("the url:17"))
        );
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 3, "reading leaves no journal files");
}
