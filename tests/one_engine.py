"""A match asks for its engine's commit and signature once for all tests: each takes a second."""

from __future__ import annotations

from functools import cache

from arena.match import match

for name in ("commit_of_tree", "quick_signature"):
    if name in vars(match):
        vars(match)[name] = cache(getattr(match, name))
