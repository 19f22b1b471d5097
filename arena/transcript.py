"""A game as a text that people read: who played, each move with its cost, the board, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.record import GameRecord, MoveRecord, replay
from games.diagram import captured_by_colour, format_diagram
from games.points import COLUMN_LETTERS, parse_point
from games.position import Position
from games.rules import rules_named

if TYPE_CHECKING:
    from collections.abc import Iterator


def format_transcript(record: GameRecord, *, every_board: bool = False) -> str:
    """The game in words and boards: the final board, or the board after every move.

    Raises RecordError if the rules forbid one of its moves.
    """
    final = replay(record)
    rules = rules_named(record.rules)
    lines = [f"Game {record.game + 1}, {record.rules}, clock {record.clock}, seed {record.seed}"]
    for side, player in enumerate(record.players):
        digest = f", weights {player.weights}" if player.weights else ""
        lines.append(f"  {rules.colour_of(side).capitalize()}: {player.spec}{digest}")
    lines += ["", *_move_lines(record, every_board=every_board)]
    if not every_board:
        lines += ["", *board_lines(final)]
    lines += ["", result_line(record)]
    return "\n".join(lines) + "\n"


def result_line(record: GameRecord) -> str:
    """Who won and why, in one sentence."""
    result = "A draw" if record.winner is None else f"{record.winner.capitalize()} wins"
    return f"{result} ({record.termination}): {record.reason}"


def board_lines(position: Position) -> list[str]:
    """The board with its coordinates; the last stone played stands in capitals."""
    size = position.rules.size
    last = position.moves[-1] if position.moves else None
    letters = "   " + " ".join(COLUMN_LETTERS[:size])
    lines = [letters]
    for row, cells in enumerate(format_diagram(position).split()):
        shown = [
            cell.upper() if row * size + column == last else cell
            for column, cell in enumerate(cells)
        ]
        lines.append(f"{size - row:2} {' '.join(shown)} {size - row}")
    by_white, by_black = captured_by_colour(position)
    return [*lines, letters, f"captured stones: by White {by_white}, by Black {by_black}"]


def _move_lines(record: GameRecord, *, every_board: bool) -> Iterator[str]:
    rules = rules_named(record.rules)
    position = Position(rules)
    for point in record.opening:
        colour = rules.colour_of(position.side)
        position.play(parse_point(point, rules.size))
        yield f"{len(position.moves):3}. {colour:5} {point:4} opening"
    for move in record.moves:
        side, before = position.side, position.captured_stones[position.side]
        position.play(parse_point(move.point, rules.size))
        taken = position.captured_stones[side] - before
        yield _move_line(len(position.moves), rules.colour_of(side), move, taken)
        if every_board:
            yield from ("", *board_lines(position), "")
    if record.forfeit is not None:
        colour = rules.colour_of(position.side)
        yield _move_line(len(position.moves) + 1, colour, record.forfeit, 0) + "  forfeit"


def _move_line(ply: int, colour: str, move: MoveRecord, taken: int) -> str:
    line = f"{ply:3}. {colour:5} {move.point:4} {move.cpu_s:8.3f} s CPU {move.wall_s:8.3f} s wall"
    if move.left_s is not None:
        line += f" {move.left_s:9.3f} s left"
    if move.depth is not None:
        line += f"  depth {move.depth}"
    return line + (f"  takes {taken}" if taken else "")
