"""What the explorer knows of a position, as the page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.result import RESULTS
from search.chance import percent_of_first
from web.contract import messages, study
from web.explorer.book import book_replies
from web.explorer.entries import images_of
from web.explorer.index import Wanted

if TYPE_CHECKING:
    from web.explorer.book import Reply
    from web.explorer.index import Index, ScoreRow
    from web.families.views import AnyViews

MOST_MOVES = 40
LATEST = 12
FLIPPED: dict[str, messages.ScoreKind] = {"score": "score", "win": "loss", "loss": "win"}


class Looking:
    """A question about a position: the `board` is a copy that nothing else uses."""

    def __init__(  # noqa: PLR0917 - the parts of a question
        self,
        index: Index,
        views: AnyViews,
        board: Any,
        saved_id: str = "",
        words: str = "",
        result: int | None = None,
    ) -> None:
        """A game that only `saved_id` holds does not count.

        Of the others those with all these words in names or date, and with this index of RESULTS.
        """
        self._index = index
        self._views = views
        self._board = board
        self._images = images_of(board.rules)
        self.key, self._symmetries = self._images.key(board)
        but = index.saved_game(saved_id) if saved_id else None
        folded = tuple(words.casefold().split())
        self._wanted = Wanted(but=but, words=folded, result=result)
        self._reply: Reply | None = book_replies().get(self.key)

    def moves(self) -> list[study.ExplorerMove]:
        """The moves that were played here, the most frequent first; then the reply of the book."""
        counts = self._index.moves_at(self.key, self._wanted)
        if self._reply is not None:
            counts.setdefault(self._reply.move, [0] * len(RESULTS))
        moves = self._legal_by_name()
        names = sorted(
            (name for name in counts if name in moves),
            key=lambda name: (-sum(counts[name]), name),
        )
        book = None if self._reply is None else self._reply.move
        names = [name for at, name in enumerate(names) if at < MOST_MOVES or name == book]
        after = {name: self._key_after(moves[name]) for name in names}
        scores = self._index.scores_of([*after.values()])
        return [
            self._view(name, moves[name], counts[name], scores.get(after[name])) for name in names
        ]

    def latest(self) -> list[study.ExplorerGame]:
        """The games that were added last."""
        return self._index.games_at(self.key, LATEST, self._wanted)

    def _legal_by_name(self) -> dict[int, int]:
        """The first legal move of each name."""
        by_name: dict[int, int] = {}
        for move in self._board.legal_moves():
            by_name.setdefault(self._images.name(move, self._symmetries), move)
        return by_name

    def _key_after(self, move: int) -> int:
        self._board.play(move)
        key, _ = self._images.key(self._board)
        self._board.undo()
        return key

    def _view(
        self, name: int, move: int, counts: list[int], row: ScoreRow | None
    ) -> study.ExplorerMove:
        text = self._views.family.format_move(self._board, move)
        is_book = self._reply is not None and name == self._reply.move
        return study.ExplorerMove(
            move=self._views.text_of(self._board, move),
            point=self._views.place_of(self._board, move),
            text=text,
            games=sum(counts),
            wins=(counts[0], counts[1]),
            draws=counts[2],
            score=self._score(row, is_book=is_book),
            is_book=is_book,
        )

    def _score(self, row: ScoreRow | None, *, is_book: bool) -> messages.Score | None:
        """The score of a move: of the position after it, else of the book."""
        if row is not None:
            _, kind, value, percent = row
            own = 1 if kind == "loss" and value is not None else 0  # the move is the winner's own
            flipped = FLIPPED[kind]
            return messages.Score(
                kind=flipped, value=-value if kind == "score" else value + own, percent=percent
            )
        if not is_book or self._reply is None:
            return None
        score = self._reply.score
        percent = percent_of_first(score, self._board.side, self._board.rules)
        return messages.Score(kind="score", value=score, percent=round(percent, 1))
