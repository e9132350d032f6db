"""What may be chosen: immutable records of a data set (`model`) and their binding to one searchable whole (`library`)."""
