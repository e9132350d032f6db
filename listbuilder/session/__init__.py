"""A list being worked on: roster, findings, undo, file. The one headless thing that commands and screens drive."""

from listbuilder.session.session import Session
from listbuilder.session.views import DatasheetChoice, Named, Row, Target

__all__ = ["DatasheetChoice", "Named", "Row", "Session", "Target"]
