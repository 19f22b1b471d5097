"""What scripts that drive the board in a browser share: Chromium, a server, an opening."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHROMIUM = "/usr/bin/chromium"
SERVE = "from cli.main import main; main()"
OPENING = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8 H10 K8 J8 L11 K10 K11 M11 H11 G11 J10"


@contextmanager
def board(tree: str = ROOT) -> Iterator[str]:
    """The address of a server of our own, from this checkout or another one."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-u", "-c", SERVE, "serve", "--port", "0", "--data", data]
        env = {**os.environ, "PYTHONPATH": tree}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=tree, env=env
        ) as server:
            try:
                assert server.stdout is not None
                yield next(word for word in server.stdout.readline().split() if "://" in word)
            finally:
                server.terminate()
