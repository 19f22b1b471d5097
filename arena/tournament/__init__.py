"""Tournaments: round robin, gauntlet, knock-out; standings and reports."""
