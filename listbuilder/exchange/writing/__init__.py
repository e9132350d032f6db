"""Writes lists as the texts and files that other programs and people read. Each module writes one style."""
