"""The page at its hosts, and what a viewer does there; requests and messages are recorded."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.web.page.hosts import Host, kinds, launched, served, site_folder, static_host

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, FloatRect, Page, Playwright

WAIT_MS = 60_000  # only a fault lets a wait last so long

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
AGAINST = [{"kind": "human", "name": "You"}, {"kind": "engine", "level": 1}]
STRONG = [{"kind": "human"}, {"kind": "engine", "level": None, "seconds": 60}]
MIDDLE = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8 H10 K8"
MISTAKE = "E5 E6 D5 D6 C5 A1"  # on gomoku-9; Black had to stop the open three
TO_A_ROW = "b4 d7 b6-b3 h4 f8-c6 f2"  # White's a2-c2 then makes a row with a choice
NOTICE = "#toast:not([hidden])"
EXPECTED = ("status of 4", "registration blocked by Playwright")  # of console messages
# Before the page loads: a browser that refuses storage.
REFUSED = """
for (const name of ["localStorage", "sessionStorage"]) {
  const get = () => { throw new DOMException("refused", "SecurityError"); };
  Object.defineProperty(window, name, { configurable: true, get });
}
"""
# Before the page loads: a notice stays until another one comes, however late a test reads it
# (TOAST_MS of page/dom.js).
LASTING_NOTICES = """{
  const real = setTimeout;
  globalThis.setTimeout = (call, ms, ...rest) => (ms === 5000 ? 0 : real(call, ms, ...rest));
}"""
# Before the page loads: reviews are short, and find the same in these games.
SHORT_REVIEWS = """{
  const real = fetch;
  const short = (body) => JSON.stringify({ ...JSON.parse(body), nodes: 2000 });
  globalThis.fetch = (url, rest) =>
    real(url, /[/]review$/.test(url) ? { ...rest, body: short(rest.body) } : rest);
}"""
READY = "() => performance.getEntriesByName('board.server').length"
ASK = """async ([method, path, body]) => {
  const { transport } = await import("/js/game/api.js");
  const headers = { "Content-Type": "application/json" };
  const options = { method, headers, body: body && JSON.stringify(body) };
  const answer = await transport.request(path, options);
  return [answer.status, await answer.text()];
}"""

TOLD = """() => {
  const { game, view, viewed } = window.table;
  const text = (id) => document.getElementById(id)?.innerText;
  const nodes = game?.nodes.length, ply = view?.ply;
  const seen = { ply, viewed, nodes, current: game?.current, thinking: game?.thinking };
  const texts = ["status", "toast", "notices"].map(text);
  return [location.href, JSON.stringify(seen), ...texts].join("\\n");
}"""


class Table:
    """A page with the board, and what the API says about its game."""

    def __init__(self, page: Page, base: str, *, is_static: bool = False) -> None:
        self.page = page
        self.base = base
        self.is_static = is_static
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self.bytes: dict[str, int] = {}

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """The answer to a command, sent as the page would send it."""
        return self._asked("POST", path, body)

    def get(self, path: str) -> Any:
        """What the API answers."""
        return self._asked("GET", path)

    def delete(self, path: str) -> None:
        """Delete something that the API has."""
        self._asked("DELETE", path)

    def _asked(self, method: str, path: str, body: Any = None) -> Any:
        """What the server answers; without one the page must be open, as it has the API."""
        if self.is_static:
            if not self.page.url.startswith(self.base):
                self.visit()
            self.page.wait_for_function(READY)
            status, text = self.page.evaluate(ASK, [method, path, body])
        else:
            headers, url = {"Origin": self.base}, f"{self.base}/api/{path}"
            # The server may close a connection that rests while the driver begins to use it again.
            ask = self.page.request.fetch
            answer = ask(url, method=method, data=body, headers=headers, max_retries=3)
            status, text = answer.status, answer.text()
        assert 200 <= status < 300, text
        return json.loads(text) if text else None

    def open(self, preset: str = "pente", moves: str = "", **request: Any) -> dict[str, Any]:
        """Start a new game, with these moves played, on the page; return its GameView.

        `later` are players who take over after the moves.
        """
        later = request.pop("later", None)
        request.setdefault("players", PEOPLE)
        game: dict[str, Any] = self.post("games", {"preset": preset, **request})
        at = f"games/{game['id']}"
        for move in moves.split():
            game = self.post(f"{at}/play", {"node": game["current"], "move": move})
        if later:
            self.post(f"{at}/players", {"players": later})
        self.show(game)
        found: dict[str, Any] = self.get(at)
        return found

    def show(self, game: dict[str, Any]) -> None:
        """Show a game on the page, which is loaded only once."""
        if self.page.url.startswith(self.base):
            self.page.evaluate("id => { location.hash = `game=${id}`; }", game["id"])
        else:
            self.visit(f"#game={game['id']}")
        self.until("shown", game["id"])

    def visit(self, fragment: str = "") -> None:
        """Load the page; afterwards its state can be read."""
        self.page.goto(f"{self.base}/{fragment}")
        self.loaded()

    def loaded(self) -> None:
        """Wait until the page is built, also after a reload; then its state can be read."""
        self.page.wait_for_selector("#grid button")
        self.page.evaluate(
            "async () => { window.table = (await import('/js/game/store.js')).state; }"
        )

    def turn_to(self, tab: str) -> None:
        """On a phone, show a tab below the board: "moves", "analysis" or "game"."""
        if self.page.locator("#tabs").is_visible():
            self.page.click(f"#tab-{tab}")

    def press(self, place: int | str) -> None:
        """Play a point: with a click, or on a phone with a tap and the button that confirms."""
        if self.page.locator("#tabs").is_visible():
            self.place(place).tap()
            self.page.click("#confirm")
        else:
            self.place(place).click()

    def keys(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def step(self, key: str, ply: int) -> None:
        """Press a key that leads to the position after so many plies."""
        self.keys(key)
        self.until("ply", ply)

    def move(self, place: int | str, ply: int) -> None:
        """Click a point; the move there leads to the position after so many plies."""
        self.place(place).click()
        self.until("ply", ply)

    def enter(self, field: str, number: str) -> None:
        """Enter a number in a field of this name; Firefox would add it to the old one."""
        for value in ("", number):
            self.page.fill(f"input[name={field}]", value)

    def type(self, move: str) -> None:
        """Type a move or a command."""
        self.page.fill("#typed-move", move)
        self.page.press("#typed-move", "Enter")

    def analyse(self, lines: int) -> None:
        """Start the analysis, and wait for so many lines."""
        self.page.click("#mode-analyse")
        self.page.click("#analyse")
        self.until("lines", lines)

    def review(self) -> None:
        """Review the game in Analyse."""
        self.page.click("#mode-analyse")
        self.turn_to("analysis")
        self.page.click("#review")
        self.until("reviewed")

    def set_up(self) -> None:
        """Open the editor of positions by its key."""
        self.keys("s")
        self.page.wait_for_selector("#editor")

    def dialog(self, opener: str) -> None:
        """Open a dialogue by its button."""
        self.page.click(opener)
        self.page.wait_for_selector("dialog[open] h2")

    def leave(self) -> None:
        """Close the dialogue."""
        self.keys("Escape")
        self.page.wait_for_selector("dialog", state="detached")

    def says(self, text: str, where: str = "#status") -> None:
        """Wait until a part of the page has a text that this pattern matches."""
        about = [where, text]
        seen = "([at, text]) => new RegExp(text, 's').test(document.querySelector(at)?.textContent)"
        self.page.wait_for_function(seen, arg=about)

    def other(self) -> Table:
        """Another tab of the same browser."""
        return Table(self.page.context.new_page(), self.base, is_static=self.is_static)

    def moves(self) -> list[str]:
        """The main line of the game on the page, as the server has it."""
        game = self.game
        by_id = {node["id"]: node for node in game["nodes"]}
        return [by_id[one]["move"] for one in game["main"][1:]]

    def moved_on(self, game: str) -> None:
        """Wait until the page shows another game than this one."""
        self.page.wait_for_function(
            "id => window.table.game?.id && window.table.game.id !== id", arg=game
        )

    def saved(self, button: str) -> tuple[str, bytes]:
        """Name and content of the file that a button of the dialogue gives."""
        with self.page.expect_download() as download:
            self.page.click(button)
        with open(download.value.path(), "rb") as file:
            return download.value.suggested_filename, file.read()

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
        """A part of the page's state: `viewed`, `analysis.lines`."""
        return self.page.evaluate(
            "path => path.split('.').reduce((at, key) => at?.[key], window.table)", path
        )

    def place(self, place: int | str) -> Any:
        """The button of a point."""
        return self.page.locator(f"#grid button[data-place='{place}']")

    def point(self, move: str) -> int:
        """The index of a point of the shown square board: A1 is at the bottom left."""
        size = int(self.state("view.size"))
        return (size - int(move[1:])) * size + "ABCDEFGHJKLMNOPQRST".index(move[0])

    def box(self, part: str) -> FloatRect:
        """Where the page draws the first element of a selector."""
        box = self.page.locator(part).first.bounding_box()
        assert box is not None, part
        return box

    def until(self, condition: str, argument: Any = None) -> None:
        """Wait until one of the CONDITIONS holds for the page's state and an argument.

        Raises AssertionError with what the page and its server say instead.
        """
        from playwright.sync_api import TimeoutError  # noqa: A004, PLC0415 - may be missing

        held = f"argument => {{ const state = window.table; return {CONDITIONS[condition]}; }}"
        try:
            self.page.wait_for_function(held, arg=argument)
        except TimeoutError as error:
            log = [f"{one['at_s']} {one['by']}: {one['text']}" for one in self.get("engines/log")]
            said = [self.page.evaluate(TOLD), *self.complaints, *log]
            raise AssertionError("\n".join([f"never {condition}", *said])) from error


def eventually(page: Page, ask: Callable[[], Any]) -> Any:
    """The first answer that is true, while the page goes on.

    A condition in the page that is asynchronous needs this: `wait_for_function` awaits no promise.
    """
    deadline = monotonic() + WAIT_MS / 1000
    while not (answer := ask()):
        assert monotonic() < deadline, "the condition never held"
        page.wait_for_timeout(20)
    return answer


# Conditions to wait for, as expressions of `state` and `argument`.
CONDITIONS = {
    "mine": "!state.game.thinking && (state.game.result || state.view.side === argument)",
    "answered": "state.view.ply > argument + 1 || state.game.result",
    "nodes": "state.game.nodes.length === argument",
    "ply": "state.view.ply === argument",
    "thinking": "state.game.thinking",
    "lines": "state.analysis?.lines.length >= argument && state.analysis.key === state.view.key"
    " && document.querySelector('#lines')?.children.length === state.analysis.lines.length",
    "stopped": "state.analysis.state !== 'running'",
    "resting": "state.analysis?.state === 'resting'",
    "reviewed": "state.review?.state === 'done'"
    " && state.view.ply === state.game.nodes.find(({ id }) => id === state.viewed)?.ply",
    "analysing": "state.analysing === argument",
    "viewed": "state.viewed === argument",
    "mode": "state.mode === argument",
    "hinted": "state.hint?.node === state.viewed",
    "preset": "state.game?.preset === argument",
    "shown": "state.game?.id === argument && document.querySelector('#live').textContent"
    " && !document.getAnimations().length",
    "over": "state.game.result",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a task at each host where it applies."""
    if "host" in metafunc.fixturenames:
        metafunc.parametrize("host", kinds(metafunc.definition), indirect=True, scope="session")


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """What drives the browsers."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright")
    with playwright.sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """Debian's Chromium, without a graphics processor."""
    with launched(driver, "chromium") as browser:
        yield browser


@pytest.fixture(scope="session")
def firefox(driver: Playwright) -> Iterator[Browser]:
    """Debian's Firefox."""
    with launched(driver, "firefox") as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that lives as long as the tests."""
    with served(str(tmp_path_factory.mktemp("games"))) as address:
        yield address


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the static folder."""
    with static_host(site_folder(tmp_path_factory)) as address:
        yield address


@pytest.fixture(scope="session")
def host(request: pytest.FixtureRequest) -> Host:
    """Where the page comes from, and the browser that shows it."""
    browser = "firefox" if request.param == "firefox" else "chromium"
    is_static = request.param != "server"
    base = request.getfixturevalue("site" if is_static else "server")
    return Host(base, request.getfixturevalue(browser), is_static)


@pytest.fixture(scope="module")
def library(host: Host, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a host whose games are those of these tests only."""
    if host.is_static:
        yield host.base
        return
    with served(str(tmp_path_factory.mktemp("library"))) as address:
        yield address


@pytest.fixture(scope="session")
def contexts(chromium: Browser) -> Callable[[str], BrowserContext]:
    """A context for each screen, which keeps the page's files."""
    return cache(lambda screen: _context(chromium, screen))


@pytest.fixture
def seat(host: Host, contexts: Callable[[str], BrowserContext]) -> Iterator[Callable[..., Table]]:
    """A new page that shows nothing of earlier tests.

    With options, or as a second page, it has a context of its own; also without a server, as the
    browser then has the games. At the end, no error and no foreign request may be recorded.
    """
    own, used = host.base, list[str]()
    tables: list[Table] = []
    with ExitStack() as ends:

        def sit(screen: str = "light", base: str = own, **options: Any) -> Table:
            if options or screen in used or host.is_static:
                context = _context(host.browser, screen, **options)
                ends.callback(context.close)
                page = context.new_page()
            else:
                used.append(screen)
                context = contexts(screen)
                ends.callback(_leave, context)
                page = context.new_page()
                _clear(page, base)
            table = Table(page, base, is_static=host.is_static)
            ends.enter_context(_watched(table.page, table))
            tables.append(table)
            return table

        yield sit
    for table in tables:
        assert table.complaints == []
        assert table.strangers == []


def _leave(context: BrowserContext) -> None:
    """Close the pages of a context."""
    for page in context.pages:
        page.close()


def _context(browser: Browser, screen: str, **options: Any) -> BrowserContext:
    """A new context with one of the SCREENS and these options."""
    options = {**SCREENS[screen], **options, "accept_downloads": True}
    if browser.browser_type.name == "firefox":
        options.pop("is_mobile", None)  # it has no such mode
    context = context_of(browser, **options)
    context.add_init_script(LASTING_NOTICES)
    context.add_init_script(SHORT_REVIEWS)
    return context


def context_of(browser: Browser, **options: Any) -> BrowserContext:
    """A new context whose waits only a fault lets end."""
    context = browser.new_context(**options)
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
        expected = any(words in message.text for words in EXPECTED)
        if message.type in {"error", "warning"} and not expected:
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


@pytest.fixture
def page(table: Table) -> Page:
    """The page of the table."""
    return table.page
