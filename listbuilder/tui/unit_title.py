"""What the frame of the unit's pane says: the unit with its models and points, or the force whose settings it shows."""

from __future__ import annotations

from textual.content import Content

from listbuilder.army import Unit
from listbuilder.army.prices import price_of
from listbuilder.session import Session
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.wording import SETTINGS_OF, bare_price, in_game, literal, local, points


def unit_title(session: Session, unit: Unit) -> tuple[Content, Content]:
    """Its name and number of models, what it is where it has a name of its own, and what it costs."""
    number = f" {glyphs().times}{unit.model_count}" if unit.model_count > 1 else ""
    figure = bare_price(session.army, price_of(session.army, unit))
    sheet = local(session.army, unit.datasheet)
    kind = f"  {sheet}" if unit.name not in {unit.datasheet, sheet} else ""
    name = Content.assemble(told_name(session.army, unit), (f"{number}{kind}", "$dim"))
    return name, Content.styled(figure, "bold $strong")


def force_title(session: Session, force_id: str) -> tuple[Content, Content]:
    """Its name with its points; of a whole army, that these are its settings, with what the game calls such an army."""
    words = session.system.vocabulary
    force = next(line for line in session.forces.lines() if line.id == force_id)
    own = local(session.army, force.name)
    if force.depth:
        return literal(own), literal(points(session.army, force.points))
    is_native = session.forces.is_frame(force_id) is not None
    return literal(in_game(SETTINGS_OF, words)), literal(words.terms.army.title if is_native else own)
