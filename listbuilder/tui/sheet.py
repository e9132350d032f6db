"""A datasheet as text: statlines, weapons, abilities, keywords, in the width there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby

from textual.content import Content

from listbuilder.army import Army, Profile, Unit
from listbuilder.army.prices import price_of, priced
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import Text, _
from listbuilder.print.datasheet import Translate, heading, joined_words, joins_words, weapon_heading, weapon_words
from listbuilder.terminal import columns, pad
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.wording import in_game, leaders_of, local, reserves_state, role_of_one, unit_name

HeadingReader = Callable[[Vocabulary, str, Translate], str]

WORDY = {"keywords", "description", "effect", "abilities", "ability"}
WIDEST = 12  # columns of the terminal; a longer value goes on the line below
MARKING = dict.fromkeys(map(ord, "⟝⟞"))
KINDS = {
    "core": Text("Core"),
    "faction": Text("Faction"),
    "unit": Text("Abilities"),
    "wargear": Text("Abilities of {wargear}"),
}


def datasheet(army: Army, unit: Unit, width: int, *, taken: bool = True) -> Content:
    """The whole sheet. ``taken``: the unit is in the army, so its state is shown too."""
    states = state_words(army, unit) if taken else []
    blocks = [
        _head(army, unit),
        Content("\n").join(Content.styled(word, "$secondary") for word in states),
        _table(army, unit.profiles, width, _("Statline"), heading, names=len(unit.profiles) > 1),
        _models(army, unit),
        *(
            _table(army, list(rows), width, _heading(army, kind, weapon_heading), weapon_heading, names=True)
            for kind, rows in groupby(unit.weapons, key=lambda weapon: weapon.type)
        ),
        _abilities(army, unit),
        _leads(army, unit),
        _transport(army, unit),
        _words(_("Keywords"), [local(army, word) for word in unit.keywords]),
        _words(_("Faction keywords"), [local(army, word) for word in unit.faction_keywords]),
    ]
    return Content("\n\n").join(block for block in blocks if block)


def _head(army: Army, unit: Unit) -> Content:
    name = Content.styled(unit_name(army, unit), "bold $primary")
    sheet = local(army, unit.datasheet)
    if unit.name not in {unit.datasheet, sheet}:
        name = Content.assemble(name, (f"  {sheet}", "dim"))
    facts = [role_of_one(army, unit.role), priced(army, price_of(army, unit))]
    if unit.model_count > 1:
        facts.append(_("{n} models").format(n=unit.model_count))
    if unit.legends:
        facts.append(f"{glyphs().legends} {army.vocabulary.terms.legends.title}")
    if unit.allied:
        facts.append(_("allied"))
    return Content.assemble(name, "\n", (" · ".join(filter(None, facts)), "$text-muted"))


def state_words(army: Army, unit: Unit) -> list[str]:
    """Warlord, enhancements, whom it leads, where it rides and starts: in words, each with its sign."""
    sign, declared = glyphs(), army.declarations

    def named(unit_id: str) -> str:
        other = army.unit(unit_id)
        return unit_name(army, other) if other else unit_id

    words = [f"{sign.warlord} {army.vocabulary.terms.warlord.title}"] if unit.warlord else []
    words += [f"{sign.enhancement} {local(army, taken.name)}" for taken in unit.enhancements]
    if unit.id in declared.attach:
        words.append(f"{sign.attached} {joins_words(unit, named(declared.attach[unit.id]), army.vocabulary)}")
    for other in leaders_of(army, unit.id):
        joined = joined_words(unit_name(army, other), army.vocabulary, parts=other.is_part)
        words.append(f"{sign.led} {joined}")
    if unit.id in declared.embark:
        words.append(f"{sign.embarked} {_('in {unit}').format(unit=named(declared.embark[unit.id]))}")
    reserves = reserves_state(army, unit.id)
    if reserves:
        words.append(f"{sign.reserves} {army.vocabulary.state_title(reserves)}")
    if unit.id in declared.hover:
        words.append(f"{sign.hover} {army.vocabulary.declaration('hover') or _('hovers')}")
    return words


def _title(text: str) -> Content:
    return Content.styled(text, "bold $secondary")


def _models(army: Army, unit: Unit) -> Content:
    lines = []
    for line in unit.models:
        carried = ", ".join(_counted(local(army, item.name), item.count, line.count) for item in line.wargear)
        lines.append(Content.assemble(f"{line.count:>3} {local(army, line.name)}", ("  " + carried, "dim")))
    if unit.wargear:
        carried = ", ".join(_counted(local(army, item.name), item.count, 1) for item in unit.wargear)
        lines.append(Content.styled("    " + carried, "dim"))
    return Content("\n").join([_title(_("Models")), *lines]) if lines else Content()


def _counted(name: str, count: int, models: int) -> str:
    return name if count == models else f"{count}{glyphs().times} {name}"


def _heading(army: Army, name: str, reader: HeadingReader) -> str:
    return reader(army.vocabulary, name, partial(local, army))


def _table(
    army: Army, rows: Sequence[Profile], width: int, title: str, reader: HeadingReader, *, names: bool
) -> Content:
    """Profiles of one type in columns; long texts (keywords) go on a line below."""
    if not rows:
        return Content()
    heads = list(dict.fromkeys(key for row in rows for key, _value in row.values if key.casefold() not in WORDY))
    titles = {head: _heading(army, head, reader) for head in heads}
    widths = [max(columns(titles[head]), *(columns(_cell(row, head)) for row in rows)) for head in heads]
    room = width - sum(widths) - 2 * len(widths)
    longest = max((columns(_label(army, row)) for row in rows), default=0) if names else 0
    first = max(columns(title), min(longest, max(12, room)))
    lines = [_row(_title(title), titles.values(), widths, first, "dim")]
    for row in rows:
        label = Content(_label(army, row) if names else "")
        above = [label.truncate(width, ellipsis=True)] if label.cell_length > first else []
        values = [_cell(row, head) for head in heads]
        lines += [*above, _row(Content() if above else label, values, widths, first, "")]
        words = [
            weapon_words(_plain(value), partial(local, army)) for key, value in row.values if key.casefold() in WORDY
        ]
        words += [
            f"{titles[head]}: {_plain(row.value(head))}" for head in heads if columns(_plain(row.value(head))) > WIDEST
        ]
        words = list(filter(None, words))
        if words:
            lines.append(Content.styled(f"  [{', '.join(words)}]", "dim italic"))
    return Content("\n").join(lines)


def _cell(row: Profile, head: str) -> str:
    """The value, where it is short enough for a column."""
    value = _plain(row.value(head))
    return value if value and columns(value) <= WIDEST else glyphs().dash


def _plain(value: str) -> str:
    """The text without the brackets that some data put around words."""
    return value.replace("**", "").replace("^^", "").translate(MARKING)


def _label(army: Army, row: Profile) -> str:
    return f"{row.count}{glyphs().times} {local(army, row.name)}" if row.count > 1 else local(army, row.name)


def _row(label: Content, cells: Iterable[str], widths: Sequence[int], first: int, style: str) -> Content:
    padded = "".join("  " + pad(cell, size, right=True) for cell, size in zip(cells, widths, strict=True))
    return Content.assemble(label.truncate(first, pad=True), (padded, style))


def _abilities(army: Army, unit: Unit) -> Content:
    parts = []
    for kind, title in KINDS.items():
        found = [ability for ability in unit.abilities if ability.kind == kind]
        short = [local(army, ability.name) for ability in found if not ability.text]
        long = [Content.assemble((local(army, a.name), "bold"), f": {_plain(a.text)}") for a in found if a.text]
        parts += [_words(in_game(title, army.vocabulary), short)] if short else []
        parts += long
    return Content("\n").join(parts)


def _leads(army: Army, unit: Unit) -> Content:
    if unit.leader is None:
        return Content()
    keywords = [" ".join(local(army, word) for word in words) for words in unit.leader.leads_keywords]
    return _words(_("Can lead"), [*(local(army, name) for name in unit.leader.leads), *keywords])


def _transport(army: Army, unit: Unit) -> Content:
    lines = []
    for bay in unit.transport:
        allowed = _(" or ").join(" ".join(local(army, word) for word in words) for words in bay.allow)
        text = _("{n} places").format(n=bay.capacity) + (f": {allowed}" if allowed else "")
        if bay.deny:
            text += "; " + _("not {keywords}").format(keywords=", ".join(local(army, word) for word in bay.deny))
        lines.append(text)
    return _words(_("Transport"), lines)


def _words(title: str, words: Sequence[str]) -> Content:
    return Content.assemble(_title(title), "  ", ", ".join(words)) if words else Content()
