"""JSON Schema checks with messages for people: the place, what was expected, and the nearest valid name.

jsonschema is imported only here and only when something is checked; what runs on every start decides by cheaper means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from listbuilder.errors import Problem
from listbuilder.expressions import expression
from listbuilder.i18n import N_, Text, _
from listbuilder.naming import listing, nearest, suggestion
from listbuilder.resources import shipped
from listbuilder.strictyaml import Source
from listbuilder.terminal import CONTROL

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

Error = Any  # jsonschema's ValidationError, whose parts its stubs call possibly unset
MAX_PROBLEMS = 50
MAX_DEPTH = 8

TYPE_NAMES = {
    "object": N_("keys and values"),
    "array": N_("a list"),
    "string": N_("text"),
    "integer": N_("a whole number"),
    "number": N_("a number"),
    "boolean": N_("true or false"),
    "null": N_("nothing"),
}


# texts that without quotes would be taken for something else, or not be seen
_MISTAKABLE = expression(r"\s*+(?:[-+]?[0-9][0-9.,:]*+|true|false|null|nothing)?\s*+", re.IGNORECASE)


@lru_cache
def read(kind: str) -> dict[str, Any]:
    """A shipped schema: system, faction, datasheet, roster, declaration or report."""
    import json

    text = (shipped("schemas") / f"{kind}.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text, parse_float=Decimal)  # read as strictly as the files themselves
    return found


@lru_cache
def validator(kind: str) -> Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(read(kind))


def unprintable(source: Source) -> list[Problem]:
    """The first text or key of a data file that would control a terminal or turn the order of a line. Data have no use for
    that, and their words stand everywhere."""
    waiting = [source.value]
    while waiting:
        value = waiting.pop()
        for key, inner in (
            value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
        ):
            if any(isinstance(one, str) and not one.isprintable() and CONTROL.search(one) for one in (key, inner)):
                text = Text("a text has a character that controls how others are shown")
                return [Problem(text, *source.place(value, key), rule="schema")]
            if isinstance(inner, dict | list):
                waiting.append(inner)
    return []


def check(kind: str, source: Source) -> list[Problem]:
    """What is wrong with the shape of a file, in the order of the file; of much the first that is found."""
    explained = chain.from_iterable(_explain(error, source) for error in validator(kind).iter_errors(source.value))
    found = islice(explained, MAX_PROBLEMS)  # one error may be thousands of unknown keys
    return sorted(dict.fromkeys(found), key=lambda problem: (problem.line, problem.column))


def _explain(error: Error, source: Source, depth: int = 0) -> Iterator[Problem]:
    """One problem, or several, for one error; of alternatives, the one that comes nearest."""
    if error.validator in {"oneOf", "anyOf"} and error.context and depth < MAX_DEPTH:
        branch = _nearest_branch(error)
        if branch:
            for inner in branch:
                yield from _explain(inner, source, depth + 1)
            return
    handler = _property_name if "propertyNames" in error.absolute_schema_path else _HANDLERS.get(str(error.validator))
    if handler is not None:
        yield from handler(error, source)
    else:
        yield _problem(source, error, N_("does not match the schema: {message}"), message=error.message[:200])


def _nearest_branch(error: Error) -> list[Error]:
    """The errors of the alternative that fits best: of the right type, with the fewest and deepest errors. Empty when every
    alternative is of another type; the expected types are then named together."""
    branches: dict[Any, list[Error]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    fitting = [found for found in branches.values() if not any(e.validator == "type" and not e.path for e in found)]
    fitting = [found for found in fitting if not any(e.validator == "not" and not e.path for e in found)] or fitting
    if not fitting:
        return []
    return min(fitting, key=lambda found: (len(found), -max(len(e.absolute_path) for e in found)))


def _problem(source: Source, error: Error, template: str, hint: Text | str = "", **params: object) -> Problem:
    """A problem of the value at the error's place; the text may name its ``key`` and what was ``found``."""
    file, line, column = source.locate(error.absolute_path)
    params = {"key": _where(error), "found": _shown(error.instance), **params}
    return Problem(Text(template, params), file, line, column, hint, "schema")


def _where(error: Error) -> str:
    """The key of the value."""
    names = [step for step in error.absolute_path if isinstance(step, str)]
    if not names:
        return ""
    return names[-1] if names[-1][:1].isalpha() or len(names) == 1 else f"{names[-2]}: {names[-1]}"


def _shown(value: Any) -> str:
    """The value as it appears in a message."""
    if isinstance(value, dict):
        return _("keys and values")
    if isinstance(value, list):
        return _("a list")
    if value is None:
        return _("nothing")
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _of_type(value: Any) -> str:
    """The value as it appears in a message about its type: with quotes where it could be taken for one of another type."""
    is_unclear = isinstance(value, str) and _MISTAKABLE.fullmatch(value)
    return f'"{_shown(value)}"' if is_unclear else _shown(value)


def _type_names(error: Error) -> list[str]:
    wanted = error.validator_value
    return [_(TYPE_NAMES.get(name, name)) for name in ([wanted] if isinstance(wanted, str) else wanted)]


def _type(error: Error, source: Source) -> Iterator[Problem]:
    keyed, bare = N_("{key}: expected {expected}, found {found}"), N_("expected {expected}, found {found}")
    names = {"expected": " / ".join(_type_names(error)), "found": _of_type(error.instance)}
    yield _problem(source, error, keyed if _where(error) else bare, **names)


def _alternatives(error: Error, source: Source) -> Iterator[Problem]:
    types = [inner for inner in error.context or () if inner.validator == "type" and not inner.path]
    wanted = dict.fromkeys(name for inner in types for name in _type_names(inner))
    if wanted:
        names = {"expected": " / ".join(wanted), "found": _of_type(error.instance)}
        yield _problem(source, error, N_("{key}: expected {expected}, found {found}"), **names)
    else:
        expected = _schema(error).get("description", "")
        yield _problem(source, error, N_("{key}: {found} is not valid, expected {expected}"), expected=expected)


def _schema(error: Error) -> dict[str, Any]:
    return error.schema if isinstance(error.schema, dict) else {}


def _additional(error: Error, source: Source) -> Iterator[Problem]:
    known = list(error.schema.get("properties", ()))
    patterns = list(error.schema.get("patternProperties", ()))
    for key in error.instance:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        file, line, column = source.locate([*error.absolute_path, key], key=True)
        hint = suggestion(key, known) or Text("allowed: {names}", {"names": listing(known)})
        yield Problem(Text("unknown key {key}", {"key": key}), file, line, column, hint, "schema")


def _required(error: Error, source: Source) -> Iterator[Problem]:
    for key in error.validator_value:
        if key not in error.instance:
            instead = _written_instead(error, key)
            hint = Text("did you mean {name} instead of {found}?", {"name": key, "found": instead}) if instead else ""
            yield _problem(source, error, N_("the key {key} is missing"), hint, key=key)


def _written_instead(error: Error, key: str) -> str:
    """The unknown key that may stand for one that is missing: the one that is called alike, else the only one with a text; empty
    where there is none."""
    unknown = [
        name for name in error.instance if isinstance(name, str) and name not in _schema(error).get("properties", ())
    ]
    alike = nearest(key, unknown)
    texts = [name for name in unknown if isinstance(error.instance[name], str)]
    return alike or (texts[0] if len(texts) == 1 else "")


def _enum(error: Error, source: Source) -> Iterator[Problem]:
    names = [str(value) for value in error.validator_value]
    hint = suggestion(str(error.instance), names)
    yield _problem(source, error, N_("{key}: {found} is not one of {expected}"), hint, expected=listing(names))


def _const(error: Error, source: Source) -> Iterator[Problem]:
    template = N_("{key}: expected {expected}, found {found}")
    yield _problem(source, error, template, expected=_shown(error.validator_value))


def _examples(error: Error) -> str:
    return listing([str(value) for value in _schema(error).get("examples", ())], 3)


def _pattern(error: Error, source: Source) -> Iterator[Problem]:
    like, match = N_("{key}: {found} does not look like {expected}"), N_("{key}: {found} does not match {expected}")
    examples = _examples(error)
    yield _problem(source, error, like if examples else match, expected=examples or str(error.validator_value))


def _property_name(error: Error, source: Source) -> Iterator[Problem]:
    """A key of the wrong form; the key is the instance, the path leads to what holds it."""
    file, line, column = source.locate([*error.absolute_path, error.instance], key=True)
    key = _shown(error.instance)
    if error.validator == "enum":
        known = [str(value) for value in error.validator_value]
        hint = suggestion(str(error.instance), known) or Text("allowed: {names}", {"names": listing(known)})
        yield Problem(Text("unknown key {key}", {"key": key}), file, line, column, hint, "schema")
        return
    expected = _examples(error) or str(error.validator_value)
    message = Text("the key {key} does not look like {expected}", {"key": key, "expected": expected})
    yield Problem(message, file, line, column, "", "schema")


_BOUNDS = {
    "minimum": N_("{key}: {found} is too small, it must be at least {bound}"),
    "maximum": N_("{key}: {found} is too large, it must be at most {bound}"),
    "exclusiveMinimum": N_("{key}: {found} is too small, it must be more than {bound}"),
    "exclusiveMaximum": N_("{key}: {found} is too large, it must be less than {bound}"),
    "multipleOf": N_("{key}: {found} is not a multiple of {bound}"),
    "minLength": N_("{key}: the text must not be empty"),
    "maxLength": N_("{key}: the text is too long, at most {bound} characters"),
    "minItems": N_("{key}: the list is too short, it needs at least {bound}"),
    "maxItems": N_("{key}: the list is too long, it may have at most {bound}"),
    "minProperties": N_("{key}: too few entries, expected at least {bound}"),
    "maxProperties": N_("{key}: too many entries, expected at most {bound}"),
    "uniqueItems": N_("{key}: the list contains a duplicate"),
}


def _bound(error: Error, source: Source) -> Iterator[Problem]:
    yield _problem(source, error, _BOUNDS[str(error.validator)], bound=error.validator_value)


def _forbidden(error: Error, source: Source) -> Iterator[Problem]:
    """A key that is not allowed with the others (a schema of `false`)."""
    yield _problem(source, error, N_("{key} is not allowed here"))


def _not(error: Error, source: Source) -> Iterator[Problem]:
    if isinstance(error.instance, dict):  # for other types, the type error is reported already
        keys = listing(map(str, error.instance))
        yield _problem(source, error, N_("these keys cannot be used together: {keys}"), keys=keys)


_HANDLERS = {
    "type": _type,
    "additionalProperties": _additional,
    "unevaluatedProperties": _additional,
    "required": _required,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "oneOf": _alternatives,
    "anyOf": _alternatives,
    "not": _not,
    "None": _forbidden,
    **dict.fromkeys(_BOUNDS, _bound),
}
