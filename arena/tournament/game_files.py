"""The games of a match or tournament in one text: SGF, pente.org's text, or Gipf's notation."""

from __future__ import annotations

from collections.abc import Iterable

from arena.errors import MatchError
from arena.game.record import GameRecord, format_game
from arena.records.formats import read_record, write_record
from games.errors import GameError
from games.registry import family_named

SGF, PENTE = "sgf", "pente"


def text_format(rules: str) -> str:
    """The format of a game's collections in text with numbered moves.

    Raises MatchError for a game that has none, as one that pente.org does not have.
    """
    own = family_named(rules).text_format
    if not own:
        raise MatchError(f"{rules} has no text with numbered moves, as pente.org's: use SGF")
    return own


def collection(records: Iterable[GameRecord], format_: str, event: str) -> str:
    """The games in the order of their numbers as one text; `event` says what was played.

    Raises MatchError if the format cannot hold one of them.
    """
    texts = []
    for record in sorted(records, key=lambda game_record: game_record.game):
        try:
            game = read_record(format_game(record), format_="json")
            if format_ == PENTE:
                game.tags |= {"Event": event, "Round": str(record.game + 1)}
                game.tags["TimeControl"] = record.clock
            texts.append(write_record(game, format_))
        except GameError as error:
            raise MatchError(f"game {record.game + 1} as {format_}: {error}") from error
    return "\n".join(texts)
