"""Streams of news: what they carry, and what a new one takes over from an old one."""

from __future__ import annotations

import pytest

from tests.web.conftest import awaited
from web import events
from web.contract.schema import ServerMessage
from web.events import Hub, Stream

ONE, TWO, THREE = ("a", "one"), ("a", "two"), ("b", "three")


class News(ServerMessage, frozen=True):
    """What the streams carry here."""

    text: str


def _hub() -> tuple[Hub, list[tuple[str, str]]]:
    """A hub, and the tabs that it reports as gone."""
    gone: list[tuple[str, str]] = []
    return Hub(lambda game, tab: gone.append((game, tab))), gone


def _said(stream: Stream) -> list[str]:
    """The texts of the waiting news."""
    stream.end()

    async def read() -> bytes:
        return b"".join([event async for event in stream.events()])

    lines = awaited(read()).decode().splitlines()
    return [line.partition('"text":"')[2][:-2] for line in lines if line.startswith("data")]


def test_a_stream_carries_the_news_of_its_tabs() -> None:
    """News of a game reach each stream that shows it; news for one tab reach its stream only."""
    hub, _ = _hub()
    both, other = hub.open([ONE, THREE]), hub.open([TWO])
    hub.publish("a", "review", News(text="all of a"))
    hub.publish("b", "review", News(text="all of b"))
    hub.publish("a", "analysis", News(text="for two"), "two")
    assert _said(both) == ["all of a", "all of b"]
    assert _said(other) == ["all of a", "for two"]


def test_newer_states_replace_older_ones() -> None:
    """A newer state of an analysis replaces an older one of the same tab, but no other."""
    hub, _ = _hub()
    stream = hub.open([ONE, TWO, THREE])
    for age in ("old", "new"):
        hub.publish("a", "analysis", News(text=f"{age} one"), "one")
        hub.publish("a", "analysis", News(text=f"{age} two"), "two")
    assert sorted(_said(stream)) == ["new one", "new two"]


def test_a_new_stream_takes_tabs_over() -> None:
    """A tab's waiting news move with it; a stream without tabs ends, and no tab is gone."""
    hub, gone = _hub()
    old = hub.open([ONE, TWO])
    hub.publish("a", "analysis", News(text="for one"), "one")
    hub.publish("a", "review", News(text="for all"))
    new = hub.open([ONE, TWO, THREE])
    hub.gone(old)
    assert (len(hub), gone) == (1, [])
    assert _said(new) == ["for one", "for all"]


def test_a_tab_that_is_left_behind_is_gone() -> None:
    """Tabs that a new stream does not name end with the old stream, and no others."""
    hub, gone = _hub()
    old = hub.open([ONE, TWO])
    hub.publish("a", "analysis", News(text="for two"), "two")
    assert _said(hub.open([ONE])) == []
    assert hub.listens(*TWO)
    assert not hub.listens("a", "none")
    hub.gone(old)
    assert gone == [TWO]
    assert hub.listens(*ONE)


def test_a_quiet_stream_shows_that_it_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would cut a connection without a byte."""
    monkeypatch.setattr(events, "BEAT_S", 0.01)
    stream = _hub()[0].open([ONE])

    async def beat() -> None:
        async for event in stream.events():
            if event.startswith(b":"):
                stream.end()

    awaited(beat())
