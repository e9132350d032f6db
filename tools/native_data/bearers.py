"""Compares who may bear which enhancement in a native faction and in the community data that it was made of."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tools.native_data import overlay
from tools.native_data.bench import open_set
from tools.native_data.compare import Comparer, Difference, common_arguments, comparers
from tools.native_data.detachments import DetachmentReader
from tools.native_data.shipped import faction_facts

RULES = frozenset(
    ("enh-bearer-restriction", "enh-character-only", "enh-not-epic-hero", "enh-barred-bearer", "enh-detachment")
)


def bearer_differences(comparer: Comparer, detachments: int | None = None) -> Iterator[Difference]:
    """Pairs of an enhancement and a datasheet that only one of the two allows. Epic Heroes, whom the data offer enhancements
    that the core rules refuse them, enhancements that are not native, and what is known to differ are left aside.
    ``detachments``: how many are looked at, chosen by the comparer's seed; None: all."""
    maker = comparer.maker
    stated = faction_facts(comparer.folder).get("detachments") or {}
    native = {_english(sheet["name"]) for _, sheet in comparer.all_sheets()}
    chosen = sorted(stated)
    if detachments is not None and detachments < len(chosen):
        chosen = random.Random(comparer.seed).sample(chosen, detachments)
    for detachment, shown, offered in DetachmentReader(maker.bench, maker.units.reach, maker.all()).bearers(chosen):
        for record in stated[detachment]["enhancements"].values():
            name = _english(record["name"])
            for sheet, allowed in _judged(comparer, detachment, name, sorted(native & shown)):
                community = sheet in offered.get(name, ())
                found = Difference(sheet, f"{detachment}, {name}", _word(allowed), _word(community))
                if allowed != community and not overlay.reason(comparer.expected, str(found)):
                    yield found


def _judged(comparer: Comparer, detachment: str, enhancement: str, sheets: list[str]) -> Iterator[tuple[str, bool]]:
    units = [{"id": f"u{n}", "datasheet": name, "enhancement": enhancement} for n, name in enumerate(sheets)]
    judged = comparer.judged(units, detachment=detachment)
    refused = {finding.unit for finding in judged.findings if finding.rule in RULES}
    for unit in judged.army.units:
        allowed = unit.id not in refused
        if allowed or not unit.has("Epic Hero"):
            yield unit.datasheet, allowed


def _english(name: Any) -> str:
    return str(name["en"] if isinstance(name, dict) else name)


def _word(allowed: bool) -> str:
    return "allowed" if allowed else "refused"


def main() -> int:
    arguments = common_arguments("bearers").parse_intermixed_args()
    bad = 0
    for name, comparer in comparers(open_set(arguments.data), arguments):
        found = list(bearer_differences(comparer))
        print(f"{name}: {len(found)} differences")
        print(*(f"  {item}" for item in found), sep="\n")
        bad += len(found)
    return bool(bad)


if __name__ == "__main__":
    raise SystemExit(main())
