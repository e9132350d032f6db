"""What the ids of findings mean that are no rules of a game: about files, data and events."""

from __future__ import annotations

from listbuilder.i18n import N_

# Findings that are about the file, not about a rule of the game
OWN = {
    "empty-file": N_("There is nothing in the file, folder or cell of a table."),
    "unknown-format": N_(
        "The file is no list in a format that is read; ask the player for the text that their list builder exports."
    ),
    "no-data": N_("No game data are there for the game or the faction of the list, so that nothing can be judged."),
    "too-large": N_(
        "The list exceeds its budget of units, models, selections, steps or seconds and is not judged; --budget changes it."
    ),
    "unreadable": N_("The file cannot be read as a list: it is missing, not text, not YAML, or too large."),
    "unread-line": N_(
        "A line of the list was not understood. One that may be a unit keeps the list from being judged."
    ),
    "not-carried": N_(
        "The text that was written has no place for something of the list; it is missing when the text is read."
    ),
    "incomplete": N_(
        "The list does not say which models or options a unit has where it must choose; it is judged with what is usual."
    ),
    "assumed-size": N_("The list states no size of game; it is judged by the smallest one that its points fit in."),
    "own-limit": N_(
        "The list sets a limit itself, of points or of another cost, which is not that of its size of game or of the data. It is "
        "judged by its own limit, unless an event pack, --limit or --size says otherwise."
    ),
    "unlimited": N_(
        "The army has chosen something, such as a roster that teams are chosen from, for which the points limit of its size does "
        "not hold, and nobody else asks for a limit: its points were not judged."
    ),
    "several-sizes": N_("The list is made for several sizes of game, so that nobody can tell which limits hold."),
    "own-rules": N_(
        "The list asks itself for optional rules or readings of rules, and is judged by them, unless an event pack, --limit or "
        "--size is given."
    ),
    "own-data": N_(
        "The list asks itself for a data set, while another one would judge it if it did not, or judged it because --data or the "
        "event pack says so."
    ),
    "changed-data": N_(
        "Data in a folder that LISTBUILDER_FACTIONS or --data names change those of a game that comes with the program, or add "
        "to these, or an event pack there takes the place of a shipped one of its name; they decide the verdict."
    ),
    "assumed-faction": N_(
        "The list does not name its faction; it is judged as one of the faction that has its units, or not at all where that has "
        "only some of them and nothing else speaks for it."
    ),
    "assumed-edition": N_(
        "The list does not say which edition of the game it is for, and neither its names nor its points tell."
    ),
    "assumed-commander": N_(
        "The list does not say who commands the army; it is judged as if a unit that may do it did."
    ),
    "not-offered": N_("The game data do not offer this to the unit or the army that has it in the list."),
    "duplicate-key": N_("A key occurs twice in the same place, so it is unclear which value is meant."),
    "schema": N_("The file is YAML but does not match its schema: for example a wrong type or a missing key."),
    "unknown-key": N_("The list has an unknown key. If it is close to a known one, it is treated as a typo."),
    "unknown-name": N_(
        "The list names something that is not in the game data. It is not judged: neither legal nor illegal."
    ),
    "duplicate-id": N_("Two units of the list have the same id, so declarations could mean either."),
    "roster-file": N_(
        "The list contradicts itself about a unit, for example wargear for more models than the unit has."
    ),
    "unknown-rule": N_(
        "--rules, or rules: in the list, names a rule or reading that the game system of the list does not have."
    ),
    "data": N_("The game data contain an error; the list is not judged by the part concerned."),
    "missing-catalogue": N_(
        "The data set lacks a catalogue that the army's own links to; what may be due to it is not judged."
    ),
    "data-changed": N_(
        "The list was made with another version of the game data; points and options may have changed since."
    ),
    "points-drift": N_(
        "The list of another program states other points than the game data: they are of another date, or it was misread."
    ),
    "total-drift": N_(
        "The list of another program states other points in all than for its units. Where they are more, a unit is missing in it."
    ),
    "no-limit": N_(
        "Nothing limits the points of the list: neither it nor the game data state a limit or a size of game."
    ),
    "nothing-judged": N_(
        "There is nothing to judge: the list has no units, or the data and the rules limit nothing in it."
    ),
    "data-min": N_("The list has less of something than the game data require."),
    "data-max": N_("The list has more of something than the game data allow."),
    "data-exactly": N_("The list does not have exactly as many of something as the game data require."),
    "data-hidden": N_("The list contains something that the game data do not offer to this army."),
    "data-cost-limit": N_("The list costs more than its limit."),
    "data-error": N_("The authors of the game data marked this as an error."),
    "data-warning": N_("The authors of the game data marked this as a warning."),
    "data-info": N_("The authors of the game data added this note."),
    "broken-file": N_("A file of the data set cannot be read; what it holds is missing."),
    "missing-game-system": N_("The data set has no file of the game system that its catalogues belong to."),
    "other-system": N_("A file belongs to a game system that the data set does not have, and is ignored."),
    "repeated-id": N_("The same id is used more than once in the data set, so that links to it may mean either."),
    "dangling-link": N_("Links of the data lead to ids that the data set does not have."),
    "link-cycle": N_("Entries of the data contain themselves through links."),
    "price-cycle": N_("Prices of the data depend on themselves."),
    "misdirected-modifier": N_(
        "A modifier of the data changes a constraint that its owner does not have: it has no effect."
    ),
    "event-pack": N_("The event pack contains an error; no list is judged by it."),
    "event-system": N_("The list is for another game than the event, or than --system says."),
    "event-data": N_(
        "The list was judged by other game data than those that the event plays by, so that no verdict can be founded on them."
    ),
    "event-size": N_(
        "The list states another size of game or limit than the event's, or than --size and --limit say, which it is judged by;"
        " or its game has no points, so that a limit does not apply."
    ),
    "event-rules": N_(
        "The list asks for an optional rule or reading that the event does not play, or that --limit and the like leave out."
    ),
    "process-ended": N_(
        "The process that judged this list ended, for instance for lack of memory. The other lists were judged."
    ),
    "bug": N_("The program failed on this list. This is a bug in the program, not in the list; please report it."),
    "event-format": N_("The list was handed in in a format that the event does not take."),
    "event-deadline": N_("The list was handed in after the deadline of the event, or nobody can tell when."),
    "event-team-players": N_("The team has more or fewer lists than players, or the lists belong to no team."),
    "event-team-factions": N_("Two players of the team have the same faction."),
}

# What event packs allow, deny and limit; the words are those of the packs' keys, whatever the game calls them
OF_EVENTS = {
    "event-factions": N_("The event pack, or --faction, does not allow the faction."),
    "event-detachments": N_("The event pack does not allow the detachment."),
    "event-datasheets": N_("The event pack does not allow the datasheet."),
    "event-keywords": N_("The event pack does not allow units with a keyword, or allows only units with others."),
    "event-enhancements": N_("The event pack does not allow the enhancement."),
    "event-legends": N_("The event pack does not allow Legends datasheets."),
    "event-allies": N_("The event pack does not allow allied units."),
    "event-team-datasheets": N_("The team has more units of one datasheet than the event allows."),
}
