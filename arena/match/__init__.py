"""Matches: pairs of games, worker processes, results that can be resumed."""
