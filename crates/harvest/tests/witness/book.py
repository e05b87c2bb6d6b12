"""Writes a workbook of Excel 97 with links in shared strings of all lengths, in formulas and in another script."""
import sys

import xlwt

book = xlwt.Workbook()
sheet = book.add_sheet("links")
for row in range(1500):
    # The length of a string is the first byte after the previous string.
    sheet.write(row, 0, f"http://a.example/{row}")
    sheet.write(row, 1, "x" * (row % 300))
    sheet.write(row, 2, f"\u0434 http://wide.example/{row}")
sheet.write(0, 3, xlwt.Formula('HYPERLINK("http://formula.example/b";"shown")'))
book.save(sys.argv[1])
