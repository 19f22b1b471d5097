"""The search: the engine over the compiled kernel, its weights, and searchers in plain Python.

Other packages call `engine`; only `native` loads the compiled kernel. `textbook` and `reference`
do in plain Python what the kernel does fast. Nothing here knows of game clocks, harness files or
matches: a search knows its limits only.
"""
