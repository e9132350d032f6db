"""Formats of lists (`exchange.formats`), and the protocol by which other programs drive the engine."""
