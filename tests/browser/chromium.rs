//! Loads the pages of the proxy in Chromium, without a window.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use linkwright::uri::pct::decode_utf8;
use serde_json::Value;

use crate::proxy::Proxy;

/// The path of the browser, if it is installed: `CHROMIUM`, or the first of the usual names in `PATH`.
pub(crate) fn browser() -> Option<PathBuf> {
    let named = env::var_os("CHROMIUM").map(PathBuf::from);
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let folders: Vec<PathBuf> =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    let found = || {
        let places = names.iter().flat_map(|name| folders.iter().map(move |at| at.join(name)));
        places.into_iter().find(|place| place.is_file())
    };
    named.or_else(found)
}

/// Loads all pages, and returns the content of each frame.
pub(crate) fn visit(browser: &Path, proxy: &Proxy) -> Vec<Value> {
    let proxy = format!("--proxy-server=http://{}", proxy.address());
    let seen = dump(browser, &[&proxy], "http://linkwright.test/");
    seen.as_array().expect("a list").clone()
}

/// Loads a page that writes percent-encoded JSON into a `<pre>`, and returns the value.
pub(crate) fn dump(browser: &Path, options: &[&str], page: &str) -> Value {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let profile = format!("browser-profile-{number}");
    let profile = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(profile);
    let _ = std::fs::remove_dir_all(&profile);
    let out = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(options)
        // The clock of the page stops while it loads, so the result is the same on a slow machine.
        .args(["--virtual-time-budget=60000", "--dump-dom", page])
        .stderr(Stdio::null())
        .output()
        .expect("the browser runs");
    let _ = std::fs::remove_dir_all(&profile);
    let dom = String::from_utf8_lossy(&out.stdout);
    let encoded = dom.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next());
    let encoded = encoded.unwrap_or_else(|| panic!("no result in {dom:?}"));
    let json = decode_utf8(encoded).expect("the browser writes UTF-8");
    serde_json::from_str(&json).expect("the script writes JSON")
}
