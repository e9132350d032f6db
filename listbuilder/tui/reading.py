"""Reading lists beside what the user does: one after the other, because lists over the same game data share what these bind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

_ALONE = threading.Lock()
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


async def read_alone(
    read: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """What the function returns, which runs in a thread when no other one reads."""

    def alone() -> Result:
        with _ALONE:
            return read(*arguments, **named)

    return await asyncio.to_thread(alone)
