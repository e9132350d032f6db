"""What one list may cost: its size, the steps of judging it, and the time. The one place for these numbers.

Lists come from strangers. One that exceeds its budget is not judged (`TooLarge`, a finding `too-large` that names the budget, the
value and the limit) instead of taking gigabytes or minutes. The budgets are far above what people play: `listbuilder.toml` and
`check --budget` change them.

A `Meter` counts while a list is read and judged. What loops over strangers' input calls `step`; where no meter runs, that does
nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from listbuilder.errors import TOO_LARGE, InputError, Place, Problem
from listbuilder.i18n import N_, Text

MOST_DIGITS = 12  # of a limit
LOOK_EVERY = 500  # steps between two looks at the clock


class Budget(NamedTuple):
    """The most that one list may have or cost. ``forces``: those in others, too; ``choices``: below one entry of its data,
    groups looked through; ``levels``: of entries and groups in one another; ``infos``: profiles and rules of one entry, and
    links and groups that lead to them; ``name``: characters of the list's name or of what a unit is called; ``text``:
    characters of one text of the data after modifiers; ``problems``: keys, names and values of the list that are not understood;
    ``amount``: of one selection; ``steps``: values that are evaluated and choices that are tried, some ten microseconds each;
    ``seconds``: of processor time, for judging and for printing; ``pages``: of its PDF; ``fill_steps``: of the steps, those while
    what the data require below one entry is chosen; ``cycle_steps``: modifiers that are tried again because values depend on each
    other; ``fix_steps`` and ``fix_seconds``: the same for the search for fixes, which
    comes after the verdict and ends without changing it; ``sought_steps``: of the steps, those of a list whose fixes are looked
    for, because each change that is tried is judged as the list was."""

    forces: int = 200
    units: int = 10_000
    models: int = 200_000
    selections: int = 70_000
    unit_models: int = 2_000
    unit_selections: int = 4_000
    choices: int = 20_000
    levels: int = 100
    infos: int = 5_000
    name: int = 500
    text: int = 20_000
    problems: int = 5_000
    amount: int = 100_000
    steps: int = 5_000_000
    seconds: int = 60
    pages: int = 500
    fill_steps: int = 60_000
    cycle_steps: int = 10_000
    fix_steps: int = 40_000
    fix_seconds: int = 1
    sought_steps: int = 40_000


DEFAULT = Budget()
WHAT = {
    "forces": N_("forces"),
    "units": N_("units"),
    "models": N_("models"),
    "selections": N_("selections (units, models, wargear and settings)"),
    "unit_models": N_("models in one unit"),
    "unit_selections": N_("selections in one unit"),
    "choices": N_("choices below one entry of the data"),
    "levels": N_("levels of choices in one another in the data"),
    "infos": N_("profiles and rules of one entry of the data, with links to them"),
    "name": N_("characters in one name"),
    "text": N_("characters in one text of the data"),
    "problems": N_("keys, names and values that are not understood"),
    "amount": N_("of one selection"),
    "steps": N_("steps of evaluation"),
    "seconds": N_("seconds of processor time"),
    "pages": N_("pages"),
    "fill_steps": N_("steps of evaluation for what one entry of the data requires"),
    "cycle_steps": N_("steps of evaluation for values that depend on each other"),
    "fix_steps": N_("steps of evaluation for fixes"),
    "fix_seconds": N_("seconds of processor time for fixes"),
    "sought_steps": N_("steps of evaluation of a list whose fixes are looked for"),
}


class TooLarge(InputError):
    """A list exceeds its budget: it is not judged."""


class Share:
    """What the search for the fixes of one list may cost. It is counted while the search runs, and nothing is raised: what tries
    a change finishes it, so that the list stays as it is, and asks before the next one whether the share is ``spent``."""

    __slots__ = ("_budget", "_running", "_seconds", "_steps", "judged")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._steps = 0
        self._seconds = 0.0
        self._running: Meter | None = None
        self.judged: int | None = None  # steps that the list took, once that is known

    @property
    def spent(self) -> bool:
        if self.judged is not None and self.judged > self._budget.sought_steps:
            return True
        steps, seconds = self._steps, self._seconds
        if self._running is not None:
            steps, seconds = steps + self._running.steps, seconds + self._running.seconds
        return steps > self._budget.fix_steps or seconds > self._budget.fix_seconds

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Counts what is done inside as search, not as judging the list."""
        self._running = running = _Search()
        token = _meter.set(running)
        try:
            yield
        finally:
            _meter.reset(token)
            self._running = None
            self._steps += running.steps
            self._seconds += running.seconds


class Meter:
    """Counts what one list costs. ``budget``: what it may cost."""

    __slots__ = ("_look_at", "_started", "budget", "cycle_steps", "share", "steps")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.share = Share(budget)
        self.steps = 0
        self.cycle_steps = 0
        self._look_at = min(LOOK_EVERY, budget.steps + 1)
        self._started = time.thread_time()

    @property
    def seconds(self) -> float:
        """Processor time since it was made."""
        return time.thread_time() - self._started

    def step(self, count: int = 1) -> None:
        """Some work was done. Raises `TooLarge` when it was too much."""
        self.steps += count
        if self.steps >= self._look_at:
            self.look()

    def cycle(self, count: int) -> None:
        """Values were evaluated again because they depend on each other. Raises `TooLarge` when that was too much."""
        self.cycle_steps += count
        if self.cycle_steps > self.budget.cycle_steps:
            refuse("cycle_steps", self.cycle_steps, self.budget.cycle_steps)

    def beyond(self, limit: int) -> None:
        """The data worked out a number beyond that. Raises `TooLarge`."""
        message = Text("too large: the data work out a number beyond {limit}", {"limit": limit})
        raise TooLarge(problems=[Problem(message, rule=TOO_LARGE)])

    def again(self, count: int) -> None:
        """What took so many single steps was done without them. Raises `TooLarge` at the step at which they would have."""
        if self.steps + count < self._look_at:
            self.steps += count
            return
        for _ in range(count):
            self.step()

    def look(self) -> None:
        """Raises `TooLarge` where steps or seconds are used up."""
        budget = self.budget
        if self.steps > budget.steps:
            refuse("steps", self.steps, budget.steps)
        if self.seconds > budget.seconds:
            refuse("seconds", int(self.seconds), budget.seconds)
        self._look_at = min(self.steps + LOOK_EVERY, budget.steps + 1)


class _Search(Meter):
    """Counts steps and raises nothing."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(DEFAULT)

    def look(self) -> None:
        self._look_at = self.steps + LOOK_EVERY

    def cycle(self, count: int) -> None:
        self.steps += count

    def beyond(self, limit: int) -> None:
        pass


_in_force = DEFAULT
_meter: ContextVar[Meter | None] = ContextVar("meter", default=None)


def in_force() -> Budget:
    """The budget of each list that is read and judged from now on."""
    return _in_force


def use(budget: Budget) -> None:
    """Sets the budget of each list that is read and judged from now on, in this process."""
    global _in_force
    _in_force = budget


@contextmanager
def metered(file: str = "") -> Iterator[Meter]:
    """Counts what is done inside, under the meter that runs already, else under a new one. ``file``: what messages call the
    list."""
    running = _meter.get()
    try:
        if running is not None:
            yield running
            return
        token = _meter.set(Meter(_in_force))
        try:
            yield _meter.get() or Meter(_in_force)
        finally:
            _meter.reset(token)
    except TooLarge as error:
        if file and not error.problems[0].file:
            raise TooLarge(problems=[error.problems[0].within(file)]) from None
        raise


def share() -> Share:
    """What the search for the fixes of the list that is being judged may still cost; a new share where no list is."""
    meter = _meter.get()
    if meter is None:
        return Share(_in_force)
    if meter.share.judged is None:
        meter.share.judged = meter.steps
    return meter.share


def look() -> None:
    """Raises `TooLarge` where the list that is being read, judged or printed has used up its steps or seconds."""
    meter = _meter.get()
    if meter is not None:
        meter.look()


def step(count: int = 1) -> None:
    """Some work was done for the list that is being read or judged. Raises `TooLarge` when it was too much."""
    meter = _meter.get()
    if meter is not None:
        meter.step(count)


def cycle(count: int) -> None:
    """Values of the list that is being judged were evaluated again because they depend on each other. Raises `TooLarge` when that
    was too much."""
    meter = _meter.get()
    if meter is not None:
        meter.cycle(count)


def beyond(limit: int) -> None:
    """The data worked out a number beyond that. Raises `TooLarge` where a list is being read or judged: with any other number
    its price or limit would not be that of the data."""
    meter = _meter.get()
    if meter is not None:
        meter.beyond(limit)


def again(count: int) -> None:
    """As `step`, for what took so many single steps when it was done before."""
    meter = _meter.get()
    if meter is not None:
        meter.again(count)


def allow(kind: str, found: int, place: Place | None = None, unit: str = "") -> None:
    """Raises `TooLarge` where a list has more of something than its budget allows. ``kind``: a field of `Budget`."""
    limit = getattr(_in_force, kind)
    if found > limit:
        refuse(kind, found, limit, place, unit)


def refuse(kind: str, found: int, limit: int, place: Place | None = None, unit: str = "") -> None:
    """Raises `TooLarge`."""
    params = {"found": found, "what": Text(WHAT[kind]), "limit": limit}
    message = Text("too large: {found} {what}, at most {limit}", params)
    hint = Text("the budget {name} sets this limit", {"name": kind})
    where = place or Place("", 0, 0)
    raise TooLarge(problems=[Problem(message, *where, hint, TOO_LARGE, unit=unit, found=found, bound=limit)])
