"""A match between levels of the engine, planned, written and counted as by the command.

Each move is an order to the page's engines. So games on the board go first, and a page without a
server plays its matches in its own worker.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arena.game.record import GameRecord, MoveRecord, PlayerRecord, format_game
from arena.game.referee import end_on_board, record_of
from arena.match.match import MatchSpec, plan_match
from arena.match.repeats import MOST_IN_A_ROW, Repeats
from arena.match.results import ENGINES
from arena.openings.files import own_openings, read_openings
from arena.records.formats import read_record
from arena.strength.elo import elo_of_counts, finite, likelihood_of_superiority
from arena.strength.score import MatchScore
from games.tree import GameTree, one_line
from web.contract import study
from web.engines.orders import EngineResult, order_of
from web.engines.pool import REVIEW
from web.errors import EngineFailed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from arena.game.adjudication import End
    from arena.game.spec import Job
    from web.engines.pool import EnginePool

    Told = Callable[["Match", int, Sequence[int]], Awaitable[None]]

CONTESTANTS = "AB"
LONGEST_MOVE_S = 60.0  # of a search that counts nodes
TRIES = 3  # of a move whose engine failed
SEED_STEP = 1_000_003
RANDOM_PLIES = 4


def spec_of(request: study.NewMatch) -> MatchSpec:
    """The specification of a match as the command has it. Raises ArenaError or GameError."""
    openings = own_openings(request.preset) if request.openings == "balanced" else None
    a, b = ("engine" if level is None else f"level:{level}" for level in request.levels)
    seconds = 1.0 if request.seconds is None else request.seconds
    spec = MatchSpec(
        a=a,
        b=b,
        games=request.games,
        rules=request.preset,
        clock=f"wall-move:{seconds:g}" if request.nodes is None else f"nodes:{request.nodes}",
        seed=request.seed,
        openings=openings,
        opening_plies=0 if request.openings == "start" else RANDOM_PLIES,
    )
    spec.check()
    return spec


class Match:
    """A match, its games so far, and the one that is being played.

    records  the games that ended, by number
    score    theirs
    moves    those of the game that is being played
    problem  why it ended early, or ""
    """

    def __init__(self, id_: str, request: study.NewMatch, records: Sequence[GameRecord]) -> None:
        """A match as it was left. Raises ArenaError or GameError."""
        self.id = id_
        self.request = request
        self.spec = spec_of(request)
        self.family = self.spec.family
        self.jobs = plan_match(self.spec)
        path = self.spec.openings
        self._openings = read_openings(path, self.family.rules) if path else None
        self.records: dict[int, GameRecord] = {}
        self.score, self._repeats = MatchScore(), Repeats()
        self.moves: list[int] = []
        self.playing: Job | None = None
        self.problem = ""
        for record in records:
            self.add(record)

    @property
    def identity(self) -> dict[str, Any]:
        """What the head of its file says: its request, and what the command asks of a match."""
        told = {name: value for name, value in asdict(self.spec).items() if value is not None}
        told["openings"] = self._openings.digest if self._openings else None
        engines = [{"commit": None, "signature": None}] * 2
        request = {name: getattr(self.request, name) for name in self.request.__struct_fields__}
        identity = told | {"page": request, ENGINES: engines}
        plain: dict[str, Any] = json.loads(json.dumps(identity))
        return plain

    @property
    def _kind_of_openings(self) -> study.Openings:
        """Those that it has: not every game has balanced ones."""
        if self._openings is not None:
            return "balanced"
        return "random" if self.spec.opening_plies else "start"

    @property
    def todo(self) -> list[Job]:
        """The games that are left, unless too many in a row were repeats."""
        if self._repeats.in_a_row >= MOST_IN_A_ROW:
            return []
        return [job for job in self.jobs if job.number not in self.records]

    def add(
        self, record: GameRecord, keep: Callable[[GameRecord], object] = lambda _: None
    ) -> None:
        """Count a game, once `keep` has its record with the number of the game that it repeats."""
        record = self._repeats.marked(record)
        keep(record)
        self.records[record.game] = record
        self.score = self.score.with_game(record)

    async def play(self, job: Job, pool: EnginePool, told: Told) -> GameRecord:
        """Play a game; `told` hears of each move. Raises EngineFailed."""
        opening = (
            self._openings.opening_of(job.opening, self.spec.seed)
            if self._openings
            else self.family.draw_opening(self.spec.opening_plies, job.opening_seed)
        )
        board = self.family.after(opening)
        self.playing, self.moves = job, list(opening)
        answers: list[MoveRecord] = []
        try:
            while (end := end_on_board(self.family, board, None)) is None:
                answers.append(await self._answer(job, board, pool, told))
        finally:
            self.playing = None
        return self._record(job, opening, answers, end)

    async def _answer(self, job: Job, board: Any, pool: EnginePool, told: Told) -> MoveRecord:
        """Play one side's decisions until the other side decides; their record."""
        before, side, began_s = board.copy(), board.side, time.monotonic()
        decisions: list[int] = []
        nodes, score, depth = 0, None, None
        while board.outcome is None and board.side == side:
            result = await self._search(job, board, pool)
            board.play(result.move)
            decisions.append(result.move)
            self.moves.append(result.move)
            nodes += result.nodes
            if result.lines and score is None:
                score, depth = result.lines[0].score, result.depth
            await told(self, job.number, self.moves)
        return MoveRecord(
            point=self.family.format_answer(before, decisions),
            cpu_s=0.0,
            wall_s=round(time.monotonic() - began_s, 6),
            depth=depth,
            score=score,
            nodes=nodes or None,
        )

    async def _search(self, job: Job, board: Any, pool: EnginePool) -> EngineResult:
        """The move of the contestant that is to move. Raises EngineFailed after TRIES."""
        contestant = job.second if board.side else job.first
        order = order_of(
            self.family,
            board,
            None,
            wall_s=self.request.seconds or (1.0 if self.request.nodes is None else LONGEST_MOVE_S),
            nodes=self.request.nodes,
            level=self.request.levels[contestant],
            seed=SEED_STEP * job.seed + len(board.moves),
            seat=f"{self.id} {job.number} {CONTESTANTS[contestant]}",
        )
        result = await pool.insist(REVIEW, lambda: order, TRIES)
        if result is None:
            raise EngineFailed
        return result

    def _record(
        self, job: Job, opening: Sequence[int], answers: Sequence[MoveRecord], end: End
    ) -> GameRecord:
        texts = self.spec.by_name
        players = [PlayerRecord(name=name, spec=texts[name]) for name in CONTESTANTS]
        sides = (players[job.first], players[job.second])
        return record_of(self.family, job, sides, opening, answers, None, end)

    # What the page shows

    def tree(self, number: int) -> GameTree | None:
        """A game as a record, also while it is played; None before it."""
        if number in self.records:
            return read_record(format_game(self.records[number]), format_="json")
        if self.playing is None or self.playing.number != number:
            return None
        texts = list(self.spec.by_name.values())
        names = texts[self.playing.first], texts[self.playing.second]
        return GameTree(self.family.start(), one_line(self.moves), names=names)

    def summary(self) -> dict[str, Any]:
        """The fields of `MatchSummary`, but whether it is played now."""
        return {
            "id": self.id,
            "preset": self.spec.rules,
            "title": self.family.title,
            "levels": self.request.levels,
            "games": self.spec.games,
            "played": len(self.records),
            "points": self.score.total.points,
        }

    def view(self, *, running: bool, skip: int = 0) -> study.Match:
        """The match as a message, without the first `skip` games that ended."""
        total, counts = self.score.total, self.score.counts
        estimate = elo_of_counts(counts)
        return study.Match(
            **self.summary(),
            running=running,
            limit=self.spec.clock,
            openings=self._kind_of_openings,
            wins=total.wins,
            draws=total.draws,
            losses=total.losses,
            elo=finite(estimate.elo, 1) if estimate else None,
            low=finite(estimate.low, 1) if estimate else None,
            high=finite(estimate.high, 1) if estimate else None,
            superior=likelihood_of_superiority(counts),
            problem=self.problem,
            rows=[*map(self._ended, [*self.records.values()][skip:]), *self._now()],
        )

    def _ended(self, record: GameRecord) -> study.MatchGame:
        winner = record.winner_name
        return study.MatchGame(
            number=record.game,
            first=1 if self.jobs[record.game].first else 0,
            winner=None if winner is None else 1 if winner == CONTESTANTS[1] else 0,
            reason=record.reason,
            plies=len(record.opening) + len(record.moves),
            repeats=record.repeats,
        )

    def _now(self) -> list[study.MatchGame]:
        """The game that is being played, if any."""
        if self.playing is None:
            return []
        first = 1 if self.playing.first else 0
        about: dict[str, Any] = {"number": self.playing.number, "first": first, "winner": None}
        return [study.MatchGame(**about, reason="", plies=len(self.moves), repeats=None)]
