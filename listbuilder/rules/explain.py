"""The long form of a rule: its meaning, parameters, source and examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from listbuilder.catalogue.base import Names
from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.i18n import Localised, Text
from listbuilder.naming import suggestion
from listbuilder.rules.kind import UNKNOWN, RuleError, all_kinds, load_kind


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything about one rule; names, texts and examples are shown in the current language."""

    id: str
    name: Localised
    help: Localised
    kind: str
    kind_doc: str
    severity: str
    stage: str
    enabled: bool
    params: dict[str, Any]
    readings: dict[str, dict[str, Any]]
    source: Localised
    sizes: tuple[str, ...]
    replaces: tuple[str, ...]
    legal: Localised
    illegal: Localised

    @property
    def notes(self) -> tuple[Text, ...]:
        """When the rule applies, and how to enable it or its readings."""
        found: list[Text] = []
        if not self.enabled:
            found.append(Text("Off by default; enable it with --rules {rule}", {"rule": self.id}))
        if self.sizes:
            found.append(Text("Only in these battle sizes: {sizes}", {"sizes": self.sizes}))
        if self.replaces:
            found.append(Text("Replaces: {rules}", {"rules": self.replaces}))
        if self.stage == "declaration":
            found.append(Text("Checked only when the list has declarations."))
        other = (
            Text("Another reading: --rules {rule}={reading}", {"rule": self.id, "reading": one})
            for one in self.readings
        )
        return (*found, *other)


def explain(system: System, rule_id: str) -> Explanation:
    """The explanation of the rule. Raises `RuleError` with the nearest id for an unknown rule."""
    spec = next((one for one in system.rules if one.id == rule_id), None)
    if spec is None:
        text = Text("{system} has no rule {name}", {"system": system.id, "name": rule_id})
        raise RuleError(text, hint=suggestion(rule_id, [one.id for one in system.rules]), rule=UNKNOWN)
    return Explanation(
        id=spec.id,
        name=Localised(spec.name or {"en": spec.id}),
        help=Localised(spec.help),
        kind=spec.kind,
        kind_doc=load_kind(spec.kind).doc,
        severity=spec.severity,
        stage=spec.stage,
        enabled=spec.enabled,
        params=dict(spec.params),
        readings=dict(spec.readings),
        source=Localised(spec.source),
        sizes=spec.sizes,
        replaces=spec.replaces,
        legal=Localised(_example(spec, "legal")),
        illegal=Localised(_example(spec, "illegal")),
    )


def _example(spec: RuleSpec, which: str) -> Names:
    return spec.examples.get(which, {})


def kinds_page() -> str:
    """The documentation of all rule kinds, in Markdown; ``docs/rules/kinds.md`` is this text."""
    head = "# Rule kinds\n\nGenerated from `listbuilder/rules/kinds/` by `make kinds`.\n"
    return head + "".join(f"\n## {kind.name}\n\n{kind.doc}\n" for kind in all_kinds())
