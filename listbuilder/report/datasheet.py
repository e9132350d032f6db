"""A datasheet as text: the unit with its defaults, its price by size, every weapon it may carry, and what may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from listbuilder.army import Profile, Unit, roles
from listbuilder.army.prices import price_of, priced
from listbuilder.army.rows import is_weapon
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.engine import Engine
from listbuilder.i18n import _, language
from listbuilder.print.text import show_unit
from listbuilder.replacing import replace
from listbuilder.report.record import number
from listbuilder.roster.tree import Selection
from listbuilder.session.session import Session
from listbuilder.session.views import Row
from listbuilder.terminal import wrap

MAX_SIZE = 60  # models; no datasheet has more


def datasheet_text(session: Session, datasheet_id: str, width: int = 80, force_id: str = "") -> str:
    """The whole page. Adds the unit to a force of the session to see what may be chosen."""
    unit_id = session.add_unit(datasheet_id, force_id)
    unit = session.unit(unit_id)
    assert unit is not None

    def name(text: str) -> str:
        return session.army.localise(text, language())

    chosen = next(one for one in session.forces.get(force_id).selections if one.id == unit_id)
    weapons = tuple(_weapons(_may_have(session.engine, chosen), session.system.vocabulary))
    shown = replace(unit, weapons=weapons or unit.weapons)
    cost = priced(session.army, price_of(session.army, unit))
    parts = [show_unit(shown, width, name, session.system.vocabulary, cost)]
    choices = list(_choices(session.rows(unit_id), name))
    if choices:
        lines = (line for choice in choices for line in wrap(choice, width, "  ", " " * 6))
        parts.append("\n".join([f"{_('Choices')}:", *lines, ""]))
    prices = list(_prices(session, unit))
    if len(prices) > 1:
        parts.insert(1, _("Points by number of models: {prices}").format(prices=", ".join(prices)) + "\n")
    return "\n".join(parts)


def _weapons(options: Iterable[Option], vocabulary: Vocabulary) -> Iterator[Profile]:
    """Every weapon that the datasheet's choices bring, each once."""
    seen: set[Profile] = set()
    for inner in options:
        for profile in inner.merged.profiles:
            if not is_weapon(profile.type_name, vocabulary):
                continue
            values = tuple((one.name, one.value) for one in profile.characteristics)
            weapon = Profile(roles.profile_name(profile.name), profile.type_name, values, 0, inner.name)
            if weapon not in seen:
                seen.add(weapon)
                yield weapon


def _may_have(engine: Engine, node: Selection, holder: Option | None = None) -> Iterator[Option]:
    """What a selection is and has, and what may be chosen in it, in the order of the data; not what these hide in its army."""
    if holder is None:
        yield node.option
    for option in (holder or node.option).options:
        if engine.choice(node, option).hidden:
            continue
        chosen = next((one for one in node.selections if one.option.id == option.id), None)
        if option.is_group:
            yield from _may_have(engine, node, option)
        elif chosen is not None:
            yield from _may_have(engine, chosen)
        else:
            yield from _walk(option)


def _walk(option: Option) -> Iterator[Option]:
    yield option
    for inner in option.options:
        yield from _walk(inner)


def _prices(session: Session, unit: Unit) -> Iterator[str]:
    """``5: 80``, ``6-10: 160`` … as the data price each size."""
    found: list[tuple[int, str]] = []
    for models in range(unit.model_count, MAX_SIZE + 1):
        session.set_size(unit.id, models)
        now = session.unit(unit.id)
        if now is None or now.model_count != models or any(one.unit == unit.id for one in session.army.tree_findings):
            break
        found.append((models, number(now.points) or "0"))
    for price, sizes in groupby(found, key=lambda pair: pair[1]):
        counts = [size for size, _price in sizes]
        yield f"{counts[0]}: {price}" if len(counts) == 1 else f"{counts[0]}-{counts[-1]}: {price}"


def _choices(rows: tuple[Row, ...], name: Callable[[str], str]) -> Iterator[str]:
    """What may be chosen, one line for each model or group."""
    groups: dict[str, list[Row]] = {}
    trail: list[Row] = []
    for row in rows:
        trail = [*trail[: row.depth], row]
        if row.hidden or row.kind not in {"pick", "toggle"}:
            continue
        owner = next((one for one in reversed(trail[:-1]) if one.group != row.group or row.kind == "toggle"), None)
        groups.setdefault(f"{name(owner.label)}: " if owner else "", []).append(row)
    for whose, found in groups.items():
        for _group, lines in groupby(found, key=lambda row: row.group or row.key):
            same = list(lines)
            words = [name(row.label) + (f" (+{number(row.points)})" if row.points else "") for row in same]
            yield whose + (_(" or ").join(words) if same[0].kind == "pick" else f"+ {words[0]}")
