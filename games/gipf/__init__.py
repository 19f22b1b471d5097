"""Gipf: board, rules, positions, notation, texts and counts.

`board` and `moves` number spots, lines and moves, `position` applies the rules, `notation` spells
moves, `turns` whole turns and `text` whole positions. Nothing here imports more than the language
itself.
"""
