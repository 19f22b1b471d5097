"""What the board as a folder of static files costs: bytes, CPU, memory, speed, and its stop.

    .venv/bin/python -m benchmarks.static_page [FOLDER] [--runs 5]

Measures FOLDER, or one that it makes with `tools.make.site`, in headless Chromium, each time with a
fresh profile, and prints a table of medians beside their limits.

bytes   of files, each once, from a host that compresses text and WebAssembly with gzip
CPU     user and system seconds of all processes of the browser
board   wall-clock seconds until a point can be clicked on
memory  proportional set size of the processes of the page, its workers and its service worker;
        Chromium's others serve all pages. The page starts before the browser is driven, as
        otherwise these processes hold a copy of all that they fetch for developers.
speed   nodes per CPU second of the quick bench in a worker of the page, divided by those of the
        native kernel, which searches in turn with it. The CPU seconds are those of the renderer.
stop    wall-clock milliseconds from the page's order to the engine's last result
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.static_host import static_host
from benchmarks.whole_browser import whole_browser
from search.bench import BenchReport, bench_path, bench_results, positions_of
from tools.programs import output_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

    from benchmarks.static_host import StaticHost

MB = 1_000_000
FAMILIES = ("five", "gipf")
CENTRE, CORNER = 180, 0  # points on 19 lines
ANALYSIS_S = 10.0
BOUNDS = {  # what each figure must not exceed; the ratios of speed are the least
    "MB sent before the engine's first move": 9,
    "MB of the whole folder": 14,
    "first visit: s until the board": 1,
    "first visit: CPU s until the engine's move": 6,
    "reload: s until the board": 1,
    "reload: CPU s until the engine's move": 4,
    "MB of memory after a move": 300,
    "MB of memory after an analysis": 300,
    "ms to stop, with shared memory": 100,
    "ms to stop, without it": 100,
    "speed in five, of native": 0.65,
    "speed in gipf, of native": 0.80,
}
# The wall-clock time at which the board can first be clicked on.
BOARD = """
const look = () => document.querySelector("#grid button.open") ? window.boardAt = Date.now()
  : requestAnimationFrame(look);
requestAnimationFrame(look);
"""
STONES = "(least) => document.querySelectorAll('#stones .stone').length >= least"
DEEP = "async () => (await import('/js/game/store.js')).state.analysis?.depth >= 6"
STOP = """async () => {
  const { state } = await import("/js/game/store.js");
  const { transport } = await import("/js/game/api.js");
  const { request } = transport;
  let began = 0;
  transport.request = (path, options) => {
    if (String(options.body).includes('"stop"')) began = performance.now();
    return request(path, options);
  };
  const { state: now, notice } = state.analysis;
  if (now !== "running") throw new Error(`The analysis is ${now} by itself. ${notice}`);
  const pause = () => new Promise((done) => setTimeout(done, 1));
  document.querySelector("#analyse").click();
  while (!began || state.analysis.state !== "stopped") await pause();
  return performance.now() - began;
}"""
# A worker that starts as the engine's does, and then runs the Python that it is sent.
WORKER = """async () => {
  const script = `
    const { startPython } = await import("${location.origin}/standalone/python.js");
    const python = await startPython(() => null);
    onmessage = ({ data }) => postMessage(String(python.runPython(data)));
    postMessage("started");`;
  const source = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(source, { type: "module" });
  const told = () => new Promise((done, failed) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => failed(new Error(message));
  });
  window.run = (code) => { worker.postMessage(code); return told(); };
  await told();
}"""
PREPARE = """
import os
from search.bench import BenchReport, bench_path, bench_results, positions_of
from web.standalone.engine import fetch_net
for family, text in {texts!r}.items():
    os.makedirs(os.path.dirname(bench_path(family)), exist_ok=True)
    with open(bench_path(family), "w") as file:
        file.write(text)
    for bench in positions_of(family):
        fetch_net(bench.position.rules.name)
"""
BENCH = """
report = BenchReport(bench_results(positions_of({family!r}), quick=True))
f"{{report.nodes}} {{report.signature}}"
"""


def visits(driver: Playwright, host: StaticHost, figures: dict[str, list[float]]) -> None:
    """Add the figures of a first visit with a move, and of a reload with a move and a stop."""
    with whole_browser(driver) as browser:
        page = browser.page()
        page.add_init_script(BOARD)
        for name, point, stones in (("first visit", CENTRE, 2), ("reload", CORNER, 4)):
            browser.settle()
            cpu_s, began = browser.cpu_s(), time.time()
            page.goto(host.address, wait_until="commit")
            play(page, point, stones)
            figures[f"{name}: CPU s until the engine's move"].append(browser.cpu_s() - cpu_s)
            figures[f"{name}: s until the board"].append(page.evaluate("boardAt") / 1000 - began)
        figures["ms to stop, with shared memory"].append(stopped(page, ANALYSIS_S))


def memory(driver: Playwright, host: StaticHost, figures: dict[str, list[float]]) -> None:
    """Add the memory of a first visit."""
    with whole_browser(driver, host.address) as browser:
        browser.settle()
        page = browser.first_page()
        play(page, CENTRE, 2)
        for after in ("a move", "an analysis"):
            browser.settle()
            used_mb = browser.memory_bytes("DedicatedWorker", "ServiceWorker") / MB
            figures[f"MB of memory after {after}"].append(used_mb)
            if after == "a move":
                stopped(page, ANALYSIS_S)


def play(page: Page, point: int, stones: int) -> None:
    """Play a stone; the engine's answer makes it so many stones."""
    page.click(f"#grid button[data-place='{point}']")
    page.wait_for_function(STONES, arg=stones, polling=100)


def stopped(page: Page, wall_s: float) -> float:
    """Analyse for a while; return the milliseconds that the stop took."""
    page.click("#mode-analyse")
    page.click("#analyse")
    page.wait_for_function(DEEP, polling=100)
    time.sleep(wall_s)
    return float(page.evaluate(STOP))


def unshared(driver: Playwright, host: StaticHost, figures: dict[str, list[float]]) -> None:
    """Add the bytes before the engine's move, and the time of a stop, without a service worker.

    With one, the page fetches in the background what it may need later.
    """
    with whole_browser(driver) as browser:
        page = browser.page(service_workers="block")
        host.asked.clear()
        page.goto(host.address)
        play(page, CENTRE, 2)
        figures["MB sent before the engine's first move"].append(host.sent_bytes(host.asked) / MB)
        figures["ms to stop, without it"].append(stopped(page, 1))


def speeds(
    driver: Playwright, host: StaticHost, runs: int, figures: dict[str, list[float]]
) -> set[tuple[str, str]]:
    """Add the ratios of speed; return the families whose signatures differ, with the page's."""
    differ = set()
    with whole_browser(driver) as browser:
        page = browser.page()
        page.goto(f"{host.address}/first_game.json")
        page.evaluate(WORKER)
        texts = {name: Path(bench_path(name)).read_text(encoding="ascii") for name in FAMILIES}
        page.evaluate("run", PREPARE.format(texts=texts))
        for number in range(runs + 1):
            for family in FAMILIES:
                began_s = browser.cpu_s("DedicatedWorker")
                answer = page.evaluate("run", BENCH.format(family=family))
                cpu_s = browser.cpu_s("DedicatedWorker") - began_s
                nodes, signature = answer.split()
                began_s = time.process_time()
                native = BenchReport(bench_results(positions_of(family), quick=True))
                native_s = time.process_time() - began_s
                if signature != native.signature:
                    differ.add((family, signature))
                if number:  # the first one compiles the kernel
                    figures[f"speed in {family}, of native"].append(
                        int(nodes) / cpu_s / (native.nodes / native_s)
                    )
    return differ


def made(work: str) -> Path:
    """A new folder of the site."""
    folder = Path(work) / "site"
    output_of([sys.executable, "-m", "tools.make.site", folder])
    return folder


def main() -> None:
    """Measure and print the table."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  an optional package

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    options: Any = parser.parse_args()
    figures: dict[str, list[float]] = defaultdict(list)
    with (
        tempfile.TemporaryDirectory() as work,
        sync_playwright() as driver,
        static_host(options.folder or made(work)) as host,
    ):
        figures["MB of the whole folder"].append(host.sent_bytes(host.files) / MB)
        for _ in range(options.runs):
            visits(driver, host, figures)
            memory(driver, host, figures)
            unshared(driver, host, figures)
        differ = speeds(driver, host, options.runs, figures)
    print("| what | median | of the runs | limit |\n|---|---|---|---|")
    for name, bound in BOUNDS.items():
        print(row(name, figures[name], bound))
    for family, signature in differ:
        sys.exit(f"The signature of {family} in the page is {signature}: not that of the kernel.")
    print("\nThe signatures of the bench are those of the native kernel.")


def row(name: str, by_run: list[float], bound: float) -> str:
    """A row of the table."""
    least, middle, most = (f"{pick(by_run):.3g}" for pick in (min, statistics.median, max))
    spread = f"{least} to {most}" if least != most else ""
    return f"| {name} | {middle} | {spread} | {bound} |"


if __name__ == "__main__":
    main()
