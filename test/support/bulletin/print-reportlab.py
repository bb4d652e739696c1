"""Prints the edition that comes as JSON on the standard input, with ReportLab: cells wrap and are at the bottom."""

import json
import sys

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

STYLE = ParagraphStyle("cell", fontName="Helvetica", fontSize=8, leading=9.6)
TITLE = ParagraphStyle("heading", fontName="Helvetica-Bold", fontSize=11, leading=20)

story = []
for section in json.load(sys.stdin):
    story.append(Paragraph(section["heading"], TITLE))
    rows = [[cells[0], *(Paragraph(text.replace("&", "&amp;"), STYLE) for text in cells[1:])] for cells in section["rows"]]
    story.append(Table([section["headers"], *rows], colWidths=[65, 110, 130, 70], repeatRows=1))
SimpleDocTemplate(sys.argv[1], pagesize=(450, 500), leftMargin=30, rightMargin=30, invariant=1).build(story)
