"""What was chosen: the selection tree (`tree`), its reversible edits (`edits`), the declarations made before a game
(`declarations`) and undo and redo (`history`)."""
