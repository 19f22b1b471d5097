"""Tries an installed wheel in an empty folder: a search, a picture, the types' mark."""

# ruff: noqa: INP001 - a script

import os
import tempfile
from importlib.resources import files

os.chdir(tempfile.mkdtemp())

import pente  # noqa: E402 - from the environment, not from the checkout

game = pente.Game("pente").play("K10 L11 K13")
print(game)
print(pente.analyse(game, nodes=20_000, lines=2))
print(pente.analyse(pente.Game("gipf"), nodes=5_000))
assert game.svg().startswith("<svg")
assert files("pente").joinpath("py.typed").is_file()
