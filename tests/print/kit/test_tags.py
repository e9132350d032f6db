"""The structure of the printed document: all text is tagged or an artifact, and everything refers to each other as it should."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream
from reportlab.lib.pagesizes import A4

from listbuilder.i18n import set_language
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.kit.blocks import Prose, Scaled, Stack
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.links import Anchor, LinkTo
from listbuilder.print.kit.notices import gathering
from listbuilder.print.kit.scripts import language_of
from listbuilder.print.kit.structure import finish
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.tags import TaggedCanvas, tagged
from listbuilder.print.kit.theme import CARD_TITLE, RULES, prose
from listbuilder.print.kit.typeset import Span
from listbuilder.replacing import replace
from tests.print.kit.parts import page_of_parts

PAINTING = {"Tj", "TJ", "'", '"', "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do"}


def document(*pages, lang="en"):
    """The PDF of pages of blocks."""
    buffer = io.BytesIO()
    canvas = TaggedCanvas(buffer, pagesize=A4, invariant=1, lang=lang)
    for block in pages:
        block.draw(canvas, 40, 800, 400)
        canvas.showPage()
    finish(canvas)
    canvas.save()
    return buffer.getvalue()


def marks(reader, page):
    """The numbers of marked content of a page in the order of drawing; all that is painted is within one or an artifact."""
    open_marks, found = [], []
    for operands, operator in ContentStream(page["/Contents"].get_object(), reader).operations:
        name = operator.decode()
        if name == "BMC":
            assert not [mark for mark in open_marks if mark is not None], "an artifact within content"
            open_marks.append(None)
        elif name == "BDC":
            number = operands[1].get("/MCID")
            if number is not None:
                assert not open_marks, "content within content"
                found.append(int(number))
            open_marks.append("span" if number is None else int(number))
        elif name == "EMC":
            open_marks.pop()
        elif name in PAINTING:
            assert open_marks, f"{name} is neither content nor an artifact"
    assert not open_marks
    return found


def parts(reader):
    """All parts of the structure, from the document on."""

    def below(part):
        yield part
        kids = part.get("/K", [])
        for kid in kids if isinstance(kids, list) else [kids]:
            kid = kid.get_object()
            if isinstance(kid, dict) and "/S" in kid:
                assert kid["/P"].get_object() == part
                yield from below(kid)

    return list(below(reader.trailer["/Root"]["/StructTreeRoot"]["/K"].get_object()))


def kids(part):
    """What a part consists of."""
    found = part.get("/K", [])
    return [kid.get_object() for kid in (found if isinstance(found, list) else [found])]


def check_structure(data):
    """That marked contents, the parts and the table of parents agree; the reader."""
    reader = PdfReader(io.BytesIO(data))
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    table = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parents = {int(table[index]): table[index + 1].get_object() for index in range(0, len(table), 2)}
    for index, page in enumerate(reader.pages):
        found = marks(reader, page)
        assert sorted(found) == list(range(len(found)))
        assert page["/StructParents"] == index
        owners = parents[index]
        assert len(owners) == len(found)
        for number, owner in enumerate(owners):
            part = owner.get_object()
            kids = part["/K"] if isinstance(part["/K"], list) else [part["/K"]]
            assert number in [kid for kid in kids if isinstance(kid, int)]
            assert part["/Pg"].get_object() == page.get_object()
        for annotation in page.get("/Annots") or []:
            link = annotation.get_object()
            owner = parents[int(link["/StructParent"])]
            assert owner["/S"] == "/Link"
            assert link["/Contents"]
            assert link["/Dest"][0].get_object()["/Type"] == "/Page"
    return reader


def test_all_parts_of_the_kit_are_tagged():
    reader = check_structure(page_of_parts())
    assert {"/Table", "/TR", "/TH", "/TD", "/H2", "/H3", "/L", "/LI", "/LBody", "/Figure", "/P"} <= {
        part["/S"] for part in parts(reader)
    }
    assert all(part["/Alt"] for part in parts(reader) if part["/S"] == "/Figure")


@pytest.mark.parametrize("name", ["marines", "orks", "monsters", "sigmar", "foreign", "empty"])
@pytest.mark.parametrize("layout", ["roster", "compact", "booklet", "large"])
def test_all_of_a_printed_army_is_tagged(armies, rules, name, layout):
    check_structure(print_army(*armies[name], rules, PrintOptions(layout)))


def test_parts_are_in_the_order_of_reading():
    head = [Row([prose("Weapon", RULES), prose("Range", RULES)])]
    rows = [Row([prose("Bolter", RULES), prose("24", RULES)])]
    table = Grid((Column(share=1), Column(share=1)), rows, head)
    reader = check_structure(
        document(Stack([Prose([Span("Squad", CARD_TITLE)], tag="H2"), table, prose("Words", RULES)]))
    )
    assert [part["/S"][1:] for part in parts(reader)] == [
        "Document",
        "H2",
        "Table",
        "TR",
        "TH",
        "TH",
        "TR",
        "TD",
        "TD",
        "P",
    ]
    heads = [part for part in parts(reader) if part["/S"] == "/TH"]
    assert {part["/A"]["/Scope"] for part in heads} == {"/Column"}


@pytest.mark.parametrize("layout", ["roster", "compact", "turn", "booklet", "large", "open", "cards"])
@pytest.mark.parametrize("name", ["marines", "orks", "sigmar"])
def test_all_rows_of_a_table_have_as_many_cells_as_its_head(armies, rules, name, layout):
    reader = check_structure(print_army(*armies[name], rules, PrintOptions(layout)))
    tables = [part for part in parts(reader) if part["/S"] == "/Table"]
    assert tables
    for table in tables:
        rows = [kids(row) for row in kids(table)]
        assert all(cell["/S"] in ("/TH", "/TD") for row in rows for cell in row)
        assert len({sum(cell.get("/A", {}).get("/ColSpan", 1) for cell in row) for row in rows}) == 1
        if layout != "cards":  # where a table may go on on the back of its card, without its head
            assert all(cell["/A"]["/Scope"] == "/Column" for cell in rows[0] if cell["/S"] == "/TH")


def test_units_and_weapons_have_rows_of_tables(make, rules):
    unit = make.captain()
    reader = check_structure(print_army(make.army((unit,)), (), rules))
    named = [part for part in parts(reader) if part["/S"] == "/TH" and part["/A"]["/Scope"] == "/Row"]
    of_roles = 2  # their head, and the total
    on_turn_sheet = sum(1 for part in named if part["/Pg"].get_object() == reader.pages[-1].get_object())
    assert len(named) - on_turn_sheet == 1 + of_roles + len(unit.profiles) + len(unit.weapons)


def test_a_grid_without_heads_is_no_table():
    rows = [Row([prose("Bolter", RULES), prose("24", RULES)])]
    reader = check_structure(document(Grid((Column(share=1), Column(share=1)), rows)))
    assert [part["/S"] for part in parts(reader)] == ["/Document", "/P", "/P"]


def test_links_lead_to_their_anchors_on_other_pages_and_those_without_one_nowhere():
    there, nowhere = LinkTo(prose("card", RULES), "card-1", "to the card"), LinkTo(prose("gone", RULES), "gone", "gone")
    card = Anchor(prose("the card", RULES), "card-1")
    reader = check_structure(document(Stack([there, nowhere]), Stack([prose("first", RULES), card])))
    links = [annotation.get_object() for annotation in reader.pages[0]["/Annots"]]
    assert len(links) == 1
    assert links[0]["/Dest"][0].get_object() == reader.pages[1].get_object()
    assert links[0]["/Dest"][3] == pytest.approx(800 - prose("first", RULES).height(400), abs=0.1)
    assert links[0]["/Rect"][1] < 800 <= links[0]["/Rect"][3] + 0.1


def test_what_is_drawn_as_an_artifact_has_no_tags():
    class Foot:
        def draw(self, canvas, x, top, width):
            with tagged(canvas, "Artifact"), tagged(canvas, "H1"):
                prose("page 1", RULES).draw(canvas, x, top, width)

    reader = check_structure(document(Foot()))
    assert len(parts(reader)) == 1


@pytest.mark.parametrize(("halo", "contents"), [(False, 1), (True, 2)])
def test_outlined_lines_are_contents_of_their_own_as_outlines_are_artifacts(halo, contents):
    words = prose("two lines of words", replace(RULES, halo=halo))
    width = words.lines(1000)[0].width * 0.7
    assert len(words.lines(width)) == 2
    canvas = TaggedCanvas(io.BytesIO())
    words.draw(canvas, 20, 700, width)
    assert len(canvas.marked[0]) == contents


def test_metadata_say_title_and_language_in_both_places(armies, rules):
    set_language("ru")
    try:
        data = print_army(*armies["marines"], rules)
    finally:
        set_language("en")
    reader = check_structure(data)
    assert reader.trailer["/Root"]["/Lang"] == "ru"
    xmp = reader.xmp_metadata
    assert xmp.dc_title["x-default"] == reader.metadata.title
    assert list(xmp.dc_language) == ["ru"]


def test_signs_of_xml_and_of_pdf_in_names_do_not_break_the_file():
    odd = "A & <b> ]]> (1\\) \x00 \ud800 😀"
    buffer = io.BytesIO()
    canvas = TaggedCanvas(buffer, pagesize=A4, invariant=1)
    canvas.setTitle(odd.replace("\ud800", ""))
    Stack([LinkTo(prose(odd, RULES), "x", odd), Anchor(prose(odd, RULES), "x")]).draw(canvas, 40, 800, 400)
    canvas.showPage()
    finish(canvas)
    canvas.save()
    reader = check_structure(buffer.getvalue())
    assert reader.xmp_metadata.dc_title["x-default"].startswith("A & <b> ]]>")


@pytest.mark.parametrize(
    ("text", "usual", "language"),
    [
        ("Captain", "en", "en"), ("Captain", "ru", "en"), ("Captain", "zh", "en"), ("连长", "en", "zh"), ("连长 Captain", "zh", "zh"),
        ("かな", "en", "ja"), ("한국", "en", "ko"), ("Капитан", "en", "ru"), ("6+", "ru", "ru"), ("שלום", "en", "he"),
        ("مرحبا", "en", "ar"), ("ไทย", "en", "th"), ("連長", "ja", "ja"),
    ],
)  # fmt: skip
def test_letters_tell_the_language(text, usual, language):
    assert language_of(text, usual) == language


def test_words_of_another_language_are_marked():
    data = document(prose("死亡守卫", RULES), lang="en")
    reader = check_structure(data)
    spans = [operands[1] for operands, name in ContentStream(reader.pages[0]["/Contents"].get_object(), reader).operations
             if name == b"BDC" and "/Lang" in operands[1]]  # fmt: skip
    assert [span["/Lang"] for span in spans] == ["zh"]


@pytest.mark.parametrize(("size", "factor", "told"), [(7.0, 1.0, 0), (7.0, 0.8, 1), (9.0, 0.8, 0), (6.5, 1.0, 1)])
def test_type_below_the_floor_is_told_once_with_its_words(size, factor, told):
    canvas = TaggedCanvas(io.BytesIO(), pagesize=A4, invariant=1)
    canvas.floor = 7.0
    block = Scaled(Stack([prose(f"tiny words {number}", Style(size)) for number in range(3)]), factor)
    with gathering() as found:
        block.draw(canvas, 40, 800, 400)
    assert len(found) == told
    assert all("tiny words 0" in text for text in found)
