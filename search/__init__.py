"""The search: the engine on the compiled kernel, its weights, solvers, and searches in Python.

Other packages call `engine`. `native` alone loads the compiled extension. `reference` and
`textbook` search in plain Python. This package knows deadlines, but no game clocks, harness files
or matches.
"""
