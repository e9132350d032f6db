"""Who bears an enhancement, by its printed text."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.printed import PrintedText
from listbuilder.sources.bsdata.texts.reader import BSDataTextReader


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("^^**Heron**^^ unit only. Models in this unit are tall.", True),
        ("**^^Heron^^** or **^^Stork^^** units only. They are tall.", True),
        ("^^**Heron**^^ model only. The bearer's unit only wades.", False),
        ("The bearer is tall. **Heron** unit only.", False),
        ("While the bearer leads a unit, that unit only wades.", False),
        ("", False),
    ],
)
def test_units_bear_what_says_so_at_its_beginning(text: str, units: bool) -> None:
    reader = BSDataTextReader(Library(Catalogue(id="s", is_game_system=True)))
    assert reader.borne_by_units([PrintedText("Abilities", "Gift", text)]) is units
    assert not reader.borne_by_units([PrintedText("Unit", "Gift", text)])
