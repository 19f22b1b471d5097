"""News for the page: streams of server-sent events, each for one or several open tabs.

A browser opens few connections to a host, so its tabs share a stream
(`static/js/game/news_worker.js`). A stream names its tabs when it is opened. Other tabs need
another stream, which takes over the tabs that both name and all news that wait for them. A reader
that is slow gets the latest state of a game, clock or analysis, not all the states between. When a
stream ends, for whatever reason, what ran for its tabs alone is ended.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from web.errors import Busy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from web.contract import base as contract
    from web.contract import messages

MOST_STREAMS = 64
MOST_TABS = 256  # of all streams
MOST_PENDING = 256
BEAT_S = 15.0  # a comment line, so that a dead connection is found
LATEST_ONLY = ("game", "clock", "analysis")

Seat = tuple[str, str]  # a game, and the tab that shows it
Subject = tuple[str, str, str | None]  # kind of news, game, the only tab that it is for or None


class Stream:
    """The news that wait for some tabs."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self.seats = set(seats)
        self._pending: list[tuple[Subject, contract.View]] = []
        self._wake = asyncio.Event()
        self._ended = False

    def carries(self, game: str, tab: str | None = None) -> bool:
        """Whether one of its tabs, or this one, shows the game."""
        return any(seat[0] == game and tab in (None, seat[1]) for seat in self.seats)

    def put(self, subject: Subject, news: contract.View) -> None:
        """Add news; of a kind where only the latest counts it takes the place of older ones."""
        if subject[0] in LATEST_ONLY:
            self._pending = [entry for entry in self._pending if entry[0] != subject]
        self._pending.append((subject, news))
        del self._pending[:-MOST_PENDING]
        self._wake.set()

    def hand_over(self, stream: Stream) -> None:
        """Leave the tabs that another stream names to it, with the news that wait for them."""
        if not self.seats & stream.seats:
            return
        for subject, news in self._pending:
            if stream.carries(*subject[1:]):
                stream.put(subject, news)
        self.seats -= stream.seats
        if not self.seats:
            self.end()

    def end(self) -> None:
        """No more news: the stream ends when those that wait are sent."""
        self._ended = True
        self._wake.set()

    async def events(self) -> AsyncIterator[bytes]:
        """The news as the event-stream format has them."""
        yield b"retry: 2000\n\n"
        while True:
            pending, self._pending = self._pending, []
            for (kind, *_), news in pending:
                yield b"event: %s\ndata: %s\n\n" % (kind.encode(), msgspec.json.encode(news))
            if self._ended:
                return
            if self._pending:
                continue
            self._wake.clear()
            try:
                await asyncio.wait_for(self._wake.wait(), BEAT_S)
            except TimeoutError:
                yield b": still here\n\n"


class Hub:
    """All open streams."""

    def __init__(self, on_gone: Callable[[str, str], None]) -> None:
        """`on_gone(game, tab)` is called when a tab has no stream any more."""
        self._streams: set[Stream] = set()
        self._on_gone = on_gone
        self._closing = False

    def __len__(self) -> int:
        return len(self._streams)

    def open(self, seats: Iterable[Seat]) -> Stream:
        """A new stream, which takes these tabs over. Raises Busy where there are too many."""
        stream = Stream(seats)
        others = [one.seats - stream.seats for one in self._streams]
        streams, tabs = sum(map(bool, others)), sum(map(len, others))
        full = streams >= MOST_STREAMS or tabs + len(stream.seats) > MOST_TABS
        if full or self._closing:
            raise Busy(f"{tabs} tabs are open already", retry_after_s=5)
        for older in self._streams:
            older.hand_over(stream)
        self._streams = {one for one in self._streams if one.seats} | {stream}
        return stream

    def gone(self, stream: Stream) -> None:
        """The reader has closed the stream, or left all its tabs to another."""
        self._streams.discard(stream)
        for game, tab in stream.seats:
            self._on_gone(game, tab)

    def publish(self, game: str, kind: str, news: contract.View, tab: str | None = None) -> None:
        """Send news of a game to its tabs, or to one."""
        for stream in self._streams:
            if stream.carries(game, tab):
                stream.put((kind, game, tab), news)

    def watched(self, game: str) -> bool:
        """Whether any tab shows the game."""
        return any(stream.carries(game) for stream in self._streams)

    def listens(self, game: str, tab: str) -> bool:
        """Whether this tab shows the game."""
        return any(stream.carries(game, tab) for stream in self._streams)

    def close(self, farewell: messages.Bye) -> None:
        """End all streams with a word, and open no more."""
        self._closing = True
        for stream in self._streams:
            stream.put(("bye", "", None), farewell)
            stream.end()
