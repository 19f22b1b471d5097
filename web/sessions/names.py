"""Ids of games: random, so that they cannot be guessed, and safe in a URL."""

from __future__ import annotations

import secrets


def new_id() -> str:
    """A new id: 16 hexadecimal digits."""
    return secrets.token_hex(8)
