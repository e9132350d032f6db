"""Panes and parts of screens: each shows a slice of the session and posts messages."""
