"""Gipf: board, rules, positions, notation and perft.

`board` and `moves` number spots, lines and moves; `position` applies the rules. `notation` writes
moves, `turns` whole turns and `text` whole positions. Nothing here imports a library.
"""
