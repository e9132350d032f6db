"""The two lines at the top: what goes first where there is no room, and what players plan by."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fake_session import FakeSession

from listbuilder.i18n import Text, set_language
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.figures import Counted
from listbuilder.rules.gauges import Gauge, Used
from listbuilder.rules.spending import Spending
from listbuilder.session.session import Session
from listbuilder.tui.widgets.header import judged, over, title_line, used


def session(*gauges: Gauge, spending: Any = (), figures: Any = ()) -> Any:
    return SimpleNamespace(gauges=gauges, spending=spending, figures=figures)


def gauge(name: str, *used: int | None) -> Gauge:
    return Gauge(name, {"en": name}, Used(*used))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ((1, 1, 1), "Mark ✓"),
        ((0, 1, 1), "Mark —"),
        ((2, 1, 1), "Mark ✗"),
        ((2, 3), "Mark 2/3"),
        ((4, 3), "Mark 4/3 ✗"),
        ((2, None, 3), "Mark ≥3 2"),
        ((3, None, 3), "Mark 3"),
        ((2, Decimal("2.5")), "Mark 2/2"),  # a share of points
        ((Decimal("1.5"), Decimal("2.5")), "Mark 1.5/2.5"),
    ],
)
def test_what_is_used_and_whether_it_is_right(found: tuple[int | None, ...], shown: str) -> None:
    assert used(session(gauge("Mark", *found)), 80).plain == shown


def test_a_currency_that_a_gauge_shows_is_not_shown_twice() -> None:
    spending = (Spending("gifts", {"en": "gifts"}, 1, 4), Spending("cp", {"en": "command points"}, 1, 12))
    gifts = Gauge("gift-limit", {"en": "Gifts"}, Used(1, 4), currency="gifts")
    assert used(session(gifts, spending=spending), 80).plain == "Gifts 1/4   Command points 1/12"


def test_what_is_farthest_from_its_limit_goes_first() -> None:
    gauges = (gauge("Half", 1, 2), gauge("Over", 3, 2), gauge("Full", 2, 2))
    spending = (Spending("cp", {"en": "command points"}, 1, 12),)
    figures = (Counted("drops", {"en": "drops"}, 3),)
    whole = used(session(*gauges, spending=spending, figures=figures), 80).plain
    assert whole == "Half 1/2   Over 3/2 ✗   Full 2/2   Command points 1/12   ● Drops 3"
    short = used(session(*gauges, spending=spending, figures=figures), len(whole) - 1).plain
    assert short == "Half 1/2   Over 3/2 ✗   Full 2/2   Command points 1/12   ● 3"
    assert used(session(*gauges), 25).plain == "Over 3/2 ✗   Full 2/2"
    assert used(session(*gauges), 12).plain == "Over 3/2 ✗"
    assert used(session(*gauges), 5).plain == "3/2 ✗"
    assert used(session(gauge("Half", 1, 2)), 5).plain == ""


def test_what_is_over_its_limit_stays_however_little_room_there_is() -> None:
    """With shorter names, before what is missing, and before all that stands at the right of it but the number of errors."""
    gauges = (gauge("Leader", 0, 1, 1), gauge("Upgrades", 3, 2), gauge("Half", 1, 2))
    spending = (Spending("dp", {"en": "detachment points"}, 5, 3),)
    found = session(*gauges, spending=spending)
    assert used(found, 40).plain == "Upgrades 3/2 ✗   Detachment points 5/3 ✗"
    assert used(found, 28).plain == "Upgra… 3/2 ✗   Detac… 5/3 ✗"
    assert over(found).plain == "Upgrades 3/2 ✗   Detachment points 5/3 ✗"

    own = Diagnostic("limit", Text("own"), "info", beside=Text("own limit: 1,500 points instead of 2,000"))
    findings = (Diagnostic("a", Text("a"), unit="x"), Diagnostic("b", Text("b"), "warning"), own)
    judging: Any = SimpleNamespace(findings=findings, verdict="illegal", localise=lambda text: text)
    shown = {most: judged(judging, 60, most).plain for most in (80, 48, 40, 25, 10)}
    assert shown == {
        80: "[own limit: 1,…]   ✗ 1 error   ▲ 1 warning   · 1 note   n next",
        48: "[own limit: 1,500 po…]   ✗ 1 error   ▲ 1 warning",
        40: "[own limit: …]   ✗ 1 error   ▲ 1 warning",
        25: "[own limit:…]   ✗ 1 error",
        10: "✗ 1 error",
    }


async def test_what_stands_beside_the_verdict_has_the_room_that_the_budgets_leave(begun: Any, monkeypatch: Any) -> None:
    severities = ("error", "error", "warning", "info", "unjudged", "unjudged")
    found = (Diagnostic(f"r{n}", Text("found"), one, unit="relic") for n, one in enumerate(severities))
    assumed = Diagnostic("assumed", Text("assumed"), "info", beside=Text("the general is assumed"))
    monkeypatch.setattr(FakeSession, "findings", (*found, assumed))
    async with begun(("relic",), size=(120, 40)) as driver:
        assert "[the general is assumed]" in driver.text().splitlines()[1]


@pytest.mark.parametrize(("sign", "shown"), [("leader", "★"), ("upgrades", "◆"), ("reserves", "◷")])
def test_a_sign_stands_for_the_name_where_there_is_no_room(sign: str, shown: str) -> None:
    signed = session(Gauge("rule", {"en": "Marks"}, Used(1, 3), sign))
    assert used(signed, 20).plain == f"{shown} Marks 1/3"
    assert used(signed, 6).plain == f"{shown} 1/3"


@pytest.mark.parametrize(
    ("width", "seen", "unseen"),
    [
        (120, ("The North", "Battle", "━"), ()),
        (66, ("The North",), ("━", "Battle")),
        (44, ("200 / 1,000", "800 left"), ("━",)),
    ],
)
async def test_size_and_bar_go_before_names_and_points(
    begun: Any, width: int, seen: tuple[str, ...], unseen: tuple[str, ...]
) -> None:
    async with begun(("relic",)) as driver:
        line = title_line(driver.session, width)
        assert line.cell_length == width
        assert all(word in line.plain for word in seen)
        assert not any(word in line.plain for word in unseen)


async def test_points_without_a_limit_end_at_the_edge(begun: Any) -> None:
    async with begun(("relic",)) as driver:
        session = SimpleNamespace(
            army=driver.session.army, system=driver.session.system, name="Host", dirty=False, points=200, limit=None
        )
        assert title_line(session, 60).plain.endswith("200 pts")  # type: ignore[arg-type]


async def test_the_second_line_follows_the_list(begun: Any) -> None:
    async with begun(("warden", "guard")) as driver:
        assert "Warlord —   Charms 0/2" in driver.text()
        await driver.press("w")
        assert "Warlord ✓" in driver.text()


async def test_one_pane_tells_budgets_and_points_beside_what_it_is(start: Any, tmp_path: Path) -> None:
    """Where there is no header, and the names of the panes take the room of words."""
    new = Session.new("wh40k-10e", "space-marines", name="Small")
    new.add_unit("gladiator-lancer")
    new.save(tmp_path / "small.yaml")
    set_language("ru")
    async with start(tmp_path / "small.yaml", size=(40, 12), backend=Session) as driver:
        tabs, settings = driver.text().splitlines()[:2]
        assert "Замечания" in tabs
        assert tabs.endswith("✗2 1\xa0840")
        assert settings.endswith("◆ 0/3   ◷ 0/40")
        await driver.resize(80, 24)
        assert [line.count("0/3") for line in driver.text().splitlines()[:4]] == [0, 1, 0, 0]
