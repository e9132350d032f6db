"""Native factions from community data of army books: entries that list their models, upgrades and shared items themselves."""
