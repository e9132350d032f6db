"""Lists and rosters of other programs, one module a format, and the protocol by which they drive the engine."""
