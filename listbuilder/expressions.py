"""Regular expressions that are compiled when they are first used: a command uses few of those that its modules hold."""

from __future__ import annotations

import re
from typing import Any, cast, overload


class Expression:
    """Stands for a compiled pattern: has all that it has."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(self.compiled(), name)
        setattr(self, name, found)  # from now on it is found without this method
        return found

    def compiled(self) -> re.Pattern[Any]:
        """The pattern, compiled now if it was not."""
        return re.compile(self.pattern, self._flags)  # which keeps what it compiled


@overload
def expression(pattern: str, flags: int = 0) -> re.Pattern[str]: ...
@overload
def expression(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]: ...
def expression(pattern: str | bytes, flags: int = 0) -> re.Pattern[Any]:
    """A pattern for the constants of a module, as `re.compile` gives, but compiled on its first use. A mistake in it is raised
    then. Functions of `re` do not take it: use its methods."""
    return cast("re.Pattern[Any]", Expression(pattern, flags))
