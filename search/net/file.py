"""Finds and maps the files of learned nets: `data/weights/GAME.net`.

A file is a head of 128 bytes, the arrays (`search.net.arrays`) and the provenance as JSON text. All
numbers are little-endian.

    head    magic b"PENTENET", version, game (20 bytes), reach, halves, channels, hidden units,
            unit, bytes of the arrays, bytes of the provenance, digest of the arrays; zeros follow

The digest is of the arrays alone: every other number of the head has one value, a value that the
arrays must fit, or, for the game, a meaning that the caller compares with the game played.

Version 2 is a net with a policy, which orders the moves: its arrays follow those of version 1.

The arrays are mapped, not read: a move touches only the pages of the windows that it meets. A file
that is replaced is a new file; who has mapped the old one keeps it.
"""

from __future__ import annotations

import os
from mmap import ACCESS_READ, mmap

from games.errors import reason_of
from search import READ_FLAGS, ROOT
from search.errors import NetError

MAGIC, VERSION, POLICY_VERSION = b"PENTENET", 1, 2
HEAD_BYTES = 128
CHANNELS, HIDDEN, POLICY_CHANNELS = 32, 32, 8  # as in the kernel
REACHES, MOST_HALVES = (4, 5), 255  # likewise
UNIT = 1500  # the score that one logit is worth, in every net
# The games that have a net, and the game whose file in data/weights it is: the rows of one game of
# free five serve on every board.
SHIPPED = {
    "pente": "pente",
    "keryo": "keryo",
    "gomoku-15": "gomoku-15",
    "gomoku-19": "gomoku-15",
    "gomoku-20": "gomoku-15",
    "five-19": "gomoku-15",
    "standard-15": "standard-15",
    "standard-19": "standard-15",
    "standard-20": "standard-15",
    "exact-five-19": "standard-15",
}
NO_NET = "none"
# Where each number of the head begins and ends.
_VERSION, _GAME, _REACH, _HALVES = (8, 12), (12, 32), (32, 36), (36, 40)
_CHANNELS, _HIDDEN, _UNIT = (40, 44), (44, 48), (48, 52)
_ARRAYS, _PROVENANCE, _DIGEST = (52, 60), (60, 68), (68, 76)


class Net:
    """A mapped net.

    path        where the file was found
    game        the game that it was made for
    reach       cells of a window on either side of its centre
    halves      how many contents of a half there are
    unit        the score that one logit is worth
    policy      whether it orders the moves as well
    arrays      the mapped arrays, read-only; they begin at an address that 64 divides
    digest      of the arrays: 16 hexadecimal digits, as the head says
    """

    __slots__ = (
        *("arrays", "digest", "game", "halves", "path", "policy", "provenance_text", "reach"),
        "unit",
    )

    def __init__(self, path: str, mapped: mmap) -> None:
        """Check the head. Raises NetError."""
        head = mapped[:HEAD_BYTES]
        self.path = path
        if len(head) < HEAD_BYTES or head[:8] != MAGIC:
            raise NetError(f"{path}: begins with {head[:8]!r}, which no net does: {MAGIC!r}")
        version = _number(head, _VERSION)
        if version not in {VERSION, POLICY_VERSION}:
            raise NetError(
                f"{path}: a net of version {version}; this program reads {VERSION} and "
                f"{POLICY_VERSION}"
            )
        self.policy = version == POLICY_VERSION
        self.game = head[slice(*_GAME)].rstrip(b"\0").decode("ascii", "replace")
        self.reach, self.halves = _number(head, _REACH), _number(head, _HALVES)
        shape = _number(head, _CHANNELS), _number(head, _HIDDEN)
        if shape != (CHANNELS, HIDDEN):
            raise NetError(
                f"{path}: {shape[0]} channels, {shape[1]} hidden units; "
                f"this program uses {CHANNELS} and {HIDDEN}"
            )
        if self.reach not in REACHES or not 1 <= self.halves <= MOST_HALVES:
            raise NetError(
                f"{path}: reach {self.reach}, {self.halves} halves; this program uses a reach of "
                f"{REACHES[0]} or {REACHES[1]}, and 1 to {MOST_HALVES} halves"
            )
        self.unit = _number(head, _UNIT)
        if self.unit != UNIT:
            raise NetError(f"{path}: a unit of {self.unit}; this program uses {UNIT}")
        arrays, provenance = _number(head, _ARRAYS), _number(head, _PROVENANCE)
        if HEAD_BYTES + arrays + provenance != len(mapped):
            raise NetError(
                f"{path}: has {len(mapped)} bytes; its head announces "
                f"{HEAD_BYTES + arrays + provenance}"
            )
        self.digest = f"{_number(head, _DIGEST):016x}"
        self.arrays = memoryview(mapped)[HEAD_BYTES : HEAD_BYTES + arrays]
        self.provenance_text = bytes(mapped[HEAD_BYTES + arrays :]).decode("utf-8", "replace")


def _number(head: bytes, place: tuple[int, int]) -> int:
    return int.from_bytes(head[place[0] : place[1]], "little")


def net_path(game: str) -> str:
    """The path of a game's shipped net, whether or not the file exists."""
    return f"{ROOT}/data/weights/{SHIPPED.get(game, game)}.net"


def game_net(game: str, named: str | None = None) -> Net | None:
    """The net of a file, or the game's own; None for the name "none" and for a game without one.

    Raises NetError for a file that cannot be used, for a shipped net that is missing, and for one
    that was made for a game whose nets do not serve this one (`SHIPPED`).
    """
    if named == NO_NET or (named is None and game not in SHIPPED):
        return None
    net = load_net(net_path(game) if named is None else named)
    wanted = SHIPPED.get(game, game)
    if SHIPPED.get(net.game, net.game) != wanted:
        raise NetError(f"{net.path}: is a net of {net.game}: {game} expects one of {wanted}")
    return net


def load_net(path: str, digest: str = "") -> Net:
    """The net of a file; its arrays' digest is checked where a kernel begins to use them.

    Raises NetError for a file that cannot be read or is no net of this version and shape, or whose
    head does not have the given digest.
    """
    try:
        handle = os.open(path, READ_FLAGS)
        try:
            mapped = mmap(handle, 0, access=ACCESS_READ)
        finally:
            os.close(handle)
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise NetError(f"{path}: cannot be read: {reason_of(error)}") from error
    net = Net(path, mapped)
    if digest and net.digest != digest:
        raise NetError(f"{path}: has the digest {net.digest}: expected {digest}")
    return net
