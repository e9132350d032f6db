"""What a check found, as text for people and as JSON for programs."""
