"""The start time of `pente serve`: wall and CPU seconds.

    python -m benchmarks.web_start [--runs 7] [--command pente]

Prints two medians: the wall seconds until the page's first byte arrives, and the CPU seconds (user
and system) of a server that answers one request and ends.
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
    """Wall seconds to the page, and CPU seconds of a server that serves it once."""
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
            assert address is not None, "the server printed no address"
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
    parser.add_argument("--command", default=OURS, help="command that starts `pente`")
    options = parser.parse_args()
    runs = [once(shlex.split(options.command)) for _ in range(options.runs)]
    wall_s, cpu_s = (statistics.median(column) for column in zip(*runs, strict=True))
    print(
        f"{options.runs} starts, medians: page after {wall_s:.2f} s wall, {cpu_s:.2f} s CPU in all"
    )


if __name__ == "__main__":
    main()
