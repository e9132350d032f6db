"""A whole event: gathering the lists that were sent in, and reports of their check."""
