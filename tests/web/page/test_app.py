"""The static page as an app: installed, offline, its versions, tabs, weak browsers and networks.

Most tests have a stand-in for the worker with Python, which starts at once; some have the whole
folder, served by a host that knows nothing of the board.
"""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page.axe import faults
from tests.web.page.conftest import READY, REFUSED, Table, context_of, eventually
from tests.web.page.hosts import StaticHost, launched, rare, static_host

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route

ROOT = Path(__file__).parents[3]
ANSWERED = "() => /K10\\s+[A-T]\\d+/.test(document.querySelector('#moves').innerText)"
# Before the page loads: the worker keeps the other files at once (REST_MS of standalone/app.js).
AT_ONCE = """{
  const real = setTimeout;
  globalThis.setTimeout = (call, ms, ...rest) => real(call, ms === 8000 ? 0 : ms, ...rest);
}"""
SHOWN = "() => document.querySelector('#grid button')"
WHOLE = """async () => {
  const listed = await (await fetch("service_worker.js")).text();
  const [name] = await caches.keys();
  const kept = await (await caches.open(name)).keys();
  return kept.length === Object.keys(JSON.parse(listed.match(/FILES = (.*?);/)[1])).length;
}"""


# The worker with the application: it reads the large file, and knows only the first game.
STAND_IN = """
addEventListener("message", async ({ data: { close, request, url } }) => {
  if (close) postMessage({ saved: true });
  if (!/^.api.games(.first-game)?$/.test(url)) return;
  const game = await (await fetch("../first_game.json")).arrayBuffer();
  postMessage({ request, status: 200, headers: {} });
  postMessage({ request, bytes: new Uint8Array(game), last: true });
});
try {
  const text = await (await fetch("../board.pack")).text();
  postMessage({ part: "bytes", bytes: text.length });
  postMessage({ part: "server" });
} catch (error) {
  postMessage({ failed: String(error) });
}
"""


HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}


class Host:
    """A static host with the page in a folder below the root; what it sends can be changed."""

    def __init__(self, files: Path) -> None:
        self.files = files
        self.broken: set[str] = set()  # sent by half
        self.headers: dict[str, str] = {}
        self.asked: list[str] = []
        self.base = ""

    def visit(self, page: Page, wait: str = READY) -> Page:
        """Open the page."""
        page.goto(self.base)
        page.wait_for_function(wait)
        return page


class Answers(StaticHost):
    """The answers of a host."""

    def __init__(self, host: Host, *rest: Any, **folder: Any) -> None:
        self.host = host
        super().__init__(*rest, **folder)

    def translate_path(self, path: str) -> str:
        """The file of a path."""
        self.directory = str(self.host.files)
        return super().translate_path(path.removeprefix("/pente"))

    def end_headers(self) -> None:
        """Add the host's own headers; nothing is kept without asking."""
        for header in self.host.headers.items():
            self.send_header(*header)
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, or its first half."""
        name = self.path.removeprefix("/pente/")
        self.host.asked.append(name)
        content = source.read()
        outputfile.write(content[: len(content) // 2] if name in self.host.broken else content)


@pytest.fixture
def home(folders: Callable[[str], Path]) -> Iterator[Host]:
    """A host with the first version."""
    with served(folders("1")) as found:
        yield found


@contextmanager
def served(files: Path) -> Iterator[Host]:
    """A host with these files."""
    found = Host(files)
    with static_host(files, partial(Answers, found)) as address:
        found.base = f"{address}/pente/"
        yield found


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of a version; every script of it says of which version it is."""
    from tools.make.site.__main__ import write_first_game  # noqa: PLC0415 - needs ziglang
    from tools.make.site.app import write_page, write_version  # noqa: PLC0415

    @cache
    def folder(version: str) -> Path:
        files = tmp_path_factory.mktemp("version") / version
        shutil.copytree(ROOT / "web/static", files)
        write_page(files)
        write_first_game(files / "first_game.json")
        (files / "standalone/server_worker.js").write_text(STAND_IN)
        (files / "board.pack").write_text(version * 1_000_000)
        for script in files.rglob("*.js"):
            with script.open("a") as end:
                end.write(f"\n(globalThis.met ??= new Set()).add('{version}');")
        write_version(files)
        return files

    return folder


@pytest.fixture
def context(driver: Playwright) -> Iterator[BrowserContext]:
    """A browser without a past: what another test did in it changes what a first visit fetches."""
    with launched(driver, "chromium") as browser:
        made = context_of(browser)
        made.add_init_script(AT_ONCE)
        yield made


def met(page: Page) -> list[str]:
    """The versions of the scripts that the page has run, those of a dialog included."""
    page.wait_for_function(SHOWN)
    page.click("#files")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    found: list[str] = page.evaluate("() => [...met]")
    return found


def fulfilled(body: str, route: Route) -> None:
    """Answer with this script."""
    route.fulfill(body=body, content_type="text/javascript")


def says(page: Page, text: str, notice: str = "start") -> None:
    """Wait for the text of a notice."""
    seen = "([id, text]) => document.getElementById(id)?.textContent.includes(text)"
    page.wait_for_function(seen, arg=[f"notice-{notice}", text])


def test_it_plays_without_a_network_after_the_first_move(
    context: BrowserContext, site: str
) -> None:
    """The visitor leaves after the engine's answer; a visit offline finds and analyses the game."""
    page = context.new_page()
    page.goto(site)
    page.wait_for_function(SHOWN)
    page.click("#grid button[data-place='180']")
    page.wait_for_function(ANSWERED)
    eventually(page, lambda: page.evaluate(WHOLE))
    page.close()
    context.set_offline(True)
    page = context.new_page()
    page.goto(site)
    page.wait_for_function(ANSWERED)
    page.click("#mode-analyse")
    page.click("#analyse")
    page.wait_for_function("() => /depth [2-9]/.test(document.body.innerText)")


@pytest.mark.nightly
def test_the_browser_is_asked_once_to_keep_a_game(context: BrowserContext, home: Host) -> None:
    """When the game is worth it."""
    page = home.visit(context.new_page())
    asked = """async () => {
      let times = 0;
      navigator.storage.persist = async () => (times += 1);
      const { persist } = await import("/pente/standalone/app.js");
      return [0, 9, 12, 13].map((moves) => (persist(moves), times));
    }"""
    assert page.evaluate(asked) == [0, 0, 1, 1]


@pytest.mark.nightly
def test_browsers_offer_to_install_it(context: BrowserContext, home: Host) -> None:
    """Chromium finds no fault in the manifest; everything in it is below the page's folder."""
    page = home.visit(context.new_page())
    session = context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["manifest"]["scope"] == found["manifest"]["startUrl"] == home.base
    assert all(icon["url"].startswith(home.base) for icon in found["manifest"]["icons"])


def test_the_first_visit_fetches_each_file_once(context: BrowserContext, home: Host) -> None:
    """Although the page is loaded again to share memory; then the host is not needed."""
    page = home.visit(context.new_page())
    assert page.evaluate("() => crossOriginIsolated")
    eventually(page, lambda: page.evaluate(WHOLE))
    twice = {name for name in home.asked if home.asked.count(name) > 1}
    assert twice <= {"", "service_worker.js"}
    home.asked.clear()
    context.set_offline(True)
    page.reload()
    page.wait_for_function(READY)
    assert met(page) == ["1"]
    assert home.asked == []


def test_a_new_version_waits_until_it_is_wanted(
    context: BrowserContext, home: Host, folders: Callable[[str], Path]
) -> None:
    """The old page goes on with its own files, also when it is loaded again; a button begins the
    new version, which alone is kept.
    """
    page = home.visit(context.new_page())
    eventually(page, lambda: page.evaluate(WHOLE))
    home.files = folders("2")
    page.reload()
    says(page, "new version", "newer")
    assert met(page) == ["1"]
    page.reload()
    says(page, "new version", "newer")
    assert met(page) == ["1"]
    page.click("#notice-newer button")
    page.wait_for_function("() => globalThis.met?.has('2')")
    page.wait_for_function(READY)
    assert met(page) == ["2"]
    eventually(page, lambda: page.evaluate("caches.keys().then(({ length }) => length === 1)"))


@pytest.mark.nightly
def test_an_update_that_breaks_off_leaves_the_old_version(
    context: BrowserContext, home: Host, folders: Callable[[str], Path]
) -> None:
    """Half a file is no file; the next attempt fetches what is missing."""
    page = home.visit(context.new_page())
    eventually(page, lambda: page.evaluate(WHOLE))
    home.files, home.broken = folders("2"), {"board.pack", "js/main.js"}
    update = """async () => {
      const registration = await navigator.serviceWorker.ready;
      const ended = new Promise((done) => registration.addEventListener("updatefound", () => {
        const { installing } = registration;
        installing.onstatechange = () => done(installing.state);
        setTimeout(() => done("not within a minute"), 60_000);
      }));
      await registration.update();
      return ended;
    }"""
    assert page.evaluate(update) == "redundant"
    context.set_offline(True)
    page.reload()
    page.wait_for_function(READY)
    assert met(page) == ["1"]
    context.set_offline(False)
    home.broken, home.asked = set(), []
    assert page.evaluate(update) == "installed"
    assert "js/keys.js" not in home.asked


@pytest.mark.nightly
def test_a_version_that_was_never_whole_gives_way(
    context: BrowserContext, home: Host, folders: Callable[[str], Path]
) -> None:
    """A host that changes during the first visit: the page says so, and no file of the other
    version is used; the next start has the other version alone.
    """
    home.broken = {"board.pack"}
    page = home.visit(context.new_page(), SHOWN)
    says(page, "Is there a network?")
    home.files, home.broken = folders("2"), set()
    page.click("text=Try again")
    says(page, "new version", "newer")
    assert page.evaluate("() => [...met]") == ["1"]
    page.click("#notice-newer button")
    page.wait_for_function("() => globalThis.met?.has('2')")
    page.wait_for_function(READY)
    assert met(page) == ["2"]


def test_a_kept_game_is_shown_at_once_by_its_own_version_alone(
    chromium: Browser, home: Host
) -> None:
    """Another version may have another form of it, and waits for its server."""
    context = context_of(chromium, service_workers="block")
    page = home.visit(context.new_page())
    kept = json.loads(eventually(page, lambda: page.evaluate("() => localStorage['board.shown']")))
    kept["game"]["id"] = "kept"  # the first game is shown without a server
    for version in (kept["version"], "another"):
        page.close()
        page = context.new_page()
        page.route("**/board.pack", lambda _: None)  # the server never starts
        text = json.dumps({**kept, "version": version})
        page.add_init_script(f"localStorage['board.shown'] = {json.dumps(text)}")
        with page.expect_request("**/board.pack"):
            page.goto(f"{home.base}#game=kept")
        if version != "another":
            page.wait_for_function(SHOWN)
    page.wait_for_load_state("networkidle")
    assert not page.evaluate(SHOWN)
    context.close()


@pytest.mark.parametrize("workers", ["allow", rare("block")])
def test_headers_of_the_host_are_enough(chromium: Browser, home: Host, workers: Any) -> None:
    """The page shares memory without being loaded again."""
    home.headers = HEADERS
    context = context_of(chromium, service_workers=workers)
    page = home.visit(context.new_page())
    assert page.evaluate("() => crossOriginIsolated")
    assert home.asked.count("") == 1
    assert home.asked.count("board.pack") == 1
    context.close()


FILE = "through a web server"  # browsers load no modules from files
LACKS = {
    FILE: "",
    "WebAssembly": "delete window.WebAssembly",
    "SIMD": "WebAssembly.validate = () => false",
    "DecompressionStream": "delete window.DecompressionStream",
    "JavaScript modules": "delete HTMLScriptElement.prototype.noModule",
    "workers run no modules": "const Old = Worker;"
    " Worker = class extends Old { constructor(url) { super(url); } }",
}


@pytest.mark.parametrize(
    "lack", [FILE, "SIMD", *(rare(one) for one in LACKS if one not in {FILE, "SIMD"})]
)
def test_weak_browsers_hear_what_they_lack(context: BrowserContext, home: Host, lack: str) -> None:
    """In a sentence in the middle of the page; also what a page from a file needs."""
    context.add_init_script(LACKS[lack])
    page = context.new_page()
    page.goto(f"file://{home.files}/index.html" if lack == FILE else home.base)
    says(page, lack)
    assert page.locator("#notice-start").evaluate("one => one.classList.contains('failed')")


@pytest.mark.nightly
def test_a_start_that_failed_is_tried_again(context: BrowserContext, home: Host) -> None:
    """The network was lost; what the viewer did meanwhile is sent to the next worker."""
    home.broken = {"board.pack"}
    page = home.visit(context.new_page(), SHOWN)
    says(page, "Is there a network?")
    page.evaluate("""async () => {
      const late = new MessageEvent("message", { data: { bytes: 300_000 } });
      navigator.serviceWorker.dispatchEvent(late); // of other files: the notice stays
      const { transport } = await import("/pente/js/game/api.js");
      transport.request("games/first-game", {}).then(() => (globalThis.isAnswered = true));
    }""")
    home.broken = set()
    page.click("text=Try again")
    page.wait_for_function("() => globalThis.isAnswered")
    page.wait_for_selector("#notice-start", state="detached")


@pytest.mark.nightly
def test_a_script_that_is_lost_can_be_tried_again(context: BrowserContext, home: Host) -> None:
    """The page says it although none of its modules runs."""
    home.broken = {"standalone/start.js"}
    page = context.new_page()
    page.goto(home.base)
    says(page, "Is there a network?")
    home.broken = set()
    page.click("text=Try again")
    page.wait_for_function(READY)
    page.wait_for_selector("#notice-start", state="detached")


@pytest.mark.nightly
def test_a_worker_says_why_it_ends(chromium: Browser, home: Host) -> None:
    """Memory that is refused, and an error that nobody foresaw."""
    context = context_of(chromium, service_workers="block")
    memory = "postMessage({ failed: 'RangeError: WebAssembly.Memory(): could not allocate' })"
    for body, text in ((memory, "enough memory"), ("throw new Error('a fault')", "a fault")):
        page = context.new_page()
        page.route("**/server_worker.js", partial(fulfilled, body))
        page.goto(home.base)
        says(page, text)
        page.close()
    context.close()


@pytest.mark.nightly
def test_one_tab_has_the_games_and_another_can_take_them(
    context: BrowserContext, home: Host
) -> None:
    """A further tab waits; a button asks the first one, which says so; when one closes, the other
    goes on by itself.
    """
    first, second = home.visit(context.new_page()), context.new_page()
    second.goto(home.base)
    says(second, "open in another tab")
    assert not second.evaluate(READY)
    second.click("text=Use it here")
    second.wait_for_function(READY)
    says(first, "moved to another tab")
    second.close()
    first.wait_for_function(READY)
    first.wait_for_selector("#notice-start", state="detached")


COVERS = """() => {
  const [one, other] = ["#notices .notice:last-child", "#board"]
    .map((at) => document.querySelector(at).getBoundingClientRect());
  return one.left < other.right && one.right > other.left && one.top < other.bottom;
}"""


@pytest.mark.nightly
def test_games_that_are_not_kept_can_be_saved(chromium: Browser, home: Host) -> None:
    """A browser that refuses storage shows the board, says so, and leads to the dialog of files."""
    context = context_of(chromium, service_workers="block")
    context.add_init_script(REFUSED)
    script = STAND_IN + "postMessage({ unkept: true });"
    context.route("**/server_worker.js", partial(fulfilled, script))
    page = home.visit(context.new_page())
    says(page, "does not keep your games", "unkept")
    for width, height in ((1280, 800), (1920, 1080), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(COVERS), (width, height)
    page.click("text=Save to a file")
    page.wait_for_selector("dialog[open] #save")
    context.close()


@pytest.mark.nightly
def test_progress_is_seen_and_its_steps_are_heard(context: BrowserContext, home: Host) -> None:
    """Screen readers get a new text, not each per cent; the notices are accessible."""
    page = home.visit(context.new_page())
    heard = page.evaluate("""async () => {
      const { notice } = await import("/pente/standalone/notices.js");
      const frame = () => new Promise(requestAnimationFrame);
      notice("test", "Loading", { share: 0 });
      const line = document.querySelector("#notice-test p[role=status]");
      await frame();
      const heard = [];
      const isHeard = ({ target, addedNodes }) => target === line || [...addedNodes].includes(line);
      const watch = (changes) => changes.some(isHeard) && heard.push(line.textContent);
      new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
      for (const share of [0.2, 0.4, 0.6]) await frame(notice("test", "Loading", { share }));
      await frame(notice("test", "Ready", { actions: [["puzzles.again", () => null]] }));
      return heard;
    }""")
    assert heard == ["Ready"]
    assert faults(page, "#notices") == []


def test_a_game_begins_before_the_engine_is_there_and_is_kept(chromium: Browser, site: str) -> None:
    """A click during the start is played, and the engine answers; a further tab says where the
    board is, takes the game, and shows it after a reload; nothing is asked of another host.
    """
    context = context_of(chromium)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    table = Table(context.new_page(), site, is_static=True)
    table.visit()
    page = table.page
    assert page.evaluate("crossOriginIsolated")
    table.place(180).click()
    page.wait_for_function(ANSWERED)
    game, other = table.state("game.id"), table.other()
    other.page.goto(site)
    other.page.wait_for_function("() => /another tab/.test(document.body.innerText)")
    other.page.click("text=Use it here")  # the first tab keeps the game before it lets go
    other.page.wait_for_function(READY)
    page.close()  # or the first tab would take the game back
    other.visit()
    other.page.wait_for_function(READY)
    other.page.wait_for_function(ANSWERED)
    assert other.state("game.id") == game
    assert all(url.startswith(site) for url in asked)
    context.close()


@pytest.mark.parametrize("workers", ["allow", rare("block")])
def test_an_analysis_stops(chromium: Browser, site: str, workers: Any) -> None:
    """At once through shared memory; without it, by ending the engine. Another one follows."""
    context = context_of(chromium, service_workers=workers)
    table = Table(context.new_page(), site, is_static=True)
    table.visit()
    assert table.page.evaluate("crossOriginIsolated") == (workers == "allow")
    table.page.click("#mode-analyse")
    for point in (180, 0):
        table.place(point).click()
        table.page.click("#analyse")
        table.until("lines", 1)
        table.page.click("#analyse")
        table.until("analysing", False)
    context.close()
