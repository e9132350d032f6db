"""Makes native data of community data, and compares the two. See docs/native-data.md, "Where the factions come from"."""
