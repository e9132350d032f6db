"""Binds a read list (`exchange.reading.record`) to game data of either kind: names, models, wargear, marks."""
