//! A proxy that serves the pages and records other requests.

use core::net::SocketAddr;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A page that loads each page in a frame, one at a time, and shows the contents as percent-encoded JSON.
const INDEX: &str = r#"<!doctype html><meta charset=utf-8><body><script>
const attributes = (a) => [...a.attributes].filter((one) => one.name != "href")
    .map((one) => one.name + "=" + one.value).join(" ");
const anchor = (a) => ({ href: a.getAttribute("href"), host: a.hostname, others: attributes(a) });
const parts = (page) => [...page.querySelectorAll("[data-part]")].map((one) => one.textContent);
const load = (number) => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.onload = () => {
        const page = frame.contentDocument;
        const anchors = [...page.querySelectorAll("a[data-linkwright]")].map(anchor);
        const ran = frame.contentWindow.ran ?? window.ran ?? null;
        done({ ran, anchors, parts: parts(page) });
        frame.remove();
    };
    frame.src = "/" + number;
    document.body.append(frame);
});
(async () => {
    const seen = [];
    for (let number = 0; number < COUNT; number++) seen.push(await load(number));
    const result = document.createElement("pre");
    result.textContent = encodeURIComponent(JSON.stringify(seen));
    document.body.append(result);
})();
</script>"#;

/// The host of the pages.
const HOST: &str = "http://linkwright.test/";

/// A server that runs until the test ends.
pub(crate) struct Proxy {
    address: SocketAddr,
    strangers: Arc<Mutex<Vec<String>>>,
}

impl Proxy {
    pub(crate) fn start(pages: Vec<String>) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let strangers = Arc::new(Mutex::new(Vec::new()));
        let site = Arc::new(Site {
            index: INDEX.replace("COUNT", &pages.len().to_string()),
            pages,
            strangers: Arc::clone(&strangers),
        });
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let site = Arc::clone(&site);
                thread::spawn(move || site.answer(stream));
            }
        });
        Proxy { address, strangers }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The unexpected requests: those that were sent to a host of the test but were not for a page. The requests of the
    /// browser to its vendor are left out.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.strangers.lock().expect("no thread panicked").clone()
    }
}

struct Site {
    index: String,
    pages: Vec<String>,
    strangers: Arc<Mutex<Vec<String>>>,
}

impl Site {
    fn answer(&self, mut stream: TcpStream) {
        let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
        let Some(request) = lines.next() else { return };
        // The rest of the head is ignored.
        lines.take_while(|line| !line.is_empty()).for_each(drop);
        let target = request.split(' ').nth(1).unwrap_or_default();
        let body = target.strip_prefix(HOST).and_then(|path| self.page(path));
        // Requests of the browser to its vendor are not recorded.
        if body.is_none() && (target.contains(".example") || target.starts_with(HOST)) {
            self.strangers.lock().expect("no thread panicked").push(request);
        }
        let (status, body) = body.map_or(("404 Not Found", ""), |body| ("200 OK", body));
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    }

    /// The page at `path`; an empty page for the icon that every browser requests.
    fn page(&self, path: &str) -> Option<&str> {
        match path {
            "" => Some(&self.index),
            "favicon.ico" => Some(""),
            number => self.pages.get(number.parse::<usize>().ok()?).map(String::as_str),
        }
    }
}
