"""Options that a folder gives to `check`: `listbuilder.toml`, or `[tool.listbuilder]` in `pyproject.toml`.

The nearest file, from the working directory upwards, counts; the command line wins. Options that write files are not taken from
it, so that no folder decides what is written where. What it decides about verdicts is said: the file may be a stranger's.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from listbuilder import files
from listbuilder.cli import console
from listbuilder.cli.shell import Command
from listbuilder.errors import InputError
from listbuilder.expressions import expression
from listbuilder.i18n import Text, _
from listbuilder.naming import suggestion
from listbuilder.sources.cache import SWITCH
from listbuilder.sources.native.locate import VARIABLE as OWN_DATA

OWN = "listbuilder.toml"
PROJECT = "pyproject.toml"
LARGEST = 1 << 20  # bytes
LARGEST_NUMBER = 1 << 64
DECIDING = frozenset(
    ("rules", "data", "pack", "limit", "size", "system", "faction", "budget", "columns")
)  # what lists are judged by, and which cell of a table is the list
_DECIDED = f"{__name__}.decided"  # in the context of a command
_NAME = b"listbuilder"
_TABLE = expression(
    rb"""(?m)\btool["'\s]*+\.["'\s]*+listbuilder\b|^[ \t]*+\[[ \t]*+["']?tool["']?[ \t]*+\]|^[ \t]*+["']?tool["']?[ \t]*+="""
)


class Configured(Command):
    """A command whose options may stand in a file: those of ``configurable``, by their names without dashes in front.
    ``ignored``: those of other commands, which the same file may state."""

    configurable: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    def invoke(self, ctx: click.Context) -> Any:
        isolated, no_cache, no_config = (ctx.params.pop(name, False) for name in ("isolated", "no_cache", "no_config"))
        chosen: Path | None = ctx.params.pop("config", None)
        if isolated or no_cache:
            _set(ctx, SWITCH, "1")
        if isolated:
            _set(ctx, OWN_DATA, "")
        if chosen is not None:
            self._apply(ctx, chosen, *_stated(chosen))
        elif not (isolated or no_config) and (found := nearest(Path.cwd())) is not None:
            decided = [key for key in self._apply(ctx, *found) if key in DECIDING]
            if decided:
                say_decides(found[0], decided)
                ctx.meta[_DECIDED] = Text("by {file}: {names}", {"file": found[0].name, "names": tuple(decided)})
        return super().invoke(ctx)

    def _apply(self, ctx: click.Context, path: Path, stated: Mapping[str, Any], text: str) -> list[str]:
        """Takes the options that the file states and the command line does not; their names."""
        applied: list[str] = []
        known = {max(one.opts, key=len).lstrip("-"): one for one in self.params if isinstance(one, click.Option)}
        known = {key: one for key, one in known.items() if key in self.configurable}
        for key, value in stated.items():
            if key in self.ignored:
                continue
            place = (str(path), _line_of(key, text))
            if key.replace("_", "-") not in known:
                hint = suggestion(key, known) or Text("known: {names}", {"names": tuple(sorted(known))})
                raise InputError(Text("unknown option: {name}", {"name": key}), *place, hint=hint)
            parameter = known[key.replace("_", "-")]
            if key == "pack" and not _is_pack(value):
                value = _meant(value, path.parent)
            elif key == "data" and isinstance(value, list):
                value = [one if _is_set(one) else _meant(one, path.parent) for one in value]
            taken = _converted(parameter, value, ctx, place)
            if ctx.get_parameter_source(str(parameter.name)) is click.core.ParameterSource.DEFAULT:
                ctx.params[str(parameter.name)] = taken
                _call_back(parameter, taken, ctx, place)
                applied.append(key.replace("_", "-"))
        return applied


def say_decides(file: Path, names: Iterable[str]) -> None:
    """Says that a settings file which nobody named states these options, by which lists are judged."""
    text = _("{file} decides what lists are judged by: {names}")
    console.say(text.format(file=file, names=", ".join(names)))


def decided() -> Text | None:
    """What a settings file that nobody named decided about the verdicts of the command that runs: its name and the options."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_DECIDED) if context is not None else None


def _meant(value: Any, folder: Path) -> Any:
    """A path as the file in that folder means it, wherever the command runs: what the working directory has under that name is
    nothing that the file speaks of. A name of which there is no file stays."""
    if isinstance(value, str) and ((folder / value).exists() or Path(value).exists()):
        return str(folder / value)
    return value


def _is_pack(value: Any) -> bool:
    """Whether this is the short name of a pack."""
    from listbuilder.validation.pack.find import find

    return isinstance(value, str) and value in find()


def _is_set(value: Any) -> bool:
    """Whether this is the name of a data set."""
    from listbuilder.sources import registry

    return isinstance(value, str) and registry.is_known(value)


def _set(ctx: click.Context, variable: str, value: str) -> None:
    """Sets an environment variable for the command and the processes that it starts."""
    before = os.environ.get(variable)
    os.environ[variable] = value

    def restore() -> None:
        if before is None:
            del os.environ[variable]
        else:
            os.environ[variable] = before

    ctx.call_on_close(restore)


def nearest(folder: Path) -> tuple[Path, Mapping[str, Any], str] | None:
    """The file that states options for a folder, what it states, and its text; None where there is none. Raises `InputError`."""
    for above in (folder, *folder.parents):
        own, project = above / OWN, above / PROJECT
        if own.is_file():
            return own, *_read(own)
        if project.is_file() and _names_options(files.read(project, LARGEST)):
            stated, text = _read(project)
            if (own_part := _of_project(stated)) is not None:
                return project, own_part, text
    return None


def _names_options(project: bytes) -> bool:
    """Whether a `pyproject.toml` may state options. Others are not read: they may be unfinished."""
    return _NAME in project and _TABLE.search(project) is not None


def _stated(path: Path) -> tuple[Mapping[str, Any], str]:
    """The options that a file states, and its text. Raises `InputError`."""
    stated, text = _read(path)
    return (stated if path.name != PROJECT else _of_project(stated) or {}), text


def _of_project(stated: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What `pyproject.toml` states for this program; None where it says nothing of it."""
    tool = stated.get("tool")
    own = tool.get("listbuilder") if isinstance(tool, dict) else None
    return own if isinstance(own, dict) else None


def _read(path: Path) -> tuple[Mapping[str, Any], str]:
    import tomllib  # most checks meet no such file

    try:
        text = files.read(path, LARGEST).decode("utf-8-sig")
        return tomllib.loads(text), text
    except UnicodeDecodeError:
        raise InputError(Text("the file is not UTF-8 text"), str(path)) from None
    except (ValueError, RecursionError) as error:  # also of a number with thousands of digits
        raise InputError(Text("not readable as TOML: {error}", {"error": str(error)}), str(path)) from None


def _converted(parameter: click.Option, value: Any, ctx: click.Context, place: tuple[str, int]) -> Any:
    """The value as the command line would give it. Raises `InputError` for one that the option does not take."""
    name = max(parameter.opts, key=len).lstrip("-")
    if parameter.multiple and isinstance(value, dict):  # NAME=VALUE as a table
        with contextlib.suppress(ValueError):  # a number with thousands of digits, which no option takes
            value = [f"{key}={one}" for key, one in value.items()]
    if parameter.is_flag:
        fits = isinstance(value, bool)
    elif parameter.multiple:
        fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
    else:
        fits = (isinstance(value, str) or (isinstance(value, int) and abs(value) < LARGEST_NUMBER)) and not isinstance(
            value, bool
        )
    if not fits:
        wanted = (
            Text("true or false")
            if parameter.is_flag
            else Text("a list of texts")
            if parameter.multiple
            else Text("a text or number")
        )
        raise InputError(Text("{name}: {wanted} is expected", {"name": name, "wanted": wanted}), *place)
    try:
        return parameter.type_cast_value(ctx, value if parameter.is_flag or parameter.multiple else str(value))
    except click.BadParameter as error:
        raise InputError(Text("{name}: {reason}", {"name": name, "reason": error.message}), *place) from None


def _call_back(parameter: click.Option, value: Any, ctx: click.Context, place: tuple[str, int]) -> None:
    """What the option does with its value on the command line. Raises `InputError`."""
    try:
        if parameter.callback is not None:
            parameter.callback(ctx, parameter, value)
    except click.BadParameter as error:
        name = max(parameter.opts, key=len).lstrip("-")
        raise InputError(Text("{name}: {reason}", {"name": name, "reason": error.message}), *place) from None


def _line_of(key: str, text: str) -> int:
    """The line that states a key, from 1; 0 where it is not found."""
    lines = (number for number, line in enumerate(text.splitlines(), 1) if line.strip().strip("\"'").startswith(key))
    return next(lines, 0)
