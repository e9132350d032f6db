"""Limits on numbers of units, and the allies that an army may include within them."""

from msgspec import Struct

from listbuilder.catalogue.allies import AllyHosts
from listbuilder.catalogue.base import Names, Number
from listbuilder.rules.named import SizeName
from listbuilder.rules.where import Where


class Uncounted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """For each unit of the army that matches ``per``, one of ``units`` does not count towards a quota."""

    units: Where
    per: Where


class Quota(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A maximum number of matching units. ``at_most``: a number, or battle size -> number."""

    where: Where = Where()
    at_most: int | dict[SizeName, int]
    name: str | Names = ""
    uncounted: tuple[Uncounted, ...] = ()


class AllyRule(AllyHosts, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which allied units an army may include, and how many.

    ``hosts``: faction keywords of the armies that may include them (or keywords of those armies' own units); ``not_hosts``:
    faction keywords of armies that may not; ``detachments``: only with one of these detachments; ``without_detachments``: only
    without all of these. ``group``: the allied units; ``factions``: the folders of native data that hold their datasheets, which
    the builder then offers. ``points``: battle size -> most points; ``quotas``: limits on numbers of units.
    ``limit_unknown``: the data offer them, but no source states how many, so an army with some is unjudged.
    ``never_warlord``, ``never_enhanced``: none of them can be the Warlord, or bear an enhancement.
    """

    name: str | Names
    group: Where
    points: dict[SizeName, Number] = {}
    quotas: tuple[Quota, ...] = ()
    limit_unknown: bool = False
    never_warlord: bool = False
    never_enhanced: bool = False
    source: str = ""
