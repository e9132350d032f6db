"""A battle being fought with a list: turns, points, wounds and states, as steps that can be undone, and their log."""
