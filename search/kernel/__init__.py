"""The machine: the compiled search of one game family per extension.

Only `search.native` imports it. `five` is the five-in-a-row family, `five_v3` the same built for
newer processors, `toy` a small game whose sides move twice in a row: all are made from one search
(`negamax.pxi`). `tables` generates, at build time, what `five` looks up.
"""
