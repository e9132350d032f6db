"""The terminal UI (Textual): screens and widgets over one `Session`; no rules in here."""
