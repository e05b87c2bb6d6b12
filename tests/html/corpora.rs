//! Tests linking in pages that people wrote. The environment variables `LINKWRIGHT_CORPORA` and `LINKWRIGHT_HTML` name
//! the folders of the pages.

use std::path::PathBuf;
use std::{env, fs};

use linkwright::find::Preset;

use super::dom::without_anchors;
use super::{linker, page, pages};

/// Without the inserted tags, the output equals the page, and a second run inserts nothing.
#[test]
fn real_pages_keep_their_bytes() {
    let Some(folder) = env::var_os("LINKWRIGHT_CORPORA").map(PathBuf::from) else {
        eprintln!("skipped: LINKWRIGHT_CORPORA is not set");
        return;
    };
    let mut links = 0;
    for entry in fs::read_dir(&folder).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.extension().is_none_or(|ending| ending != "html") {
            continue;
        }
        let html = fs::read(&path).expect("a page can be read");
        // The page is checked in chunks, because the check reads a page once for each link.
        for part in html.chunks(256 << 10) {
            let linker = linker(Preset::Chat);
            let once = linker.rewrite(part).into_owned();
            links += count(&once, b"data-linkwright");
            assert_eq!(&*linker.rewrite(&once), once, "{}", path.display());
            page::a_skipped_text_has_no_link(Preset::Chat, part);
            assert_eq!(without_anchors(&once), part, "{}", path.display());
        }
    }
    eprintln!("{links} links were inserted and removed again");
}

/// The whole pages in the folders of `LINKWRIGHT_HTML` also keep their bytes, and a second run inserts nothing.
/// html5ever reads the same tree before and after linking, apart from the new anchors.
#[test]
fn pages_of_all_folders_keep_their_bytes_and_trees() {
    let mut links = 0;
    let pages = pages::pages();
    for (_, html) in &pages {
        page::bytes_stay(Preset::Chat, html.as_bytes());
        page::a_second_run_adds_nothing(Preset::Chat, html.as_bytes());
        page::trees_stay(Preset::Chat, html);
        links += count(&linker(Preset::Chat).rewrite(html.as_bytes()), b"data-linkwright");
    }
    eprintln!("{} pages, {links} links were inserted", pages.len());
}

fn count(haystack: &[u8], needle: &[u8]) -> usize {
    haystack.windows(needle.len()).filter(|window| *window == needle).count()
}
