"""The trial that runs the commands of the docs: what it finds in a page, and what it reports."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.arena.waiting import running, wait_for
from tools.trials import journeys
from tools.trials.journeys import Leg, run_commands
from tools.trials.page_commands import SECTIONS, Command, PageError, commands_of, sections_of

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    str(page.relative_to(ROOT))
    for pattern in ("*.md", "docs/*.md", "tuning/*.md", "data/**/*.md")
    for page in ROOT.glob(pattern)
)


def test_every_command_is_run_or_marked() -> None:
    """Each command of a page is run as it stands, in reduced form, or has a reason.

    A word in capitals that no mark replaces is an error, and so is a mark without a command or
    without its page.
    """
    for page in PAGES:
        if not page.startswith(journeys.HISTORY):
            commands_of(page, (ROOT / page).read_text(encoding="utf-8"))
    assert {*sections_of(SECTIONS.read_text(encoding="utf-8"))} <= {*PAGES}


PAGE = """# Title

```sh
pente play
```

## Trying it

```sh
echo FOLDER \\
    more  # a comment
false
pente play
```

| command | what |
|---|---|
| `pente show a`, `pente show b` | `pente elo` is not in the first column |
| what `pente bundle` does | not only code |
"""

MARKS = """# A comment.
== page.md: Trying it
run touch first
FOLDER -> here
exit false: 1
seconds echo: 7
skip pente play: nobody looks
ci echo: NAME=1
ci then touch last
"""


def test_a_page_with_marks() -> None:
    """Marks replace, leave out, prolong, below their heading alone; commands are found in blocks
    and first columns only.
    """
    commands = commands_of("page.md", PAGE, MARKS)
    assert [(command.place, command.run) for command in commands] == [
        ("page.md:4", "pente play"),
        ("page_marks.txt:3", "touch first"),
        ("page.md:10", "echo here more"),
        ("page.md:12", "false"),
        ("page.md:13", "pente play"),
        ("page.md:18", "pente show a"),
        ("page.md:18", "pente show b"),
        ("page_marks.txt:9", "touch last"),
    ]
    above, _, echo, false, play, *_, last = commands
    assert (echo.seconds, echo.ci, echo.variables, last.ci) == (7, True, "NAME=1", True)
    assert (false.codes, play.skipped, above.skipped) == ((1,), "nobody looks", "")


def test_undecided_pages_are_refused() -> None:
    """A placeholder, a stale mark, a missing reason and a misspelt mark are errors with a place."""
    for command, mark, message in (
        ("pente show FILE", "", "page.md:3: .*'FILE'"),
        ("echo", "foo -> bar", "page_marks.txt:1: no command for"),
        ("echo", "skip echo:", "needs a reason"),
        ("echo", "sikp echo: reason", "page_marks.txt:1: .* is no mark"),
        ("echo", "run ls\n== page.md: Gone", "no heading 'Gone'"),
    ):
        page, marks = f"# Here\n```sh\n{command}\n```", f"== page.md: Here\n{mark}\n"
        with pytest.raises(PageError, match=message):
            commands_of("page.md", page, marks)
    with pytest.raises(PageError, match="no page before 'skip: it'"):
        commands_of("page.md", "", "skip: it")


def legs_of(folder: Path, *commands: Command) -> list[Leg]:
    """Run commands in a folder."""
    return list(run_commands(list(commands), folder))


@pytest.mark.processes
def test_legs_tell_how_each_command_ended(tmp_path: Path) -> None:
    """A wrong exit code fails, an expected one does not; the output and the code are kept."""
    good, wrong, expected, left = legs_of(
        tmp_path,
        Command("p", 1, "", "echo one > file"),
        Command("p", 2, "", "cat file; exit 3"),
        Command("p", 3, "", "exit 3", codes=(0, 3)),
        Command("p", 4, "pente play", "pente play", skipped="reason"),
    )
    assert [leg.good for leg in (good, wrong, expected, left)] == [True, False, True, True]
    assert wrong.ended is not None
    assert wrong.ended.output == "one\n\nexit code 3"
    assert "FAILED" in str(wrong)
    assert "reason" in str(left)


@pytest.mark.processes
def test_a_time_out_ends_all_processes_of_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that takes too long fails, and no child of it is left; an ended trial ends whatever
    it has started.
    """
    started = "for n in 1 2; do sleep 900 & echo $! >> started; done; touch ready; wait"
    ready = tmp_path / "ready"
    asked = count()  # for its start, for its deadline, then until its time has come
    clock = SimpleNamespace(monotonic=lambda: 2.0 * (next(asked) > 1 and ready.exists()))
    monkeypatch.setattr("tools.running.time", clock)
    (leg,) = legs_of(tmp_path, Command("p", 1, "", started, seconds=1))
    assert not leg.good
    ready.unlink()
    code = (
        "import signal, sys; from pathlib import Path\n"
        "from tools.trials import journeys\n"
        "from tools.trials.page_commands import Command\n"
        f"command = Command('p', 1, '', {started!r})\n"
        "journeys.travel = lambda *_: list(journeys.run_commands([command], Path()))\n"
        "journeys.main(['README.md'])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as trial:
        wait_for(ready.exists)
        trial.terminate()
        assert trial.wait(60) == 130
    children = [int(number) for number in (tmp_path / "started").read_text().split()]
    assert len(children) == 4
    wait_for(lambda: not running(*children))
