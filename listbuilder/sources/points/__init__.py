"""Points documents: prices, detachments, enhancements and attachments that a game's publisher states, one page a faction. They
go over installed data sets, whose profiles and options they leave as they are, and stand alone where there is none."""
