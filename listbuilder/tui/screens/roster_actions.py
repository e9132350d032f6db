"""What the keys do to the list as a whole, and to its findings."""

from __future__ import annotations

from collections.abc import Sequence

from textual import work

from listbuilder.i18n import _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Named
from listbuilder.tui.places import Place
from listbuilder.tui.screens.dialogs import Pick, Prompt, limit_prompt, marked
from listbuilder.tui.screens.session_screen import SessionScreen
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.findings_pane import FindingsPane
from listbuilder.tui.wording import local


class RosterActions(SessionScreen):
    """Undo and redo, name, size, detachment, findings and fixes."""

    def action_undo(self) -> None:
        place = self.places.before(self.session.steps)
        title = self.attempt(self.session.undo)
        self.return_to(place)
        self.tell(_("Undone: {title}").format(title=title) if title else _("There is nothing to undo."))

    def action_redo(self) -> None:
        title = self.attempt(self.session.redo)
        self.return_to(self.places.before(self.session.steps) if title else None)
        self.tell(_("Redone: {title}").format(title=title) if title else _("There is nothing to redo."))

    def return_to(self, place: Place | None) -> None:
        """Puts the cursor back where it was, when that is known and still there."""
        raise NotImplementedError

    @work
    async def action_rename_list(self) -> None:
        name = await self.app.push_screen_wait(Prompt(_("Name of the list"), self.session.name))
        if name is not None and name.strip() != self.session.name:
            self.edit(lambda: self.session.rename(name.strip()))

    @work
    async def action_choose_size(self) -> None:
        size = self.session.army.battle_size
        chosen = await self._choose(
            self.vocabulary.terms.battle_size.title, self.session.battle_sizes(), size.id if size else ""
        )
        if chosen is not None:
            self.edit(lambda: self.session.set_battle_size(chosen))

    @work
    async def action_choose_limit(self) -> None:
        """A points limit; an empty answer removes it."""
        limit = self.session.limit
        sizes = self.session.battle_sizes()
        hint = _("Empty: that of the {battle_size}").format(**self.vocabulary.terms.words()) if sizes else ""
        value = str(limit) if limit is not None else ""
        text = await self.app.push_screen_wait(limit_prompt(value, hint))
        if text is not None and text.strip() != value:
            self.edit(lambda: self.session.set_limit(int(text) if text.strip() else None))

    @work
    async def action_choose_detachment(self) -> None:
        taken = self.session.army.detachments
        chosen = await self._choose(
            self.vocabulary.terms.detachment.title, self.session.detachments(), taken[0].id if taken else ""
        )
        if chosen is not None:
            self.edit(lambda: self.session.set_detachment(chosen))

    async def _choose(self, title: str, choices: Sequence[Named], current: str) -> str | None:
        items = (Item(choice.id, local(self.session.army, choice.name), choice.note) for choice in choices)
        chosen = await self.app.push_screen_wait(Pick(title, marked(items, current), current=current))
        return chosen if chosen != current else None

    # --- findings -------------------------------------------------------------------------------------------------------

    @property
    def findings_pane(self) -> FindingsPane:
        return self.query_one(FindingsPane)

    @work
    async def action_apply_fix(self) -> None:
        """The fix of the finding under the cursor, or of the unit under the cursor when its pane has the focus."""
        pane = self.findings_pane
        finding = pane.current if pane.has_focus or not self.unit_id else pane.first_of(self.unit_id) or pane.current
        fixes = self.session.fixes(finding) if finding is not None else ()
        if finding is None or not fixes:
            self.tell(self._without_fix(finding))
            return
        fix = fixes[0]
        if len(fixes) > 1:
            items = [Item(str(n), fix.title.render(self.session.localise)) for n, fix in enumerate(fixes)]
            chosen = await self.app.push_screen_wait(Pick(str(finding.message), items))
            if chosen is None:
                return
            fix = fixes[int(chosen)]
        self.edit(lambda: self.session.apply_fix(fix))
        self.tell(_("Done: {fix}. Press u to undo.").format(fix=fix.title.render(self.session.localise)))

    def _without_fix(self, finding: Diagnostic | None) -> str:
        """Why no fix is applied."""
        if finding is None:
            return _("There are no findings.")
        if self.session.unsought(finding):
            return _("No fix was found within the budget: the list is large.")
        return _("No fix is known for this finding.")

    def action_next_finding(self) -> None:
        self.go_to(self.findings_pane.step(1))

    def action_previous_finding(self) -> None:
        self.go_to(self.findings_pane.step(-1))

    def go_to(self, finding: Diagnostic | None) -> None:
        """Moves the cursor to the unit of the finding and shows its message."""
        if finding is None:
            self.tell(_("There are no findings."))
            return
        if finding.unit:
            self.select_unit(finding.unit)
        if not self.findings_pane.region:  # the narrow layout hides the pane
            self.tell(str(finding.message))
