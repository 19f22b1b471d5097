"""The matches of a server: a file of results for each, one of them playing at a time.

A match plays only as long as a page asks for it. What is left of it is played when somebody lets it
go on: its file has all games that ended, also after the server was killed.
"""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from arena.errors import ArenaError
from arena.match.results import ResultsFile, read_results
from games.errors import GameError
from games.tree import ROOT
from web.contract import study
from web.errors import NotFound, NotSaved, Stale, TooLarge, Unreadable
from web.log import LOG, end_all, log_failure
from web.matches.match import Match
from web.records.reading import session_of
from web.sessions.session import Session, new_id, two_people

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from web.engines.pool import EnginePool

    Amend = Callable[[Session, Callable[[], bool]], Awaitable[None]]

PREFIX, SUFFIX = "match-", ".jsonl"
MOST_KEPT = 50
MOST_KNOWN = 4  # in memory; each has the moves of all its games
UNSEEN_S = 90.0  # without a question of a page; browsers let hidden tabs ask once a minute
FAILED = "The engine failed. Continue to try once more."
UNSAVED = "A game could not be saved ({}). Continue to try once more."


class Matches:
    """All matches; those that were asked for are in memory."""

    def __init__(
        self,
        folder: str,
        pool: EnginePool,
        amend: Amend,
        known: Callable[[str], Session | None],
    ) -> None:
        """`known` gives a game in memory, and `amend` changes it for the tabs that show it."""
        self._folder = folder
        self._pool, self._amend, self._session = pool, amend, known
        self._known: dict[str, Match] = {}
        self._summaries: dict[str, tuple[float, dict[str, Any]]] = {}  # and when the file changed
        self._task: asyncio.Task[None] | None = None
        self._running = ""
        self._seen_s = 0.0
        self._watched: dict[tuple[str, int], str] = {}  # the session that shows a game

    # Commands

    async def create(self, request: study.NewMatch) -> study.Match:
        """A new match, which begins. Raises Unreadable, TooLarge, Stale or NotSaved."""
        self._require_idle()
        if len(self._files()) >= MOST_KEPT:
            raise TooLarge(f"{MOST_KEPT} matches are kept already: delete some first")
        if (request.nodes is None) == (request.seconds is None):
            raise Unreadable("expected one limit of a move, nodes or seconds")
        match = self._made(new_id(), request, [])
        self._remember(match)
        return await self.go(match.id)

    async def go(self, id_: str) -> study.Match:
        """Play what is left of a match. Raises NotFound, Stale or NotSaved."""
        match = await self._match(id_)
        if self._running != id_:
            self._require_idle()
            self._begin(match)
        return await self.view(id_)

    def _begin(self, match: Match) -> None:
        match.problem = ""
        try:
            results = ResultsFile(self._path(match.id), match.identity, resume=True)
        except (OSError, ArenaError) as error:
            raise NotSaved(f"the file of the match cannot be written: {error}") from error
        self._running, self._seen_s = match.id, time.monotonic()
        self._task = asyncio.get_running_loop().create_task(self._play(match, results))
        self._task.add_done_callback(log_failure)

    async def stop(self, id_: str) -> study.Match:
        """End the game that is being played; the match can go on later. Raises NotFound."""
        if self._running == id_:
            await self.close()
        return await self.view(id_)

    async def delete(self, id_: str) -> None:
        """Delete a match; games of it that were opened stay. Raises NotFound or NotSaved."""
        await self.stop(id_)
        self._known.pop(id_, None)
        self._watched = {game: shown for game, shown in self._watched.items() if game[0] != id_}
        try:
            os.remove(self._path(id_))
        except OSError as error:
            raise NotSaved(f"the match cannot be deleted: {error.strerror}") from error

    async def close(self) -> None:
        """End the game that is being played, with its search."""
        if self._task is not None:
            await end_all([self._task])
        self._task, self._running = None, ""

    # Questions

    async def view(self, id_: str, skip: int = 0) -> study.Match:
        """A match, without the first `skip` games that ended. Raises NotFound."""
        match = await self._match(id_)
        if self._running == id_:
            self._seen_s = time.monotonic()
        return match.view(running=self._running == id_, skip=skip)

    async def all(self) -> list[study.MatchSummary]:
        """All matches that can be read, the latest first."""
        summaries = []
        for changed, id_ in self._files():
            with suppress(NotFound):
                if self._summaries.get(id_, (0.0,))[0] != changed:
                    self._summaries[id_] = changed, (await self._match(id_)).summary()
                running = self._running == id_
                summaries.append(study.MatchSummary(**self._summaries[id_][1], running=running))
        return summaries

    async def game(self, id_: str, number: int) -> Session:
        """A new session for a game that has begun. Raises NotFound."""
        match = await self._match(id_)
        tree = match.tree(number)
        if tree is None:
            raise NotFound("this game of the match has not begun")
        session = session_of(tree)
        session.title = f"{match.family.title}, game {number + 1}"
        names = [name.replace("level:", "level ").capitalize() for name in tree.names]
        session.players = two_people(names)
        session.kept = True
        return session

    async def watch(self, id_: str, number: int, session: Session) -> None:
        """Let a session in memory show a game, with the moves since it was made."""
        self._watched[id_, number] = session.id
        match = await self._match(id_)
        tree = match.tree(number)
        if tree is not None:
            await self._show(match, number, tree.moves)

    def shown(self, id_: str, number: int) -> Session | None:
        """The session that shows a game, as long as it is in memory."""
        return self._session(self._watched.get((id_, number), ""))

    # Playing

    async def _play(self, match: Match, results: ResultsFile) -> None:
        try:
            with results:
                while job := next(iter(match.todo), None):
                    match.add(await match.play(job, self._pool, self._told), results.append)
        except _Unseen:
            LOG.info("match %s: no page asks for it", match.id)
        except OSError as error:
            match.problem = UNSAVED.format(error.strerror)
        except Exception:  # noqa: BLE001 - logged and shown to the viewer
            LOG.exception("match %s: the game cannot be played", match.id)
            match.problem = FAILED
        finally:
            if self._running == match.id:
                self._running = ""

    async def _told(self, match: Match, number: int, moves: Sequence[int]) -> None:
        """Show a move. Raises _Unseen."""
        if time.monotonic() - self._seen_s > UNSEEN_S:
            raise _Unseen
        await self._show(match, number, moves)

    async def _show(self, match: Match, number: int, moves: Sequence[int]) -> None:
        """Add to the session that shows this game the moves that it lacks.

        The board goes along if it stands at the last move. A game that was stopped is played anew:
        where it differs, the session keeps the old moves as a variation.
        """
        session = self.shown(match.id, number)
        if session is None:
            return

        def play() -> bool:
            tree, last, changed = session.tree, ROOT, False
            for move in moves:
                known = [tree.node(child) for child in tree.node(last).children]
                changed |= not known or known[0].move != move or known[0].tried
                new = move not in [node.move for node in known]
                if new and session.current == last and session.exploring is None:
                    session.play_move(move)
                    last = session.current
                else:
                    last = tree.add(last, move, first=True)
                    tree.keep(last)
            return changed

        with suppress(GameError, TooLarge):  # another start, or too many variations
            await self._amend(session, play)

    # Files

    def _require_idle(self) -> None:
        if self._running:
            raise Stale("another match is being played: stop it first")

    def _path(self, id_: str) -> str:
        return os.path.join(self._folder, PREFIX + id_ + SUFFIX)

    def _files(self) -> list[tuple[float, str]]:
        """When each match was last written, and its id; the latest first."""
        files = []
        with suppress(OSError):
            for entry in os.scandir(self._folder):
                if entry.name.startswith(PREFIX) and entry.name.endswith(SUFFIX):
                    id_ = entry.name[len(PREFIX) : -len(SUFFIX)]
                    files.append((entry.stat().st_mtime, id_))
        return sorted(files, reverse=True)

    async def _match(self, id_: str) -> Match:
        """A match, from memory or its file. Raises NotFound."""
        if id_ not in self._known:
            self._remember(await asyncio.to_thread(self._read, id_))
        return self._known[id_]

    def _remember(self, match: Match) -> None:
        """Keep a match in memory; the oldest that does not play makes room."""
        self._known.setdefault(match.id, match)
        others = [id_ for id_ in self._known if id_ not in (self._running, match.id)]
        if len(self._known) > MOST_KNOWN and others:
            del self._known[others[0]]

    def _read(self, id_: str) -> Match:
        """A match from its file; its games are replayed. Raises NotFound."""
        try:
            identity, records, _ = read_results(self._path(id_))
            told: Any = (identity or {})["page"]
            return self._made(id_, msgspec.convert(told, study.NewMatch), records)
        except (OSError, ArenaError, KeyError, msgspec.ValidationError, Unreadable) as error:
            raise NotFound("there is no such match") from error

    def _made(self, id_: str, request: study.NewMatch, records: Sequence[Any]) -> Match:
        try:
            return Match(id_, request, records)
        except (ArenaError, GameError, ValueError) as error:
            raise Unreadable(str(error)) from error


class _Unseen(Exception):  # noqa: N818 - an event
    """No page has asked for the running match for a while."""
