"""Where the page comes from, a server or the static folder, and the browsers that show it."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tools.browser import CHROMIUM, SERVE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).parents[3]
PYODIDE = ROOT / ".ci/js/node_modules/pyodide"
END_S = 60
NOBODY = "127.0.0.1:9"  # nothing listens there
# Chromium without windows, a package of its own, takes a quarter less time.
SHELL = "/usr/bin/chromium-headless-shell"
PATHS = {
    "chromium": SHELL if os.path.exists(SHELL) else CHROMIUM,
    "firefox": "/usr/bin/firefox-esr",
}
# Both refuse every other host: this host needs no proxy, and the proxy is not there.
OPTIONS: dict[str, dict[str, Any]] = {
    "chromium": {
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            f"--proxy-server=http://{NOBODY}",
        ]
    },
    "firefox": {"channel": "moz-firefox", "proxy": {"server": f"http://{NOBODY}"}},
}


class Host(NamedTuple):
    """An address with the page, and the browser that shows it."""

    base: str
    browser: Browser
    is_static: bool


def kinds(task: pytest.Item) -> list[Any]:
    """The hosts of a task: a server, the static folder, the folder in Firefox.

    Only `--nightly` adds the folder, unless the task has the mark `site`. Such a task is then done
    in Firefox, too; with the mark `firefox`, always. `served` has a reason against the folder, and
    `site` may have one against Firefox, and say that the task is nightly all the same.
    """
    marks = {mark.name: mark for mark in task.iter_markers()}
    found: dict[str, list[pytest.MarkDecorator]] = {"site": []}
    if "served" in marks:
        found["site"] = [pytest.mark.skip(reason=f"needs a server: {marks['served'].args[0]}")]
    if "site" in marks:
        found["firefox"] = [pytest.mark.skip(reason=reason) for reason in marks["site"].args]
    for kind, more in found.items():
        if kind not in marks or marks[kind].kwargs.get("nightly"):
            more.append(pytest.mark.nightly)
    server = pytest.param("server", id=pytest.HIDDEN_PARAM)
    return [server, *(pytest.param(kind, marks=more) for kind, more in found.items())]


def rare(value: str) -> Any:
    """A value that only `--nightly` tries."""
    return pytest.param(value, marks=pytest.mark.nightly)


@contextmanager
def launched(driver: Playwright, name: str) -> Iterator[Browser]:
    """Debian's browser of this name; the test is skipped without it."""
    if not os.path.exists(PATHS[name]):
        pytest.skip(f"no browser at {PATHS[name]}")
    browser = getattr(driver, name).launch(executable_path=PATHS[name], **OPTIONS[name])
    yield browser
    browser.close()


@contextmanager
def served(data: str, *options: str) -> Iterator[str]:
    """The address of a server with its games in a folder, and further options."""
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--data", data, *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, cwd=data
    ) as server:
        try:
            yield _address(server)
        finally:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(END_S)
            except subprocess.TimeoutExpired:
                server.kill()


def _address(server: subprocess.Popen[str]) -> str:
    """The address that the server prints."""
    assert server.stdout is not None
    for line in server.stdout:
        words = [word for word in line.split() if word.startswith("http://")]
        if words:
            return words[0].rstrip("/")
    raise AssertionError("the server ended without saying where it is")


class StaticHost(SimpleHTTPRequestHandler):
    """A static host; it knows nothing of the board, and sends no headers for shared memory."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def site_folder(folders: pytest.TempPathFactory) -> Path:
    """The static folder, which all processes of a run share."""
    shared = folders.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _write_site(folder, folders.mktemp("work"))
    return folder


@contextmanager
def static_host(folder: Path, handler: Callable[..., StaticHost] = StaticHost) -> Iterator[str]:
    """The address of a static host of a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def _write_site(folder: Path, work: Path) -> None:
    """Write the static folder; the test is skipped without what that needs."""
    needed = {
        "node": shutil.which("node"),
        "the npm package pyodide (npm ci --prefix .ci/js)": PYODIDE.is_dir(),
        "the Python package ziglang": importlib.util.find_spec("ziglang"),
    }
    for name, found in needed.items():
        if not found:
            pytest.skip(f"the static folder needs {name}")
    from tools.make.site.__main__ import write_site  # noqa: PLC0415 - needs ziglang

    write_site(work / "site", PYODIDE, work)
    (work / "site").rename(folder)
