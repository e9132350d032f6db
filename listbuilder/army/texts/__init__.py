"""Facts that data sets state only in sentences: whom a leader may join, what a transport carries.

Pure functions over the printed text. A text is read as a whole or not at all: when one sentence is not understood the result
is ``None``, never a guess. Names stay as printed; `Names` finds the data set's own spelling of them.
"""

from listbuilder.army.texts.leader import parse_leader
from listbuilder.army.texts.settling import Names, settle_bays, settle_leader
from listbuilder.army.texts.transport import parse_transport

__all__ = ["Names", "parse_leader", "parse_transport", "settle_bays", "settle_leader"]
