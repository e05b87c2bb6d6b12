#!/usr/bin/env python3
"""Writes web archives with independent programs, and reads them with other programs.

    warc.py make FOLDER       writes archives with warcio and wget, and in the layout of Common Crawl
    warc.py links FILE        prints `URL<tab>URI` for each link that warcio, html.parser and json find
    warc.py index FILE        prints `OFFSET<tab>LENGTH<tab>TYPE` for each record that warcio finds
    warc.py positions FILE    prints `OFFSET<tab>TYPE` for each record that fastwarc finds

If a package is missing, the script prints a message and exits with status 77.
"""

import gzip
import html.parser
import http.server
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse

try:
    import fastwarc
    import warcio
    from warcio.archiveiterator import ArchiveIterator
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

WORDS = "a crawler saves what a server has sent and an index says where it is ".split()


def page(number):
    """A page with links in elements, in its text, and before and after a base."""
    words = " ".join(WORDS[(number * 7 + n * n) % len(WORDS)] for n in range(60))
    base = f'<base href="http://base{number}.example/dir/">' if number % 3 == 0 else ""
    return (
        f"<!DOCTYPE html><html><head><title>Page {number}</title>{base}"
        f'<link rel="stylesheet" href="/style{number}.css"><script src="app.js"></script></head><body>'
        f'<p>{words}</p><a href="page{number + 1}.html?a=1&amp;b=2">next</a> <img src="../p{number}.png">'
        f"<p>see http://text{number}.example/path or https://other.example/{number} too</p></body></html>"
    ).encode()


def chunked(body):
    parts = [body[at : at + 100] for at in range(0, len(body), 100)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def response(writer, url, body, fields=(), kind="text/html; charset=utf-8", status="200 OK"):
    head = StatusAndHeaders(status, [("Content-Type", kind), *fields], protocol="HTTP/1.1")
    return writer.create_warc_record(url, "response", payload=io.BytesIO(body), http_headers=head)


def make_warcio(path, compressed):
    with open(path, "wb") as file:
        writer = WARCWriter(file, gzip=compressed)
        writer.write_record(writer.create_warcinfo_record("a", {"software": "warcio http://no.example/"}))
        for number in range(12):
            url = f"http://site{number}.example/dir/page{number}.html"
            body, fields = page(number), []
            if number % 4 == 1:
                body, fields = gzip.compress(body), [("Content-Encoding", "gzip")]
            if number % 4 == 2:
                body, fields = chunked(body), [("Transfer-Encoding", "chunked")]
            if number % 4 == 3:
                body = chunked(gzip.compress(body))
                fields = [("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")]
            fields.append(("Link", f'</next{number}>; rel="next", <http://link.example/{number}>; rel="x"'))
            answer = response(writer, url, body, fields)
            head = StatusAndHeaders("GET /dir HTTP/1.1", [("Referer", "http://no.example/")], is_http_request=True)
            request = writer.create_warc_record(url, "request", http_headers=head)
            writer.write_request_response_pair(request, answer)
        moved = response(writer, "http://moved.example/", b"", [("Location", "/new")], status="301 Moved")
        writer.write_record(moved)
        same = StatusAndHeaders("200 OK", [("Link", "<http://revisit.example/>")], protocol="HTTP/1.1")
        writer.write_record(
            writer.create_revisit_record(
                "http://site0.example/again", "sha1:AAAA", "http://site0.example/", "2024-01-01T00:00:00Z", http_headers=same
            )
        )
        writer.write_record(
            writer.create_warc_record(
                "http://resource.example/x.txt", "resource", payload=io.BytesIO(b"see http://resource.example/y there"),
                warc_content_type="text/plain",
            )
        )
        outlinks = b"via: http://no.example/\r\noutlink: http://out.example/1 L a/@href\r\noutlink: /2 E img/@src\r\n"
        writer.write_record(
            writer.create_warc_record(
                "http://meta.example/a", "metadata", payload=io.BytesIO(outlinks), warc_content_type="application/warc-fields"
            )
        )


def common_crawl_record(kind, url, content_type, block):
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-02-20T21:10:48Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{abs(hash((kind, url))):032x}>\r\nWARC-Refers-To: <urn:uuid:1>\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + block + b"\r\n\r\n")


def make_common_crawl(folder):
    """Writes WET and WAT files in the layout of Common Crawl."""
    with open(os.path.join(folder, "cc.warc.wet.gz"), "wb") as file:
        info = b"Software-Info: ia-web-commons\r\nExtracted-Date: Wed, 06 Mar 2024\r\nisPartOf: http://no.example/\r\n\r\n"
        file.write(common_crawl_record("warcinfo", "", "application/warc-fields", info))
        for number in range(20):
            text = f"Page {number}\n{' '.join(WORDS)}\nhttp://wet{number}.example/a?b=c\nmore words: https://x.example/{number} end\n"
            url = f"http://wet.example/{number}"
            file.write(common_crawl_record("conversion", url, "text/plain", text.encode()))
    with open(os.path.join(folder, "cc.warc.wat.gz"), "wb") as file:
        for number in range(20):
            url = f"http://wat.example/dir/{number}"
            file.write(common_crawl_record("metadata", url, "application/json", json.dumps(wat(url, number)).encode()))


def wat(url, number):
    page = {
        "Head": {
            "Title": "see http://no.example/",
            "Metas": [{"name": "description", "content": "about http://no.example/"}],
            "Link": [{"path": "LINK@/href", "url": "/style.css", "rel": "stylesheet"}],
            "Scripts": [{"path": "SCRIPT@/src", "url": "app.js", "type": "text/javascript"}],
        },
        "Links": [
            {"path": "A@/href", "url": f"next{number}.html", "text": "next"},
            {"path": "IMG@/src", "url": f"//img.example/{number}.png", "alt": "http://no.example/"},
            {"path": "A@/href", "url": "http://wat-link.example/?a=1&b=ü"},
        ],
    }
    if number % 2:
        page["Head"]["Base"] = f"http://wat-base.example/{number}/"
    return {
        "Container": {"Filename": "cc.warc.gz", "Compressed": True, "Offset": "1", "Gzip-Metadata": {"Deflate-Length": "1"}},
        "Envelope": {
            "Format": "WARC",
            "WARC-Header-Metadata": {"WARC-Type": "response", "WARC-Target-URI": url},
            "Payload-Metadata": {
                "Actual-Content-Type": "application/http; msgtype=response",
                "HTTP-Response-Metadata": {
                    "Headers": {"Content-Type": "text/html", "Server": "http://no.example/", "Location": f"/moved{number}"},
                    "HTML-Metadata": page,
                },
            },
        },
    }


class Server(http.server.BaseHTTPRequestHandler):
    """Serves pages, some of them compressed or in chunks. `/moved` redirects to a page."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        number = int(re.sub(r"\D", "", self.path) or 0)
        if self.path.startswith("/moved"):
            self.send_response(302)
            self.send_header("Location", "/dir/page7.html")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body, in_chunks = page(number), number % 2 == 1
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Link", f"</link{number}>; rel=next")
        if number % 3 == 2:
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header(*(("Transfer-Encoding", "chunked") if in_chunks else ("Content-Length", str(len(body)))))
        self.end_headers()
        self.wfile.write(chunked(body) if in_chunks else body)

    def log_message(self, *_):
        pass


def make_wget(folder):
    if shutil.which("wget") is None:
        print("skipped: wget is missing")
        return
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = f"http://127.0.0.1:{server.server_port}"
    urls = [f"{root}/dir/page{number}.html" for number in range(1, 7)] + [f"{root}/moved"]
    for name, more in [("wget", []), ("wget-plain", ["--no-warc-compression"])]:
        command = ["wget", "-q", "-O", os.devnull, f"--warc-file={os.path.join(folder, name)}", *more, *urls]
        environment = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
        subprocess.run(command, env=environment, check=True, timeout=60)
    server.shutdown()


class Page(html.parser.HTMLParser):
    """The references and the text of a page."""

    def __init__(self):
        super().__init__()
        self.base, self.references, self.text = None, [], []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src"):
                if tag == "base":
                    self.base = self.base or value
                else:
                    self.references.append(value)

    def handle_data(self, data):
        self.text.append(data)


IN_TEXT = re.compile(r"https?://[^\s<>\"]+")


def links_of_page(target, body):
    parsed = Page()
    parsed.feed(body.decode("utf-8", "replace"))
    base = urllib.parse.urljoin(target, parsed.base or "")
    yield from (urllib.parse.urljoin(base, reference) for reference in parsed.references)
    yield from (found for text in parsed.text for found in IN_TEXT.findall(text))


def links_of_wat(target, body):
    envelope = json.loads(body)["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"]
    page = envelope["HTML-Metadata"]
    base = urllib.parse.urljoin(target, page["Head"].get("Base", ""))
    if "Base" in page["Head"]:
        yield base
    references = [envelope["Headers"]["Location"]]
    references += [one["url"] for one in page["Head"]["Link"] + page["Head"]["Scripts"] + page["Links"]]
    for reference in references:
        yield urllib.parse.quote(urllib.parse.urljoin(base, reference), safe=":/?&=#%")


def links_of_header(target, header):
    for name, value in header.headers if header else []:
        if name.lower() == "location":
            yield urllib.parse.urljoin(target, value)
        if name.lower() == "link":
            yield from (urllib.parse.urljoin(target, one) for one in re.findall(r"<([^>]*)>", value))


def links(path):
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            target = (record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>")
            kind, mime = record.rec_type, record.rec_headers.get_header("Content-Type") or ""
            if kind in ("request", "warcinfo") or target.startswith("metadata://"):
                continue
            found = list(links_of_header(target, record.http_headers))
            if record.http_headers:
                mime = record.http_headers.get_header("Content-Type") or ""
            body = record.content_stream().read()
            if kind == "revisit":
                pass
            elif mime.startswith("text/html"):
                found += links_of_page(target, body)
            elif mime.startswith("text/plain"):
                found += IN_TEXT.findall(body.decode())
            elif mime == "application/warc-fields":
                outlinks = re.findall(r"^outlink: (\S+)", body.decode(), re.M)
                found += (urllib.parse.urljoin(target, one) for one in outlinks)
            elif mime == "application/json":
                found += links_of_wat(target, body)
            for uri in found:
                print(f"{target}\t{uri}")


def index(path):
    with open(path, "rb") as file:
        records = ArchiveIterator(file)
        for record in records:
            kind, offset = record.rec_type, records.get_record_offset()
            print(f"{offset}\t{records.get_record_length()}\t{kind}")


def positions(path):
    with open(path, "rb") as file:
        for record in fastwarc.ArchiveIterator(file):
            print(f"{record.stream_pos}\t{record.headers['WARC-Type']}")


def main():
    command, path = sys.argv[1:]
    if command == "make":
        make_warcio(os.path.join(path, "warcio.warc.gz"), True)
        make_warcio(os.path.join(path, "warcio.warc"), False)
        make_common_crawl(path)
        make_wget(path)
    else:
        {"links": links, "index": index, "positions": positions}[command](path)


main()
