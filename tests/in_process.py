"""The command line in this process: the same `main`, without the start of a new Python."""

from __future__ import annotations

import sys
from subprocess import CompletedProcess
from unittest.mock import patch

from click.testing import CliRunner

from cli.main import main


def pente(*words: str, stdin: str = "", terminal: str = "utf-8") -> CompletedProcess[str]:
    """Run `pente` with these words; return its exit code and what it printed.

    `terminal` is the encoding of standard output and error.
    """
    isolation = CliRunner(charset=terminal).isolation(input=stdin.encode())
    with isolation as (stdout, stderr, _), patch.object(sys, "argv", ["pente", *words]):
        code: object = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        sys.stdout.flush()
        sys.stderr.flush()
        said, complained = (
            stream.getvalue().decode(terminal, "surrogateescape") for stream in (stdout, stderr)
        )
    assert isinstance(code, int)
    return CompletedProcess(["pente", *words], code, said, complained)
