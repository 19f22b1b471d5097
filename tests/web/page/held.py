"""Requests of the page that are held on their way, and go on before their test ends."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.web.page.conftest import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import APIResponse, Page, Route

PROBE = "/no-file-of-any-host"


class Held:
    """A request that waits on its way to the server; or its answer, on the way back."""

    def __init__(self, page: Page, route: Route) -> None:
        self._page = page
        self._route = route
        self._turns_back = False
        self._answer: APIResponse | None = None
        self._has_gone = False

    def fetch(self) -> None:
        """Let the request reach the server, and hold its answer."""
        self._turns_back = True
        self._answer = self._route.fetch()

    def go(self) -> None:
        """Let it go on its way; nothing if it went already."""
        if self._has_gone:
            return
        self._has_gone = True
        if self._turns_back:
            self._route.fulfill(response=eventually(self._page, lambda: self._answer))
        else:
            self._route.continue_()

    def refuse(self, status: int, detail: str) -> None:
        """Answer it in the server's place."""
        self._has_gone = True
        self._route.fulfill(status=status, json={"detail": detail})


class Queue(list[Held]):
    """The held requests in the order in which they came."""

    def first(self, page: Page) -> Held:
        """Return the first one, once it has come: the page may not have sent it yet."""
        first: Held = eventually(page, lambda: self[:1])[0]
        return first


def _take_effect(page: Page) -> None:
    """Wait until requests of the page take a new route.

    Chromium reports a route as set a moment before the page uses it: of 200 requests sent right
    after the report, 6 and 21 escaped it.
    """
    page.route(f"**{PROBE}", lambda route: route.fulfill(body="here"))
    eventually(page, lambda: page.evaluate(f"async () => (await fetch('{PROBE}')).ok"))
    page.unroute(f"**{PROBE}")


@contextmanager
def holding(page: Page, pattern: str, *, on_their_way_back: bool = False) -> Iterator[Queue]:
    """Hold the page's requests to these addresses, or the answers; at the end all go on.

    A request that nobody lets go leaves a task of the driver behind. It is destroyed while a later
    test runs, which then fails for it.
    """
    held = Queue()
    has_ended = False

    def hold(route: Route) -> None:
        one = Held(page, route)
        held.append(one)
        if on_their_way_back:
            one.fetch()
        if has_ended:
            one.go()

    page.route(pattern, hold)
    try:
        _take_effect(page)
        yield held
    finally:
        has_ended = True  # before `unroute`, which takes from a held request the right to go on
        try:
            for one in held:
                one.go()
        finally:
            page.unroute(pattern)
