"""Plays the matches of `docs/strength.md` and writes its tables."""
