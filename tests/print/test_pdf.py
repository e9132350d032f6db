"""The PDF as a reader meets it: text, pages, outline, fonts, and where things stand on the paper."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from decimal import Decimal

import pymupdf
import pypdf
import pytest

from listbuilder import i18n
from listbuilder.army.records import Enhancement, Profile
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.i18n import Text
from listbuilder.print import PrintOptions, print_army
from listbuilder.replacing import replace
from listbuilder.rules.diagnostic import Diagnostic
from tests.nasty import BREAKING
from tests.print import layout

pytestmark = pytest.mark.covered

NAMES = ("marines", "orks", "monsters", "foreign", "crowd", "sigmar", "empty")
KINDS = [PrintOptions(), PrintOptions("compact")]
ON_LETTER = [PrintOptions(layout, "letter") for layout in ("roster", "compact")]
EVERY_KIND = [*KINDS, *(pytest.param(options, marks=pytest.mark.unmeasured) for options in ON_LETTER)]


@pytest.fixture
def pdf(armies, rules):
    def make(name, options=None):
        return print_army(*armies[name], rules, options)

    return make


def reader(data):
    return pypdf.PdfReader(io.BytesIO(data))


def text(data):
    with pymupdf.open(stream=data, filetype="pdf") as document:
        return "\n".join(map(layout.text, document))


def first_page(data):
    return text_of_page(data, 0)


def text_of_page(data, number):
    with pymupdf.open(stream=data, filetype="pdf") as document:
        return layout.text(document[number])


def squeezed(words):
    return re.sub(r"\s+", "", words)


def overlaps(words):
    """Words that share more than the air above and below their letters."""
    words = sorted(words, key=lambda word: word[1])
    for index, (x0, _y0, x1, y1, one) in enumerate(words):
        for a0, b0, a1, b1, other in words[index + 1 :]:
            if b0 >= y1:
                break
            least = min(y1 - words[index][1], b1 - b0)
            if min(x1, a1) - max(x0, a0) > 0.5 and min(y1, b1) - b0 > 0.35 * least:
                yield one, other


def flat(outline):
    for entry in outline:
        if isinstance(entry, list):
            yield from flat(entry)
        else:
            yield entry


def alternatives(part):
    """What is said in the place of pictures, below a part of the structure."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += [kid.get_object() for kid in one]
        elif isinstance(one, dict):
            waiting += [one["/K"].get_object()] if "/K" in one and not isinstance(one["/K"], int) else []
            if "/Alt" in one:
                yield one["/Alt"]


def titles(outline):
    return (entry.title for entry in flat(outline))


@pytest.mark.parametrize("options", EVERY_KIND, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_leaves_the_paper_or_overlaps(pdf, name, options):
    with pymupdf.open(stream=pdf(name, options), filetype="pdf") as document:
        for page in document:
            inner = pymupdf.Rect(page.rect.x0 + 20, page.rect.y0 + 15, page.rect.x1 - 20, page.rect.y1 - 12)
            words = layout.words(page)
            assert words
            for box, word in words:
                assert inner.contains(pymupdf.Rect(box.x0, box.y0 + box.height / 4, box.x1, box.y1 - box.height / 4)), (
                    word
                )
            assert not list(overlaps([(*box, word) for box, word in words]))
            turned = layout.turned(page)
            assert not [word for box, word in words if any(box.intersects(other) for other in turned)]
            for drawing in page.get_drawings():
                assert page.rect.contains(drawing["rect"])


@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_same_input_same_bytes(pdf, name, options):
    assert pdf(name, options) == pdf(name, options)


def test_another_process_prints_the_same_bytes(root, tmp_path, pdf):
    script = (
        "import sys, importlib.util as u; sys.path.insert(0, sys.argv[1]);"
        "s = u.spec_from_file_location('c', sys.argv[1] + '/tests/print/conftest.py'); c = u.module_from_spec(s);"
        "s.loader.exec_module(c); from listbuilder.print import print_army;"
        "open(sys.argv[2], 'wb').write(print_army(c.foreign(), (), c.system()))"
    )
    target = tmp_path / "other.pdf"
    subprocess.run([sys.executable, "-c", script, str(root), str(target)], check=True)
    assert target.read_bytes() == pdf("foreign")


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", NAMES)
def test_all_fonts_are_embedded(pdf, name):
    for page in reader(pdf(name)).pages:
        for font in page["/Resources"]["/Font"].values():
            assert "/FontFile2" in font.get_object()["/FontDescriptor"]
            assert "/ToUnicode" in font.get_object()


@pytest.mark.parametrize("layout", ["roster", "compact"])
def test_every_character_of_foreign_names_comes_out(pdf, armies, layout):
    army = armies["foreign"][0]
    found = squeezed(text(pdf("foreign", PrintOptions(layout))))
    for words in (army.name, *(unit.name for unit in army.units)):
        assert squeezed(words).replace("🔥", "?") in found
    assert "�" not in found


@pytest.mark.parametrize(("language", "word"), [("zh", "破敌重誓"), ("ru", "Клятвамомента")])
def test_data_names_follow_the_language(pdf, language, word):
    i18n.set_language(language)
    assert word in squeezed(text(pdf("foreign")))


@pytest.mark.parametrize("layout", ["roster", "compact"])
def test_a_translated_heading_is_not_broken(pdf, layout):
    i18n.set_language("ru")
    with pymupdf.open(stream=pdf("marines", PrintOptions(layout)), filetype="pdf") as document:
        words = [word[4] for page in document for word in page.get_text("words")]
    heading = NEUTRAL.weapon_heading("Range").upper()
    assert heading != "RANGE"
    assert words.count(heading) == text(pdf("marines", PrintOptions(layout))).count(heading) > 5


def test_half_points_follow_the_language(make):
    army = make.army((replace(make.captain(), points=Decimal("82.5")),))
    assert "82.5" in text(print_army(army, (), make.system()))
    i18n.set_language("ru")
    assert "82,5" in text(print_army(army, (), make.system()))


def test_markup_in_names_is_only_text(pdf):
    assert squeezed('Gretchin <b>& "Da Runtz"</b> d’Zog') in squeezed(text(pdf("orks")))
    assert squeezed("Da Green Tide & <Mob> — ’ere we go!") in squeezed(text(pdf("orks")))


def test_summary_tells_who_leads_rides_and_waits(pdf):
    page = re.sub(r"\s+", " ", first_page(pdf("marines")))
    for words in (
        "Gladius, round 1",
        "Gladius Task Force",
        "Strike Force",
        "1,985",
        "of 2,000 pts",
        "LEGAL",
        "no findings",
    ):
        assert words in page
    for words in (
        "10 Intercessor Squad A 4 3+ – 2 20 p. 2 160 1 Captain Warlord Artificer Armour +10 4 3+ 4+ 5 1 p. 2 90",
        "1 Ancient Fire Discipline +25",
        "5 Hellblaster Squad A in Impulsor A",
        "1 Impulsor A carries Hellblaster Squad A + Lieutenant A",
        "3 Inceptor Squad A Deep Strike",
        "Impulsor A 6 of 7 places Hellblaster Squad A + Lieutenant A",
        "Strategic Reserves: 325 of 496.25 pts allowed",
        "Inceptor Squad B 120 Round",
        "Stormraven Gunship 280 Round",
    ):
        assert squeezed(words) in squeezed(page)


def test_a_reading_changes_what_may_wait_in_reserve(pdf):
    assert "325 of 500 pts allowed" in first_page(pdf("marines", PrintOptions(enabled=("english",))))


@pytest.mark.parametrize(
    ("page", "expected"), [("BRB 503", "(Enhancement, +25 pts, BRB 503)"), ("", "(Enhancement, +25 pts)")]
)
def test_an_item_says_where_it_is_printed(make, page, expected):
    stone = Enhancement("dawnstone", "Dawnstone", 25, page=page)
    found = text(print_army(make.army((make.captain("a", enhancements=(stone,)),)), (), None))
    assert f"Dawnstone {expected}" in re.sub(r"\s+", " ", found)


def test_identical_units_share_a_card(pdf, make):
    found = text(pdf("marines"))
    assert re.search(r"2×\s+Impulsor", found)
    assert re.search(r"2×\s+Redemptor Dreadnought", found)
    assert found.count("Duty Eternal") == 1
    assert "2× Intercessor Squad" not in re.sub(r"\s+", " ", found)  # they have different leaders
    assert re.search(r"Hellblaster Squad [AB]", found)
    one = make.captain("a", enhancements=())
    other = make.captain("b", name="Titus")
    assert "2× Captain" in re.sub(r"\s+", " ", text(print_army(make.army((one, other)), (), None)))


@pytest.mark.unmeasured
def test_cards_stay_on_one_page(pdf):
    """A track stands in the frame of a card that begins on the same page."""
    for name in NAMES:
        with pymupdf.open(stream=pdf(name), filetype="pdf") as document:
            for page in list(document)[1:]:
                if "Turn sheet" in page.get_text():  # which speaks of units below half strength, too
                    continue
                drawn = [one["rect"] for one in page.get_drawings() if one["type"] == "s"]
                frames = [box for box in drawn if box.width > 450 and box.height > 60]
                for box in page.search_for("below half"):
                    assert len([frame for frame in frames if frame.contains(box)]) == 1


def test_many_copies_go_on_with_another_card(make):
    copies = tuple(make.intercessors(f"i{index}") for index in range(40))
    found = re.sub(r"\s+", " ", text(print_army(make.army(copies), (), make.system())))
    shared = [int(number) for number in re.findall(r"(\d+)× Intercessor Squad Battleline", found)]
    assert sum(shared) == 40
    assert found.count("below ½") == 40


@pytest.mark.parametrize("profiles", [(), (Profile("Captain", "Unit", ()),), (Profile("Captain", "Unit", ()),) * 2])
@pytest.mark.parametrize("layout", ["roster", "compact"])
def test_a_card_without_characteristics(make, profiles, layout):
    unit = replace(make.captain(), profiles=profiles)
    found = text(print_army(make.army((unit,)), (), make.system(), PrintOptions(layout)))
    assert "Power fist" in found


def test_card_facts(pdf):
    found = re.sub(r"\s+", " ", text(pdf("marines")))
    for words in (
        '10× Bolt rifle 24" 2 3+ 4 −1 1 Assault, Heavy',
        '1× Plasma pistol standard 12" 1 2+ 7 −2 1 Pistol or supercharge 12" 1 2+ 8 −3 2 Hazardous, Pistol',
        "12 models below ½: 5 or fewer",
        "coherency: 2 other models",
        "11 wounds below ½: 5 or fewer",
        "Transport: 7 Adeptus Astartes Infantry Tacticus / Adeptus Astartes Infantry Phobos",
        "Artificer Armour (Enhancement, +10 pts)",
    ):
        assert squeezed(words) in squeezed(found)
    assert squeezed('M T SV W LD OC INV Intercessor Squad 6" 4 3+ 2 6+ 2 Captain 6" 4 3+ 5 6+ 1 4+') in squeezed(found)


def test_other_systems_have_their_own_columns(pdf):
    found = re.sub(r"\s+", " ", text(pdf("sigmar")))
    for words in (
        "MOVE HEALTH SAVE CONTROL",
        '10" 12 3+ 5',
        "ATK HIT WND RND DMG ABILITY",
        "Crit (Mortal)",
        "Anti-INFANTRY (+1 Rend)",
    ):
        assert words in found
    assert "Arrival of reserves" not in found


def test_reference_shows_only_usable_stratagems(pdf):
    marines, orks = text(pdf("marines")), text(pdf("orks"))
    assert "Smokescreen" in marines
    assert "Rapid Ingress" in marines
    assert "Armour of Contempt" in marines
    assert "Smokescreen" not in orks
    assert "Rapid Ingress" not in orks  # it has declared, and nobody waits
    assert "Tank Shock" not in orks
    assert "Opponent's turn, shooting phase; either turn, fight phase" in re.sub(r"\s+", " ", marines)
    assert "once per battle" in marines


def test_findings_are_printed_with_the_verdict(pdf):
    page = reader(pdf("monsters")).pages[0].extract_text()
    for words in (
        "Not legal",
        "1 error",
        "Redemptor Dreadnought is not in the faction Imperial Knights",
        "army-faction",
        "Knight Valiant A: not known",
    ):
        assert words in page


@pytest.mark.parametrize("name", ["marines", "orks", "monsters", "sigmar", "foreign"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_compact_is_two_pages_at_most(pdf, name, paper):
    assert len(reader(pdf(name, PrintOptions("compact", paper))).pages) <= 2


def test_compact_with_twenty_distinct_units(make):
    units = [make.captain(warlord=True), *make.marines().units[1:], make.hellblasters("x", 7)]
    different = [make.intercessors(f"i{size}", size) for size in range(5, 10)]
    document = reader(print_army(make.army((*units, *different)), (), make.system(), PrintOptions("compact")))
    assert len(document.pages) <= 2


def test_many_findings_do_not_push_compact_cards_off_the_page(make):
    findings = [Diagnostic("rule", Text("something is wrong in a rather long sentence " * 3), unit="captain")] * 70
    data = print_army(make.marines(), findings, make.system(), PrintOptions("compact"))
    assert "Redemptor Dreadnought" in text(data)


@pytest.mark.parametrize(
    ("layout", "cards"),
    [
        (
            "roster",
            ["Intercessor Squad A + Captain + Ancient", "Squad Titus", "2× Impulsor", "2× Redemptor Dreadnought"],
        ),
        ("compact", ["Intercessor Squad A + Captain + Ancient", "Squad Titus", "2× Impulsor"]),
    ],
)
def test_outline_names_every_card(pdf, layout, cards):
    found = list(titles(reader(pdf("marines", PrintOptions(layout))).outline))
    for name in ("Summary", *cards, "Reference"):
        assert name in found


def test_outline_leads_to_the_cards(pdf):
    document = reader(pdf("marines"))
    found = [entry for entry in flat(document.outline) if entry.title != "Units"]
    places = [(document.get_destination_page_number(entry), -entry.top) for entry in found]
    assert places == sorted(set(places))  # one below the other
    for entry in found:
        if entry.title not in ("Summary", "Declarations", "Reference"):
            assert squeezed(entry.title) in squeezed(
                document.pages[document.get_destination_page_number(entry)].extract_text()
            )


def test_metadata_and_footer(pdf):
    document = reader(pdf("marines"))
    assert document.metadata.title == "Gladius, round 1"
    assert "Gladius Task Force" in document.metadata.subject
    assert document.metadata.creation_date_raw == "D:20000101000000+00'00'"
    total = len(document.pages)
    for number, page in enumerate(document.pages, 1):
        words = page.extract_text()
        assert f"page {number} of {total}" in words
        assert re.search(r"Legal 1,985 / 2,000 pts\s+·\s+[0-9a-f]{12}", words)


@pytest.mark.parametrize(
    "name", ["x\nb.yaml: legal", "a\u2028::error::pwned", "\x1b[31mred", "right\u202eto left", "::error::x"]
)
def test_names_neither_steer_nor_forge_what_programs_tell_of_the_file(armies, rules, name):
    army, findings = armies["marines"]
    units = tuple(replace(unit, name=name) for unit in army.units)
    army = replace(army, name=name, faction_name=name, faction_keyword=name, units=units)
    document = reader(print_army(army, findings, rules))
    told = [
        *document.metadata.values(),
        *titles(document.outline),
        *alternatives(document.trailer["/Root"]["/StructTreeRoot"]),
    ]
    assert len([one for one in told if name[-4:] in one]) > 5
    for one in told:
        assert not set(one) & {*BREAKING, "\n"}, one
        assert not one.lstrip().startswith("::"), one


def test_no_fingerprint_without_pinned_data(pdf):
    assert not re.search(r"·\s+[0-9a-f]{12}", text(pdf("crowd")))


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper(pdf, paper, size):
    box = reader(pdf("marines", PrintOptions(paper=paper))).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


@pytest.mark.unmeasured
def test_only_the_accent_has_a_colour(pdf):
    for name in NAMES:
        for options, most in ((PrintOptions(), 1), (PrintOptions(ink="save"), 0), (PrintOptions("compact"), 1)):
            colours = set()
            with pymupdf.open(stream=pdf(name, options), filetype="pdf") as document:
                for page in document:
                    drawn = (colour for one in page.get_drawings() for colour in (one["color"], one["fill"]) if colour)
                    colours.update(colour for colour in drawn if max(colour) - min(colour) > 0.001)
            assert len(colours) <= most


def test_empty_army(pdf):
    document = reader(pdf("empty"))
    assert len(document.pages) == 1
    assert "no units" in document.pages[0].extract_text()


def test_importing_the_room_does_not_load_reportlab():
    script = "import sys, listbuilder.print; assert 'reportlab' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
