"""Which edition a text is of that says nothing of one alone: what its units cost decides, or nothing does, and that is said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.exchange.binding import editions
from listbuilder.exchange.binding.editions import _Fit as Fit
from listbuilder.exchange.reading.record import ListRecord, Word

FULL, MOST, SOME, NONE = Fit(8, 8, True, 0), Fit(6, 8, False, 0), Fit(2, 8, False, 0), Fit(0, 8, False, 0)


@pytest.mark.parametrize(
    ("one", "other", "better"),
    [
        (FULL, MOST, True),
        (MOST, SOME, True),
        (MOST, Fit(4, 8, False, 0), False),  # prices of two editions have much in common
        (SOME, NONE, False),
        (MOST, MOST, False),
        (Fit(6, 8, False, 2), SOME, False),  # it lacks what the other one has
        (Fit(0, 0, False, 0), Fit(0, 0, False, 3), False),  # without points
    ],
)
def test_points_speak_for_an_edition_where_most_of_them_do(one: Fit, other: Fit, better: bool) -> None:
    assert one.is_better(other) is better
    assert not (better and other.is_better(one))


@pytest.mark.parametrize(
    ("one", "other", "rivals"),
    [
        (SOME, NONE, True),
        (NONE, NONE, True),
        (NONE, SOME, False),
        (Fit(0, 0, False, 3), Fit(0, 0, False, 0), False),  # names decide
        (Fit(0, 0, True, 0), Fit(0, 0, False, 0), True),
    ],
)
def test_an_edition_that_fits_as_well_may_be_meant(one: Fit, other: Fit, rivals: bool) -> None:
    assert one.rivals(other) is rivals


class TestTheEditionThatAListIsReadAs:
    """Of bindings that are made up: each edition is bound once, as its first system, and fits as the table says."""

    @pytest.fixture
    def bound(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        def act(**fits: Fit) -> tuple[Any, list[str], list[str]]:
            made: list[str] = []
            closed: list[str] = []

            def bind(record: ListRecord) -> Any:
                name = record.systems[0]
                made.append(name)
                system = SimpleNamespace(id=name, name={"en": name})
                data = SimpleNamespace(system=system)
                return SimpleNamespace(data=data, systems=(), problems=[], document=SimpleNamespace(file="list.txt"))

            monkeypatch.setattr(editions, "_fit", lambda found: fits[found.data.system.id])
            monkeypatch.setattr(editions, "_close", lambda found: closed.append(found.data.system.id))
            monkeypatch.setattr(editions, "has_sets", lambda system, _among: system != "absent")
            monkeypatch.setattr(editions, "has_too_many_detachments", lambda data, _record: data.system.id == "few")
            return editions.bind_best(ListRecord("a format", systems=tuple(fits)), bind), made, closed

        return act

    def test_one_edition_is_not_compared(self, bound: Any) -> None:
        found, made, closed = bound(old=NONE)
        assert (found.data.system.id, made, closed, found.problems) == ("old", ["old"], [], [])

    def test_an_edition_that_fits_wholly_is_meant_where_no_other_does(self, bound: Any) -> None:
        found, made, closed = bound(old=FULL, new=Fit(8, 8, False, 0))
        assert (found.data.system.id, made, closed, found.problems) == ("old", ["old", "new"], ["new"], [])

    def test_where_two_editions_fit_wholly_that_is_said(self, bound: Any) -> None:
        found, _made, closed = bound(old=FULL, new=FULL)
        assert (found.data.system.id, closed) == ("old", ["new"])
        assert [(one.rule, one.severity, bool(one.hint)) for one in found.problems] == [
            ("assumed-edition", "unjudged", True)
        ]

    def test_an_edition_that_fits_better_is_meant(self, bound: Any) -> None:
        found, made, closed = bound(old=SOME, absent=FULL, new=FULL)
        assert (found.data.system.id, made, closed, found.problems) == ("new", ["old", "new"], ["old"], [])
        assert found.systems == ("old", "absent", "new")

    def test_an_edition_that_does_not_allow_so_many_detachments_is_not_meant(self, bound: Any) -> None:
        found, made, closed = bound(old=SOME, few=FULL)
        assert (found.data.system.id, made, closed, found.problems) == ("old", ["old", "few"], ["few"], [])

    def test_where_nothing_tells_that_is_said(self, bound: Any) -> None:
        found, _made, closed = bound(old=NONE, new=NONE)
        assert (found.data.system.id, closed) == ("old", ["new"])
        (doubt,) = found.problems
        assert (doubt.rule, doubt.severity, doubt.line, doubt.column) == ("assumed-edition", "unjudged", 0, 0)

    def test_where_only_one_of_them_has_all_that_it_demands_that_is_said_beside_the_verdict(self, bound: Any) -> None:
        found, _made, closed = bound(old=FULL, new=FULL._replace(lacking=1))
        assert (found.data.system.id, closed) == ("old", ["new"])
        (note,) = found.problems
        assert (note.rule, note.severity, str(note.beside)) == ("assumed-edition", "info", "old is assumed")

    @pytest.mark.parametrize(("old", "new"), [(FULL._replace(lacking=1), FULL), (SOME, SOME._replace(lacking=1))])
    def test_else_what_is_lacking_does_not_tell(self, bound: Any, old: Fit, new: Fit) -> None:
        found, _made, _closed = bound(old=old, new=new)
        assert [one.severity for one in found.problems] == ["unjudged"]


OF_40K = ("wh40k-10e", "wh40k-11e")


def narrowed(*lines: str, **said: str) -> tuple[tuple[str, ...], list[str]]:
    header = [Word(line, number) for number, line in enumerate(lines, 1)]
    record = ListRecord("a format", systems=OF_40K, header=header, **said)
    editions.narrow(record)
    return record.systems, [word.text for word in record.header]


class TestAnEditionThatIsNamed:
    """As the game's `system.yaml` calls it."""

    @pytest.mark.parametrize(
        ("line", "system", "left"),
        [
            ("Warhammer 40,000 (11th Edition)", "wh40k-11e", []),
            ("40K 10e", "wh40k-10e", []),
            ("Warhammer 40,000, 10-я редакция", "wh40k-10e", []),
            ("战锤40,000 第十一版", "wh40k-11e", []),
            ("My first 11th edition list", "wh40k-11e", ["My first 11th edition list"]),
        ],
    )
    def test_the_header_names_it(self, line: str, system: str, left: list[str]) -> None:
        assert narrowed("Orks", line) == ((system,), ["Orks", *left])

    def test_the_title_or_the_program_names_it(self) -> None:
        assert narrowed("Orks", name="Boyz (40k 11e)") == (("wh40k-11e",), ["Orks"])
        assert narrowed("Orks", edition="Warhammer 40,000 10th Edition") == (("wh40k-10e",), ["Orks"])

    @pytest.mark.parametrize(
        "line",
        ["Warhammer 40,000", "11th Legion", "10th Grand Tournament", "40k 10e or 40k 11e", "210th edition", "***"],
    )
    def test_other_words_name_none(self, line: str) -> None:
        assert narrowed("Orks", line) == (OF_40K, ["Orks", line])

    def test_lines_without_words_stay(self) -> None:
        assert narrowed("***", "40k 11e") == (("wh40k-11e",), ["***"])
