//! Finds links with the crate linkify, with all kinds of links enabled. It reads requests and writes answers in the
//! format of `linkwright pipe`. The scripts in `outside` start this program.

use core::error::Error;
use std::io::{self, BufRead as _, Write as _};

use linkify::LinkFinder;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let text = request["text"].as_str().unwrap_or_default();
        let links: Vec<Value> = finder
            .links(text)
            .map(|link| json!({ "text": link.as_str(), "start": link.start(), "end": link.end() }))
            .collect();
        writeln!(out, "{}", json!({ "id": request["id"], "links": links }))?;
    }
    Ok(())
}
