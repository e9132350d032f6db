"""The command palette's source: every action of the table that the current screen knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.i18n import _
from listbuilder.tui.actions import ACTIONS, HANDLED, Action, key_names
from listbuilder.tui.desk import Handlers
from listbuilder.tui.wording import in_game


class ActionProvider(Provider):
    def _available(self) -> Iterator[tuple[str, str, str, Callable[[], Awaitable[object]]]]:
        """Id, title, help and what runs it."""
        keymap: dict[str, str] = getattr(self.app, "keys", {})
        vocabulary: Vocabulary = getattr(self.screen, "vocabulary", NEUTRAL)
        for action in ACTIONS:
            if action.palette and self._can_run(action):
                keys = " / ".join(key_names(keymap.get(action.id, action.keys)))
                about = _("{group} · key {key}").format(group=in_game(action.group, vocabulary), key=keys)
                yield (
                    action.id,
                    in_game(action.title, vocabulary),
                    about,
                    partial(self.screen.run_action, action.handler),
                )

    def _can_run(self, action: Action) -> bool:
        """Whether the screen, or the app, knows the action and it has something to act on."""
        if action.context in HANDLED:
            handlers: Handlers = getattr(self.screen, "handlers", {})
            return action.id in handlers and bool(self.screen.check_action("do", (action.id,)))
        owner = self.app if action.context == "app" else self.screen
        name = action.id.replace("-", "_")
        return hasattr(owner, f"action_{name}") and bool(owner.check_action(name, ()))

    async def discover(self) -> Hits:
        for _id, title, about, run in self._available():
            yield DiscoveryHit(title, run, help=about)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for action_id, title, about, run in self._available():
            score = matcher.match(f"{title} {action_id}")
            if score > 0:
                yield Hit(score, matcher.highlight(title), run, help=about)
