"""Facts that community data state only in sentences: whom a leader may join, what a transport carries, invulnerable saves.

Pure functions over the printed text. A text is read as a whole or not at all: when one sentence is not understood the result
is ``None``, never a guess. The parsers keep names as printed; `NameMatcher` finds the data set's spelling of them.

Texts are read after modifiers, for each unit, and not while the data are loaded: modifiers set, extend and hide them. In the
community's 10th edition (June 2026) 69 modifiers change the text of a Leader ability (63 set, 6 append), 1 that of an Attached
Unit; 39 hide a Leader ability and 2 a transport profile. In the 11th edition 43 (40 set, 3 append) and 1 change texts, 34 and 2
hide them. Age of Sigmar 4th edition has no such texts.
"""

from listbuilder.sources.bsdata.texts.reader import BSDataTextReader

__all__ = ["BSDataTextReader"]
