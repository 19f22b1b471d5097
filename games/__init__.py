"""The rules of each game in plain, slow, obvious Python, with notation and records.

`games.five` and `games.gipf` hold the rules of the two families, `games.records` their file
formats, `games.family` the interface common to all games. Nothing here depends on search, clocks
or harness files. `games.five` and `games.rules` are on the move path and import no library: records
there are slotted classes, not dataclasses.
"""
