"""A game: the moves played so far, the board, whose turn it is, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from arena.records.formats import read_record
from arena.records.reading import read_games
from games.registry import all_games, family_named
from games.result import OPEN, RESULT_OF_WINNER, RESULTS
from games.tree import GameTree, record_of, turns_of
from pente.errors import IllegalMove, NotationError, OptionError, public_errors
from pente.turns import Decisions, read_moves, words_of
from pente.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.family import AnyFamily, AnyPosition

DEFAULT_GAME = "pente"


class _Names:
    """The names of all games, plugged ones included; looked for when they are asked for."""

    def __get__(self, _game: object, _class: object = None) -> tuple[str, ...]:
        return all_games()


class Game(View):
    """One game of any kind, from its start or from a position.

    Points are texts: "K10" and "10K" are the same point. In Gipf a move is a turn in the official
    notation. A game can be changed: `play` and `undo` change it and return it. Two games are equal
    if their rules, starts and moves are equal.

    names    the names of all games, for the first argument
    players  names of the side that moves first and of the other; "" if unknown
    result   "1-0", "0-1", "1/2-1/2" for the side that moves first, or "?"
    comment  a text on the whole game
    tags     other headers of its record, as {"Event": "...", "Date": "..."}
    """

    players: tuple[str, str]
    comment: str
    tags: dict[str, str]

    def __init__(
        self,
        game: str | None = None,
        moves: str | Iterable[str] = (),
        *,
        position: str | None = None,
        most_turns: int = 0,
        pieces: tuple[int, int] | None = None,
    ) -> None:
        """Start a game and play moves.

        game        its name, one of `Game.names`; None: that of the position, else "pente"
        moves       moves to play, as for `play`
        position    where it starts, as `Game.position` writes it; None: the usual start
        most_turns  Gipf: turns after which the game is a draw, 0 for no limit
        pieces      basic Gipf: White's and Black's pieces, 15 to 18 each; None: 15

        Raises UnknownGame, NotationError, IllegalMove or OptionError.
        """
        with public_errors():
            start = _start_of(game, position, most_turns, pieces)
        self._set_up(GameTree(start))
        self.play(moves)

    names = _Names()

    def _set_up(self, tree: GameTree) -> None:
        """Begin at the start of a tree, without moves.

        The tree is that of the file, which copies share and none changes: `_moves` is a line in it
        or beside it.
        """
        self._family: AnyFamily = tree.family
        self._tree = tree
        self._now: AnyPosition = tree.start.copy()
        self._moves: list[Decisions] = []
        self._words: list[str] = []
        self._movers: list[int] = []  # the side of each move
        self._said = OPEN  # the result of a game that did not end on the board
        self.players = ("", "")
        self.comment = ""
        self.tags = {}

    @classmethod
    def from_text(cls, text: str, game: str | None = None) -> Self:
        """The only game of a text in any format that `pente.read` knows.

        `game` is its name if the text does not say. Raises NotationError for several games.
        """
        with public_errors():
            contents = read_games(text, "text", preset=game)
        if len(contents.games) != 1:
            raise NotationError(f"the text holds {len(contents.games)} games: use pente.read")
        return cls._of_record(contents.records[0])

    # Moves

    def is_legal(self, move: str) -> bool:
        """Whether `play` accepts this move."""
        return self.why_illegal(move) is None

    def why_illegal(self, move: str) -> str | None:
        """The reason why `play` refuses this move; None if it is legal."""
        words = words_of(self._family, [move])
        try:
            read_moves(self._family, self._now, words, len(self._words) + 1)
        except (NotationError, IllegalMove) as error:
            return str(error)
        return None

    def play(self, *moves: str | Iterable[str]) -> Self:
        """Play moves and return this game: `play("K10 L11")` or `play("K10", "L11")`.

        If one of them is not legal, none is played. Raises IllegalMove or NotationError, which name
        the move.
        """
        words = words_of(self._family, moves)
        for move in read_moves(self._family, self._now, words, len(self._words) + 1):
            self._append(move)
            self._said = OPEN
        return self

    def _append(self, move: Decisions) -> None:
        """Play a legal move; the rest of a begun Gipf turn is added to that turn."""
        word = self._family.format_answer(self._now, move)
        if self._movers and self._movers[-1] == self._now.side:
            self._words[-1] += f";{word}"
            self._moves[-1] += move
        else:
            self._words.append(word)
            self._moves.append(move)
            self._movers.append(self._now.side)
        for decision in move:
            self._now.play(decision)

    def undo(self, moves: int = 1) -> Self:
        """Take back the last moves and return this game. Raises OptionError if there are fewer."""
        if not 0 <= moves <= len(self._words):
            raise OptionError(f"cannot take back {moves} of {len(self._words)} moves")
        for _ in range(moves):
            self._words.pop()
            self._movers.pop()
            for _ in self._moves.pop():
                self._now.undo()
        if moves:
            self._said = OPEN
        return self

    def copy(self) -> Self:
        """An independent game with the same moves and headers."""
        game = type(self).__new__(type(self))
        game.__setstate__(self.__getstate__())
        return game

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Self:
        return self.copy()

    def after(self, *moves: str | Iterable[str]) -> Self:
        """A copy of this game with more moves; this game stays as it is."""
        return self.copy().play(*moves)

    def at(self, ply: int) -> Self:
        """A copy of this game after its first `ply` moves."""
        if not 0 <= ply <= len(self._words):
            raise OptionError(f"the game has {len(self._words)} moves, not {ply}")
        return self.copy().undo(len(self._words) - ply)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the reader of this game's file assumed or left out, in words."""
        return tuple(self._tree.notes)

    # The result

    @property
    def result(self) -> str:
        """The result for the side that moves first: "1-0", "0-1", "1/2-1/2", or "?"."""
        end = self._now.outcome
        return self._said if end is None else RESULT_OF_WINNER[end.winner]

    @result.setter
    def result(self, result: str) -> None:
        """Set the result of a game that did not end on the board, as after a resignation."""
        if result not in RESULTS:
            raise OptionError(f"{result!r} is no result: expected {', '.join(RESULTS)}")
        if self.is_over and result != self.result:
            raise OptionError(f"the board shows {self.result}, not {result}")
        self._said = result

    def __repr__(self) -> str:
        """Python that makes an equal game."""
        parts = [repr(self.name)]
        if self._words:
            parts.append(repr(" ".join(self._words)))
        terms = {name: value for name, value in self._family.terms.items() if value}
        usual = family_named(self.name)
        if terms.get("pieces") == usual.terms.get("pieces"):
            terms.pop("pieces", None)
        if self._tree.start.key != family_named(self.name, **terms).start().key:
            parts.append(f"position={self.start!r}")
        return f"Game({', '.join([*parts, *(f'{name}={terms[name]!r}' for name in terms)])})"

    @classmethod
    def _of_record(cls, record: GameTree) -> Self:
        game = cls.__new__(cls)
        game.__setstate__(
            {
                "tree": record,
                "moves": turns_of(record.start, record.moves),
                "said": record.result,
                "about": (record.names, record.comment, record.tags),
            }
        )
        return game

    # Comparison and pickling

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self._now.rules, self._tree.start.key, self._words) == (
            other._now.rules,
            other._tree.start.key,
            other._words,
        )

    __hash__ = None  # type: ignore[assignment]  # a game can change

    def __getstate__(self) -> dict[str, Any]:
        """The tree and the moves; the position is played again."""
        return {
            "tree": self._tree,
            "moves": list(self._moves),
            "said": self._said,
            "about": (self.players, self.comment, dict(self.tags)),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._set_up(state["tree"])
        for move in state["moves"]:
            self._append(move)
        self._said = state["said"]
        self.players, self.comment, tags = state["about"]
        self.tags = dict(tags)


def _start_of(
    game: str | None, position: str | None, most_turns: int, pieces: tuple[int, int] | None
) -> AnyPosition:
    if position is None:
        family = family_named(game or DEFAULT_GAME, most_turns=most_turns, pieces=pieces)
        start: AnyPosition = family.start()
        return start
    if game is None:
        parsed: AnyPosition = read_record(position, format_="position").start
        if not most_turns and pieces is None:
            return parsed
        game = parsed.rules.name
    named: AnyPosition = family_named(game, most_turns=most_turns, pieces=pieces).parse_position(
        position
    )
    return named


# For the other modules of this package.


def game_of_record(record: GameTree) -> Game:
    """The game of a record, with its headers, variations and comments."""
    return Game._of_record(record)  # noqa: SLF001 - the class is in this module


def game_of_position(position: AnyPosition) -> Game:
    """The game whose moves led to this position, from where those moves began."""
    return game_of_record(record_of(position))


def record_of_game(game: Game) -> GameTree:
    """The game as a record, with the variations and comments of the file it came from."""
    return game._tree.with_main_line(  # noqa: SLF001 - as above
        [decision for move in game._moves for decision in move],  # noqa: SLF001 - as above
        names=game.players,
        result=game.result,
        comment=game.comment,
        tags=game.tags,
    )


def position_of_game(game: Game) -> AnyPosition:
    """A copy of the position."""
    return game._now.copy()  # noqa: SLF001 - as above
