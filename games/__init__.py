"""The law: the rules of each game in plain, slow, obvious Python, their notation and their records.

This room knows boards, moves, captures and outcomes. It knows nothing of searching, clocks or
files of the harness, and it stands on the move path: nothing that a player loads imports more than
the language itself, so a record is a slotted class and not a dataclass. `games.gipf` is the law of
Gipf; the modules beside it are that of the five-in-a-row family.
"""
