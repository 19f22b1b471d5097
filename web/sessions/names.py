"""Names of games: random, so that nobody guesses them, and safe in an address."""

from __future__ import annotations

import secrets


def new_id() -> str:
    """A name for a game: 16 signs of 0 to 9 and a to f."""
    return secrets.token_hex(8)
