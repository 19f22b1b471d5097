"""A game as text for people: players, moves with their cost, board, end."""

from __future__ import annotations

from collections.abc import Iterator

from arena.game.record import GameRecord, MoveRecord, replay
from games.family import play_all


def format_transcript(record: GameRecord) -> str:
    """The game in words, with the board after every move.

    Raises RecordError for an illegal move.
    """
    replay(record)
    family = record.family
    lines = [f"Game {record.game + 1}, {record.rules}, clock {record.clock}, seed {record.seed}"]
    for side, player in enumerate(record.players):
        digest = f", weights {player.weights}" if player.weights else ""
        lines.append(f"  {family.rules.colour_of(side).capitalize()}: {player.spec}{digest}")
    lines += ["", *_move_lines(record)]
    result = "A draw" if record.winner is None else f"{record.winner.capitalize()} wins"
    lines += ["", f"{result} ({record.termination}): {record.reason}"]
    return "\n".join(lines) + "\n"


def _move_lines(record: GameRecord) -> Iterator[str]:
    family = record.family
    position = family.start()
    for number, text in enumerate(record.opening, 1):
        colour = family.rules.colour_of(position.side)
        play_all(position, family.parse_answer(position, text))
        yield f"{number:3}. {colour:5} {text:4} opening"
    for number, move in enumerate(record.moves, len(record.opening) + 1):
        side, before = position.side, family.captured(position, position.side)
        play_all(position, family.parse_answer(position, move.point))
        taken = family.captured(position, side) - before
        yield _move_line(number, family.rules.colour_of(side), move, taken)
        yield from ("", *family.board_lines(position), "")
    if record.forfeit is not None:
        colour = family.rules.colour_of(position.side)
        number = len(record.opening) + len(record.moves) + 1
        yield _move_line(number, colour, record.forfeit, 0) + "  forfeit"


def _move_line(ply: int, colour: str, move: MoveRecord, taken: int) -> str:
    line = f"{ply:3}. {colour:5} {move.point:4} {move.cpu_s:8.3f} s CPU {move.wall_s:8.3f} s wall"
    if move.left_s is not None:
        line += f" {move.left_s:9.3f} s left"
    if move.depth is not None:
        line += f"  depth {move.depth}"
    return line + (f"  takes {taken}" if taken else "")
