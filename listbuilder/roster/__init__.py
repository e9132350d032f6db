"""What was chosen: the selection tree (`tree`), its reversible edits (`edits`), declarations before a game (`declarations`),
undo and redo (`history`)."""
