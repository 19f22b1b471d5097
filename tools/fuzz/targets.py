"""What is fuzzed: each target takes bytes and may raise only the errors that its reader promises.

Anything else that is raised is a finding, and so is a failed assertion or a fault of the kernel.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from functools import cache

from agent.instant import instant_move
from agent.protocol import allowed_points, parse_request
from arena.errors import RecordError
from arena.game.record import parse_game
from arena.records.formats import read_record
from games.errors import GameError
from games.five.diagram import parse_position
from games.five.position import FivePosition
from games.five.rules import PRESETS, rules_named
from games.gipf.position import GipfPosition
from games.gipf.rules import gipf_rules_named
from search.engine import Engine
from search.errors import HarvestError, NetError, WeightsError
from search.limits import Limits
from search.net.file import load_net
from search.weights import Weights
from search.weights.file import read_tables

Target = Callable[[bytes], None]
PENTE = rules_named("pente")
NAMES = tuple(PRESETS)
GIPF = gipf_rules_named("gipf")
SCRATCH = os.path.join(tempfile.gettempdir(), f"pente-fuzz-{os.getpid()}.net")
MOST_MOVES = 40


def request(data: bytes) -> None:
    """input.txt: refused, or answered by an allowed point."""
    try:
        found = parse_request(data, PENTE)
    except ValueError:
        return
    allowed = allowed_points(found)
    assert instant_move(found, allowed)[0] in allowed


def record(data: bytes) -> None:
    """A record in any format."""
    with contextlib.suppress(GameError):
        read_record(data.decode("utf-8", "replace"))


def line(data: bytes) -> None:
    """A line of a results file."""
    with contextlib.suppress(RecordError):
        parse_game(data.decode("utf-8", "replace"))


def position(data: bytes) -> None:
    """A position string of one of the square boards; the first byte chooses the rules."""
    rules = rules_named(NAMES[data[0] % len(NAMES)]) if data else PENTE
    with contextlib.suppress(GameError):
        parse_position(data[1:].decode("utf-8", "replace"), rules)


def weights(data: bytes) -> None:
    """A weights file."""
    with contextlib.suppress(WeightsError):
        read_tables(data.decode("utf-8", "replace"), "fuzz")


def net(data: bytes) -> None:
    """The file of a net: its head, then its arrays in the kernel."""
    with open(SCRATCH, "wb") as file:
        file.write(data)
    with contextlib.suppress(NetError):
        load_net(SCRATCH)


@cache
def engine(gipf: bool) -> Engine:  # noqa: FBT001 - a key of the cache
    """The engine of a family of games, with a small table."""
    return Engine(GIPF if gipf else PENTE, Weights() if not gipf else None, table_mb=0.25)


def harvest(data: bytes) -> None:
    """The kernel's entries of another process's table; then a search that meets them."""
    found = engine(False)
    try:
        found.plant(found._stamp() + data)  # noqa: SLF001 - with another stamp nothing is read
    except HarvestError:
        return
    check_search(found, FivePosition(PENTE))


def search(data: bytes) -> None:
    """The kernel's board and search: bytes choose moves, then a search of some nodes is legal."""
    gipf = bool(data) and data[0] % 4 == 0
    board = GipfPosition(GIPF) if gipf else FivePosition(PENTE)
    for byte in data[1 : MOST_MOVES + 1]:
        moves = list(board.legal_moves())
        if board.outcome is not None or not moves:
            return
        board.play(moves[byte % len(moves)])
    if board.outcome is None:
        check_search(engine(gipf), board)


def check_search(found: Engine, board: FivePosition | GipfPosition) -> None:
    """A short search gives a legal move."""
    result = found.search(board, Limits(nodes=60))
    assert board.why_illegal(result.best) is None


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (request, record, line, position, weights, net, harvest, search)
}
COMPILED = ("harvest", "search")  # these run the kernel
