"""A list being worked on: roster, findings, undo, file. The one headless thing that commands and screens drive."""

from listbuilder.session.views import DatasheetChoice, Named, Row, Target

__all__ = ["DatasheetChoice", "Named", "Row", "Session", "Target"]


def __getattr__(name: str) -> object:
    if name == "Session":  # views are cheap, the session is not
        from listbuilder.session.session import Session

        return Session
    raise AttributeError(name)
