"""What armies of a faction may choose of the kinds that its system states: the roots of those names in the data, without what the
system lets every faction choose."""

from __future__ import annotations

from typing import Any

from listbuilder.engine.actions import select
from listbuilder.roster.edits import Remove
from tools.native_data.bench import Bench
from tools.native_data.composition import slug
from tools.native_data.spelling import plain


def read_choices(bench: Bench) -> dict[str, Any]:
    """`choices` of the faction's file. Raises `ValueError` where the data price an entry of the system otherwise than it does."""
    found: dict[str, Any] = {}
    engine, roots = bench.engine, bench.library.root_options(bench.force.catalogue_id)
    for kind in bench.loaded.system.choices:
        common = {one.name["en"]: one.points for one in kind.entries}
        own: dict[str, Any] = {}
        for root in (one for one in roots if kind.has_name(one.name) and not engine.choice(bench.force, one).hidden):
            edit, holder = select(engine, bench.force, root)
            edit.apply(bench.roster)
            for entry in root.entries:
                points = engine.price(holder, entry).get(bench.points_type, 0)
                if entry.name in common and common[entry.name] != points:
                    message = f"{entry.name}: {points} points, the system says {common[entry.name]}"
                    raise ValueError(message)
                if entry.name not in common and not engine.choice(holder, entry).hidden:
                    own[slug(entry.name)] = {"name": plain(entry.name), **({"points": points} if points else {})}
            Remove(holder).apply(bench.roster)
        if own:
            found[kind.id] = own
    return found
