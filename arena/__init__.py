"""The arena measures strength and checks compliance.

It has the referee, opponents, matches and their statistics. It starts foreign programs, each in its
own process group, measures them with `os.wait4` and kills them at their limit. It implements the
harness's side of the file harness; the package `agent` implements the agent's side.
"""
