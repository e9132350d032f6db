"""Start-up time of a check, and time and memory of checking many lists (filled in below)."""
