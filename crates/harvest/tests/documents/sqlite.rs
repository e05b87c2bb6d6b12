//! Reads SQLite databases that the tests build page by page, and databases that Python's module `sqlite3` writes.

use std::process::Command;

use super::support::{Folder, Found, read_plainly};

fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap()
}

/// A table leaf page with these records, whose row numbers begin at 1.
fn leaf(size: usize, header: &[u8], records: &[Vec<u8>]) -> Vec<u8> {
    let mut page = vec![0; size];
    page[..header.len()].copy_from_slice(header);
    let (mut end, mut pointers) = (size, Vec::new());
    for (row, record) in records.iter().enumerate() {
        let cell = [&[byte(record.len()), byte(row + 1)][..], record].concat();
        end -= cell.len();
        page[end..end + cell.len()].copy_from_slice(&cell);
        pointers.extend(u16::try_from(end).unwrap().to_be_bytes());
    }
    let head = [
        &[0x0D, 0, 0, 0, byte(records.len())][..],
        &u16::try_from(end).unwrap().to_be_bytes(),
        &[0],
    ]
    .concat();
    page[header.len()..header.len() + 8].copy_from_slice(&head);
    page[header.len() + 8..][..pointers.len()].copy_from_slice(&pointers);
    page
}

/// A record of texts and of one-byte numbers.
fn record(values: &[Result<&str, u8>]) -> Vec<u8> {
    let mut header = vec![byte(values.len() + 1)];
    header.extend(values.iter().map(|value| value.map_or(1, |text| byte(13 + 2 * text.len()))));
    let mut record = header;
    for value in values {
        match value {
            Ok(text) => record.extend_from_slice(text.as_bytes()),
            Err(number) => record.push(*number),
        }
    }
    record
}

/// A database with one table.
pub(crate) fn database() -> Vec<u8> {
    let mut header = [0; 100];
    header[..16].copy_from_slice(b"SQLite format 3\0");
    header[16..18].copy_from_slice(&512_u16.to_be_bytes());
    header[59] = 1;
    let statement = "CREATE TABLE t(a, b)";
    let view = "CREATE VIEW v AS SELECT a";
    let schema = [
        record(&[Ok("table"), Ok("t"), Ok("t"), Err(2), Ok(statement)]),
        record(&[Ok("view"), Ok("v"), Ok("v"), Err(0), Ok(view)]),
    ];
    let rows = [
        record(&[Err(1), Ok("http://a.example/b.")]),
        record(&[
            Ok("<p>see</p> <a href='c.html'>http://d.example</a>"),
            Ok("{\"e\": \"http:\\/\\/f.example\"}"),
        ]),
    ];
    [leaf(512, &header, &schema), leaf(512, b"", &rows)].concat()
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
}

#[test]
fn damaged_databases_are_reported() {
    let sound = database();
    let cut = read_plainly("a.db", &sound[..900]);
    assert_eq!(cut.diagnostics, ["!/t: the table is damaged (damaged pages: 1, damaged rows: 0)"]);
    let mut looped = sound.clone();
    // The page of the table becomes an inner page that refers to itself.
    looped[512] = 5;
    let found = read_plainly("a.db", &looped);
    assert_eq!((found.links.len(), found.kinds.len()), (0, 1));
    let mut sizeless = sound;
    sizeless[16..18].copy_from_slice(&[0, 7]);
    let found = read_plainly("a.db", &sizeless);
    assert_eq!(found.diagnostics, [": an SQLite header with an invalid page size"]);
    assert_eq!(found.skips, 1);
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
        let path = folder.0.join(format!("{encoding}.db"));
        let mut found = Found::default();
        found.summary = linkwright_harvest::Harvester::new().read_path(&path, &mut found);
        assert_eq!(found.diagnostics, [""; 0]);
        let mut uris: Vec<String> =
            found.links.iter().map(|link| link.rsplit(' ').next().unwrap().to_owned()).collect();
        uris.sort();
        let mut expected: Vec<String> =
            (0..2000).map(|n| format!("http://a.example/{n}")).collect();
        expected
            .extend((0..500).flat_map(|n| ["k", "v"].map(|c| format!("http://{c}.example/{n}"))));
        expected.push("http://long.example/".to_owned());
        expected.sort();
        assert!(uris == expected, "{encoding}: {} of {} links", uris.len(), expected.len());
        let first = found.located.iter().find(|link| link.text() == "http://a.example/17").unwrap();
        let unit = first.unit().unwrap();
        assert_eq!(
            (unit.sheet.as_deref(), unit.cell.as_deref()),
            (Some("a b"), Some("the url:17"))
        );
    }
    let left = std::fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(left, 3, "reading leaves no journal files");
}
