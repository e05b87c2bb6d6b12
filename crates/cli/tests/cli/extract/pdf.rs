//! Tests of PDFs, which the command decodes in a process with limited memory.

use crate::{Run, file, run};

const LOCKED: &[u8] = include_bytes!("../../../../harvest/tests/documents/pdf/locked.pdf");
const OPEN: &[u8] = include_bytes!("../../../../harvest/tests/documents/pdf/open.pdf");

#[test]
fn a_pdf_is_read_from_a_file_and_from_standard_input() {
    let path = file("pdf", "open.pdf", OPEN);
    let expected = Run::new(0, "http://encrypted.example/\n", "");
    assert_eq!(run(&["extract", &path], ""), expected);
    assert_eq!(run(&["extract"], OPEN), expected);
    let rows = run(&["extract", "--format", "jsonl", &path], "").json();
    assert_eq!(
        (&rows[0]["unit"]["page"], &rows[0]["bytes"]["absent"]),
        (&1.into(), &"page-content".into())
    );
}

#[test]
fn unread_pdfs_are_reported_and_other_files_are_read() {
    let locked = file("pdf", "locked.pdf", LOCKED);
    let open = file("pdf", "open.pdf", OPEN);
    let why = format!("linkwright: {locked}: an encrypted PDF document, which needs a password\n");
    assert_eq!(
        run(&["extract", &locked, &open], ""),
        Run::new(0, "http://encrypted.example/\n", &why)
    );
    assert_eq!(run(&["extract", &locked], ""), Run::new(1, "", &why));
    assert_eq!(run(&["extract", "--strict", &locked], ""), Run::new(2, "", &why));
    let damaged = run(&["extract"], "%PDF-1.7 and no more");
    assert_eq!(damaged.status, 2);
    assert!(damaged.stderr.contains("a damaged PDF document"), "{}", damaged.stderr);
}

#[cfg(unix)]
/// A PDF whose page tree is an array of `count` numbers. A number takes two bytes in the file, but many times more in
/// memory.
fn of_numbers(count: usize) -> Vec<u8> {
    let numbers = "1 ".repeat(count);
    format!(
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Kids [{numbers}] >>\nendobj\n\
         trailer\n<< /Root 1 0 R >>\n"
    )
    .into_bytes()
}

/// The decoder process exceeds its memory limit, and the command continues with the next file.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_needs_too_much_memory_is_reported() {
    let bomb = file("pdf", "bomb.pdf", of_numbers(31 << 20));
    let open = file("pdf", "open.pdf", OPEN);
    let found = run(&["extract", &bomb, &open], "");
    assert_eq!((found.status, &*found.stdout), (2, "http://encrypted.example/\n"));
    assert!(found.stderr.contains("the PDF decoder ended early"), "{}", found.stderr);
}
