"""A list that is edited: validation with edits, undo, file and journal."""

from listbuilder.session.session import Session
from listbuilder.session.views import DatasheetChoice, Named, Row, Target

__all__ = ["DatasheetChoice", "Named", "Row", "Session", "Target"]
