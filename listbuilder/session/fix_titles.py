"""What fixes are called: what is done, to which unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import assert_never

from listbuilder.army import Army, roles
from listbuilder.army.alike import Lettered, called, letter_of
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.system import System
from listbuilder.engine import Engine
from listbuilder.i18n import N_, Localised, Text
from listbuilder.roster.tree import Force, Selection
from listbuilder.rules.diagnostic import (
    Action,
    AddForce,
    AddUnit,
    Attach,
    Change,
    Choose,
    ClearEnhancement,
    ClearWarlord,
    Correct,
    Deploy,
    Detach,
    Embark,
    Forget,
    GiveUpDetachment,
    MoveUnit,
    RemoveForce,
    RemoveUnit,
    SetBattleSize,
    SetDetachment,
    SetHover,
    SetLimit,
    SetMark,
    SetReserves,
    SetSize,
    SetSplit,
    SetSubfaction,
    Settle,
    SetWarlord,
    Several,
)

Contents = Mapping[str, "Counter[str]"]  # id of a holder -> what is chosen under it


PRICED = N_("{step} ({price})")  # what is done, and what it costs or saves
IN_LINE = N_("{unit} {letter} (line {line})")


def _more_or_less(points: Number) -> Text:
    """How a fix changes the points."""
    if not points:
        return Text(N_("for the same points"))
    return Text(N_("{points} points less") if points < 0 else N_("{points} points more"), {"points": abs(points)})


def _priced(step: str, names: Mapping[str, object], price: Text) -> tuple[str, dict[str, object]]:
    return PRICED, {"step": Text(step, names), "price": price}


def without_price(title: Text) -> Text:
    """The title of a fix for where its price stands beside it."""
    steps = title.params.get("steps")
    if isinstance(steps, list):
        return Text(title.template, {"steps": [without_price(step) for step in steps]})
    step = title.params.get("step")
    return step if title.template == PRICED and isinstance(step, Text) else title


def with_lines(title: Text) -> Text:
    """The title of a fix for who has the list as a file and not on the screen: units of one name have their lines, too."""
    if isinstance(title, Lettered) and title.params["line"]:
        return Text(IN_LINE, title.params)
    return Text(title.template, {name: _with_lines(value) for name, value in title.params.items()})


def _with_lines(value: object) -> object:
    if isinstance(value, list):
        return [_with_lines(one) for one in value]
    return with_lines(value) if isinstance(value, Text) else value


class FixTitles:
    """The titles of fixes of one army. ``before``: what the holders that a fix changes had before it."""

    def __init__(self, army: Army, system: System, engine: Engine) -> None:
        self.army = army
        self.system = system
        self.engine = engine

    # --- actions --------------------------------------------------------------------------------------------------------

    def of(self, action: Action, before: Contents) -> Text | None:
        """The title of an action. None when it changes nothing. Changes of selections have to be carried out already."""
        if isinstance(action, Several):
            steps = [self.of(one, before) for one in action.actions]
            each = list({str(step): step for step in steps if step is not None}.values())
            return Text("{steps}", {"steps": each}) if each else None
        if isinstance(action, Change):
            return self._change(action, before)
        if isinstance(action, Settle):
            return self._settled(action)
        template, names = self._plain(action)
        return Text(template, names)

    def _plain(self, action: Action) -> tuple[str, dict[str, object]]:
        terms, unit = self.system.vocabulary.terms, self.unit
        match action:
            case RemoveUnit(one):
                return N_("remove {unit}"), {"unit": unit(one)}
            case AddUnit() | SetSize() | Choose():
                return self._of_units(action)
            case MoveUnit() | AddForce() | RemoveForce() | SetSubfaction():
                return self._of_forces(action)
            case SetWarlord(one):
                return N_("make {unit} the {warlord}"), {"unit": unit(one), "warlord": terms.warlord}
            case ClearWarlord(one):
                return N_("remove the {warlord} mark from {unit}"), {"unit": unit(one), "warlord": terms.warlord}
            case ClearEnhancement(one, enhancement):
                name = self._enhancement(one, enhancement)
                return N_("remove {enhancement} from {unit}"), {"enhancement": name, "unit": unit(one)}
            case SetBattleSize() | SetLimit() | SetDetachment() | GiveUpDetachment():
                return self._of_army(action)
            case Change() | Several() | Settle():
                raise TypeError(action)
            case SetMark(mark, units):
                return N_("mark {units}: {mark}"), {"units": [unit(one) for one in units], "mark": mark}
            case _:
                return self._declaration(action)

    def _of_units(self, action: AddUnit | SetSize | Choose) -> tuple[str, dict[str, object]]:
        if isinstance(action, Choose):
            names: dict[str, object] = {"choice": action.name, "unit": self.unit(action.unit)}
            return N_("choose {choice} for {unit}") if action.on else N_("remove {choice} from {unit}"), names
        if isinstance(action, SetSize):
            now, price = self.army.unit(action.unit), _more_or_less(action.points)
            names = {"unit": self.unit(action.unit), "models": action.models}
            if now is not None and action.models == 1 < now.model_count:
                return _priced(N_("reduce {unit} to one model"), names, price)
            if now is not None and action.models < now.model_count:
                return _priced(N_("reduce {unit} to {models} models"), names, price)
            return _priced(N_("enlarge {unit} to {models} models"), names, price)
        names = {"unit": action.name, "models": action.models}
        if action.number > 1:
            names["unit"] = Text("{count} × {name}", {"count": action.number, "name": action.name})
        if not action.points:
            return N_("add {unit}"), names
        price = Text(N_("{points} points"), {"points": action.number * action.points})
        if action.models:
            return _priced(N_("add {unit} with {models} models"), names, price)
        return _priced(N_("add {unit}"), names, price)

    def _of_army(
        self, action: SetBattleSize | SetLimit | SetDetachment | GiveUpDetachment
    ) -> tuple[str, dict[str, object]]:
        names = {one.id: one.name for one in self.army.detachments}
        match action:
            case SetBattleSize(size):
                chosen = next((known.name for known in self.system.battle_sizes if known.id == size), size)
                words = {"battle_size": self.system.vocabulary.terms.battle_size, "size": Localised(chosen)}
                return N_("change the {battle_size} to {size}"), words
            case SetLimit(points):
                return N_("set the points limit to {points}"), {"points": points}
            case SetDetachment(one):
                return N_("keep only {detachment}"), {"detachment": names.get(one, one)}
            case GiveUpDetachment(one):
                return N_("give up {detachment}"), {"detachment": names.get(one, one)}
            case _:
                assert_never(action)

    def _of_forces(self, action: MoveUnit | AddForce | RemoveForce | SetSubfaction) -> tuple[str, dict[str, object]]:
        unit = self.unit
        match action:
            case MoveUnit(one, force, ""):
                name = next((known.name for known in self.army.forces if known.id == force), force)
                return N_("move {unit} to {force}"), {"unit": unit(one), "force": name}
            case MoveUnit(one, _, kind):
                return N_("move {unit} to a new {force}"), {"unit": unit(one), "force": self._kind(kind)}
            case RemoveForce(one):
                name = next((known.name for known in self.army.forces if known.id == one), one)
                return N_("remove {force}"), {"force": name}
            case SetSubfaction(one, subfaction):
                held = next(known for known in self.army.forces if known.id == one)
                chosen = next((known.name for known in held.subfactions if known.id == subfaction), subfaction)
                return N_("choose {choice} for {unit}"), {"choice": chosen, "unit": held.name}
            case AddForce(kind):
                return N_("add {force}"), {"force": self._kind(kind)}
            case _:
                assert_never(action)

    def _declaration(self, action: Action) -> tuple[str, dict[str, object]]:
        unit, vocabulary = self.unit, self.system.vocabulary
        match action:
            case Attach(leader, one):
                return N_("attach {leader} to {unit}"), {"leader": unit(leader), "unit": unit(one)}
            case Detach(leader):
                return N_("detach {leader}"), {"leader": unit(leader)}
            case Embark(one, transport):
                return N_("embark {unit} in {transport}"), {"unit": unit(one), "transport": unit(transport)}
            case Deploy(one):
                inside = one in self.army.declarations.embark
                return N_("remove {unit} from its transport") if inside else N_("deploy {unit}"), {"unit": unit(one)}
            case SetReserves(one, state):
                known = vocabulary.state(state)
                return N_("start {unit} {state}"), {"unit": unit(one), "state": known.where if known else state}
            case SetHover(one, on):
                names = {"unit": unit(one), "hover": Localised(vocabulary.declarations.get("hover", "hover"))}
                return N_("declare {hover} for {unit}") if on else N_("do not declare {hover} for {unit}"), names
            case SetSplit(one, on):
                return N_("split {unit} in two") if on else N_("do not split {unit}"), {"unit": unit(one)}
            case Forget(one):
                return N_("remove {id} from the declarations"), {"id": one}
            case Correct(one, meant):
                return N_("write {meant} for {id} in the declarations"), {"meant": meant, "id": one}
            case (
                AddUnit()
                | SetSize()
                | Choose()
                | RemoveUnit()
                | SetWarlord()
                | ClearWarlord()
                | ClearEnhancement()
                | SetBattleSize()
                | SetLimit()
                | SetDetachment()
                | GiveUpDetachment()
            ):
                raise TypeError(action)
            case (
                Settle() | Change() | Several() | MoveUnit() | AddForce() | RemoveForce() | SetSubfaction() | SetMark()
            ):
                raise TypeError(action)
            case _:
                assert_never(action)

    def _kind(self, kind_id: str) -> Localised:
        kind = self.system.force_kind(kind_id)
        return Localised(kind.name if kind is not None else kind_id)

    def _enhancement(self, unit_id: str, enhancement_id: str) -> str:
        unit = self.army.unit(unit_id)
        found = unit.enhancements if unit is not None else ()
        return next((one.name for one in found if one.id == enhancement_id), enhancement_id)

    # --- changes of selections --------------------------------------------------------------------------------------------

    def contents(self, action: Action) -> dict[str, Counter[str]]:
        """What is chosen now under the holders that an action changes."""
        if isinstance(action, Several):
            return {key: found for one in action.actions for key, found in self.contents(one).items()}
        return {action.node: self._under(action.node)} if isinstance(action, Change) else {}

    def _under(self, node_id: str) -> Counter[str]:
        holder, found = self.engine.roster.nodes.get(node_id), Counter[str]()
        for child in holder.selections if holder is not None else ():
            found[self._title(child)] += child.amount
        return found

    def _chosen_below(self, node: Selection) -> Iterator[Selection]:
        """What was chosen below a choice of the army where something else could be; a lore has all its spells."""
        if roles.is_unit(node.root.option):
            return
        for one in node.walk():
            group = one.option.group
            if one is not node and group is not None and isinstance(one.parent, Selection):
                taken = {other.option.id for other in one.parent.selections}
                if any(entry.id not in taken for entry in group.entries):
                    yield one

    def _title(self, node: Selection) -> str:
        return roles.plain_title(roles.plain_name(self.engine.state(node).name))

    def _change(self, action: Change, before: Contents) -> Text | None:
        now, then = self._under(action.node), before[action.node]
        holder = self.engine.roster.nodes.get(action.node)
        less, more = then - now, now - then
        if holder is None or not (less or more):
            return None
        added = [child for child in holder.selections if self._title(child) in more]
        more.update(self._title(one) for child in added for one in self._chosen_below(child))
        names = {"unit": self._holder(holder), "less": _counted(less), "more": _counted(more)}
        if isinstance(holder, Force):
            return Text(
                "add {more}" if not less else "remove {less}" if not more else "replace {less} by {more}", names
            )
        if not more:
            return Text("remove {less} from {unit}", names)
        if self.army.unit(holder.root.id) is None:  # a choice of the whole army
            return Text("{unit}: choose {more} instead of {less}" if less else "{unit}: choose {more}", names)
        models = any(roles.is_model(child) for child in holder.selections)
        if less and models:
            return Text("replace {less} by {more} in {unit}", names)
        if less:
            return Text("give {unit} {more} instead of {less}", names)
        return Text("add {more} to {unit}" if models else "give {unit} {more}", names)

    def _settled(self, action: Settle) -> Text | None:
        """What a setting is now: it names what the data chose, too."""
        force = self.engine.roster.nodes.get(action.force)
        made = force.selections if force is not None else ()
        holder = next((one for one in made if one.option.id == action.setting), None)
        if holder is None:
            return None
        offered = {one.id: place for place, one in enumerate(holder.option.entries)}
        chosen = Counter[str]()
        for child in sorted(holder.selections, key=lambda node: offered.get(node.option.id, len(offered))):
            for node in (child, *self._chosen_below(child)):
                chosen[self._title(node)] += node.amount
        names = {"unit": roles.plain_title(self.engine.state(holder).name), "more": _counted(chosen)}
        return Text("{unit}: choose {more}", names) if names["more"] else Text("add {more}", {"more": names["unit"]})

    def _holder(self, holder: Selection | Force) -> object:
        """The unit, or the models of it that are changed."""
        if isinstance(holder, Force):
            return ""
        while not roles.is_model(holder) and isinstance(holder.parent, Selection):
            holder = holder.parent
        unit = self.unit(holder.root.id)
        if holder.root is holder:
            return unit
        names = {"model": self.engine.state(holder).name, "unit": unit, "count": holder.amount}
        if names["model"] == self.engine.state(holder.root).name:  # models that are called like their unit
            models = [node for node in holder.root.walk() if roles.is_model(node) and node is not holder.root]
            alone = models == [holder] and holder.amount == 1
            return unit if alone else Text("{count} × {name}", {"count": holder.amount, "name": unit})
        return Text("{count} × {model} of {unit}" if holder.amount > 1 else "{model} of {unit}", names)

    # --- names ------------------------------------------------------------------------------------------------------------

    def unit(self, unit_id: str) -> object:
        """The unit's name; with its letter where several have this name."""
        unit = self.army.unit(unit_id)
        if unit is None:
            node = self.engine.roster.nodes.get(unit_id)
            return self.engine.state(node).name if node is not None else unit_id
        return called(unit, letter_of(self.army, unit))


def _counted(found: Counter[str]) -> list[object]:
    return [
        Text("{count} × {name}", {"count": number, "name": name}) if number > 1 else name
        for name, number in found.items()
    ]
