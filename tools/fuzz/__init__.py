"""Feeds mutated input to everything that reads what strangers send, and keeps what breaks it (docs/testing.md)."""
