"""Streams of server-sent events, each for one or several open tabs.

A browser opens few connections to a host, so its tabs share a stream
(`static/js/game/news_worker.js`). A stream names its tabs when it is opened. When the tabs change,
the browser opens a new stream, which takes over the common tabs with their pending events. A slow
reader gets only the latest state of an analysis, and not the oldest changes of a game: it sees that
some are missing. When a stream ends, the analyses of its tabs end as well.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from web.errors import Busy
from web.words import encode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping

    from web.contract import schema

MOST_STREAMS = 64
MOST_TABS = 256  # of all streams
MOST_PENDING = 256
BEAT_S = 15.0  # between comment lines, which reveal a dead connection
LATEST_ONLY = ("analysis", "presence")

GameTab = tuple[str, str]  # a game, and the tab that shows it
Subject = tuple[str, str, str | None]  # kind of event, game, the only tab that gets it or None
NOBODY: Mapping[GameTab, str] = {}  # has a seat


class Stream:
    """The pending events for some tabs."""

    def __init__(self, tabs: Iterable[GameTab], seats: Mapping[GameTab, str]) -> None:
        self.tabs = set(tabs)
        self.seats = seats
        self._pending: list[tuple[Subject, schema.ServerMessage]] = []
        self._wake = asyncio.Event()
        self._ended = False

    def carries(self, game: str, tab: str | None = None, but: str | None = None) -> bool:
        """Whether this tab, or without `tab` any tab except `but`, of the stream shows the game."""
        return any(of == game and name != but and tab in (None, name) for of, name in self.tabs)

    def seated(self, game: str) -> set[str]:
        """The secrets of the seats that tabs of a game have."""
        return {self.seats[tab] for tab in self.tabs if tab[0] == game and self.seats.get(tab)}

    def put(self, subject: Subject, news: schema.ServerMessage) -> None:
        """Add an event; it replaces older ones of its subject if only the latest counts."""
        if subject[0] in LATEST_ONLY:
            self._pending = [entry for entry in self._pending if entry[0] != subject]
        self._pending.append((subject, news))
        del self._pending[:-MOST_PENDING]
        self._wake.set()

    def hand_over(self, stream: Stream) -> None:
        """Move the tabs that another stream names to it, with their pending events."""
        if not self.tabs & stream.tabs:
            return
        for subject, news in self._pending:
            if stream.carries(*subject[1:]):
                stream.put(subject, news)
        self.tabs -= stream.tabs
        if not self.tabs:
            self.end()

    def end(self) -> None:
        """End the stream once its pending events are sent."""
        self._ended = True
        self._wake.set()

    async def events(self) -> AsyncIterator[bytes]:
        """The events in the event-stream format."""
        yield b"retry: 2000\n\n"
        while True:
            pending, self._pending = self._pending, []
            for (kind, *_), news in pending:
                yield b"event: %s\ndata: %s\n\n" % (kind.encode(), encode(news))
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
        """`on_gone(game, tab)` is called when a tab no longer has a stream."""
        self._streams: set[Stream] = set()
        self._on_gone = on_gone
        self._closing = False

    def __len__(self) -> int:
        return len(self._streams)

    def open(self, tabs: Iterable[GameTab], seats: Mapping[GameTab, str] = NOBODY) -> Stream:
        """A new stream, which takes over these tabs; `seats` has the secrets of those with a seat.

        Raises Busy if there are too many.
        """
        stream = Stream(tabs, seats)
        others = [earlier.tabs - stream.tabs for earlier in self._streams]
        streams, known = sum(map(bool, others)), sum(map(len, others))
        full = streams >= MOST_STREAMS or known + len(stream.tabs) > MOST_TABS
        if full or self._closing:
            raise Busy(f"{known} tabs are open already", retry_after_s=5)
        for older in self._streams:
            older.hand_over(stream)
        self._streams = {earlier for earlier in self._streams if earlier.tabs} | {stream}
        return stream

    def gone(self, stream: Stream) -> None:
        """Forget a stream that its reader has closed or that another has replaced."""
        self._streams.discard(stream)
        for game, tab in stream.tabs:
            self._on_gone(game, tab)

    def publish(
        self,
        game: str,
        kind: str,
        news: schema.ServerMessage,
        tab: str | None = None,
        but: str | None = None,
    ) -> None:
        """Send an event of a game to all its tabs, to one, or to all except one."""
        for stream in self._streams:
            if stream.carries(game, tab, but):
                stream.put((kind, game, tab), news)

    def seated(self, game: str) -> set[str]:
        """The secrets of the seats whose players show the game."""
        return set[str]().union(*(stream.seated(game) for stream in self._streams))

    def listens(self, game: str, tab: str | None = None) -> bool:
        """Whether this tab, or without `tab` any, shows the game."""
        return any(stream.carries(game, tab) for stream in self._streams)

    def close(self) -> None:
        """End all streams and open no more."""
        self._closing = True
        for stream in self._streams:
            stream.end()
