"""Opponents written from descriptions of other programs."""
