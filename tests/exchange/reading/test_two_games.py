"""A list of one game pasted below a list of another: only the first is read, as what it is."""

from __future__ import annotations

import pytest

from listbuilder.exchange.formats import recognise
from listbuilder.exchange.formats.texts import record_of
from listbuilder.exchange.reading.record import ListRecord
from tests.exchange import lists

SIGMAR = """\
Wetlands 300/2000 pts
-----
Grand Alliance Order | Marsh Folk | Reed Host
Drops: 1
-----
General's Regiment
Heron King (200)
• General
Herons (100)
-----
Created with Warhammer Age of Sigmar: The App
App: 1.27.0 | Data: 401
"""
WITHOUT_FOOTER = lists.GW_A[: lists.GW_A.index("Exported")]
MARKDOWN = "# ++ Army Roster ++ [205pts]\n## Battleline [205pts]\n- **Boyz** [85pts]: Choppa\n"


def record(text: str) -> ListRecord:
    content = text.encode()
    return record_of(recognise(content).name, content, "pasted.txt")


@pytest.mark.parametrize("above", [lists.GW_A, lists.GW_B, WITHOUT_FOOTER], ids=["footer", "dialect B", "no footer"])
@pytest.mark.parametrize("between", ["", "\n\n", "\n\nMy other one:\n"])
def test_age_of_sigmar_below_40k(above: str, between: str) -> None:
    alone, both = record(above), record(above + between + SIGMAR)
    assert both.format == alone.format == "gw-app"
    assert [unit.name for unit in both.units] == [unit.name for unit in alone.units]
    assert both.another is not None
    assert both.another.text in ("Wetlands 300/2000 pts", "My other one:")
    assert (above + between + SIGMAR).split("\n")[both.another.line - 1] == both.another.text


@pytest.mark.parametrize(
    "below", [lists.GW_A, lists.GW_B, WITHOUT_FOOTER, MARKDOWN], ids=["A", "B", "no footer", "markdown"]
)
@pytest.mark.parametrize("above", [SIGMAR, SIGMAR[: SIGMAR.index("Created")]], ids=["footer", "no footer"])
def test_40k_below_age_of_sigmar(above: str, below: str) -> None:
    both = record(f"{above}\n{below}")
    assert both.format == "aos-app"
    assert [unit.name for unit in both.units] == ["Heron King", "Herons"]
    assert both.another is not None
    assert both.another.text == below.split("\n", maxsplit=1)[0]


@pytest.mark.parametrize(
    "text", [SIGMAR, lists.GW_A, lists.GW_B, f"My list:\n\n{SIGMAR}", SIGMAR.replace("Drops: 1\n", "")]
)
def test_one_list_is_read_whole(text: str) -> None:
    found = record(text)
    assert found.another is None
    assert found.units
