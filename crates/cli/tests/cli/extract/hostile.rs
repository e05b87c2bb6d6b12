//! Files that are made to break a reader: each class has a status, a report and a bound on the memory of the process.

use std::io::{Cursor, Write as _};
use std::process::{Command, Stdio};

use crate::{Run, command, file, finish};

/// Runs the command on a file, in a process that may have 400 MB of address space.
fn read(name: &str, bytes: &[u8]) -> Run {
    let path = file("hostile", name, bytes);
    let mut bounded = Command::new("sh");
    let plain = command(&[]);
    bounded.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    bounded.args(["-c", "ulimit -v 400000; exec \"$0\" extract --summary \"$1\""]);
    bounded.args([plain.get_program(), path.as_ref()]);
    bounded.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(&mut bounded, "")
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn word(body: &str) -> Vec<u8> {
    let document =
        format!("<w:document xmlns:w='/wordprocessingml/'><w:body>{body}</w:body></w:document>");
    zip(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", document.as_bytes())])
}

/// The beginning of a complex field, without its end.
fn field(instruction: &str) -> String {
    format!(
        "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>{instruction}</w:instrText></w:r>"
    )
}

/// A zip without a directory, whose member is a block of bzip2. `bits` follow the signature of the block.
fn bzip2_member(bits: &str) -> Vec<u8> {
    let mut data = b"BZh91AY&SY".to_vec();
    for byte in bits.as_bytes().chunks(8) {
        let digits = byte.iter().map(|bit| bit - b'0').chain([0; 8]).take(8);
        data.push(digits.fold(0, |byte, bit| byte << 1 | bit));
    }
    let len = u32::try_from(data.len()).unwrap().to_le_bytes();
    let mut member = b"PK\x03\x04.\0\0\0\x0C\0\0\0\0\0\0\0\0\0".to_vec();
    member.extend([&len[..], &[0, 1, 0, 0], &[5, 0, 0, 0], b"b.txt", &data].concat());
    member
}

fn mail(name: &str, part: &[u8]) -> Vec<u8> {
    use base64::Engine as _;
    let part = base64::engine::general_purpose::STANDARD.encode(part);
    let lines: Vec<&str> =
        part.as_bytes().chunks(76).map(|line| str::from_utf8(line).unwrap()).collect();
    format!(
        "From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://beside.example/\n--b\n\
        Content-Type: application/zip; name={name}\nContent-Transfer-Encoding: base64\n\n{}\n--b--\n",
        lines.join("\n")
    )
    .into_bytes()
}

/// JSON in `depth` strings of JSON.
fn strings(depth: usize) -> Vec<u8> {
    let mut text = "{\"a\":\"\\u0068ttp://found.example/\"}".to_owned();
    for _ in 0..depth {
        text = format!("{{\"a\":\"{}\"}}", text.replace('\\', r"\\").replace('"', "\\\""));
    }
    text.into_bytes()
}

/// A document with these declarations of entities and this content.
fn entities(declarations: &str, content: &str) -> Vec<u8> {
    format!("<!DOCTYPE a [{declarations}]><a>{content}</a>").into_bytes()
}

/// `template` for each number up to `count`, which replaces `#`; `+` is replaced by the next number.
fn numbered(count: usize, template: &str) -> String {
    let one = |n: usize| template.replace('#', &n.to_string()).replace('+', &(n + 1).to_string());
    (0..count).map(one).collect::<Vec<_>>().concat()
}

/// A file: the name, the bytes, the number of links, the exit status, and a part of the summary.
type File = (&'static str, Vec<u8>, usize, i32, &'static str);

const WHOLE: &str = "1 read, 0 partly read";
const PARTLY: &str = "0 read, 1 partly read";

/// Archives whose decoders fail, and then may not be read again.
fn archives() -> Vec<File> {
    let zeros = "0".repeat(200);
    // One symbol, two tables in which each of the three codes has two bits, 200 groups, and only digits of a run.
    let header = format!("{}1{}", "0".repeat(57), "0".repeat(15));
    let header = format!("{header}1{}", "0".repeat(15));
    let tables = format!("010{:015b}{}{}", 200, "0".repeat(200), "00010000".repeat(2));
    let run = bzip2_member(&format!("{header}{tables}{}", "01".repeat(10_000)));
    let symbols = bzip2_member(&zeros);
    vec![
        ("symbols.eml", mail("b.zip", &symbols), 1, 2, PARTLY),
        ("symbols.zip", symbols, 0, 2, "1 skipped"),
        ("run.eml", mail("b.zip", &run), 1, 2, PARTLY),
        ("run.zip", run, 0, 2, "1 skipped"),
    ]
}

/// Fields and groups without an end, and deep inside each other.
fn fields() -> Vec<File> {
    let link = "HYPERLINK \"http://found.example/\"";
    let open =
        word(&format!("<w:p>{}</w:p><w:p>{}</w:p>", field("QUOTE x").repeat(500), field(link)));
    let unclosed = word(&format!("<w:p>{}</w:p>", field(link)).repeat(100));
    let simple = format!("<w:fldSimple w:instr='{link}'/>{}", "</w:fldSimple>".repeat(40));
    let simple = format!("<w:p>{}{simple}</w:p>", "<w:fldSimple w:instr='QUOTE x'>".repeat(40));
    let in_rtf = "{\\field{\\*\\fldinst HYPERLINK \"http://found.example/#\"";
    let (braces, ends) = ("{".repeat(5000), "}".repeat(5003));
    let instructions = numbered(200, in_rtf) + &"}}".repeat(200);
    vec![
        ("fields.docx", open, 1, 0, WHOLE),
        ("unclosed.docx", unclosed, 100, 0, WHOLE),
        ("simple.docx", word(&simple), 1, 0, WHOLE),
        ("groups.rtf", format!("{{\\rtf1 {braces}{in_rtf}{ends}").into(), 1, 0, WHOLE),
        (
            "fields.rtf",
            format!("{{\\rtf1 http://text.example/\\par {instructions}}}").into(),
            201,
            0,
            WHOLE,
        ),
    ]
}

/// Entities, strings and marks that expand, or that are too many.
fn expansions() -> Vec<File> {
    let host = "<!ENTITY u 'http://found.example/'>";
    let bomb = "<!ENTITY b0 'xxxxxxxxxx'>".to_owned()
        + &numbered(8, &format!("<!ENTITY b+ '{}'>", "&b#;".repeat(10)));
    let chain = numbered(12, "<!ENTITY c# '&c+;'>") + "<!ENTITY c12 'http://found.example/'>";
    let many = entities(
        &numbered(6000, "<!ENTITY e# 'http://e#.example/'>"),
        &numbered(6000, "<p>&e#;</p>"),
    );
    let licence =
        format!("<!ENTITY host 'found.example'><!ENTITY licence '{}'>", "all rights ".repeat(120));
    let licence = entities(&licence, &"<p>http://&host;/ &licence;</p>".repeat(2000));
    let marks = format!("<http://found.example/>\n\n{}", "<".repeat(16 << 20)).into_bytes();
    let elements = format!("<a>http://found.example/{}", "<b>".repeat(1 << 20));
    vec![
        ("licence.xml", licence, 2000, 0, WHOLE),
        (
            "bomb.xml",
            entities(&format!("{host}{bomb}"), "<p>&u;</p><p>&b8;</p><p>&u;</p>"),
            2,
            2,
            PARTLY,
        ),
        ("many.xml", many, 6000, 0, WHOLE),
        ("chain.xml", entities(&chain, "<p>&c0;</p>"), 1, 0, WHOLE),
        ("elements.xml", elements.into(), 1, 2, PARTLY),
        ("strings.json", strings(4), 1, 0, WHOLE),
        ("deep-strings.json", strings(10), 0, 2, PARTLY),
        ("marks.eml", mail("b.zip", &zip(&[("README.md", &marks)])), 2, 2, PARTLY),
        ("marks.md", marks, 1, 2, PARTLY),
    ]
}

#[test]
fn hostile_files_are_read_within_bounds_and_reported() {
    let mut wrong = Vec::new();
    for (name, bytes, links, status, summary) in [archives(), fields(), expansions()].concat() {
        let run = read(name, &bytes);
        let found = run.stdout.lines().count();
        let is_silent = status == 2 && run.stderr.lines().count() < 3;
        if (run.status, found) != (status, links) || !run.stderr.contains(summary) || is_silent {
            wrong.push(format!("{name}: {found} links, status {}: {}", run.status, run.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
