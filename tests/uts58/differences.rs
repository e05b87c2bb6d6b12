//! Runs the table of differences in `docs/uts58.md`, and the conformance test of detection.

use std::fs;

use linkwright::Finder;
use linkwright::find::Preset;

/// A row of the table: a text, the links that both presets find in it, and the numbers of the lines of
/// `LinkDetectionTest.txt` that show this difference.
struct Row {
    text: String,
    links: [Vec<String>; 2],
    lines: Vec<usize>,
}

const PRESETS: [Preset; 2] = [Preset::Uts58, Preset::Chat];

fn rows() -> Vec<Row> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/uts58.md");
    let page = fs::read_to_string(page).expect("the page can be read");
    let (_, rest) = page.split_once("| text | `uts58` | `chat` | lines |").expect("the table");
    let (table, _) = rest.split_once("\n\n").expect("the end of the table");
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let codes = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        let text = cells[0].trim_matches('`').to_owned();
        Row { text, links: [codes(cells[1]), codes(cells[2])], lines: numbers(cells[3]) }
    };
    table.lines().filter(|line| line.starts_with("| `")).map(row).collect()
}

/// `74–76, 80` are four numbers.
fn numbers(cell: &str) -> Vec<usize> {
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let ranges = cell.split(", ").filter(|range| !range.is_empty());
    let ranges = ranges.map(|range| range.split_once('–').unwrap_or((range, range)));
    ranges.flat_map(|(first, last)| number(first)..=number(last)).collect()
}

fn found(preset: Preset, text: &str) -> Vec<String> {
    Finder::preset(preset).find_iter(text).map(|link| link.text().to_string()).collect()
}

#[test]
fn the_presets_differ_as_the_page_says() {
    let rows = rows();
    assert!(rows.len() >= 15);
    for Row { text, links, .. } in rows {
        assert_eq!(PRESETS.map(|preset| found(preset, &text)), links, "{text}");
        assert_ne!(links[0], links[1], "{text}");
    }
}

/// In each line of the file, U+2E20 and U+2E21 enclose the links.
#[test]
fn the_lines_of_the_detection_test_are_those_of_the_page() {
    let Some(file) = super::data("LinkDetectionTest.txt") else { return };
    let mut failing: [Vec<usize>; 2] = Default::default();
    let mut count = 0;
    for (index, line) in file.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        count += 1;
        let text = line.replace(['⸠', '⸡'], "");
        for (preset, failing) in PRESETS.into_iter().zip(&mut failing) {
            let mut marked = text.clone();
            let spans: Vec<_> =
                Finder::preset(preset).find_iter(&text).map(|link| link.span()).collect();
            for span in spans.into_iter().rev() {
                marked.insert(span.end(), '⸡');
                marked.insert(span.start(), '⸠');
            }
            if marked != line {
                failing.push(index + 1);
            }
        }
    }
    let mut named: Vec<usize> = rows().into_iter().flat_map(|row| row.lines).collect();
    named.sort_unstable();
    assert_eq!((count, failing), (344, [vec![], named]));
}
