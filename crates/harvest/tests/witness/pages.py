"""Writes PDFs with independent writers, and prints the links in them.

    python3 pages.py FOLDER

Each writer that is installed writes a document into FOLDER. The script prints a line for each document: the name of the
file and the URIs in it, separated by blanks. For each writer that is missing, it prints a line `missing NAME`.
"""

import shutil
import subprocess
import sys
from pathlib import Path

# Longer than a line of the columns below, with a possible break after each slash.
LONG = "https://long.example/" + "/".join(f"segment-number{number}x" for number in range(8)) + "/end.html"


def reportlab(path):
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.pdfgen import canvas
    from reportlab.platypus import Paragraph

    page = canvas.Canvas(str(path), pagesize=(400, 600))
    page.setTitle("see http://title.example/")
    page.setAuthor("http://author.example/")
    page.drawString(40, 560, "see http://text.example/a?b=1&c=2, and")
    page.linkURL("http://annotation.example/", (40, 500, 200, 520))
    page.bookmarkPage("one")
    page.addOutlineEntry("http://outline.example/", "one")
    # Breaks the text into lines that fill the column.
    column, lines, rest = 60, [], "see " + LONG + " there"
    while rest:
        cut = len(rest) if len(rest) <= column else max(rest.rfind("/", 0, column), rest.rfind(" ", 0, column)) + 1
        lines.append(rest[:cut])
        rest = rest[cut:]
    for number, line in enumerate(lines):
        page.setFont("Courier", 9)
        page.drawString(40, 460 - 12 * number, line.rstrip())
    style = getSampleStyleSheet()["Normal"]
    paragraph = Paragraph('a <link href="http://word.example/?a=1&amp;b=2">word</link> of it', style)
    paragraph.wrapOn(page, 300, 100)
    paragraph.drawOn(page, 40, 300)
    page.showPage()
    page.drawString(40, 560, "http://second.example/page")
    page.save()
    yield from (
        "http://title.example/", "http://author.example/", "http://text.example/a?b=1&c=2", "http://annotation.example/",
        "http://outline.example/", LONG, "http://word.example/?a=1&b=2", "http://second.example/page",
    )


def typst(path):
    import typst

    source = path.with_suffix(".typ")
    source.write_text(
        '#set document(title: "http://title.example/")\n'
        "#set page(width: 10cm)\n"
        "= Heading http://heading.example/\n"
        '#link("http://word.example/")[a word]\n\n'
        "see http://text.example/a?b=1 and\n\n"
        f"{LONG}\n"
    )
    typst.compile(str(source), output=str(path))
    yield from (
        "http://title.example/", "http://heading.example/", "http://word.example/", "http://text.example/a?b=1", LONG,
    )


def libreoffice(path):
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        raise ImportError("soffice")
    source = path.with_suffix(".fodt")
    names = "urn:oasis:names:tc:opendocument:xmlns:"
    source.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<office:document xmlns:office="{names}office:1.0" xmlns:text="{names}text:1.0" office:version="1.2" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" office:mimetype="application/vnd.oasis.opendocument.text">'
        "<office:body><office:text><text:p>see http://text.example/a?b=1 and "
        '<text:a xlink:type="simple" xlink:href="http://word.example/?a=1&amp;b=2">a word</text:a></text:p>'
        "</office:text></office:body></office:document>"
    )
    profile = path.parent / "profile"
    subprocess.run(
        [office, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to", "pdf", "--outdir",
         path.parent, source],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    yield from ("http://text.example/a?b=1", "http://word.example/?a=1&b=2")


def main():
    folder = Path(sys.argv[1])
    for write in (reportlab, typst, libreoffice):
        path = folder / f"{write.__name__}.pdf"
        try:
            uris = list(write(path))
        except ImportError:
            print("missing", write.__name__)
            continue
        print(path.name, *uris)


main()
