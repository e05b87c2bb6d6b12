//! Compares how the browser parses real pages before and after they are linked. No script of a page runs, and nothing
//! is loaded.

use std::fs;
use std::path::PathBuf;

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::HtmlLinker;
use serde_json::{Value, json};

use super::chromium::{browser, dump};
use super::pages::pages;

/// Reads each pair of pages, and returns whether the text and the existing links are the same.
const SCRIPT: &str = "
const read = html => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const own = [...page.querySelectorAll('a[href]')].filter(a => !a.hasAttribute('data-linkwright'));
  return [page.documentElement.textContent, own.map(a => a.getAttribute('href') + ' ' + a.textContent).join('\\n')];
};
const same = ([before, after]) => JSON.stringify(read(before)) === JSON.stringify(read(after));
document.body.innerHTML = '<pre>' + encodeURIComponent(JSON.stringify(pairs.map(same))) + '</pre>';";

#[test]
fn real_pages_are_read_as_before() {
    let pages = pages();
    let Some(browser) = browser().filter(|_| !pages.is_empty()) else {
        eprintln!("skipped: no Chromium, or no pages");
        return;
    };
    let mut builder = HtmlLinker::builder(&Finder::preset(Preset::Chat));
    let linker = builder.attribute("data-linkwright", "1").build().expect("the options are valid");
    let (mut read, mut changed) = (0, 0);
    for (number, some) in pages.chunks(40).enumerate() {
        let pairs: Vec<Value> = some
            .iter()
            .map(|(_, page)| {
                let linked = linker.rewrite(page.as_bytes());
                changed += usize::from(*linked != *page.as_bytes());
                json!([page, String::from_utf8_lossy(&linked)])
            })
            .collect();
        // A tag in a page must not end the script.
        let pairs = Value::from(pairs).to_string().replace('<', "\\u003c");
        let page =
            format!("<meta charset=utf-8><body><script>const pairs = {pairs};{SCRIPT}</script>");
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("pairs-{number}.html"));
        fs::write(&file, page).expect("the file can be written");
        let same = dump(&browser, &[], &format!("file://{}", file.display()));
        let same = same.as_array().expect("a list");
        assert_eq!(same.len(), some.len());
        for ((path, _), same) in some.iter().zip(same) {
            assert_eq!(same, &Value::Bool(true), "{}", path.display());
            read += 1;
        }
        let _ = fs::remove_file(&file);
    }
    eprintln!(
        "{read} pages, {changed} of them with links; the browser reads the same text and links"
    );
}
