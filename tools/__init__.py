"""Tools that maintain the shipped data; no part of the program."""
