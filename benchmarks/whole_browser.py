"""A headless Chromium with a fresh profile, and what its processes cost."""

from __future__ import annotations

import subprocess
import tempfile
import time
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.processes.process_tree import session_tree
from tools.browser import CHROMIUM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Playwright

    from arena.processes.process_tree import Process

WAIT_MS = 180_000
START_S = 60
SETTLE_S = 2.0
IDLE = 0.05  # CPU seconds a second that do not count
ARGUMENTS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--remote-debugging-port=0"),
)


class WholeBrowser:
    """A browser with all its processes. It is driven from the first page that is asked for."""

    def __init__(self, driver: Playwright, profile: Path, leader: int) -> None:
        self._driver, self._profile, self._leader = driver, profile, leader

    @cached_property
    def _browser(self) -> Browser:
        return self._driver.chromium.connect_over_cdp(_address(self._profile))

    def first_page(self) -> Page:
        """The page that it was started with."""
        own = self._browser.contexts[0]
        own.set_default_timeout(WAIT_MS)
        return own.pages[0]

    def page(self, **options: Any) -> Page:
        """A new page of the profile; with options of Playwright, of a context of its own."""
        own = self._browser.new_context(**options) if options else self._browser.contexts[0]
        own.set_default_timeout(WAIT_MS)
        return own.new_page()

    def cpu_s(self, thread: str = "") -> float:
        """CPU seconds so far of all processes, or of those that have a thread of this name."""
        return sum(process.cpu_s + process.waited_cpu_s for process in self._processes(thread))

    def memory_bytes(self, *threads: str) -> int:
        """Proportional set size of the processes that have a thread of one of these names."""
        pids = {process.pid for thread in threads for process in self._processes(thread)}
        return sum(_proportional_bytes(pid) for pid in pids)

    def settle(self) -> None:
        """Wait until it does next to nothing."""
        before_s, now_s = -1.0, 0.0
        while now_s - before_s > IDLE * SETTLE_S:
            time.sleep(SETTLE_S)
            before_s, now_s = now_s, self.cpu_s()

    def _processes(self, thread: str) -> list[Process]:
        return [
            process for process in session_tree(self._leader) if _has_thread(process.pid, thread)
        ]


def _has_thread(pid: int, name: str) -> bool:
    """Chromium names a thread after what it runs: `DedicatedWorker`, `ServiceWorker t`."""
    try:
        names = [thread.read_text() for thread in Path(f"/proc/{pid}/task").glob("*/comm")]
    except OSError:  # it has just ended
        return False
    return any(thread_name.startswith(name) for thread_name in names)


def _proportional_bytes(pid: int) -> int:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return 1024 * next(int(line.split()[1]) for line in rollup.splitlines() if line[:4] == "Pss:")


@contextmanager
def whole_browser(driver: Playwright, address: str = "about:blank") -> Iterator[WholeBrowser]:
    """A browser that shows a page, and ends with the block."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [CHROMIUM, *ARGUMENTS, f"--user-data-dir={profile}", address]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(
            command, stdout=quiet, stderr=quiet, start_new_session=True
        ) as process:
            try:
                yield WholeBrowser(driver, Path(profile), process.pid)
            finally:
                process.terminate()


def _address(profile: Path) -> str:
    """Where a started browser takes orders. Raises TimeoutError if it does not start."""
    port = profile / "DevToolsActivePort"
    for _ in range(10 * START_S):
        if port.exists() and (lines := port.read_text().split()):
            return f"http://127.0.0.1:{lines[0]}"
        time.sleep(0.1)
    raise TimeoutError(f"{CHROMIUM} has not started in {START_S} s")
