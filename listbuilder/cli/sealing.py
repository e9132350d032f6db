"""`listbuilder seal` and `listbuilder verify`: bind a verdict to its list, data and event, and find what was changed since."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from listbuilder import files
from listbuilder.cli import console, status
from listbuilder.cli.asking import asked, asking_options
from listbuilder.cli.shell import PATH, Command, data_option, load_pack, option, pack_option, rules_option
from listbuilder.errors import InputError
from listbuilder.i18n import N_, Text, _
from listbuilder.terminal import one_line

if TYPE_CHECKING:
    from listbuilder.validation.pack.asked import Asked
    from listbuilder.validation.seal import Part, Seal

STDIN = "-"
LARGEST = 64 << 20  # bytes of a PDF
LIST = click.argument("list_", metavar="LIST|-")


@click.command(
    cls=Command,
    help=N_("Print the seal of a list: one line that binds the verdict to the list, its data and the event."),
)
@LIST
@option("-o", "--output", type=PATH, metavar="OUT", help=N_("Output file; standard output by default."))
@rules_option
@data_option
@pack_option
@asking_options
def seal(
    list_: str,
    output: Path | None,
    rules: tuple[str, ...],
    data: tuple[str, ...],
    pack: str | None,
    **settings: Any,
) -> int:
    found, verdict, _beside = _sealed(list_, rules, data, pack, asked(settings, pack, data))
    line = f"{found}\n"
    if output is None:
        console.out(line)
    else:
        files.write(output, line.encode())
    return status.of_verdicts((verdict,))


@click.command(
    cls=Command,
    help=N_(
        "Compare a list with a seal: the line itself, a file with it, or a PDF that was printed with it. "
        "Exit status: 0 nothing was changed, 1 something was, 2 the list or the seal could not be read."
    ),
)
@LIST
@click.argument("sealed", metavar="SEAL|FILE|PDF|-")
@rules_option
@data_option
@pack_option
@asking_options
def verify(
    list_: str, sealed: str, rules: tuple[str, ...], data: tuple[str, ...], pack: str | None, **settings: Any
) -> int:
    from listbuilder.validation.seal import differing

    if list_ == sealed == STDIN:
        raise click.UsageError(_("only one of list and seal can come from standard input"))
    known = _read(sealed)
    terms = asked(settings, pack, data)
    now, _verdict, beside = _sealed(list_, rules, data, pack, terms, also=known.named_rules)
    parts = list(differing(known, now))
    if not parts:
        console.out(one_line(_("the seal holds: {facts}").format(facts=_facts(now, beside))) + "\n")
        return status.OK
    console.out(_("the seal does not hold:") + "\n")
    for part in parts:
        console.out(f"  {one_line(_line(part))}\n")
    return status.ILLEGAL


def _sealed(
    list_: str,
    rules: tuple[str, ...],
    data: tuple[str, ...],
    pack: str | None,
    terms: Asked,
    also: tuple[str, ...] = (),
) -> tuple[Seal, str, tuple[str, ...]]:
    """The seal of a list as it is now, its verdict, and what is said beside that: also the optional rules, which whoever made a
    seal may have chosen. ``also``: rules that apply, too, whoever named them; what the list names itself stays its own word."""
    from listbuilder.report.checking import Job, open_list
    from listbuilder.validation.seal import seal as seal_of

    event = load_pack(pack, data)
    entry = console.entry(list_)
    job = Job(rules, data, pack=event, asked=terms)
    validated = open_list(entry, job)
    others = [name for name in also if name not in validated.ruleset.enabled]
    if others:
        validated = open_list(entry, replace(job, rules=(*rules, *others)))
    identity = event.identity if event is not None else terms.identity
    enabled = validated.ruleset.enabled
    found = seal_of(validated.army, validated.findings, enabled, file=entry.text(), pack=identity)
    optional = [str(Text("with {rules}", {"rules": found.named_rules}))] if found.named_rules else []
    beside = (str(one.beside) for one in validated.findings if one.beside is not None)
    return found, validated.verdict, tuple(dict.fromkeys((*beside, *optional)))


def _read(word: str) -> Seal:
    """The seal that the user gives. Raises `InputError` where there is none."""
    from listbuilder.validation.seal import MARK, read

    if word.startswith(MARK):
        content = word
    elif word == STDIN:
        content = (sys.stdin.buffer.read(LARGEST) if sys.stdin else b"").decode("latin-1")
    else:
        content = files.read(Path(word), LARGEST).decode("latin-1")
    found = read(content)
    if found is None:
        name = "" if word.startswith(MARK) else word
        raise InputError(Text("there is no seal in it, or it was changed"), name)
    return found


def _facts(found: Seal, beside: tuple[str, ...]) -> str:
    """Verdict, with what is said beside it, points and data of a seal, for a person."""
    from urllib.parse import unquote

    points = _("{number} points").format(number=found.points)
    verdict = _verdict(found.verdict) + (f" [{'; '.join(beside)}]" if beside else "")
    return ", ".join(filter(None, (verdict, points, unquote(found.data), unquote(found.pack))))


def _line(part: Part) -> str:
    names = {
        "verdict": _("the verdict"),
        "points": _("the points"),
        "army": _("what the list states"),
        "file": _("the file of the list"),
        "data": _("the data"),
        "findings": _("the findings"),
        "rules": _("the optional rules"),
        "pack": _("the event"),
    }
    before, after = (_verdict(value) or _("none") for value in (part.sealed, part.found))
    return _("{what}: sealed {before}, now {after}").format(what=names[part.what], before=before, after=after)


def _verdict(word: str) -> str:
    """A verdict in the language in use; any other word as it is."""
    return {"legal": _("legal"), "illegal": _("illegal"), "unjudged": _("not judged")}.get(word, word)
