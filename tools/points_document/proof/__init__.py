"""Proof that an installed set, with a points document over it, says what the document states: measured by the engine."""
