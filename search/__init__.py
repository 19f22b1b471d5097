"""How to look: the engine over the compiled kernel, its weights, and the readable searchers.

`engine` is what other rooms call; `native` alone touches the compiled extension; `minimax` and
`reference` say in plain Python what the kernel does fast. Nothing here knows of clocks of games,
harness files or matches: below a deadline only the deadline is known.
"""
