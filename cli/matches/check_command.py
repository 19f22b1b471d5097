"""The command `check`: whether an agent keeps the rules of the file harness."""

from __future__ import annotations

import sys

import rich_click as click

from arena.compliance.check import check_agent
from arena.players.parsing import parse_contestant
from cli.matches.shared import note_network
from cli.options import json_option
from cli.output.settings import is_json, print_answer
from cli.output.stopping import end_on_signals


@click.command(epilog="Example: pente check my-agent/")
@click.argument("agent")
@click.option(
    "--only", multiple=True, metavar="NAME", help="Run only this check; repeat for several."
)
@json_option
def check(*, agent: str, only: tuple[str, ...]) -> None:
    """Test whether AGENT keeps the rules of the file harness.

    AGENT is a folder with homework.py or run.sh, agent:FOLDER or agent:COMMAND. Exit code 0: all
    checks passed; 1: a check failed.
    """
    end_on_signals()
    text = agent if agent.startswith("agent:") else f"agent:{agent}"
    note_network(text)
    failed, checks = 0, []
    for result in check_agent(parse_contestant(text), only):
        failed += not result.passed
        checks.append({"name": result.name, "passed": result.passed, "reason": result.reason})
        if not is_json():
            mark = "passed" if result.passed else "FAILED"
            print(f"{mark}  {result.name:<20} {result.reason}", flush=True)
    print_answer(
        lambda: {"passed": not failed, "checks": checks},
        lambda: f"{len(checks) - failed} of {len(checks)} checks passed",
    )
    sys.exit(1 if failed else 0)
