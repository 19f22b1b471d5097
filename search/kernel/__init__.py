"""The machine: the compiled search of one game family per extension.

Only `search.native` and `search.gipf.native` import it. `five` is the five-in-a-row family, `gipf`
Gipf, `five_v3` and `gipf_v3` the same built for newer processors, `toy` a small game whose sides
move twice in a row: all are made from one search (`negamax.pxi`). `five_tables` and `gipf_tables`
generate, at build time, what `five` and `gipf` look up.
"""
