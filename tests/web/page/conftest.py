"""A server, Debian's Chromium, and pages whose requests and console messages are recorded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
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

    def turn_to(self, tab: str) -> None:
        """On a phone, show a tab below the board: "moves", "analysis" or "game"."""
        if self.page.locator("#tabs").is_visible():
            self.page.click(f"#tab-{tab}")

    def choose(self, preset: str, *players: str) -> None:
        """Choose a game in the dialogue, and the players: "human:", "engine:3", "engine:"."""
        page, variant = self.page, preset.rstrip("0123456789").rstrip("-")
        for family in ("pente", "gomoku", "gipf"):
            page.check(f"input[name=family][value={family}]", force=True)
            if page.locator(f"input[name=variant][value={variant}]").count():
                break
        page.check(f"input[name=variant][value={variant}]", force=True)
        size = page.locator(f"input[name=size][value={preset}]")
        if size.count():
            size.check(force=True)
        for side, (kind, level) in enumerate(player.split(":") for player in players):
            page.check(f"input[name=player-{side}][value={kind}]", force=True)
            if kind == "engine":
                slider = page.locator(f"input[name=level-{side}]")
                slider.fill(level or slider.get_attribute("max") or "")

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
    "shown": "state.game?.id === argument && document.querySelector('#live').textContent"
    " && !document.getAnimations().length",
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
    arguments = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--proxy-server=http://127.0.0.1:9",  # nothing listens there; this host needs no proxy
    ]
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


class Keeper:
    """A context for each screen, and the one page that tests use one after the other.

    To open the next game on a page costs a tenth of a new page, and loading a page anew a half. A
    page of another screen ends the one before, so that no page listens to an old game.
    """

    def __init__(self, chromium: Browser, base: str) -> None:
        self.context = cache(lambda screen: _context(chromium, screen))
        self.page: Page | None = None
        self._gone = pytest.importorskip("playwright.sync_api").Error
        self._base, self._screen = base, ""
        self._looks: dict[str, str] = {}  # of a new page, by screen

    def seat(self, screen: str) -> Page:
        """Return the kept page if it is as when it was loaded, else a new one."""
        if self.page and (screen != self._screen or not self._is_as_new(self.page)):
            self.page.close()
            self.page = None
        self.page = self.page or self.context(screen).new_page()
        self._screen = screen
        _clear(self.page, self._base)
        if screen not in self._looks:
            Table(self.page, self._base).open()
            self._looks[screen] = self.page.evaluate(LOOKS)
        return self.page

    def _is_as_new(self, page: Page) -> bool:
        """Whether no test has left a trace on the page; not so if it has ended."""
        with suppress(self._gone):
            return bool(page.evaluate(LOOKS) == self._looks[self._screen])
        return False

    def leave(self, screen: str) -> None:
        """Close the other pages; put back what tests often change on the kept one."""
        for page in self.context(screen).pages:
            if page is not self.page:
                page.close()
        if screen != self._screen or not self.page:
            return
        with suppress(self._gone):  # the next test gets another page
            self.page.set_viewport_size(SCREENS[screen]["viewport"])
            self.page.emulate_media(reduced_motion="null")
            self.page.mouse.move(0, 0)
            self.page.evaluate(PUT_BACK, json.loads(self._looks[screen])[0]["settings"])


# How a page is on which nothing but the game has changed, as a text.
LOOKS = """() => {
  const { game, viewed, view, analysis, hint, review, pick, ...rest } = window.table;
  const boxes = [...document.querySelectorAll("textarea, #typed-move")].map((one) => one.value);
  const root = Object.entries(document.documentElement.dataset).filter(([key]) => key !== "family");
  const shown = [document.querySelector("#toast").hidden, document.querySelector("dialog")];
  return JSON.stringify([rest, pick, boxes.join(""), root, shown,
    document.activeElement === document.body,
    scrollX, scrollY, innerWidth, document.hidden, Object.keys(window).length]);
}"""
PUT_BACK = """async (settings) => {
  const { update } = await import("/js/game/store.js");
  document.querySelector("dialog")?.close();
  document.activeElement.blur();
  document.querySelector("#toast").hidden = true;
  for (const one of document.querySelectorAll("#list, aside")) one.scrollTop = 0;
  document.querySelector("#typed-move").value = "";
  const buttons = document.querySelectorAll("#grid button");
  const press = new MouseEvent("mousedown", { detail: 1, bubbles: true, cancelable: true });
  buttons[buttons.length >> 1].dispatchEvent(press); // the cursor begins in the middle
  scrollTo({ top: 0, left: 0, behavior: "instant" });
  update({ analysing: false, threat: false, hover: null, retry: null, shownLine: null,
    preview: null, pick: { dot: null, gipf: false, choice: -1 }, settings });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done))); // the dialog goes
}"""


@pytest.fixture(scope="session")
def keeper(chromium: Browser, base: str) -> Keeper:
    """The contexts and the page that tests share."""
    return Keeper(chromium, base)


@pytest.fixture
def seat(chromium: Browser, base: str, keeper: Keeper) -> Iterator[Callable[..., Table]]:
    """A page that shows nothing of earlier tests.

    The first page of a test is the kept one if it is as new. A page of another server is a new one
    in the shared context; with options, or as a second page, it has a context of its own. At the
    end, no error and no foreign request may be recorded.
    """
    own, used = base, list[str]()
    tables: list[Table] = []
    with ExitStack() as ends:

        def sit(screen: str = "light", base: str = own, **options: Any) -> Table:
            if options or screen in used:
                context = _context(chromium, screen, **options)
                ends.callback(context.close)
                page = context.new_page()
            else:
                used.append(screen)
                page = keeper.seat(screen) if base == own else keeper.context(screen).new_page()
                ends.callback(keeper.leave, screen)
            table = Table(page, base)
            ends.enter_context(_watched(page, table))
            tables.append(table)
            return table

        yield sit
    for table in tables:
        assert table.complaints == []
        assert table.strangers == []


def _context(chromium: Browser, screen: str, **options: Any) -> BrowserContext:
    """A new context with one of the SCREENS and these options."""
    context = chromium.new_context(**SCREENS[screen], accept_downloads=True, **options)
    context.set_default_timeout(WAIT_MS)
    return context


def _clear(page: Page, base: str) -> None:
    """Forget what earlier tests stored or were permitted; only the cache stays."""
    context = page.context
    context.clear_cookies()
    context.clear_permissions()
    session = context.new_cdp_session(page)
    stored = {"origin": base, "storageTypes": "local_storage,indexeddb,cache_storage"}
    session.send("Storage.clearDataForOrigin", stored)
    session.detach()


@contextmanager
def _watched(page: Page, table: Table) -> Iterator[None]:
    """Record the page's errors, and its requests to other hosts, which all fail.

    A route for each request would block them as well, but costs a second for each page.
    """
    context, host = page.context, urlsplit(table.base).netloc

    def failed(request: Any) -> None:
        if urlsplit(request.url).netloc != host:
            table.strangers.append(request.url)

    def heard(message: Any) -> None:
        if message.type in {"error", "warning"} and "status of 4" not in message.text:
            table.complaints.append(message.text)

    def broke(error: Any) -> None:
        table.complaints.append(str(error))

    context.on("requestfailed", failed)
    page.on("console", heard)
    page.on("pageerror", broke)
    yield
    context.remove_listener("requestfailed", failed)
    page.remove_listener("console", heard)
    page.remove_listener("pageerror", broke)


@pytest.fixture
def table(seat: Callable[..., Table]) -> Table:
    """A page in a window of desktop size, light theme."""
    return seat("light")
