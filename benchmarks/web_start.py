"""How long `pente serve` takes from its start as a process to its first answer, and at what cost.

    python -m benchmarks.web_start [--runs 7] [--command pente]

Prints the median of wall seconds until the page's first byte can be fetched, and of the CPU seconds
that the process has used by then (user and system). Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

OURS = f"{shlex.quote(sys.executable)} -c 'from cli.main import main; main()'"
ANSWER_S = 20


def once(command: list[str]) -> tuple[float, float]:
    """Wall seconds to the page, CPU seconds of the whole life of a server that serves it once."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        with subprocess.Popen(
            [*command, "serve", "--port", "0", "--data", folder],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": ROOT},
        ) as server:
            assert server.stdout is not None
            address = re.search(r"http://\S+/", server.stdout.readline())
            assert address is not None, "no address was told"
            with urllib.request.urlopen(address[0], timeout=ANSWER_S) as page:  # noqa: S310 - ours
                page.read(1)
            wall_s = time.perf_counter() - began
            server.send_signal(signal.SIGINT)
            server.wait(ANSWER_S)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall_s, cpu_s


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--command", default=OURS, help="how `pente` is started")
    options = parser.parse_args()
    runs = [once(shlex.split(options.command)) for _ in range(options.runs)]
    wall_s, cpu_s = (statistics.median(column) for column in zip(*runs, strict=True))
    print(
        f"{options.runs} starts, medians: page after {wall_s:.2f} s wall, {cpu_s:.2f} s CPU in all"
    )


if __name__ == "__main__":
    main()
