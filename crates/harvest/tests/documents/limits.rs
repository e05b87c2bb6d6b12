//! Checks that no limit leaves anything out in silence: each limit is lowered to almost nothing, over documents of every
//! format, the sources are searched for limits that are not in the table of `Limit`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use linkwright_harvest::{DiagnosticKind, Format, Harvester, Limit, Limits, Outcome};

use super::seeds::{Seed, gzip, seed, seeds};
use super::support::{Folder, Found, on_small_stack};

/// Documents that reach limits which the documents of every format do not reach.
fn documents() -> Vec<Seed> {
    let mut strings = r"http:\/\/a.example\/".to_owned();
    for _ in 0..4 {
        strings = format!("[\"{strings}\"]").replace('\\', r"\\").replace('"', "\\\"");
    }
    let strings = format!("[\"{strings}\"]");
    let entities = "<!DOCTYPE a [<!ENTITY b '&c;'><!ENTITY c '&d;'><!ENTITY d 'http://a.example/'>]>\
        <a><b><c>&b;</c></b></a>";
    let values = ":a: http://a.example/\n\n{a}[b] see {a}\n";
    let groups =
        "{\\rtf1 {{{\\field{\\*\\fldinst HYPERLINK \"http://a.example/\"}{\\fldrslt b}}}}}";
    let parts = "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; boundary=b\n\n\
        --b\n\nhttp://a.example/\n--b\n\nhttp://b.example/\n--b--\n--a\n\nhttp://c.example/\n--a--\n";
    let mut large = vec![b' '; 2 << 20];
    large.extend(b"http://a.example/");
    let mut documents = seeds();
    documents.extend([
        seed(Format::Json, "strings.json", strings.into()),
        seed(Format::Xml, "entities.xml", entities.into()),
        seed(Format::Asciidoc, "values.adoc", values.into()),
        seed(Format::Rtf, "groups.rtf", groups.into()),
        seed(Format::Mail, "parts.eml", parts.into()),
        seed(Format::Gzip, "large.txt.gz", gzip(&large)),
        #[cfg(feature = "pdf")]
        seed(Format::Pdf, "section.pdf", super::pdf::hostile::section("", &[0; 30])),
        #[cfg(feature = "sqlite")]
        seed(Format::Sqlite, "rows.db", super::sqlite::many_rows()),
    ]);
    documents
}

/// The limits that need a feature which is off.
fn is_read(limit: Limit) -> bool {
    match limit {
        Limit::Pages | Limit::PageStrings | Limit::Outline | Limit::Sections | Limit::Objects => {
            cfg!(feature = "pdf")
        }
        Limit::Steps => cfg!(feature = "sqlite"),
        _ => true,
    }
}

fn read(path: &Path, limits: Limits) -> Found {
    let harvester = Harvester::builder().limits(limits).build().unwrap();
    let mut found = Found::default();
    on_small_stack(|| found.summary = harvester.read_path(path, &mut found));
    found
}

/// Each limit is lowered to almost nothing. Whenever that changes the links, the limit is reported, with the kind of its
/// row and as a loss; and each limit is reached by at least one document.
#[test]
fn every_limit_is_reported() {
    let folder = Folder::new("limits");
    let (mut reached, mut silent) = (BTreeSet::new(), Vec::new());
    for (at, document) in documents().into_iter().enumerate() {
        let path = folder.file(&format!("{at}-{}", document.name), &document.bytes);
        let whole = read(&path, Limits::default());
        for limit in Limit::ALL {
            for value in [0, 2] {
                let found = read(&path, Limits::default().with(limit, value));
                let about =
                    format!("{} with {limit}={value}: {:?}", document.name, found.diagnostics);
                let is_reported = found.limits.contains(&limit);
                if !is_reported && found.links != whole.links {
                    silent.push(format!("{about} {:?} {:?}", found.links, whole.links));
                }
                assert!(!is_reported || found.kinds.contains(&limit.kind().name()), "{about}");
                assert!(!is_reported || found.summary.outcome() != Outcome::Read, "{about}");
                reached.extend(is_reported.then_some(limit));
            }
        }
    }
    assert!(silent.is_empty(), "in silence:\n{}", silent.join("\n"));
    let missing: Vec<_> =
        Limit::ALL.iter().filter(|one| is_read(**one) && !reached.contains(one)).collect();
    assert_eq!(missing, [&Limit::FileSize; 0], "no document reaches these limits");
}

/// A limit that ends one member does not end the archive around it, unless it counts the bytes of the whole file.
#[test]
fn a_limit_inside_a_member_leaves_the_other_members_alone() {
    let bomb = "<!DOCTYPE a [<!ENTITY b 'xxxxxxxxxx'>]><a>&b;</a>";
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in [("a.xml", bomb), ("b.txt", "http://a.example/")] {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        builder.append_data(&mut header, name, bytes.as_bytes()).unwrap();
    }
    let folder = Folder::new("limits-member");
    let path = folder.file("a.tar", &builder.into_inner().unwrap());
    for limit in [Limit::Expansion, Limit::Expanded] {
        let found = read(&path, Limits::default().with(limit, 0));
        assert_eq!(found.links, ["!/b.txt@0 text http://a.example/"], "{limit}");
        assert_eq!(found.limits, [limit]);
    }
}

/// The constants that are no limits, with the reason why they leave nothing out, or where that is said. A new number in
/// the sources is a row of `Limit`, or a row here.
const OTHERS: &[(&str, &str, &str)] = &[
    ("harvest/archive/bzip2.rs", "BLOCK", "the format"),
    ("harvest/archive/bzip2.rs", "END", "the format"),
    ("harvest/archive/bzip2.rs", "LONGEST", "the format"),
    ("harvest/archive/bzip2.rs", "GROUP", "the format"),
    ("harvest/archive/bzip2.rs", "1 << 30", "a longer run is damage, and reported"),
    ("harvest/archive/chunked.rs", "LINE", "a longer line is damage, and reported"),
    (
        "harvest/archive/compressed.rs",
        "WINDOW",
        "data that needs a larger window is reported as damaged",
    ),
    ("harvest/archive/gzip.rs", "WINDOW_BITS", "the format"),
    ("harvest/archive/ole/container.rs", "HEAD", "the records that tell encryption come first"),
    ("harvest/archive/ole/scan.rs", "SHORTEST", "a shorter text has no link"),
    (
        "harvest/archive/ole/scan.rs",
        "LONGEST",
        "a longer text is searched in pieces, which end at blanks",
    ),
    ("harvest/archive/ole/scan.rs", "STRINGS", "the format"),
    ("harvest/archive/ole/scan.rs", "CONTINUE", "the format"),
    ("harvest/archive/ratio_limit.rs", "FREE", "part of the ratio"),
    ("harvest/archive/tar/header.rs", "LEN", "the format"),
    ("harvest/archive/tar/header.rs", "100", "the format"),
    ("harvest/archive/tar/header.rs", "124", "the format"),
    ("harvest/archive/tar/header.rs", "156", "the format"),
    ("harvest/archive/tar/header.rs", "257", "the format"),
    ("harvest/archive/tar/header.rs", "345", "the format"),
    ("harvest/archive/tar/header.rs", "482", "the format"),
    ("harvest/archive/tar/mod.rs", "257", "the format"),
    ("harvest/archive/tar/mod.rs", "504", "the format"),
    ("harvest/archive/warc/head.rs", "LONGEST", "a longer header is reported as damage"),
    ("harvest/archive/warc/head.rs", "MAGIC_LEN", "the format"),
    (
        "harvest/archive/warc/members.rs",
        "KEPT",
        "how far damage is searched for the next record; the damage is reported",
    ),
    ("harvest/archive/warc/members.rs", "PROBE", "a buffer"),
    ("harvest/archive/zip/local.rs", "FIXED", "the format"),
    ("harvest/archive/zip/mod.rs", "30", "the format"),
    (
        "harvest/archive/zip/package.rs",
        "MOST",
        "an archive with more members is read member by member",
    ),
    (
        "harvest/archive/zstd.rs",
        "LARGEST",
        "a record that needs a larger dictionary is reported as damaged",
    ),
    ("harvest/archive/zstd.rs", "WINDOW", "data that needs a larger window is reported as damaged"),
    ("harvest/detect/data.rs", "SAMPLE", "detection"),
    ("harvest/detect/data.rs", "PADDING", "detection"),
    (
        "harvest/parse/markdown/aside.rs",
        "MOST_TEXT",
        "the tags of a longer anchor are read one by one, and its text as text of the document",
    ),
    ("harvest/displayed_text/tags.rs", "MOST", "shortens the text of a link in its row"),
    ("harvest/displayed_text/mod.rs", "2 * MOST", "shortens the text of a link in its row"),
    ("harvest/displayed_text/mod.rs", "16 * MOST", "shortens the text of a link in its row"),
    ("harvest/driver/session.rs", "TICK", "how often progress is told"),
    ("harvest/driver/streaming.rs", "REACH", "a buffer"),
    ("harvest/encoding/declared.rs", "META", "detection, as HTML defines it"),
    ("harvest/encoding/head.rs", "LEN", "detection"),
    (
        "harvest/encoding/way_back.rs",
        "MOST_RESTARTS",
        "the row has no position in the encoded bytes",
    ),
    ("harvest/encoding/way_back.rs", "64", "a step"),
    ("harvest/encoding/wide.rs", "SHORTEST", "detection"),
    ("harvest/mail/entity.rs", "HEADER", "the rest of the header is read as text"),
    ("harvest/mail/mbox.rs", "LOOK_AHEAD", "detection"),
    ("harvest/mail/message.rs", "32", "detection"),
    ("harvest/mail/message.rs", "100", "detection"),
    (
        "harvest/mail/multipart.rs",
        "HEADER",
        "parts are divided at the boundary of the outer multipart",
    ),
    ("harvest/mail/smime.rs", "32", "detection"),
    ("harvest/mail/smime.rs", "CTX_0", "the format"),
    ("harvest/mail/smime.rs", "OCTETS", "the format"),
    ("harvest/mail/smime.rs", "OCTET_PARTS", "the format"),
    ("harvest/mail/smime.rs", "OID", "the format"),
    ("harvest/mail/smime.rs", "SEQUENCE", "the format"),
    ("harvest/model/limits.rs", "MAX_DEPTH", "the greatest value of a limit"),
    (
        "harvest/parse/asciidoc.rs",
        "128",
        "a longer name is no name; its value is read where it is defined",
    ),
    ("harvest/parse/calendar/value.rs", "1024", "detection of an encoding in vCard 2.1"),
    ("harvest/parse/har.rs", "NEAR", "detection of the media type of a body"),
    ("harvest/parse/har.rs", "2 * NEAR", "detection of the media type of a body"),
    ("harvest/parse/records.rs", "DEEPEST", "no known string is deeper"),
    ("harvest/parse/marked_text.rs", "LABEL", "shortens the label of a link"),
    ("harvest/parse/latex.rs", "8192", "a longer argument on one line is read as text"),
    ("harvest/parse/latex.rs", "128", "an argument after more blanks is read as text"),
    ("harvest/parse/lossless.rs", "SUBSTITUTE", "a character"),
    ("harvest/parse/runs.rs", "LONG", "a longer text is searched in pieces, which end at words"),
    ("harvest/parse/rtf/token.rs", "WORD", "the format"),
    ("harvest/parse/rtf/token.rs", "10", "the format"),
    ("harvest/parse/table/cells.rs", "TAB", "the format"),
    ("harvest/parse/table/dialect.rs", "LOOK", "detection"),
    ("harvest/parse/table/dialect.rs", "RECORDS", "detection"),
    ("harvest/parse/xml/walker.rs", "REACH", "an end tag without its start tag is reported"),
    ("harvest/parse/xml/mod.rs", "REACH", "how far a URI may begin before an element"),
    ("harvest/pdf/decoder/expansion.rs", "DEFLATE", "the format"),
    ("harvest/pdf/decoder/expansion.rs", "LZW", "the format"),
    ("harvest/pdf/decoder/expansion.rs", "RUN_LENGTH", "the format"),
    ("harvest/pdf/decoder/guard.rs", "FREE", "part of the ratio"),
    ("harvest/pdf/text/room.rs", "LINES", "evidence for joins"),
    ("harvest/pdf/text/room.rs", "2 * LINES + 1", "evidence for joins"),
    ("harvest/reading.rs", "CHUNK", "a buffer"),
    ("harvest/record/link.rs", "VERSION", "the format of rows"),
    ("harvest/sqlite/decode.rs", "SCHEMA", "the least value of a limit"),
    ("harvest/sqlite/decode.rs", "SMALL", "part of the limit on steps"),
    ("harvest/sqlite/decode.rs", "CHECKED_STEPS", "how often the limit on steps is checked"),
    ("harvest/sqlite/mod.rs", "AHEAD", "a buffer"),
    ("harvest/window.rs", "SPARE", "a buffer"),
    ("harvest/wire.rs", "STACK", "a stack"),
    ("rewrite/html/anchor.rs", "LONGEST_REFERENCE", "the format"),
    ("rewrite/html/code.rs", "DEEPEST", "whether a link is in code"),
    (
        "rewrite/html/context.rs",
        "DEEPEST",
        "no new link is made deeper; links are listed at any depth",
    ),
    (
        "rewrite/html/list_links.rs",
        "DEEPEST",
        "what is nested deeper is read with the element around it",
    ),
    (
        "rewrite/html/reader.rs",
        "DEEPEST",
        "no new link is made deeper; links are listed at any depth",
    ),
    ("rewrite/html/references.rs", "LONGEST", "the format"),
    ("rewrite/html/references.rs", "LONGEST_OPEN", "the format"),
    (
        "rewrite/html/noscript.rs",
        "DEEPEST",
        "after deeper elements in `noscript` no new link is made",
    ),
    ("rewrite/html/lookahead.rs", "MOST", "whether a soft hyphen belongs to a URI"),
    ("rewrite/markdown/dialect/budget.rs", "MOST_MARKS", "`Limit::Marks`"),
    ("rewrite/markdown/dialect/budget.rs", "MOST_IN_PARAGRAPH", "part of `Limit::Marks`"),
    ("rewrite/markdown/form.rs", "CLOSING", "whether an edit is checked by reading again"),
    ("rewrite/markdown/verify.rs", "MOST", "edits that are not checked are not made"),
];

/// The numbers in a source that may bound something: constants, and arguments of the methods that cut off.
fn numbers(source: &str) -> BTreeSet<String> {
    const TYPES: [&str; 6] = ["usize", "u64", "u32", "u16", "u8", "i32"];
    const CUTS: [&str; 6] = [".take(", ".get(..", ".get(", ".min(", ".truncate(", ".nth("];
    let mut found = BTreeSet::new();
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap();
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        if let Some((name, kind)) =
            line.split_once("const ").and_then(|(_, rest)| rest.split_once(": "))
            && TYPES.iter().any(|one| kind.starts_with(&format!("{one} =")))
        {
            found.insert(name.to_owned());
        }
        // `bits.take(24)` reads bits.
        for (at, cut) in CUTS.iter().flat_map(|cut| line.match_indices(cut)) {
            let argument = line[at + cut.len()..].split([')', ',', '.', ']']).next().unwrap();
            let is_number = argument.starts_with(|first: char| first.is_ascii_digit());
            if is_number && argument.len() > 1 && !line[..at].ends_with("bits") {
                found.insert(argument.to_owned());
            }
        }
    }
    found
}

/// A reader has no limit of its own: each number in the sources is explained, and the kinds of reports about limits are
/// chosen by the table alone.
#[test]
fn readers_have_no_limits_of_their_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    let kinds = Limit::ALL.map(|limit| format!("DiagnosticKind::{:?}", limit.kind()));
    for (name, folder) in
        [("harvest", root.join("src")), ("rewrite", root.join("../../src/rewrite"))]
    {
        let mut folders = vec![folder.clone()];
        while let Some(inner) = folders.pop() {
            for entry in fs::read_dir(inner).unwrap() {
                let path = entry.unwrap().path();
                let shown =
                    path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
                if path.is_dir() {
                    folders.push(path);
                } else if !shown.ends_with("tests.rs")
                    && !shown.ends_with("testing.rs")
                    && !shown.contains("/tests/")
                {
                    let source = fs::read_to_string(&path).unwrap();
                    let numbers = numbers(&source);
                    found.extend(
                        numbers.into_iter().map(|number| (format!("{name}/{shown}"), number)),
                    );
                    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
                    let code: String = code.collect();
                    for kind in &kinds {
                        assert!(!code.contains(&**kind), "{shown}: report the `Limit`, not {kind}");
                    }
                }
            }
        }
    }
    let listed: BTreeSet<_> =
        OTHERS.iter().map(|(file, name, _)| ((*file).to_owned(), (*name).to_owned())).collect();
    let new: Vec<_> = found.difference(&listed).collect();
    assert!(new.is_empty(), "a new limit, or a number to explain in this file: {new:?}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "listed, but not in the sources: {gone:?}");
    assert!(OTHERS.iter().all(|(.., why)| !why.is_empty()));
}

/// The page about the command lists every limit.
#[test]
fn every_limit_is_documented() {
    let page = include_str!("../../../../docs/extract.md");
    for limit in Limit::ALL {
        let row = format!("| `{limit}` | {} |", limit.about());
        assert!(page.contains(&row), "{row}");
    }
}

/// The kinds that report limits are those of the table.
#[test]
fn each_kind_of_limit_has_a_row() {
    let kinds: BTreeSet<_> = Limit::ALL.iter().map(|limit| limit.kind().name()).collect();
    assert_eq!(
        kinds.into_iter().collect::<Vec<_>>(),
        ["ratio", "too-deep", "too-large", "too-many", "too-much"]
    );
    assert!(DiagnosticKind::ALL.len() > 5);
}
