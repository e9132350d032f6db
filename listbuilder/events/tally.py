"""What is known at the end of a check without keeping its records: ten thousand lists take no more memory than ten."""

from __future__ import annotations

from collections import Counter

from listbuilder.report.record import ListReport, Summary


class Tally:
    """Counts the records of a check. ``whole``: keeps them, too, for those who look at all of them at the end; ``strict``:
    warnings count as errors."""

    def __init__(self, *, whole: bool = False, strict: bool = False) -> None:
        self.records: list[ListReport] = []
        self.verdicts: Counter[str] = Counter()
        self.failed = 0  # lists that make a check fail
        self.warned = 0  # those of them that are legal
        self._whole = whole
        self._strict = strict

    def __len__(self) -> int:
        return self.verdicts.total()

    def add(self, record: ListReport) -> None:
        """Counts one more record."""
        self.verdicts[record.verdict] += 1
        fails = record.fails(strict=self._strict)
        self.failed += fails
        self.warned += fails and record.verdict == "legal"
        if self._whole:
            self.records.append(record)

    @property
    def summary(self) -> Summary:
        """How many lists got which verdict."""
        return Summary.of(self.verdicts.elements())
