"""The command palette's source: every action of the table that the current screen knows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.i18n import _
from listbuilder.tui.actions import ACTIONS, Action, key_names
from listbuilder.tui.wording import in_game


class ActionProvider(Provider):
    """Offers the actions with their keys."""

    def _available(self) -> Iterator[tuple[Action, str]]:
        keymap: dict[str, str] = getattr(self.app, "keys", {})
        for action in ACTIONS:
            owner = self.app if action.context == "app" else self.screen
            name = action.id.replace("-", "_")
            if action.palette and hasattr(owner, f"action_{name}") and owner.check_action(name, ()):
                yield action, " / ".join(key_names(keymap.get(action.id, action.keys)))

    @property
    def _vocabulary(self) -> Vocabulary:
        return getattr(self.screen, "vocabulary", NEUTRAL)

    async def discover(self) -> Hits:
        for action, keys in self._available():
            yield DiscoveryHit(
                in_game(action.title, self._vocabulary), partial(self._run, action), help=self._help(action, keys)
            )

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for action, keys in self._available():
            title = in_game(action.title, self._vocabulary)
            score = matcher.match(f"{title} {action.id}")
            if score > 0:
                yield Hit(score, matcher.highlight(title), partial(self._run, action), help=self._help(action, keys))

    def _help(self, action: Action, keys: str) -> str:
        return _("{group} · key {key}").format(group=action.group, key=keys)

    async def _run(self, action: Action) -> None:
        name = action.handler.partition(".")[2]
        await (self.app if action.context == "app" else self.screen).run_action(name)
