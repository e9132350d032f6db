"""Reads the BSData community's files (BattleScribe XML, New Recruit JSON) into catalogues."""
