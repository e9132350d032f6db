"""Facts that data sets state only in sentences: whom a leader may join, what a transport carries."""

from listbuilder.sources.bsdata.texts import parse_leader, parse_transport

__all__ = ["parse_leader", "parse_transport"]
