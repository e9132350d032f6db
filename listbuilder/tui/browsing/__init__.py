"""The browser: what may be added to the army, found, compared and added beside it."""
