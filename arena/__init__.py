"""The arena: who is stronger, and who keeps the rules.

Referee, opponents, matches and their statistics. Foreign programs are started here, each in a
process group of its own, measured with `os.wait4` and killed at their limit. This room knows the
file harness from the harness's side; the agent's side of it is the room `agent`.
"""
