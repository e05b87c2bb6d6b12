"""Writes office documents and a book with independent writers, and prints the links in them.

    python3 office.py FOLDER

Each writer that is installed writes a document into FOLDER. The script prints a line for each document: the name of the
file and the URIs in it, separated by blanks. For each writer that is missing, it prints a line `missing NAME`.
"""

import sys
from pathlib import Path


def docx(path):
    import docx
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    document = docx.Document()
    paragraph = document.add_paragraph()
    # Formatting divides the URI into several runs.
    for text, is_bold in [("see http://runs.exa", False), ("mple/a", True), ("/b?c=1&d, and", False)]:
        paragraph.add_run(text).bold = is_bold
    link = OxmlElement("w:hyperlink")
    target = "http://hyperlink.example/?a=1&b=2"
    link.set(qn("r:id"), document.part.relate_to(target, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
    run = OxmlElement("w:r")
    text = OxmlElement("w:t")
    text.text = "a word"
    run.append(text)
    link.append(run)
    document.add_paragraph()._p.append(link)
    table = document.add_table(rows=1, cols=1)
    table.cell(0, 0).text = "http://table.example/"
    document.sections[0].header.paragraphs[0].text = "http://header.example/"
    document.sections[0].footer.paragraphs[0].text = "http://footer.example/"
    document.core_properties.comments = "http://properties.example/"
    if hasattr(document, "add_comment"):
        document.add_comment(paragraph.runs, text="http://comment.example/", author="Ada")
        yield "http://comment.example/"
    document.save(path)
    yield from (
        "http://runs.example/a/b?c=1&d", target, "http://table.example/", "http://header.example/",
        "http://footer.example/", "http://properties.example/",
    )


def xlsx(path):
    import openpyxl
    from openpyxl.comments import Comment

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Sheet A"
    sheet["B2"] = "see http://shared.example/?a=1&b=2"
    sheet["B3"] = "see http://shared.example/?a=1&b=2"
    sheet["C3"] = '=HYPERLINK("http://formula.example/?a=1&b=2","x")'
    sheet["D4"] = "a word"
    sheet["D4"].hyperlink = "http://hyperlink.example/"
    sheet["E5"] = 1
    sheet["E5"].comment = Comment("http://comment.example/", "Ada")
    sheet.oddHeader.center.text = "http://header.example/"
    book.properties.description = "http://properties.example/"
    other = book.create_sheet("Hidden")
    other.sheet_state = "hidden"
    other["A1"] = "http://hidden.example/"
    book.save(path)
    yield from (
        "http://shared.example/?a=1&b=2", "http://formula.example/?a=1&b=2", "http://hyperlink.example/",
        "http://comment.example/", "http://header.example/", "http://properties.example/",
        "http://hidden.example/",
    )


def xlsxwriter(path):
    import xlsxwriter

    # With `constant_memory`, strings are stored in the cells instead of the table of shared strings.
    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = book.add_worksheet("A")
    sheet.write_string("A1", "http://inline.example/a,b.")
    sheet.write_url("A2", "http://url.example/#there", string="a word")
    sheet.write_formula("A3", '=HYPERLINK("http://formula.example/?q="&A1)')
    sheet.set_footer("&Chttp://footer.example/")
    book.close()
    yield from (
        "http://inline.example/a,b.", "http://url.example/#there", "http://formula.example/?q=",
        "http://footer.example/",
    )


def pptx(path):
    import pptx

    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "see http://title.example/"
    box = slide.shapes.add_textbox(0, 0, 9999, 9999)
    paragraph = box.text_frame.paragraphs[0]
    for text in ("http://runs.exam", "ple/a"):
        paragraph.add_run().text = text
    run = box.text_frame.add_paragraph().add_run()
    run.text = "a word"
    run.hyperlink.address = "http://run.example/?a=1&b=2"
    box.click_action.hyperlink.address = "http://shape.example/"
    slide.notes_slide.notes_text_frame.text = "http://notes.example/"
    presentation.slides.add_slide(presentation.slide_layouts[5]).shapes.title.text = "http://second.example/"
    presentation.save(path)
    yield from (
        "http://title.example/", "http://runs.example/a", "http://run.example/?a=1&b=2", "http://shape.example/",
        "http://notes.example/", "http://second.example/",
    )


def odt(path):
    from odf import dc, office, opendocument, text

    document = opendocument.OpenDocumentText()
    paragraph = text.P(text="see http://spans.exa")
    paragraph.addElement(text.Span(text="mple/a"))
    paragraph.addText("/b")
    paragraph.addElement(text.S(c=2))
    paragraph.addElement(text.A(href="http://link.example/?a=1&b=2", text="a word"))
    note = text.Note(noteclass="footnote")
    note.addElement(text.NoteCitation(text="1"))
    body = text.NoteBody()
    body.addElement(text.P(text="http://note.example/"))
    note.addElement(body)
    paragraph.addElement(note)
    annotation = office.Annotation()
    annotation.addElement(dc.Creator(text="Ada"))
    annotation.addElement(text.P(text="http://annotation.example/"))
    paragraph.addElement(annotation)
    document.text.addElement(paragraph)
    document.meta.addElement(dc.Description(text="http://properties.example/"))
    document.save(path)
    yield from (
        "http://spans.example/a/b", "http://link.example/?a=1&b=2", "http://note.example/",
        "http://annotation.example/", "http://properties.example/",
    )


def ods(path):
    from odf import opendocument, table, text

    document = opendocument.OpenDocumentSpreadsheet()
    sheet = table.Table(name="Sheet A")
    row = table.TableRow()
    row.addElement(table.TableCell(numbercolumnsrepeated=2))
    cell = table.TableCell(valuetype="string")
    cell.addElement(text.P(text="http://cell.example/"))
    row.addElement(cell)
    row.addElement(table.TableCell(formula='of:=HYPERLINK("http://formula.example/?a=1&b=2";"x")'))
    sheet.addElement(row)
    document.spreadsheet.addElement(sheet)
    document.save(path)
    yield from ("http://cell.example/", "http://formula.example/?a=1&b=2")


def odp(path):
    from odf import draw, opendocument, style, text

    document = opendocument.OpenDocumentPresentation()
    layout = style.PageLayout(name="L")
    document.automaticstyles.addElement(layout)
    master = style.MasterPage(name="M", pagelayoutname=layout)
    document.masterstyles.addElement(master)
    page = draw.Page(masterpagename=master)
    frame = draw.Frame(width="9cm", height="9cm", x="1cm", y="1cm")
    box = draw.TextBox()
    box.addElement(text.P(text="http://slide.example/"))
    frame.addElement(box)
    anchor = draw.A(href="http://shape.example/")
    anchor.addElement(frame)
    page.addElement(anchor)
    document.presentation.addElement(page)
    document.save(path)
    yield from ("http://slide.example/", "http://shape.example/")


def epub(path):
    from ebooklib import epub

    book = epub.EpubBook()
    book.set_identifier("http://identifier.example/")
    book.set_title("A book")
    book.add_metadata("DC", "source", "http://source.example/")
    chapters = []
    for number in (2, 1):
        chapter = epub.EpubHtml(title=f"C{number}", file_name=f"c{number}.xhtml")
        chapter.content = (
            f'<p>http://text{number}.example/a</p>'
            f'<p><a href="http://anchor{number}.example/">x</a></p><p><a href="c1.xhtml#y">z</a></p>'
        )
        book.add_item(chapter)
        chapters.append(chapter)
    style = "@import url(http://style.example/a.css);"
    book.add_item(epub.EpubItem(uid="s", file_name="s.css", media_type="text/css", content=style))
    book.add_item(epub.EpubNcx())
    book.add_item(epub.EpubNav())
    book.toc = chapters
    book.spine = chapters
    epub.write_epub(str(path), book)
    yield from (
        "http://identifier.example/", "http://source.example/", "http://text1.example/a",
        "http://text2.example/a", "http://anchor1.example/", "http://anchor2.example/",
        "http://style.example/a.css",
    )


WRITERS = [
    (docx, "docx"), (xlsx, "xlsx"), (xlsxwriter, "xlsx"), (pptx, "pptx"), (odt, "odt"), (ods, "ods"),
    (odp, "odp"), (epub, "epub"),
]


def main():
    folder = Path(sys.argv[1])
    for writer, ending in WRITERS:
        path = folder / f"{writer.__name__}.{ending}"
        try:
            uris = list(writer(path))
        except ImportError as error:
            print("missing", error.name)
            continue
        print(path.name, *uris)


main()
