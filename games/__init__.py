"""The rules of each game in plain, slow, obvious Python, with notation and records.

`games.five` and `games.gipf` have the rules of the two families, `games.records` their records,
`games.families` what all games can be asked alike. Nothing here knows of search, clocks or the
files of the harness. `games.five` and `games.rules` stand on the move path: they import no more
than the language itself, so a record there is a slotted class and not a dataclass.
"""
