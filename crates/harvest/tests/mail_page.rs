//! Runs the program of `docs/mail.md`, the example `mail_page`, on a message. With `BLESS=1`, the page is written again.

use std::path::Path;
use std::{env, fs};

#[path = "../examples/mail_page.rs"]
#[expect(dead_code, unreachable_pub, reason = "an example has a `main`")]
mod mail_page;

#[test]
fn a_message_is_shown_with_its_links() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let message = fs::read(folder.join("message.eml")).unwrap();
    let page = mail_page::page(&message).unwrap();
    let expected = folder.join("message.html");
    if env::var_os("BLESS").is_some() {
        fs::write(&expected, &page).unwrap();
    }
    assert_eq!(page, fs::read_to_string(expected).unwrap());
    for never in ["onclick", "<img", "<script", "<!--", "href=\"http://bank.example@"] {
        assert!(!page.contains(never), "{never}");
    }
}
