"""Reviews of games: the engine's opinion of every move, mistakes, accuracy.

A review searches every position of the main line, the last one included, and longer where the value
swings (`arena.review.course`). `arena.review.marks` says what a mistake is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.review.course import DEEPER, NODES, Course, Value
from arena.review.marks import CERTAIN, SIGNS, Mark, accuracies
from games.registry import family_of
from games.rules import BLACK, WHITE
from pente.engine import Engine, game_of, limits_of
from pente.game import record_of_game
from search.chance import estimate_in_percent, percent_of_first
from search.score import own_moves_to_win

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from games.family import AnyPosition
    from pente.game import Game
    from search.limits import Limits

DRAWN = 50.0
ARTICLE = {"inaccuracy": "an", "mistake": "a", "blunder": "a"}


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """The engine's opinion of a position.

    percent  the winning chance of one side, 0 to 100; 0 and 100 are certain
    percent_for  the colour of that side, the one that moves first in the game
    to_move  the colour to move
    score    for the side to move, as in `pente.Line`; None at the end of the game
    win_in   own moves to a proved win of the side to move, the last included; else None
    loss_in  the opponent's moves to its proved win, likewise
    line     the best line; () at the end of the game. In Gipf it begins with one decision
    nodes    positions that the search entered
    """

    percent: float
    percent_for: str
    to_move: str
    score: int | None = None
    win_in: int | None = None
    loss_in: int | None = None
    line: tuple[str, ...] = ()
    nodes: int = 0

    @property
    def best(self) -> str | None:
        """The best move; None at the end of the game."""
        return self.line[0] if self.line else None

    def percent_of(self, colour: str) -> float:
        """The winning chance of a side, 0 to 100."""
        return self.percent if colour == self.percent_for else CERTAIN - self.percent

    def __str__(self) -> str:
        """`62 % for White`, `Black wins in 3`, `White has won`."""
        if self.win_in is not None:
            return f"{self.to_move.capitalize()} wins in {self.win_in}"
        if self.loss_in is not None:
            return f"{_other(self.to_move).capitalize()} wins in {self.loss_in}"
        first = self.percent_for
        ahead = (first if self.percent >= DRAWN else _other(first)).capitalize()
        if self.score is None:
            return "a draw" if self.percent == DRAWN else f"{ahead} has won"
        return f"{_percent_text(max(self.percent, CERTAIN - self.percent))} for {ahead}"


@dataclass(frozen=True, kw_only=True)
class ReviewedMove:
    """A move of a game with the engine's opinion; in Gipf one decision.

    ply      its number, from 1
    turn     the number of the turn that it belongs to, from 1; in Gipf a turn has several decisions
    colour   the side that made it
    move     the move
    comment  the record's
    before, after   the engine's opinions
    lost     percent of the mover's winning chance that it loses; None if it is not judged, as it
             had no alternative
    mark     "inaccuracy", "mistake", "blunder" or None
    """

    ply: int
    turn: int
    colour: str
    move: str
    comment: str
    before: Opinion
    after: Opinion
    lost: float | None
    mark: Mark | None

    @property
    def number(self) -> str:
        """The number of the move: `6.` for the side that began, `6...` for the other."""
        return f"{(self.turn + 1) // 2}{'.' if self.turn % 2 else '...'}"

    @property
    def better(self) -> str:
        """The engine's move; "" if it is this one."""
        best = self.before.best
        return "" if best is None or best == self.move else best

    @property
    def text(self) -> str:
        """`12. K10 loses a won game: L11 wins in 3`; "" for a move without a mark."""
        if self.mark is None:
            return ""
        head, before = f"{self.number} {self.move}", self.before
        chance = self.after.percent_of(self.colour)
        if before.win_in is not None and before.to_move == self.colour:
            how = "loses a won game" if chance < DRAWN else "misses a win"
            return f"{head} {how}: {self.better} wins in {before.win_in}{self._answer()}"
        fall = f"{_percent_text(before.percent_of(self.colour))} to {_percent_text(chance)}"
        if chance == 0.0:
            return f"{head} loses by force{self._answer()}; {self.better} was better ({fall})"
        article = ARTICLE[self.mark]
        return f"{head} is {article} {self.mark}: {self.better} was better ({fall})"

    def _answer(self) -> str:
        """The opponent's proven win after the move: `; now M9 wins in 2 for Black`."""
        after, opponent = self.after, _other(self.colour).capitalize()
        if after.to_move != self.colour and after.win_in is not None and after.line:
            return f"; now {after.best} wins in {after.win_in} for {opponent}"
        if after.to_move == self.colour and after.loss_in is not None:
            return f"; now {opponent} wins in {after.loss_in}"
        return ""

    def __str__(self) -> str:
        """Number, move, sign and opinion on one line, and the better move if it is marked."""
        sign = SIGNS[self.mark] if self.mark else ""
        better = f"  better: {self.better}" if self.mark and self.better else ""
        return f"{f'{self.number:>5} {self.move}{sign}':<16} {self.after}{better}"


@dataclass(frozen=True, kw_only=True)
class Review:
    """A reviewed game.

    game   the game, a copy
    start  the opinion of its start
    moves  the moves that are reviewed, all of them unless the review was broken off
    """

    game: Game = field(repr=False)
    start: Opinion
    moves: tuple[ReviewedMove, ...] = ()

    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        """Percent for the side that moves first and the other; None without a judged move."""
        first = self.start.percent_for
        return accuracies(
            (int(move.colour != first), move.before.percent_of(move.colour), move.lost)
            for move in self.moves
        )

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The marked moves, in the order of the game."""
        return tuple(move for move in self.moves if move.mark is not None)

    @property
    def accuracy_text(self) -> str:
        """The accuracy of both sides: `accuracy: White (ann) 93.1 %, Black 88.0 %`."""
        colours = self.start.percent_for, _other(self.start.percent_for)
        parts = []
        for colour, player, value in zip(colours, self.game.players, self.accuracy, strict=True):
            name = f" ({player})" if player else ""
            shown = "-" if value is None else f"{value:.1f} %"
            parts.append(f"{colour.capitalize()}{name} {shown}")
        return f"accuracy: {', '.join(parts)}"

    @property
    def title(self) -> str:
        """The game and its players: `Pente: ann - bob`."""
        names = " - ".join(filter(None, self.game.players))
        return f"{self.game.title}: {names}" if names else self.game.title

    def __str__(self) -> str:
        """The title, the mistakes in sentences, the accuracy."""
        said = [move.text for move in self.mistakes] or ["no mistakes found"]
        return "\n".join([self.title, *said, self.accuracy_text])

    def html(self) -> str:
        """A page with boards, graph and comments, without scripts or other files."""
        from pente.review_page import format_page  # noqa: PLC0415 - only who wants it draws boards

        return format_page(self)


def review(
    game: Game | str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    clock: str = "wall",
    workers: int = 1,
    table_mb: float = 16,
    weights: str | os.PathLike[str] | None = None,
    listener: Callable[[Review], object] | None = None,
) -> Review:
    """The engine's opinion of every move of a game, its mistakes, and how accurate both sides were.

    game      a Game or a text, as for `pente.analyse`; it may be over
    seconds, nodes, depth, clock   limits, as for `pente.analyse`; without any, 20,000 nodes. Nodes
              are those of the first search of a position; those around a possible mistake have 25
              times as many. Seconds are those of such a long search
    workers, table_mb, weights   as for `Engine`
    listener  is called with the review so far: of the start, then after each search

    Raises NotationError, OptionError or KernelMissing.
    """
    if seconds is None and nodes is None and depth is None:
        nodes = NODES
    limits = limits_of(seconds, nodes, depth, clock)
    game = game_of(game).copy()
    record = record_of_game(game)
    course = Course(record.start, record.moves)
    with Engine(game, workers=workers, table_mb=table_mb, weights=weights) as engine:
        while (wanted := course.wanted()) is not None:
            position, effort = wanted
            result = engine._result(position, _limits_for(limits, effort))  # noqa: SLF001 - of this package
            course.learn(Value(position.side, result.score, result.pv, effort, result.nodes))
            if listener is not None:
                listener(_review_of(game, course))
    return _review_of(game, course)


def _limits_for(limits: Limits, effort: int) -> Limits:
    """The limits of a search: time is that of the longest, nodes are those of the first."""
    part = effort / DEEPER
    return limits.replaced(
        nodes=limits.nodes and limits.nodes * effort,
        cpu_s=limits.cpu_s and limits.cpu_s * part,
        wall_s=limits.wall_s and limits.wall_s * part,
    )


def _review_of(game: Game, course: Course) -> Review:
    """The review of a game, as far as the course has values."""
    nodes = record_of_game(game).main_nodes()
    opinions = [_opinion(*valued) for valued in zip(course.positions, course.values, strict=False)]
    moves: list[ReviewedMove] = []
    turn, last_side = 0, None
    for ply in range(1, len(opinions)):
        position, move = course.positions[ply - 1], course.moves[ply - 1]
        turn += position.side != last_side
        last_side = position.side
        lost, mark = course.verdict(ply)
        moves.append(
            ReviewedMove(
                ply=ply,
                turn=turn,
                colour=position.rules.colour_of(position.side),
                move=family_of(position.rules).format_move(position, move),
                comment=nodes[ply - 1].comment,
                before=opinions[ply - 1],
                after=opinions[ply],
                lost=lost,
                mark=mark,
            )
        )
    return Review(game=game, start=opinions[0], moves=tuple(moves))


def _opinion(position: AnyPosition, value: Value) -> Opinion:
    """The opinion of a position; at the end of the game its result."""
    rules, outcome = position.rules, position.outcome
    first, to_move = rules.colour_of(0), rules.colour_of(position.side)
    if outcome is not None:
        percent = DRAWN if outcome.winner is None else CERTAIN * (outcome.winner == 0)
        return Opinion(percent=percent, percent_for=first, to_move=to_move)
    family = family_of(rules)
    line = family.format_line(position, value.pv)
    # In Gipf the first word is the best decision alone, as moves are judged singly.
    best = line[0] if family.lays_stones else family.format_move(position, value.pv[0])
    return Opinion(
        percent=percent_of_first(value.score, position.side, rules),
        percent_for=first,
        to_move=to_move,
        score=value.score,
        win_in=own_moves_to_win(value.score),
        loss_in=own_moves_to_win(-value.score),
        line=(best, *line[1:]),
        nodes=value.nodes,
    )


def _other(colour: str) -> str:
    return BLACK if colour == WHITE else WHITE


def _percent_text(percent: float) -> str:
    """A winning chance for people; 0 and 100 percent are certain."""
    return f"{percent:.0f} %" if percent in (0.0, CERTAIN) else estimate_in_percent(percent)
