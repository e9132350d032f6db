"""What a check found: from files to records (`checking`, `record`), as text for people and as JSON for programs."""
