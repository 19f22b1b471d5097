"""Memory between the moves of a game: playdata.txt, tied to the game by its position.

It keeps the known moves of the game, our expected line, the clock's ledger and the search's harvest
of its table. The first line has the format's version and a checksum of the text below it. Then
comes one item per line, an empty line, and the harvest's bytes:

    pente-memory 3 1f0e55d390c3a2f1
    game pente
    start 19/19/.../19 w 0,0
    moves 180 199 ...           points played since, our last move at the end
    line 181 200 ...            the expected continuation, the opponent's reply first
    clock 7 83.12 1.204         own move number, seconds left on entry, own CPU seconds at exit
    harvest 240016 b4d09a2c11f0e55d   number of bytes after the empty line; checksum

`search.engine` makes the harvest and checks by its stamp whether it fits; here it is only bytes.
`load_harvest` reads it separately, so a move without a search does not pay for it.

The memory is used only if its moves, replayed by the rules, and one legal move of the opponent give
exactly the current position. Then it belongs to the same game and side, and its ledger to this
clock. If both colours share a folder, each finds the other's file and does not use it. A wrong file
costs no more than a cold start; a damaged harvest costs only the harvest.
"""

from __future__ import annotations

# SipHash, 64 bits, as `importlib.util.source_hash`. It is built in; loading `binascii` for a CRC
# would cost 0.3 ms.
from _imp import source_hash

from agent.files import read_start, write_whole
from agent.protocol import NO_LIMIT_S
from games.five.diagram import format_position, parse_position
from games.rules import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from games.five.position import FivePosition
    from games.five.rules import FiveRules

    Ledger = tuple[tuple[int, float, float], ...]

FORMAT = "pente-memory 3"
LONGEST_TEXT = 20_480  # bytes; a long game has about 10,000
LONGEST_HARVEST = 241_664  # bytes; together with LONGEST_TEXT 256 KiB
MOST_DIGITS = 9
MUST = ("start", "moves", "line", "harvest")  # required rows


class Memory:
    """What is known of the game before this move.

    start   the position from which the moves are known
    moves   points played since, the opponent's last move included
    line    the expected line from now on, our move first; () if the opponent left it
    ledger  entries as `agent.clock.unseen_seconds` reads them, oldest first
    harvest the harvest's first byte in the file, length and checksum; None: there is none
    doubt   why the file was not used; None if nothing was wrong
    """

    __slots__ = ("doubt", "harvest", "ledger", "line", "moves", "start")

    def __init__(
        self,
        start: FivePosition,
        moves: tuple[int, ...] = (),
        *,
        line: tuple[int, ...] = (),
        ledger: Ledger = (),
        harvest: tuple[int, int, str] | None = None,
        doubt: str | None = None,
    ) -> None:
        self.start = start
        self.moves = moves
        self.line = line
        self.ledger = ledger
        self.harvest = harvest
        self.doubt = doubt


def load_memory(path: str, position: FivePosition, seconds_left: float) -> Memory:
    """What the file says about the game that reached this position; a bad file raises nothing.

    Without a file, as on the first move of a game, the memory is empty and `doubt` is None.
    """
    doubt: str | None
    try:
        memory = _parse(read_start(path, LONGEST_TEXT), position.rules)
        memory.ledger = _ledger_before(memory.ledger, position, seconds_left)
        if _follow(memory, position):
            return memory
        doubt = "stores another position than the one before this"
    except FileNotFoundError:
        doubt = None
    except OSError as error:
        doubt = f"cannot be read: {error.strerror}"
    except ValueError as error:  # a GameError is one
        doubt = str(error)
    return Memory(position.copy(), doubt=doubt)


def load_harvest(path: str, memory: Memory) -> bytes:
    """The harvest in the memory's file, with its checksum verified; b"" if there is none.

    Raises ValueError saying what is wrong with it, or OSError.
    """
    if memory.harvest is None:
        return b""
    start, length, checksum = memory.harvest
    harvest = read_start(path, length + 1, start)
    if len(harvest) != length or _checksum(harvest) != checksum:
        raise ValueError("is damaged")
    return harvest


def save_memory(
    path: str,
    memory: Memory,
    point: int,
    line: tuple[int, ...],
    entry: tuple[int, float, float],
    *,
    harvest: bytes = b"",
) -> None:
    """Save the memory for the next move: our move, the line expected after it, the ledger's entry.

    A harvest longer than LONGEST_HARVEST is dropped. Raises OSError.
    """
    if len(harvest) > LONGEST_HARVEST:
        harvest = b""
    rows = [
        f"game {memory.start.rules.name}",
        f"start {format_position(memory.start)}",
        " ".join(("moves", *map(str, memory.moves), str(point))),
        " ".join(("line", *map(str, line))),
    ]
    rows += [f"clock {move} {left} {own}" for move, left, own in (*memory.ledger, entry)]
    rows.append(f"harvest {len(harvest)} {_checksum(harvest)}")
    body = ("\n".join(rows) + "\n").encode()
    write_whole(path, f"{FORMAT} {_checksum(body)}\n".encode() + body + b"\n" + harvest)


def _checksum(content: bytes) -> str:
    return source_hash(0, content).hex()


def _parse(data: bytes, rules: FiveRules) -> Memory:
    """The saved memory, from the start of the file. Raises ValueError saying what is wrong."""
    length = data.find(b"\n\n") + 1
    head, _, body = data[:length].partition(b"\n")
    if head != f"{FORMAT} {_checksum(body)}".encode():
        raise ValueError(f"is damaged, or does not begin with {FORMAT!r} and its checksum")
    rows = [row.partition(" ")[::2] for row in body.decode("ascii").splitlines()]
    parts = dict(rows)
    if parts.get("game") != rules.name or not {*MUST} <= parts.keys():
        raise ValueError(f"is no memory of a game of {rules.name}")
    return Memory(
        parse_position(parts["start"], rules),
        tuple(map(_number, parts["moves"].split())),
        line=tuple(map(_number, parts["line"].split())),
        ledger=tuple(_entry(row) for name, row in rows if name == "clock"),
        harvest=_place(parts["harvest"], length + 1),
    )


def _place(row: str, start: int) -> tuple[int, int, str] | None:
    """The place of the harvest that this row describes; None for an empty one."""
    digits, checksum = row.split()
    length = _number(digits)
    if not 0 <= length <= LONGEST_HARVEST:
        raise ValueError(f"has a harvest of {length} bytes, expected 0 to {LONGEST_HARVEST}")
    return (start, length, checksum) if length else None


def _number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:  # Python refuses 4,301 in words about Python
        raise ValueError(f"has a number of {len(digits)} digits")
    return int(digits)


def _entry(row: str) -> tuple[int, float, float]:
    move, left_s, own_s = row.split()
    return _number(move), float(left_s), float(own_s)


def _follow(memory: Memory, now: FivePosition) -> bool:
    """Add the opponent's move that leads to the position `now`; False if no legal move does."""
    before = memory.start.copy()
    try:
        for point in memory.moves:
            before.play(point)
        mover = 1 + before.side
        (reply,) = [
            point
            for point, (old, new) in enumerate(zip(before.cells, now.cells))
            if old == EMPTY and new == mover
        ]
        before.play(reply)
    except ValueError:  # a GameError is one
        return False
    if before.key != now.key:
        return False
    memory.moves = (*memory.moves, reply)
    memory.line = memory.line[1:] if memory.line[:1] == (reply,) else ()
    return True


def _ledger_before(ledger: Ledger, position: FivePosition, seconds_left: float) -> Ledger:
    """The ledger, if its move numbers rise and its clock never does; else ()."""
    move = 1 + position.stones_placed(position.side)
    last_move, last_left_s = 0, NO_LIMIT_S
    for number, left_s, own_s in (*ledger, (move, seconds_left, 0.0)):
        if not (number > last_move and left_s <= last_left_s and own_s >= 0):
            return ()
        last_move, last_left_s = number, left_s
    return ledger
