"""A battle with a list: the last one goes on, or a new one begins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from listbuilder.battle import keeping
from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import Side, read_side
from listbuilder.battle.keeping import Keeper, Kept, Reader
from listbuilder.catalogue.battle import BattleRules
from listbuilder.errors import InputError
from listbuilder.i18n import Text, _
from listbuilder.session import Session
from listbuilder.tui.battle_words import in_round
from listbuilder.tui.reading import read_alone
from listbuilder.tui.screens.battle import BattleScreen
from listbuilder.tui.screens.dialogs import Ask
from listbuilder.tui.screens.paste import Pasted
from listbuilder.tui.wording import literal

Question = Callable[[Ask], Awaitable[str | None]]


async def fight(
    session: Session, ask: Question, show: Callable[[BattleScreen], object], complain: Callable[[Exception], object]
) -> None:
    """Shows a battle with the list, after asking about the last one; says why there can be none."""
    try:
        screen = await battle_of(session, ask)
    except InputError as error:
        complain(error)
    else:
        if screen is not None:
            show(screen)


async def battle_of(session: Session, ask: Question) -> BattleScreen | None:
    """The screen of a battle with the list; None when the user thinks better of it. Raises `InputError` when the list
    cannot be read."""
    if not session.army.units:
        raise InputError(Text("the list has no units to fight with"))
    system, name = session.system.id, session.name
    reader = partial(read_side, among=session.among, pack=session.pack)
    theirs = partial(type(session).recover, path=None, digest=""), partial(_opened, session, reader)
    try:
        last = _last(session)
        answer = "anew" if last is None else await ask(_question(last[0], session.system.vocabulary.battle))
        if last is not None and answer == "go-on":
            battle = await read_alone(keeping.resume, last[0], reader)
            return BattleScreen(battle, last[1], system, *theirs)
    except InputError as error:
        answer = await ask(_unreadable(error))
    if answer != "anew":
        return None
    path = str(session.path.absolute()) if session.path is not None else ""
    side = await read_alone(reader, session.text(), path)
    battle = Battle.begin(side.army.vocabulary.battle, side)
    return BattleScreen(battle, keeping.new_keeper(session.path, system, name), system, *theirs)


def _last(session: Session) -> tuple[Kept, Keeper] | None:
    """The last battle with the list in which anything has happened; those without are removed. Raises `InputError` when it
    cannot be read."""
    for path in keeping.latest_first(session.path, session.system.id, session.name):
        kept, keeper = keeping.load(path)
        if not kept.is_untouched:
            return kept, keeper
        with suppress(OSError):
            path.unlink()
    return None


def _question(kept: Kept, rules: BattleRules) -> Ask:
    """What to do about the last battle."""
    against = kept.lists[1] is not None and Path(kept.lists[1].path).stem
    text = _("The last battle with this list is of {when}.").format(when=kept.when)
    if kept.round:
        text = _("The last battle with this list is of {when}, {round}.").format(
            when=kept.when, round=in_round(rules, kept.round)
        )
    if against:
        text += " " + _("Opponent: {name}").format(name=against)
    first = ("go-on", "g", _("Look at it") if kept.ended else _("Go on with it"))
    answers = [first, ("anew", "n", _("Begin a new one")), ("", "c", _("Cancel"))]
    return Ask(_("Battle"), literal(text), answers[1:2] + answers[:1] + answers[2:] if kept.ended else answers)


def _unreadable(error: InputError) -> Ask:
    """What to do when the last battle cannot be gone on with; its file stays as it is."""
    answers = [("anew", "n", _("Begin a new one")), ("", "c", _("Cancel"))]
    return Ask(_("The last battle cannot be read"), literal(str(error)), answers)


def _opened(session: Session, reader: Reader, found: Pasted) -> Side:
    """The side of a list of any format, by the same data. Raises `InputError` when it cannot be read, or is of another game."""
    if found.session is not None:
        side = reader(found.session.text(), "")
    else:
        assert found.path is not None
        side = reader(type(session).open(found.path).text(), str(found.path.absolute()))
    if side.army.vocabulary.battle != session.system.vocabulary.battle:
        raise InputError(Text("This list is for another game."))
    return side
