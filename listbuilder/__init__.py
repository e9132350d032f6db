"""Builds, checks and prints army lists for tabletop wargames."""

__version__ = "0.1.0"
