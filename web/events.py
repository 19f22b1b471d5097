"""News for the page: one stream of server-sent events for each open tab.

A tab that is slow gets the latest state of a game, clock or analysis, not all the states between.
When a stream ends, for whatever reason, what ran for its tab alone is ended.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from web.errors import Busy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from web import contract, messages

MOST_STREAMS = 64
MOST_PENDING = 256
BEAT_S = 15.0  # a comment line, so that a dead connection is found
LATEST_ONLY = ("game", "clock", "analysis")


class Stream:
    """The news that wait for one tab."""

    def __init__(self, game: str, tab: str) -> None:
        self.game = game
        self.tab = tab
        self._pending: list[tuple[str, contract.View]] = []
        self._wake = asyncio.Event()
        self._ended = False

    def put(self, kind: str, news: contract.View) -> None:
        """Add news; of a kind where only the latest counts it takes the place of older ones."""
        if kind in LATEST_ONLY:
            self._pending = [entry for entry in self._pending if entry[0] != kind]
        self._pending.append((kind, news))
        del self._pending[:-MOST_PENDING]
        self._wake.set()

    def end(self) -> None:
        """No more news: the stream ends when those that wait are sent."""
        self._ended = True
        self._wake.set()

    async def events(self) -> AsyncIterator[bytes]:
        """The news as the event-stream format has them."""
        yield b"retry: 2000\n\n"
        while True:
            pending, self._pending = self._pending, []
            for kind, news in pending:
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
        """`on_gone(game, tab)` is called when a tab's stream has ended."""
        self._streams: set[Stream] = set()
        self._on_gone = on_gone
        self._closing = False

    def __len__(self) -> int:
        return len(self._streams)

    def open(self, game: str, tab: str) -> Stream:
        """A new stream; an older one of the same tab ends. Raises Busy where there are too many."""
        for stream in [one for one in self._streams if (one.game, one.tab) == (game, tab)]:
            self._streams.discard(stream)
            stream.end()
        if len(self._streams) >= MOST_STREAMS or self._closing:
            raise Busy(f"{len(self._streams)} tabs are open already", retry_after_s=5)
        stream = Stream(game, tab)
        self._streams.add(stream)
        return stream

    def gone(self, stream: Stream) -> None:
        """The tab has closed the stream."""
        if stream in self._streams:
            self._streams.discard(stream)
            self._on_gone(stream.game, stream.tab)

    def publish(self, game: str, kind: str, news: contract.View, tab: str | None = None) -> None:
        """Send news of a game to its tabs, or to one."""
        for stream in self._streams:
            if stream.game == game and tab in (None, stream.tab):
                stream.put(kind, news)

    def watched(self, game: str) -> bool:
        """Whether any tab shows the game."""
        return any(stream.game == game for stream in self._streams)

    def listens(self, game: str, tab: str) -> bool:
        """Whether this tab shows the game."""
        return any((stream.game, stream.tab) == (game, tab) for stream in self._streams)

    def close(self, farewell: messages.Bye) -> None:
        """End all streams with a word, and open no more."""
        self._closing = True
        for stream in self._streams:
            stream.put("bye", farewell)
            stream.end()
