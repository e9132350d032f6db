"""The list file: plain YAML that people keep in git. `document` reads it and binds it to a catalogue, `saving` writes
it back with its comments and order."""
