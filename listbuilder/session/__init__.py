"""A list that is edited: validation with edits, undo, file and journal."""

from listbuilder.session.session import Session
from listbuilder.session.views import DatasheetChoice, Named, Offer, Row, Target
from listbuilder.validation.succession import Succession

__all__ = ["DatasheetChoice", "Named", "Offer", "Row", "Session", "Succession", "Target"]
