"""The law of Gipf: board, rules, positions, notation, texts and counts.

`board` and `moves` number what there is, `position` is the law itself, `notation` spells moves and
turns, `text` whole positions and `record` whole games. Nothing here imports more than the language
itself, but for `record`, which no player loads.
"""
