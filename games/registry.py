"""The families of games: the only module that lists them.

Two are built in. Others are plugged in: a folder that the environment variable PENTE_GAMES names
(several are separated as in PATH), or an entry point of the group `pente.games`. A plugged family
is looked for only when a name is not built in, or when all games are listed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from games.errors import GameError, UnknownRules
from games.family import AnyFamily, Family
from games.family import family_of as family_of  # noqa: PLC0414 - here all families are loaded
from games.five.family import FiveFamily
from games.gipf.family import GipfFamily

FOLDERS = "PENTE_GAMES"  # the environment variable; each folder has a module `family`
GROUP = "pente.games"  # of entry points; each names the class of a family
BUILT_IN: tuple[type[AnyFamily], ...] = (FiveFamily, GipfFamily)
GAMES = tuple(name for family in BUILT_IN for name in family.presets)  # of those built in
HANDICAP = sorted({count for family in BUILT_IN for count in family.handicap})


def family_named(
    name: str, *, most_turns: int = 0, pieces: Sequence[int] | None = None
) -> AnyFamily:
    """The family object for a preset's name.

    most_turns  Gipf: limit of turns, 0 for none; other games ignore it
    pieces      Gipf's basic game: White's and Black's pieces; None: those of the rule book

    Raises UnknownRules, or ValueError for options that the game does not have.
    """
    for family in _each():
        if name in family.presets:
            return family.named(name, most_turns=most_turns, pieces=pieces)
    raise UnknownRules(f"no game is called {name!r}; there are {', '.join(all_games())}")


def family_class(name: str) -> type[AnyFamily]:
    """The family of this name. Raises UnknownRules."""
    for family in _each():
        if name == family.name:
            return family
    known = ", ".join(family.name for family in families())
    raise UnknownRules(f"no family of games is called {name!r}; there are {known}")


def families() -> tuple[type[AnyFamily], ...]:
    """All families, those built in first. Raises GameError for one that cannot be used."""
    return tuple(_each())


def _each() -> Iterator[type[AnyFamily]]:
    """All families; plugged ones are looked for only after those built in."""
    yield from BUILT_IN
    yield from plugged()


def all_games() -> tuple[str, ...]:
    """The names of all presets, plugged ones included. Raises GameError as `families`."""
    return tuple(name for family in families() for name in family.presets)


def plugged() -> tuple[type[AnyFamily], ...]:
    """The families of PENTE_GAMES and of the entry points. Raises GameError."""
    return _plugged(os.environ.get(FOLDERS, ""))


@cache
def _plugged(folders: str) -> tuple[type[AnyFamily], ...]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and for plugged games only

    offered = [(folder, _of_folder(folder)) for folder in folders.split(os.pathsep) if folder]
    offered += [
        (entry.value, _loaded(entry.value, entry.load)) for entry in entry_points(group=GROUP)
    ]
    known = list(BUILT_IN)
    for place, family in offered:
        _check(place, family, known)
        known.append(family)
    return tuple(known[len(BUILT_IN) :])


def _of_folder(folder: str) -> Any:
    """What `family.py` of this folder calls FAMILY; the folder is a package."""
    above, name = os.path.split(os.path.abspath(folder))
    if above not in sys.path:
        sys.path.append(above)  # last: a folder beside it hides no module of ours
    return _loaded(folder, lambda: import_module(f"{name}.family").FAMILY)


def _loaded(place: str, load: Any) -> Any:
    try:
        return load()
    except Exception as error:
        raise GameError(f"no game can be read from {place}: {error}") from error


def _check(place: str, family: Any, known: list[type[AnyFamily]]) -> None:
    if not (isinstance(family, type) and issubclass(family, Family)):
        raise GameError(f"{place} has no family of games: expected a subclass of pente.plug.Family")
    for other in known:
        taken = {other.name} & {family.name} or other.presets.keys() & family.presets.keys()
        if taken:
            raise GameError(f"{place}: the name {min(taken)!r} belongs to {other.__name__}")
