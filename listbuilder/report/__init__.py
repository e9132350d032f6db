"""What a check found: from files to records (`checking`, `record`), as text for people (`text`) and JSON for programs (`json`).

Nothing is imported here, so that `style` alone costs nothing.
"""
