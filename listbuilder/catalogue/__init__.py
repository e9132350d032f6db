"""What may be chosen: immutable records of a data set (`model`, `facts`), bound to one searchable whole (`library`)."""
