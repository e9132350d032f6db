"""Names that would reorder or break a line are in no text of a page's file: not in titles, outlines, descriptions or links."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pypdf
import pytest
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, TextStringObject

from listbuilder.print import PrintOptions, print_army
from listbuilder.print.layouts.registry import LAYOUTS
from listbuilder.report.checking import Job, open_list
from listbuilder.report.entry import Entry
from tests.nasty import BREAKING, CONTROLS, FORGED, IN_YAML

NAMES = [name for name in (*FORGED, *CONTROLS) if name in IN_YAML]
LIST = "\n".join(
    (
        f"name: {json.dumps(NAMES[0])}",
        "system: wh40k-10e\nfaction: orks\nbattle_size: onslaught",
        "units:",
        *(f"- {{id: u{at}, datasheet: boyz, name: {json.dumps(name)}}}" for at, name in enumerate(NAMES)),
        f"- {{id: boss, datasheet: warboss, name: {json.dumps(NAMES[-1])}}}",
        "declarations: {attach: {boss: u0}}",
    )
)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_text_of_the_file_has_others_controls(layout: str) -> None:
    validated = open_list(Entry("a.yaml", content=LIST.encode(), suffix=".yaml"), Job())
    options = PrintOptions(layout=layout)
    reader = pypdf.PdfReader(io.BytesIO(print_army(validated.army, validated.findings, validated.system, options)))
    texts = list(_texts(reader.trailer, set()))
    assert len(texts) > 3
    assert not [text for text in texts if (BREAKING | {"\n"}) & set(text)]


def _texts(value: object, seen: set[int]) -> Iterator[str]:
    if isinstance(value, IndirectObject):
        if value.idnum in seen:
            return
        seen.add(value.idnum)
        value = value.get_object()
    if isinstance(value, TextStringObject):
        yield value
    elif isinstance(value, DictionaryObject | ArrayObject):
        parts = [one for key, one in value.items() if key != "/ID"] if isinstance(value, DictionaryObject) else value
        for one in parts:
            yield from _texts(one, seen)
