"""Writes an Excel 97 workbook. It has links in strings of many lengths, after a Cyrillic letter, and in a formula."""
import sys

import xlwt

book = xlwt.Workbook()
sheet = book.add_sheet("links")
for row in range(1500):
    # The lengths vary, because the length of a string is stored directly after the previous string.
    sheet.write(row, 0, f"http://a.example/{row}")
    sheet.write(row, 1, "x" * (row % 300))
    sheet.write(row, 2, f"\u0434 http://wide.example/{row}")
sheet.write(0, 3, xlwt.Formula('HYPERLINK("http://formula.example/b";"shown")'))
book.save(sys.argv[1])
