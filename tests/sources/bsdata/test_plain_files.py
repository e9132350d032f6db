"""The readers make of random files, in XML and JSON, the records that were written."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from listbuilder.catalogue import model
from listbuilder.sources.bsdata.reader import read_bytes
from tests.engine.random_data import RandomData
from tests.sources.bsdata.plain_files import PlainWriter

WORDS = ("Axe", "5+", '6"', "a & b", "<i>x</i>", "Zahl 3\nand more", "Ёж", "重型", "it's", "]]>", "a  b")


class Infos:
    """Random profiles, rules and links to them, and what else the rules of a roster do not need."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.number = 0

    def word(self) -> str:
        return self.rng.choice(WORDS)

    def id(self) -> str:
        self.number += 1
        return f"i-{self.number}"

    def some(self, make: Any, most: int = 2) -> tuple[Any, ...]:
        return tuple(make() for _ in range(self.rng.choice((0, 0, *range(1, most + 1)))))

    def named(self) -> dict[str, Any]:
        pick = self.rng.choice
        return {
            "id": self.id(),
            "name": self.word(),
            "hidden": pick((False, False, True)),
            "page": pick(("", "12")),
            "publication_id": pick(("", "book")),
            "alias": self.some(self.word),
        }

    def value(self) -> model.Characteristic:
        return model.Characteristic(type_id=self.id(), name=self.word(), value=self.rng.choice((*WORDS, "")))

    def profile(self) -> model.Profile:
        values = {"characteristics": self.some(self.value, 3), "attributes": self.some(self.value)}
        return model.Profile(type_id="type", type_name=self.rng.choice(("Unit", "Abilities")), **values, **self.named())

    def rule(self) -> model.Rule:
        return model.Rule(description=self.word(), **self.named())

    def link(self) -> model.InfoLink:
        kind = self.rng.choice(("profile", "rule", "infoGroup"))
        return model.InfoLink(type=kind, target_id="target", **self.named())

    def held(self, depth: int = 0) -> dict[str, Any]:
        groups = self.some(lambda: model.InfoGroup(**self.named(), **self.held(depth + 1))) if depth < 2 else ()
        return {
            "profiles": self.some(self.profile),
            "rules": self.some(self.rule),
            "info_links": self.some(self.link),
            "info_groups": groups,
        }

    def filled(self, file: model.Catalogue) -> model.Catalogue:
        """A catalogue with infos, and whatever else of it no roster needs."""
        pick = self.rng.choice
        columns = tuple((self.id(), self.word()) for _ in range(self.rng.randrange(3)))
        kind = model.ProfileType(id="type", name=self.word(), sort_index=pick((None, 3)), characteristics=columns)
        held = self.held()
        shared = {f"shared_{key}": held[key] for key in ("profiles", "rules", "info_groups")}
        return replace(
            file,
            name=self.word(),
            revision=pick((0, 7)),
            readme=self.word(),
            publications=self.some(lambda: model.Publication(id=self.id(), name=self.word(), date=self.word())),
            profile_types=self.some(lambda: kind, 1),
            entries=tuple(map(self._entry, file.entries)),
            shared_entries=tuple(map(self._entry, file.shared_entries)),
            force_entries=tuple(replace(one, readme=self.word(), **self.held()) for one in file.force_entries),
            **shared,
            **{key: self.held()[key] for key in ("profiles", "rules", "info_links")},
        )

    def _entry(self, entry: model.Entry) -> model.Entry:
        pick = self.rng.choice
        return replace(
            entry,
            groups=tuple(replace(one, collective=pick((True, False)), default_id="e1") for one in entry.groups),
            subtype=pick(("", "model")),
            step=pick((1, 2)),
            exported=pick((True, False)),
            collective=pick((True, False)),
            flatten=pick((True, False)),
            default_amount=pick(("", "1,2")),
            sort_index=pick((None, 4)),
            **self.held(),
        )


def files(seed: int) -> list[tuple[model.Catalogue, PlainWriter]]:
    rng = random.Random(seed)
    infos, writer = Infos(rng), PlainWriter(rng)
    return [(infos.filled(file), writer) for file in RandomData(rng).library().files]


def as_written(file: model.Catalogue, data: bytes) -> tuple[Any, Any]:
    """What was read and what was written, but what the reader collects from it."""
    read = read_bytes(data)
    assert read.unknown == {}
    collected = {"texts": None, "undeclared": ()}
    return replace(read, **collected), replace(file, **collected)


@pytest.mark.parametrize("seed", range(8))
def test_random_files(seed: int) -> None:
    for file, writer in files(seed):
        for data in (writer.xml(file), writer.json(file)):
            read, wanted = as_written(file, data)
            assert read == wanted
