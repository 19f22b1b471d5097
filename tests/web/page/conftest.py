"""A server, Debian's Chromium, and pages whose requests and console messages are recorded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = "/usr/bin/chromium"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SERVE = "from cli.main import main; main()"
START_S = 20
WAIT_MS = 15_000

SCREENS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1360, "height": 860}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1360, "height": 860}, "color_scheme": "dark"},
    "phone": {
        "viewport": {"width": 412, "height": 915},
        "has_touch": True,
        "is_mobile": True,
        "color_scheme": "light",
    },
}
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


class Table:
    """A page with the board, and what the API says about its game."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self.bytes: dict[str, int] = {}

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Return the answer to a command, sent as the page would send it."""
        answer = self.page.request.post(
            f"{self.base}/api/{path}", data=body, headers={"Origin": self.base}
        )
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        """Return what the API answers."""
        answer = self.page.request.get(f"{self.base}/api/{path}")
        assert answer.ok, answer.text()
        return answer.json()

    def open(self, preset: str = "pente", moves: str = "", **wish: Any) -> dict[str, Any]:
        """Start a new game, with these moves played, on the page; return its GameView."""
        wish.setdefault("players", PEOPLE)
        game: dict[str, Any] = self.post("games", {"preset": preset, **wish})
        for move in moves.split():
            at = f"games/{game['id']}/play"
            game = self.post(at, {"node": game["current"], "move": move})
        self.visit(f"#game={game['id']}")
        self.until("shown", game["id"])
        return game

    def visit(self, fragment: str = "") -> None:
        """Load the page; afterwards its state can be read."""
        self.page.goto(f"{self.base}/{fragment}")
        self.page.evaluate(
            "async () => { window.table = (await import('/js/game/store.js')).state; }"
        )
        self.page.wait_for_selector("#grid button")

    @property
    def game(self) -> dict[str, Any]:
        """The game on the page, as the server has it."""
        game: dict[str, Any] = self.get("games/" + self.state("game.id"))
        return game

    def state(self, path: str) -> Any:
        """Return a part of the page's state: `viewed`, `analysis.lines`."""
        return self.page.evaluate(
            "path => path.split('.').reduce((at, key) => at?.[key], window.table)", path
        )

    def place(self, place: int | str) -> Any:
        """Return the button of a point."""
        return self.page.locator(f"#grid button[data-place='{place}']")

    def until(self, condition: str, argument: Any = None) -> None:
        """Wait until one of the CONDITIONS holds for the page's state and an argument."""
        self.page.wait_for_function(
            f"argument => {{ const state = window.table; return {CONDITIONS[condition]}; }}",
            arg=argument,
        )


# Conditions to wait for, as expressions of `state` and `argument`.
CONDITIONS = {
    "mine": "!state.game.thinking && (state.game.result || state.view.side === argument)",
    "answered": "state.view.ply > argument + 1 || state.game.result",
    "nodes": "state.game.nodes.length === argument",
    "ply": "state.view.ply === argument",
    "thinking": "state.game.thinking",
    "lines": "state.analysis?.lines.length >= argument && state.analysis.key === state.view.key",
    "resting": "state.analysis?.state === 'resting'",
    "reviewed": "state.review?.state === 'done'",
    "hinted": "state.hint?.node === state.viewed",
    "preset": "state.game?.preset === argument",
    "shown": "state.game?.id === argument && document.querySelector('#live').textContent",
    "over": "state.game.result",
}


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that lives as long as the tests."""
    with served(str(tmp_path_factory.mktemp("games"))) as address:
        yield address


@contextmanager
def served(data: str, *options: str) -> Iterator[str]:
    """The address of a server with its games in a folder, and further options."""
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--data", data, *options]
    environment = {**os.environ, "PYTHONPATH": ROOT, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, cwd=data
    ) as server:
        try:
            yield _address(server)
        finally:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(START_S)
            except subprocess.TimeoutExpired:
                server.kill()


def _address(server: subprocess.Popen[str]) -> str:
    """Return the address that the server prints."""
    assert server.stdout is not None
    for line in server.stdout:
        words = [word for word in line.split() if word.startswith("http://")]
        if words:
            return words[0].rstrip("/")
    raise AssertionError("the server ended without saying where it is")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a graphics processor."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright")
    if not os.path.exists(CHROMIUM):
        pytest.skip(f"no browser at {CHROMIUM}")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def seat(chromium: Browser, base: str) -> Iterator[Callable[..., Table]]:
    """A page in a private browser context; at the end, no error and no foreign request may be
    recorded.
    """
    contexts: list[BrowserContext] = []
    tables: list[Table] = []

    def sit(screen: str = "light", base: str = base, **options: Any) -> Table:
        context = chromium.new_context(**SCREENS[screen], accept_downloads=True, **options)
        context.set_default_timeout(WAIT_MS)
        contexts.append(context)
        table = Table(context.new_page(), base)
        _watch(context, table)
        tables.append(table)
        return table

    yield sit
    for context in contexts:
        context.close()
    for table in tables:
        assert table.complaints == []
        assert table.strangers == []


def _watch(context: BrowserContext, table: Table) -> None:
    """Record the page's errors, and block requests to other hosts."""
    host = urlsplit(table.base).netloc

    def guard(route: Any) -> None:
        url = urlsplit(route.request.url)
        if url.netloc == host or url.scheme in {"data", "blob"}:
            route.continue_()
        else:
            table.strangers.append(route.request.url)
            route.abort()

    def heard(message: Any) -> None:
        if message.type in {"error", "warning"} and "status of 4" not in message.text:
            table.complaints.append(message.text)

    context.route("**/*", guard)
    table.page.on("console", heard)
    table.page.on("pageerror", lambda error: table.complaints.append(str(error)))


@pytest.fixture
def table(seat: Callable[..., Table]) -> Table:
    """A page in a window of desktop size, light theme."""
    return seat("light")
