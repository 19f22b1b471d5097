"""Plays what `docs/strength.md` states, and writes its tables."""
