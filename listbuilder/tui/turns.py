"""Keys one after the other: a key that comes while the last one is still opening a dialog or a pane goes there, not to what lies
below."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from textual import events
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.worker import Worker

if TYPE_CHECKING:
    from textual.app import App

GROUP = "turns"  # of the worker that plays the keys that waited
ACTIONS = "default"  # the group of workers that run what a key means
ROUNDS = 2  # a key may run an action that sends a message to where the key came from
LOST = 0.1  # seconds after which a pane that was to answer is taken to be gone
LONGEST = 0.5  # seconds that keys wait for an action that neither ends nor asks
LONGEST_PAUSE = 5.0  # seconds that keys wait for a list to be shown
LOOK = 0.01  # seconds between looks whether it does


class Turns:
    """Holds keys back while an earlier one has not done what it does."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._waiting: deque[events.Key] = deque()
        self._playing: events.Key | None = None
        self._played = asyncio.Event()
        self._player: Worker[None] | None = None
        self._slow: set[Worker[Any]] = set()  # actions that nobody waits for any longer
        self._dialogs: WeakSet[Screen[Any]] = WeakSet()
        self._paused_until = 0.0  # a moment of the clock

    def pause(self, keys: Iterable[events.Key]) -> Callable[[], None]:
        """Keys wait until what is returned is called, for a few seconds at most; ``keys``: those that were pressed before."""
        again = [events.Key(one.key, one.character).set_sender(self._app) for one in keys]
        self._waiting.extendleft(reversed(again))
        self._paused_until = monotonic() + LONGEST_PAUSE

        def go_on() -> None:
            self._paused_until = 0.0
            self._go_on()

        return go_on

    def asked(self, dialog: Screen[Any]) -> None:
        """An action goes on when this dialog is answered."""
        self._dialogs.add(dialog)

    def holds(self, key: events.Key) -> bool:
        """Whether the key waits; it is sent to the app again when its turn has come."""
        if key is self._playing:
            self._playing = None
            self._played.set()
            return False
        if not (self._waiting or self._plays or self._is_paused() or self._busy() or self._acting()):
            return False
        self._waiting.append(key)
        self._go_on()
        return True

    @property
    def _plays(self) -> bool:
        return self._player is not None and not self._player.is_finished

    def _is_paused(self) -> bool:
        return monotonic() < self._paused_until

    def _go_on(self) -> None:
        if self._waiting and not (self._plays or self._is_paused()):
            self._player = self._app.run_worker(self._play(), group=GROUP)

    async def _play(self) -> None:
        while self._waiting and not self._is_paused():
            await self._settled()
            if self._is_paused():
                return
            self._playing = self._waiting.popleft()
            self._played.clear()
            if self._app.post_message(self._playing):  # else the app is being closed
                await self._played.wait()

    async def _settled(self) -> None:
        """When what was pressed before has opened what it opens, or takes long."""
        for _ in range(ROUNDS):
            await self._answered()
        loop = asyncio.get_running_loop()
        until = loop.time() + LONGEST
        while (acting := self._acting()) and loop.time() < until:  # noqa: ASYNC110 - an action has no event for its dialogs
            await asyncio.sleep(LOOK)
        self._slow = {worker for worker in self._slow if not worker.is_finished}.union(acting)
        await self._answered()

    async def _answered(self) -> None:
        """When all that waits on the way from the focus to the app has been heard."""
        heard = asyncio.get_running_loop().create_future()
        self._ask(self._way, heard)
        await asyncio.wait([heard], timeout=LOST)

    def _ask(self, pump: MessagePump | None, heard: asyncio.Future[None]) -> None:
        while pump is not None and not pump.call_later(self._pass_on, pump, heard):
            pump = pump._parent  # this one is being closed
        if pump is None and not heard.done():
            heard.set_result(None)

    def _pass_on(self, pump: MessagePump, heard: asyncio.Future[None]) -> None:
        self._ask(pump._parent, heard)

    @property
    def _way(self) -> MessagePump | None:
        """Where a key begins its way up to the app."""
        return self._app.focused or next(reversed(self._app.screen_stack), None)

    def _busy(self) -> bool:
        """Whether a message waits on the way from the focus to the app."""
        pump: MessagePump | None = self._way
        while pump is not None:
            if pump.message_queue_size:
                return True
            pump = pump._parent
        return False

    def _acting(self) -> set[Worker[Any]]:
        """The actions that neither ended nor wait for the answer to a dialog."""
        workers = self._app.workers
        if not len(workers):
            return set()
        acting = {
            worker
            for worker in workers
            if worker.group == ACTIONS and not worker._thread_worker and not worker.is_finished
        } - self._slow
        asking = sum(screen.is_mounted and screen in self._dialogs for screen in self._app.screen_stack)
        return acting if len(acting) > asking else set()
