"""A match asks for its engine's commit once for all tests: that takes a part of a second."""

from __future__ import annotations

from functools import cache

from arena.match import match
from arena.match.provenance import commit_of_tree

vars(match)["commit_of_tree"] = cache(commit_of_tree)
