"""Positions of recorded games, as the network sees them."""
