"""What the data set of an army lacks: catalogues that its own link to, and what cannot be judged without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.army.model import TreeFinding
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue, EntryLink
from listbuilder.errors import UNJUDGED
from listbuilder.i18n import Text
from listbuilder.replacing import replace
from listbuilder.roster.tree import Selection

if TYPE_CHECKING:
    from listbuilder.engine import Violation

LACKING = ("min", "exactly")


class Gaps:
    """The catalogues that an army lacks. ``names``: of all of them; ``imported``: of those whose entries the army would offer:
    units, detachments, and what shows or hides the entries of others among them."""

    def __init__(self, library: Library, faction: Catalogue) -> None:
        self.library = library
        missing = {link.target_id: link.name or link.target_id for link in library.missing_links()}
        self.names = tuple(dict.fromkeys(missing.values()))
        self.imported = tuple(self._imported(faction, missing)) if missing else ()

    def _imported(self, faction: Catalogue, missing: dict[str, str]) -> dict[str, None]:
        """The names of missing catalogues that are imported, or that root links of the army's catalogues lead into. Links that
        the data may hide do not count: they are to allies, which no army must have."""
        own = self.library.catalogue(faction.id) or faction
        found: dict[str, None] = {}
        for catalogue in (own, *self.library.imported(own)):
            leads_nowhere = any(
                self.library.target(link.target_id) is None for link in catalogue.links if not _may_be_hidden(link)
            )
            for link in catalogue.catalogue_links:
                if link.target_id in missing and (link.import_root_entries or leads_nowhere):
                    found[missing[link.target_id]] = None
        return found

    def doubted(self, finding: TreeFinding, violation: Violation) -> TreeFinding:
        """The finding; ``unjudged``, and with the names of the catalogues, where it may be due to what is missing."""
        if not self.names or finding.severity != "error" or not self._concerns(violation):
            return finding
        params = {"finding": finding.message, "names": ", ".join(self.names)}
        message = Text("{finding} (the data set lacks the catalogue {names})", params)
        return replace(finding, severity=UNJUDGED, message=message)

    def _concerns(self, violation: Violation) -> bool:
        node = violation.node
        if violation.kind in LACKING and isinstance(node, Selection):
            return self._may_lack(node.option, violation.entry_id)
        # Entries of a missing catalogue may show what is hidden, be what is too few, and carry the authors' own conditions.
        return bool(self.imported) and violation.kind in (*LACKING, "hidden", "error")

    def _may_lack(self, holder: Option, entry_id: str) -> bool:
        """Whether what a constraint counts below an option may be among what is missing: choices of a group, or of the option
        itself. An entry that is there is counted as it is."""
        inside = (option for option in (*holder.entries, *holder.groups) if entry_id in option.ids)
        counted = next(inside, holder)
        return (counted is holder or counted.is_group) and any(
            self.library.target(link.target_id) is None
            for place in (counted, *counted.groups)
            for part in place.parts
            for link in part.links
        )


def _may_be_hidden(link: EntryLink) -> bool:
    groups = list(link.modifier_groups)
    modifiers = [*link.modifiers]
    for group in groups:  # grows during the loop
        groups.extend(group.groups)
        modifiers.extend(group.modifiers)
    return link.hidden or any(modifier.field == "hidden" for modifier in modifiers)
