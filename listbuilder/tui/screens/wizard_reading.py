"""What the wizard reads from the data, which takes a while and happens in a thread: the choices of a step, the new list."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.i18n import Text, _
from listbuilder.resources import USUAL_SYSTEM
from listbuilder.session import Named, Session
from listbuilder.session.sizes import chosen_size
from listbuilder.tui.screens.detachments import detachment_items
from listbuilder.tui.screens.wizard_giving import Pages
from listbuilder.tui.screens.wizard_pages import sizes
from listbuilder.tui.wording import in_game

STEPS = (Text("System"), Text("Faction"), Text("{battle_size}"), Text("{detachment}"), Text("Name"))
SIZE = 2  # the step from which on there is a session
DETACHMENT = 3
NAME = 4
NONE = "-"  # id of having no detachment


class Loaded(NamedTuple):
    """What a step shows, in the words of the game; ``session``: of the faction, once that is chosen."""

    choices: Sequence[Named]
    vocabulary: Vocabulary
    session: Session | None = None


def read_step(backend: type[Session], pages: Pages, chosen: Sequence[str]) -> Loaded:
    """What the step after those chosen shows. The page of its first detachment, which binds what all have in common, is ready."""
    if not chosen:
        return Loaded(backend.systems(), NEUTRAL)
    if len(chosen) == 1:
        return Loaded(backend.factions(chosen[0]), backend.vocabulary_of(chosen[0]))
    session = backend.new(chosen[0], chosen[1])
    none = Named(NONE, _("None for now"))
    if len(chosen) == SIZE:
        return Loaded(sizes(session), session.system.vocabulary, session)
    if chosen[SIZE]:
        session.set_battle_size(chosen[SIZE])
    choices = [*session.detachments(), none] if session.detachments() else []
    if choices:
        pages.of(len(chosen), detachment_items(session, session.detachment_offer())[0].id, session)
    return Loaded(choices, session.system.vocabulary, session)


def step_titles(vocabulary: Vocabulary, session: Session | None, skipped: Container[int]) -> list[tuple[int, str]]:
    """The steps in the words of the game, without those skipped and those known to have nothing to choose."""
    absent = _absent(vocabulary, session)
    return [
        (step, in_game(title, vocabulary))
        for step, title in enumerate(STEPS)
        if step not in skipped and step not in absent
    ]


def _absent(vocabulary: Vocabulary, session: Session | None) -> set[int]:
    """Steps with nothing to choose: what the game has no word for, unless the faction, once that is read, has it."""
    if session is not None:
        return set() if session.army.offers_detachments else {DETACHMENT}
    if vocabulary is NEUTRAL:  # nothing is known of the game
        return set()
    words, neutral = vocabulary.terms, NEUTRAL.terms
    sizes = {SIZE} if words.battle_size == neutral.battle_size else set()
    return sizes | ({DETACHMENT} if words.detachment == neutral.detachment else set())


def likely_choice(step: int, choices: Sequence[Named], begun: Sequence[str], session: Session | None) -> str:
    """Where the cursor starts: on system and faction of the last list, which ``begun`` names, on the system's default size."""
    if step < SIZE:
        return next(iter((begun or [USUAL_SYSTEM])[step : step + 1]), "")
    return chosen_size(session.army.battle_size if session is not None and step == SIZE else None, choices)


def begin(
    backend: type[Session], chosen: Sequence[str], several: Sequence[str], name: str, limit: int | None
) -> Session:
    """Creates the list and computes its settings. ``several``: detachments in place of the one; ``limit``: of points, in a game
    without sizes."""
    system, faction, size, detachment = chosen
    first = next(iter(several), "" if detachment == NONE else detachment)
    session = backend.new(
        system, faction, battle_size=size, detachment=first, name=name, limit=limit, besides=several[1:]
    )
    for force in session.forces.lines():
        session.rows(force.id)
    return session
