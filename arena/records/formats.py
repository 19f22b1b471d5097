"""Reads and writes games in all formats, and recognises the format of a text.

| format     | what it is                                    | recognised by            |
|------------|-----------------------------------------------|--------------------------|
| `json`     | our record, one JSON line per game            | `{`                      |
| `sgf`      | SGF of the five-in-a-row family, or of Gipf   | `(`                      |
| `pente`    | pente.org's text                              | `[` or a move number     |
| `gipf`     | Gipf in the official notation                 | `[Game "gipf...`, or a   |
|            |                                               | Gipf move                |
| `psq`      | Piskvork's record                             | `Piskvorky`              |
| `share`    | a game as one word                            | `PRESET:`                |
| `position` | a position string of either family            | a line with `/`, or pieces |

Lines that begin with `#` around a position string are comments.
"""

from __future__ import annotations

import re
from contextlib import suppress

from arena.game.record import GameRecord, MoveRecord, PlayerRecord, format_game, parse_game, replay
from games.errors import GameError, NotationError, UnknownRules
from games.five.diagram import format_position, parse_position
from games.five.points import format_point
from games.five.position import Position
from games.five.rules import PRESETS, rules_named
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, gipf_rules_named
from games.gipf.text import format_position as format_gipf_position
from games.gipf.text import parse_position as parse_gipf_position
from games.records.five_game import (
    LOST,
    OPEN,
    RESULT_OF_WINNER,
    WON,
    RecordedGame,
    line_of_moves,
    termination_of,
)
from games.records.five_sgf import format_five_sgf, parse_five_sgf
from games.records.gipf_game import GipfGame, game_of
from games.records.gipf_game import format_json as format_gipf_json
from games.records.gipf_game import parse_json as parse_gipf_json
from games.records.gipf_paper import format_paper, parse_paper
from games.records.gipf_sgf import format_sgf_game, parse_sgf_game
from games.records.pente_text import format_pente_text, parse_pente_text
from games.records.psq import format_psq, parse_psq
from games.records.share import format_share, is_share, parse_share
from games.rules import EMPTY

Record = RecordedGame | GipfGame
SUFFIXES = {
    "json": ".jsonl",
    "sgf": ".sgf",
    "pente": ".txt",
    "psq": ".psq",
    "gipf": ".gipf",
    "position": ".pos",
    "share": ".share",
}
FORMATS = tuple(SUFFIXES)
PRESET_OF_ROWS = {9: "gomoku-9", 15: "gomoku-15", 19: "pente", 20: "gomoku-20"}
UNFINISHED = "unfinished"
WINNER_OF_RESULT = {WON: 0, LOST: 1}
SGF_NUMBER_OF_GIPF = re.compile(r"GM\s*\[\s*39\s*\]")
PAPER = re.compile(r'\s*\[Game "gipf')
MOVE_NUMBER = re.compile(r"1\.")
PAPER_MOVE = re.compile(r"x?G?[a-i][1-9]")
GIPF_POSITION = re.compile(r"[wb]\s+\d+\s+\d+")
LONGEST_POSITION = 2_000
MOST_DIGITS = 400
LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")


def read_record(text: str, *, format_: str | None = None, preset: str | None = None) -> Record:
    """Read a game in the given format, or in the format that the text looks like.

    `preset` is the game if the text does not name it. Raises GameError (NotationError,
    UnknownRules, IllegalMove) that says what is wrong.
    """
    text = text.removeprefix("\ufeff")
    kind = format_ or detect(text, preset)
    if kind not in FORMATS:
        raise NotationError(f"unknown format {kind!r}: expected {', '.join(FORMATS)}")
    try:
        return _read(text, kind, preset)
    except GameError:
        raise
    except (ValueError, IndexError, KeyError, RecursionError) as error:
        raise NotationError(f"invalid record ({kind}): {error}") from error


def detect(text: str, preset: str | None) -> str:
    """Return the format of a text. Raises NotationError if it recognises none."""
    stripped = text.strip()
    if stripped.startswith("{"):
        return "json"
    if stripped.startswith("("):
        return "sgf"
    if stripped.startswith("Piskvorky"):
        return "psq"
    if PAPER.match(text):
        return "gipf"
    if is_share(stripped):
        return "share"
    if stripped.startswith("[") or MOVE_NUMBER.match(stripped):
        return "gipf" if preset in GIPF_PRESETS else "pente"
    line = _without_comments(stripped)
    if GIPF_POSITION.match(line) or ("/" in line and len(line.splitlines()) == 1):
        return "position"
    if preset in GIPF_PRESETS:
        return "gipf" if PAPER_MOVE.match(stripped) else "position"
    raise NotationError(
        "unknown format: expected our JSON record, SGF, pente.org's text, PSQ, Gipf in the "
        "official notation, a shared game or a position string"
    )


def _read(text: str, kind: str, preset: str | None) -> Record:
    """Read a game in a known format."""
    if kind == "json":
        return _read_json(text.strip().splitlines()[-1] if text.strip() else "")
    if kind == "sgf":
        if SGF_NUMBER_OF_GIPF.search(text[:2_000]):
            return parse_sgf_game(text, preset if preset in GIPF_PRESETS else None)
        return parse_five_sgf(text, PRESETS.get(preset or ""))
    if kind == "pente":
        return parse_pente_text(text, PRESETS.get(preset or ""))
    if kind == "psq":
        return parse_psq(text.lstrip(), PRESETS.get(preset or ""))
    if kind == "gipf":
        return parse_paper(text, preset)
    if kind == "share":
        return parse_share(text)
    return _read_position(" ".join(_without_comments(text).split()), preset)


def _read_json(line: str) -> Record:
    """Read one of our JSON lines, of a match or of a Gipf record."""
    number = LONG_NUMBER.search(line)
    if number is not None:
        raise NotationError(f"a number of more than {MOST_DIGITS} digits: {number[0][:20]}...")
    if '"players"' not in line:
        return parse_gipf_json(line)
    record = parse_game(line)
    end = replay(record)
    result = OPEN  # a finished board tells its own result; a full one may be won by time
    if end.outcome is None and record.termination != UNFINISHED:
        winner = None if record.winner is None else end.rules.side_of(record.winner)
        result = RESULT_OF_WINNER[winner]
    if isinstance(end, GipfPosition):
        return game_of(end, result)
    return RecordedGame(
        Position(end.rules),
        line_of_moves(end.moves),
        names=(record.players[0].spec, record.players[1].spec),
        result=result,
    )


def _read_position(text: str, preset: str | None) -> Record:
    """Return a game that starts from a position, without moves."""
    if len(text) > LONGEST_POSITION:
        raise NotationError(
            f"a position string of {len(text)} characters, at most {LONGEST_POSITION}"
        )
    if "/" in text:
        rows = text.count("/") + 1
        name = preset if preset in PRESETS else PRESET_OF_ROWS.get(rows)
        if name is None:
            raise UnknownRules(f"no game has {rows} rows: name the game")
        return RecordedGame(parse_position(text, rules_named(name)), [])
    return GipfGame(_read_gipf_position(text, preset), [])


def _read_gipf_position(text: str, preset: str | None) -> GipfPosition:
    """Read a Gipf position; without a preset its text decides which game it is.

    A tournament position may have more pieces in reserve than the basic game allows.
    """
    name = preset if preset in GIPF_PRESETS else "gipf-tournament" if "add=" in text else None
    if name is None and re.search(r" G[WK]", text):
        name = "gipf"
    try:
        return parse_gipf_position(text, gipf_rules_named(name or "gipf-basic"))
    except NotationError:
        if name is None:
            with suppress(NotationError):
                return parse_gipf_position(text, gipf_rules_named("gipf-tournament"))
        raise


def _without_comments(text: str) -> str:
    """Return the text without the lines that begin with `#`."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("#")).strip()


def write_record(record: Record, format_: str, number: int = 0) -> str:
    """Return the game as text. Raises NotationError if the format cannot represent it.

    `number`, from 0, is the game's number in a JSON line.
    """
    if isinstance(record, GipfGame):
        return _write_gipf(record, format_)
    if format_ == "json":
        return _write_json(record, number)
    if format_ == "sgf":
        return format_five_sgf(record)
    if format_ == "pente":
        return format_pente_text(record)
    if format_ == "psq":
        return format_psq(record)
    if format_ == "share":
        return format_share(record) + "\n"
    if format_ == "position":
        return format_position(record.end()) + "\n"
    raise NotationError(f"cannot write {record.rules.name} as {format_!r}")


def _write_gipf(game: GipfGame, format_: str) -> str:
    """Return a Gipf game as text."""
    if format_ == "json":
        return format_gipf_json(game) + "\n"
    if format_ == "sgf":
        return format_sgf_game(game)
    if format_ == "gipf":
        return format_paper(game)
    if format_ == "share":
        return format_share(game) + "\n"
    if format_ == "position":
        return format_gipf_position(game.end()) + "\n"
    raise NotationError(f"cannot write {game.start.rules.name} as {format_!r}")


def _write_json(game: RecordedGame, number: int) -> str:
    """Return the main line as one of our JSON lines, without weights and times."""
    if any(cell != EMPTY for cell in game.start.cells):
        raise NotationError("a JSON line starts from the empty board, this game does not")
    rules, end = game.rules, game.end()
    winner = WINNER_OF_RESULT.get(game.result)
    termination = termination_of(game.result, end.outcome)
    reason = termination or "the game goes on"
    if end.outcome is not None:
        reason = f"the board: {termination}"
    record = GameRecord(
        game=number,
        rules=rules.name,
        clock="none",
        seed=0,
        players=(
            PlayerRecord(name="A", spec=game.names[0] or "player 1"),
            PlayerRecord(name="B", spec=game.names[1] or "player 2"),
        ),
        opening=(),
        moves=tuple(
            MoveRecord(point=format_point(point, rules.size), cpu_s=0.0, wall_s=0.0)
            for point in game.main_line()
        ),
        forfeit=None,
        winner=None if winner is None else rules.colour_of(winner),
        termination=termination or UNFINISHED,
        reason=reason,
    )
    return format_game(record) + "\n"
