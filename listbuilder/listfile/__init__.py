"""The list file: plain YAML that people keep in git. `document` is the entry point; the other modules are its parts: shape,
names, binding to a catalogue, and saving that keeps comments and order."""
