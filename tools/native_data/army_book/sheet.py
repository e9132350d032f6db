"""Makes a datasheet of one entry: its models with their command group, its options, and what items it may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import Profile
from tools.native_data.army_book.entries import Book, bound, changed, is_group, plain, slug, values

COLUMNS = {"LD": "Ld", "ArmourSave": "Sv", "WardSave": "Ward"}  # of the data -> of the system
COMMAND = {"Champion": "champion", "Musician": "musician", "Bellower": "musician", "Standard Bearer": "standard-bearer"}
COMMAND_RULE = "command-group"  # what says how many models of a command group a unit has
BATTLE_STANDARD = "battle-standard-bearer"
UPGRADE = "upgrade"  # type of items that are upgrades of which the army has each once
TYPES = {  # groups of the data -> types of items
    "Magic Weapons": "magic-weapon",
    "Magic Armour": "magic-armour",
    "Talismans": "talisman",
    "Arcane Items": "arcane-item",
    "Enchanted Items": "enchanted-item",
    "Magic Standards": "magic-standard",
    "Big Names": "big-name",
    "Vampiric Powers": "vampiric-power",
}
LEFT = (
    "Detachments",
    "The General of Undeath",
    "Been There, Done That",
)  # stated elsewhere: declarations, the general's mark
Facts = dict[str, Any]


@dataclass
class SheetMaker:
    """See the module. ``notes`` lists what could not be stated."""

    book: Book
    root: Option
    preferred: tuple[str, ...] = ()  # choices that stand on the model where several are free
    gear: dict[str, Facts] = field(default_factory=dict)
    weapons: dict[str, Facts] = field(default_factory=dict)
    options: list[Facts] = field(default_factory=list)
    allowances: list[Facts] = field(default_factory=list)
    lines: list[Facts] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    items: dict[str, Facts] = field(default_factory=dict)  # items that only its own groups name
    _named: dict[str, list[str]] = field(default_factory=dict)  # ids of the data -> items that stand for them
    _pending: list[tuple[Facts, Option]] = field(default_factory=list)
    _default: list[str] = field(default_factory=list)
    _command: dict[str, Facts] = field(default_factory=dict)

    # --- the whole ------------------------------------------------------------------------------------------------------

    @cached_property
    def main(self) -> Option:
        """The entry that is the model: the root itself, or what it must have and pays for."""
        found = (
            one for one in self.root.options if not is_group(one) and (bound(one, "min") or 0) and self.book.cost(one)
        )
        return next(found, self.root)

    @property
    def is_single(self) -> bool:
        grows = any(modifier.repeats for modifier, _ in changed(self.main))
        return self.main is self.root or (bound(self.main, "max") == 1 and not grows)

    def make(self) -> Facts:
        self._statlines()
        for holder in dict.fromkeys((self.root, self.main)):
            self._carried(holder)
        model = slug(self.main.name)
        self._read(self.root, (), whole=not self.is_single, skip=self.main)
        if self.main is not self.root:
            self._read(self.main, (), whole=True)
        self._conditions()
        return self._sheet(model)

    def _sheet(self, model: str) -> Facts:
        own = {"name": plain(self.main.name), "count": self._count, "wargear": self._default}
        models = {model: self._with_line(own | self._paid(0), self.lines[0]["name"])}
        for name, record in self._command.items():
            carried = [*(record.pop("own", ()) or self._default), *record.pop("wargear", ())]
            stated = {"name": record["name"], "count": "0-1", "rule": COMMAND_RULE, "wargear": carried}
            models[name] = self._with_line(stated | self._paid(record["extra"]), record["line"])
        everyone = list(models)
        options = [self._of_models(option, everyone) for option in self.options]
        return {
            "name": plain(self.root.name),
            "keywords": list(dict.fromkeys(self.keywords)),
            "profiles": self.lines,
            "models": models,
            **({"size": self._sizes} if self._command else {}),
            **self._price_of_unit,
            **({"weapons": self.weapons} if self.weapons else {}),
            **({"gear": self.gear} if self.gear else {}),
            **({"options": options} if options else {}),
            **({"allowances": self._joined_allowances()} if self.allowances else {}),
            "abilities": {"unit": rules} if (rules := self._rules) else {},
        }

    def _with_line(self, record: Facts, line: str) -> Facts:
        return {**record, **({"profile": line} if len(self.lines) > 1 else {})}

    @property
    def _sizes(self) -> str:
        grows = any(modifier.repeats for modifier, _ in changed(self.main))
        least, most = bound(self.main, "min") or 1, None if grows else bound(self.main, "max")
        return f"{least}-{most}" if most else f"{least}+"

    @property
    def _count(self) -> Any:
        if self.is_single:
            return 1
        return "0+" if self._command else self._sizes

    @property
    def _price_of_unit(self) -> Facts:
        """The price of a single model; other units cost what their models cost."""
        unit = self.book.cost(self.root) if self.main is not self.root else 0
        if not self.is_single and unit:
            self.notes.append(f"{self.root.name}: a price of the unit besides that of its models")
        return {"points": {"1": self.book.cost(self.main) + unit}} if self.is_single else {}

    def _paid(self, extra: Number) -> Facts:
        """What one model of a unit costs."""
        return {} if self.is_single else {"points": self.book.cost(self.main) + extra}

    @property
    def _rules(self) -> list[str]:
        names = [name for holder in (self.root, self.main) for name in self.book.rules(holder)]
        return list(dict.fromkeys(names))

    @staticmethod
    def _of_models(option: Facts, everyone: list[str]) -> Facts:
        """The option with the kinds of models that may use it."""
        stated = dict(option)
        if "model" in stated or len(everyone) == 1:
            return stated
        return {"id": stated.pop("id"), "model": everyone, **stated}

    # --- statlines and what is carried ------------------------------------------------------------------------------------

    def _statlines(self) -> None:
        found = [one for holder in dict.fromkeys((self.main, self.root)) for one in self._models_of(holder)]
        first, *rest = found or [line for child in self.root.options for line in self._models_of(child)]
        self.lines.append(self._line(first))
        self._kind(first)
        for line in rest if found else ():
            self._add_gear(slug(line.name), line.name, [self._line(line)], default=True)
            self._kind(line)

    def _models_of(self, option: Option) -> list[Profile]:
        return [profile for kind, profile in self.book.profiles(option) if kind == "Model"]

    def _kind(self, profile: Profile) -> None:
        """The type of troops as a keyword."""
        word = values(profile).get("Type", "").partition("(")[0].strip()
        if word and word != "-" and not self.keywords:
            self.keywords.append(word)

    @staticmethod
    def _line(profile: Profile) -> Facts:
        found: Facts = {"name": plain(profile.name)}
        for key, value in values(profile).items():
            if key == "Type" or (not value and key in {"ArmourSave", "WardSave", "MR"}):
                continue
            text = value or "-"
            found[COLUMNS.get(key, key)] = int(text) if text.isdigit() else text
        return found

    def _carried(self, holder: Option) -> None:
        """Weapons and armour that every model has."""
        for item in self._profile_items(holder):
            self._default.append(item)

    def _profile_items(self, holder: Option) -> list[str]:
        """The weapons and armour of an entry's profiles, as items."""
        found = []
        for kind, profile in self.book.profiles(holder):
            name = plain(profile.name)
            if kind == "Weapon":
                found.append(self._add_weapon(slug(name), name, [profile]))
            elif kind == "Armour":
                found.append(self._add_gear(slug(name), name))
        return list(dict.fromkeys(found))

    def _add_weapon(self, item: str, name: str, rows: list[Profile]) -> str:
        table: list[Facts] = []  # two links of the data to one profile are one row
        for row in map(self._weapon_row, rows):
            table += [row] if row not in table else []
        if len(table) == 1:
            self.weapons.setdefault(
                item, {"name": name, "type": "weapon", **{k: v for k, v in table[0].items() if k != "name"}}
            )
        else:
            self.weapons.setdefault(item, {"name": name, "type": "weapon", "profiles": table})
        return item

    @staticmethod
    def _weapon_row(profile: Profile) -> Facts:
        stated = values(profile)
        strength = stated.get("Strength", "").lstrip("'").rstrip(".")
        strength = strength.replace("User", "user") or "-"
        number = int(strength) if strength.isdigit() else strength
        return {"name": plain(profile.name), "range": stated.get("Range") or "-", "S": number}

    def _add_gear(self, item: str, name: str, lines: Iterable[Facts] = (), *, default: bool = False) -> str:
        lines = list(lines)
        self.gear.setdefault(item, {"name": plain(name), **({"profiles": lines} if lines else {})})
        if default and item not in self._default:
            self._default.append(item)
        return item

    def _item(self, option: Option, *, named: str = "") -> str:
        """An entry as an item: a weapon where its only profiles are a weapon's, else gear with the statlines that it brings."""
        name = named or plain(option.name)
        item = slug(name)
        self._named.setdefault(option.target.id, []).append(item)
        rows = [row for kind, row in self.book.profiles(option) if kind == "Weapon"]
        lines: list[Facts] = []
        for line in (self._line(row) for part in _parts(option) for row in self._models_of(part)):
            lines += [line] if line not in lines else []
        if rows and not lines and item not in self.gear:
            return self._add_weapon(item, name, rows)
        if item in self.weapons:
            return item
        self._add_gear(item, name, lines)
        if item == BATTLE_STANDARD:
            self.gear[item]["gains"] = ["Battle Standard Bearer"]
        if name.startswith("Lore of"):
            self.gear[item]["gains"] = [name]
        return item

    # --- choices ----------------------------------------------------------------------------------------------------------

    def _read(self, holder: Option, requires: tuple[str, ...], *, whole: bool, skip: Option | None = None) -> None:
        for child in holder.options:
            if (skip is not None and child.id == skip.id) or child.name in LEFT:
                continue
            if child.name == "Command":
                self._read_command(child)
            elif self._is_magic(child):
                self._allow(child, requires)
            elif is_group(child):
                self._group(child, requires, whole=whole)
            else:
                self._entry(child, requires, whole=whole)

    def _entry(self, entry: Option, requires: tuple[str, ...], *, whole: bool) -> None:
        if bound(entry, "max") == 0 and not any(changed(entry)):
            self.notes.append(f"{self.root.name}: {entry.name} cannot be chosen in the data")
            return
        if bound(entry, "min") or self._is_part(entry):
            self._fixed(entry, requires, whole=whole)
            return
        if bound(entry, "max", "roster") == 1 and slug(entry.name) != BATTLE_STANDARD and self.book.cost(entry):
            self._unique(entry, requires)
            return
        item = self._item(entry)
        option: Facts = {
            "id": item,
            "add": [item],
            **self._price({item: self.book.cost(entry)}),
            **self._all(entry, whole),
        }
        self._keep(option, entry, requires)
        self._read(entry, (*requires, item), whole=whole)

    def _is_part(self, entry: Option) -> bool:
        """Whether an entry without bounds is a part of the model, whose statline it holds: a steed, a crew."""
        below = (line for child in entry.options for line in self._models_of(child))
        return not self.book.cost(entry) and bound(entry, "max") is None and any(True for _ in below)

    def _unique(self, entry: Option, requires: tuple[str, ...]) -> None:
        """An upgrade that the army has once: an item."""
        item = slug(entry.name)
        page = self.book.page(entry.target)
        record = {"name": plain(entry.name), "type": UPGRADE, "points": self.book.cost(entry)}
        self.items[item] = {**record, **({"page": page} if page else {})}
        self.allowances.append({"items": [item], **({"gear": requires[-1]} if requires else {})})

    def _fixed(self, entry: Option, requires: tuple[str, ...], *, whole: bool) -> None:
        """What a model always has."""
        number = bound(entry, "min") or 1
        name = f"{plain(entry.name)} ({number})" if number > 1 else plain(entry.name)
        if not requires:
            is_self = any(self._line(row)["name"] == self.lines[0]["name"] for row in self._models_of(entry))
            if not is_self:
                item = self._item(entry, named=name)
                if item not in self._default:
                    self._default.append(item)
            for other in self._profile_items(entry):
                if other not in self._default:
                    self._default.append(other)
        self._read(entry, requires, whole=whole)

    def _group(self, group: Option, requires: tuple[str, ...], *, whole: bool) -> None:
        entries = [one for one in group.options if not is_group(one)]
        fixed = [one for one in entries if bound(one, "min")]
        per_model = bound(group, "max") == 0
        if (fixed and len(fixed) == len(entries)) or (fixed and (bound(group, "max") or 2) == 1):
            for one in fixed:
                self._fixed(one, requires, whole=whole)
            others = (
                [one for one in entries if one not in fixed] if any(True for one in fixed for _ in changed(one)) else []
            )
            self._slot(group, [*fixed, *others], requires, whole=whole) if others else None
            return
        if bound(group, "min") == 1 and bound(group, "max") == 1 and not requires:
            self._slot(group, entries, requires, whole=whole)
        elif bound(group, "max") == 1 or per_model:
            self._picks(group, entries, requires, whole=whole and not per_model)
        else:
            for one in entries:
                self._entry(one, requires, whole=whole)

    def _slot(self, group: Option, entries: list[Option], requires: tuple[str, ...], *, whole: bool) -> None:
        """One of the entries: the first free one stands on the model until another replaces it."""
        free = [one for one in entries if not self.book.cost(one)] or entries
        first = next((one for one in free if plain(one.name) in self.preferred), free[0])
        default = self._item(first)
        if default not in self._default:
            self._default.append(default)
        rest = [one for one in entries if one is not first]
        items = {self._item(one): one for one in rest}
        if items:
            prices = self._price({item: self.book.cost(one) for item, one in items.items()})
            name = slug(group.name)
            option = {"id": name, "replace": default, "with": list(items), **prices, **self._all(rest[0], whole)}
            self.options.append(option)
            self._named.setdefault(group.target.id, []).extend([default, *items])
        for one in entries:
            self._read(one, (self._item(one),), whole=whole)

    def _picks(self, group: Option, entries: list[Option], requires: tuple[str, ...], *, whole: bool) -> None:
        """At most one of the entries. Those under a condition are options of their own, which exclude the others."""
        possible = [one for one in entries if bound(one, "max") != 0 or any(changed(one))]
        self.notes += [
            f"{self.root.name}: {one.name} cannot be chosen in the data" for one in entries if one not in possible
        ]
        items = {self._item(one): one for one in possible}
        self._named.setdefault(group.target.id, []).extend(items)
        free = {item: one for item, one in items.items() if not any(changed(one))}
        if free:
            prices = self._price({item: self.book.cost(one) for item, one in free.items()})
            option = {"id": slug(group.name), "add": list(free), **prices, **self._all(entries[0], whole)}
            self._keep(option, group, requires)
        for item, one in items.items():
            if item not in free:
                others = [other for other in items if other != item]
                option = {
                    "id": item,
                    "add": [item],
                    **self._price({item: self.book.cost(one)}),
                    **self._all(one, whole),
                }
                self._keep({**option, **({"excludes": others} if others else {})}, one, requires)
        for item, one in items.items():
            self._read(one, (*requires, item), whole=whole)

    def _keep(self, option: Facts, source: Option, requires: tuple[str, ...]) -> None:
        if requires:
            option["requires"] = list(requires) if len(requires) > 1 else requires[0]
        taken = {one["id"] for one in self.options}
        if option["id"] in taken:
            option["id"] = "-".join((*requires[-1:], option["id"]))
        self.options.append(option)
        if not is_group(source):
            self._pending.append((option, source))

    def _conditions(self) -> None:
        """What other choices an option needs or excludes, by the conditions of its bounds."""
        for option, source in self._pending:
            base = bound(source, "max")
            for modifier, conditions in changed(source):
                for condition in conditions:
                    items = list(dict.fromkeys(self._named.get(condition.child_id, ())))
                    if not items:
                        self.notes.append(f"{self.root.name}: {source.name}: a condition on something else")
                    elif base == 0 and modifier.type in {"increment", "set"}:
                        option |= {"requires": items[0]} if len(items) == 1 else {"requires_any": items}
                    elif modifier.type == "decrement":
                        option["excludes"] = list(dict.fromkeys([*option.get("excludes", ()), *items]))

    @staticmethod
    def _price(prices: dict[str, Number]) -> Facts:
        paid = {item: price for item, price in prices.items() if price}
        if not paid:
            return {}
        return {"points": next(iter(paid.values())) if len(prices) == 1 else paid}

    def _all(self, entry: Option, whole: bool) -> Facts:
        """Whether all models use the option, or one upgrade is bought for the unit."""
        if not whole:
            return {}
        collective = entry.merged.collective or not self.book.cost(entry)
        return {"all": True} if collective else {"all": True, "paid_once": True}

    # --- command group ----------------------------------------------------------------------------------------------------

    def _read_command(self, group: Option) -> None:
        order = list(dict.fromkeys(COMMAND.values()))
        for entry in sorted(group.options, key=lambda one: order.index(COMMAND[one.name])):
            kind = COMMAND[entry.name]
            record: Facts = {"extra": self.book.cost(entry), "name": plain(entry.name), "line": self.lines[0]["name"]}
            for profile in self._models_of(entry):
                line = self._line(profile)
                record |= {"line": line["name"], "name": line["name"]}
                if all(line["name"] != known["name"] for known in self.lines):
                    self.lines.append(line)
            own = self._profile_items(entry)  # a model of another kind than the others has what is its own
            record["own"] = own if set(own) - set(self._default) else []
            self._command[kind] = record
            before = len(self.options), list(self._default)
            for child in entry.options:
                if self._is_magic(child):
                    self._allow(child, (), model=kind)
                elif is_group(child):
                    self._group(child, (), whole=False)
                else:
                    self._entry(child, (), whole=False)
            record["wargear"] = [item for item in self._default if item not in before[1]]
            self._default = before[1]
            for option in self.options[before[0] :]:
                option["model"] = kind

    # --- items ------------------------------------------------------------------------------------------------------------

    def _is_magic(self, option: Option) -> bool:
        """Whether it holds items that others may have as well."""
        if is_group(option) and any(part.name.startswith(tuple(TYPES)) for part in option.parts):
            return True
        inner = [child for child in option.options if is_group(child)]
        return bool(inner) and (option.name.startswith("Magic") or is_group(option)) and all(map(self._is_magic, inner))

    def _allow(self, option: Option, requires: tuple[str, ...], *, model: str = "") -> None:
        """What a group allows, for how many points; single items of a book stand by their ids."""
        types, items, alone = [], [], False
        limit = self.book.points_limit(option)
        stack = [option]
        while stack:
            one = stack.pop(0)
            limit = limit if limit is not None else self.book.points_limit(one)
            alone = alone or any(modifier.type == "decrement" for modifier, _ in changed(one))
            known = next((TYPES[part.name] for part in one.parts if part.name in TYPES), "")
            if known:
                types.append(known)
                continue
            for child in one.options:
                if is_group(child):
                    stack.append(child)
                else:
                    items.append(slug(child.name))
                    self.items[slug(child.name)] = {"name": plain(child.name), "points": self.book.cost(child)}
        for item in items:
            self.items[item].setdefault("type", types[0] if types else "")
            self.items[item] = {key: self.items[item][key] for key in ("name", "type", "points")}
        gear = {"gear": requires[-1]} if requires else {}
        self.allowances.append(
            {
                **({"points": limit} if limit is not None else {}),
                **({"types": types} if types else {}),
                **({"items": items} if items else {}),
                **gear,
                **({"model": model} if model else {}),
                **({"loses": True} if alone else {}),
            }
        )

    def _joined_allowances(self) -> list[Facts]:
        """The allowances; a battle standard's excludes other items where the data take these away beside it."""
        loses = any(one.pop("loses", False) for one in self.allowances)
        for one in self.allowances:
            if loses and one.get("gear") == BATTLE_STANDARD:
                one["alone"] = True
        return self.allowances


def _parts(option: Option) -> Iterator[Option]:
    """What always comes with an entry, itself first: crew and steeds of a mount."""
    yield option
    for child in option.options:
        if not is_group(child) and (bound(child, "min") or 0):
            yield from _parts(child)
