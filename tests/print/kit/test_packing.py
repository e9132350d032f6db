"""The file of a document: small, readable where it has to be, the same each time."""

from __future__ import annotations

import io

from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print import print_army
from listbuilder.print.kit.blocks import Stack
from listbuilder.print.kit.theme import RULES, prose
from tests.print.kit.test_tags import check_structure, document


def test_a_document_of_thousands_of_parts_is_whole():
    pages = [Stack([prose(f"line {page}-{number}", RULES) for number in range(60)]) for page in range(30)]
    data = document(*pages)
    reader = check_structure(data)
    assert len(reader.pages) == 30
    assert len(reader.trailer["/Root"]["/StructTreeRoot"]["/K"]["/K"]) == 1800
    assert "line 29-59" in reader.pages[29].extract_text()


def test_its_structure_takes_little_room():
    buffer = io.BytesIO()
    page = Stack([prose(f"line {number}", RULES) for number in range(60)])
    canvas = Canvas(buffer, invariant=1)
    page.draw(canvas, 40, 800, 400)
    canvas.showPage()
    canvas.save()
    assert len(document(page)) < len(buffer.getvalue()) * 1.3


def test_title_and_seal_can_be_read_in_the_file_itself(armies, rules):
    data = print_army(*armies["marines"], rules)
    reader = PdfReader(io.BytesIO(data), strict=True)
    assert reader.metadata.title.encode() in data
    assert reader.metadata["/Keywords"].encode() in data


def test_the_same_document_has_the_same_bytes_and_another_one_another_id():
    first, again, other = (document(prose(text, RULES)) for text in ("a", "a", "b"))
    assert first == again
    assert PdfReader(io.BytesIO(first)).trailer["/ID"] != PdfReader(io.BytesIO(other)).trailer["/ID"]
