"""The proof as a page: a row for each page of the document, and below it what differs, grouped by its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tools.points_document.proof.findings import Difference, PageProof, Part, Reason

IMPLIED = {Reason.MISSING_DETACHMENT}  # the detachment is named
MORE = ("pairs not stated", "pairs not measured")
LEGEND = (
    "Equal/all that the page states; empty where it states none, or where the set lacks what it would be measured on.",
    "Prices: each size or composition, of the first copy and around each rise for later copies. Bearers: whether units that",
    "are no Characters are offered the enhancement. Pairs: each unit of the page with each other, as the rules decide;",
    "not measured where the set lacks one.",
)


def markdown(title: str, proofs: Sequence[PageProof]) -> str:
    """The whole page."""
    lines = [f"# {title}", "", *LEGEND, "", *_table(proofs), "", *_differences(proofs)]
    return "\n".join(lines).rstrip() + "\n"


def _table(proofs: Sequence[PageProof]) -> Iterator[str]:
    yield _row(["page", *(part.value for part in Part), *MORE])
    yield _row(["---"] * (1 + len(Part) + len(MORE)))
    for proof in proofs:
        yield _row([proof.page, *(_number(proof, part) for part in Part), *_more([proof])])
    equal = [sum(proof.equal[part] for proof in proofs) for part in Part]
    total = [sum(proof.total[part] for proof in proofs) for part in Part]
    yield _row(["all", *(f"{some}/{all_}" for some, all_ in zip(equal, total, strict=True)), *_more(proofs)])


def _more(proofs: Sequence[PageProof]) -> list[str]:
    numbers = (sum(one.number(Reason.UNSTATED) for one in proofs), sum(one.unmeasured for one in proofs))
    return [str(number) if number else "" for number in numbers]


def _number(proof: PageProof, part: Part) -> str:
    return f"{proof.equal[part]}/{proof.total[part]}" if proof.total[part] else ""


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _differences(proofs: Sequence[PageProof]) -> Iterator[str]:
    for proof in proofs:
        if not proof.differences:
            continue
        yield f"## {proof.page}"
        yield ""
        if proof.lacking:
            yield f"Catalogues that the set lacks: {'; '.join(proof.lacking)}"
            yield ""
        groups: dict[tuple[Part, Reason], list[Difference]] = {}
        for one in proof.differences:
            groups.setdefault((one.part, one.reason), []).append(one)
        for (part, reason), found in groups.items():
            names = "" if reason in IMPLIED else f": {'; '.join(_said(found))}"
            yield f"- {part.value}, {reason.value} ({len(found)}){names}"
        yield ""


def _said(found: Sequence[Difference]) -> Iterator[str]:
    """What differs, what belongs to one unit together."""
    by_name: dict[str, list[str]] = {}
    for one in found:
        values = f" {one.stated or '–'} → {one.found or '–'}" if one.reason is Reason.OTHER_VALUE else ""
        values = values or (f" {one.found}" if one.found else "")
        by_name.setdefault(one.of, []).append(f"{one.at}{values}".strip())
    for name, parts in by_name.items():
        said = ", ".join(part for part in parts if part)
        yield f"{name} ({said})" if said else name
