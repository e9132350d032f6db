"""Turns the publisher's points documents into the pages of `factions/<system>/points/`."""
