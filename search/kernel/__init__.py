"""The compiled kernel: the search of one game family per extension.

`five` is the five-in-a-row family, `gipf` is Gipf; `five_v3` and `gipf_v3` are the same sources
built for newer processors. All include one search (`core/negamax.pxi`). `five_tables` and
`gipf_tables` generate, at build time, the tables that `five` and `gipf` look up.
"""
