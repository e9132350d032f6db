"""Reads the texts that other list builders export, into one record that knows no format and no game data (`reading.record`)."""
