"""Which catalogues a catalogue imports: those whose root entries its forces are offered besides its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from listbuilder.catalogue.model import Catalogue


def imported(catalogue: Catalogue, known: Mapping[str, Catalogue], report: Callable[[str], None]) -> list[Catalogue]:
    """Those that it links to for their root entries, and those that these import, each once, in the order of the links.
    ``known``: catalogues by id; a link to one that is not known is reported."""
    found: dict[str, Catalogue] = {}
    waiting = [catalogue]
    while waiting:
        current = waiting.pop(0)
        for link in current.catalogue_links:
            target = known.get(link.target_id)
            if target is None:
                report(f"catalogue link {link.name!r} ({link.target_id}) of {current.name!r} has no target")
            elif link.import_root_entries and target.id not in found and target.id != catalogue.id:
                found[target.id] = target
                waiting.append(target)
    return list(found.values())
