"""The command palette: every action of the table that the current screen knows, by its group, with its keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual.app import App
from textual.screen import Screen

from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.tui.actions import ACTIONS, GO, HANDLED, Action, key_names
from listbuilder.tui.desk import Handlers
from listbuilder.tui.search import Item
from listbuilder.tui.wording import in_game


def commands(screen: Screen[object], keymap: Mapping[str, str]) -> Iterator[Item]:
    """What may be done on the screen."""
    vocabulary: Vocabulary = getattr(screen, "vocabulary", NEUTRAL)
    for action in ACTIONS:
        if action.palette and _can_run(screen, action):
            after = [GO + action.after_go] if action.after_go else []
            keys = "  ".join([*key_names(keymap.get(action.id, action.keys)), *after])
            group = in_game(action.group, vocabulary)
            yield Item(action.id, in_game(action.title, vocabulary), keys, more=f"{action.id} {group}", group=group)


def _can_run(screen: Screen[object], action: Action) -> bool:
    """Whether the screen, or the app, knows the action and it has something to act on."""
    if action.context in HANDLED:
        handlers: Handlers = getattr(screen, "handlers", {})
        return action.id in handlers and bool(screen.check_action("do", (action.id,)))
    owner: App[object] | Screen[object] = screen.app if action.context == "app" else screen
    name = action.id.replace("-", "_")
    return hasattr(owner, f"action_{name}") and bool(owner.check_action(name, ()))
