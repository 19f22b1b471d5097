"""The command that makes opening files: it resumes, and a rerun changes nothing."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

import pytest

import arena.openings.files
from arena.openings.files import read_openings
from arena.openings.screening import GLANCE, Verdict
from games.registry import family_named
from tools.make import openings as command

GAME = "gomoku-9"
RULES = family_named(GAME).rules
OLD = "# Made by: .venv/bin/python -m tools.make.openings gomoku-9 --count 3 --seed 7\n"
OLD_LINES = ("E5 F5 D4  # 4: +5, 4\n", "E5 F6 C4  # 9: -5, 3\n", "E5 G6 C5  # 11: -5, 3\n")


class Killed(BaseException):
    """Ends the command in the midst of its work."""


class StubJudge:
    """Decides by a digest of the moves; ends the command after `lives` verdicts."""

    lives = 1_000_000

    def __init__(self, family: object) -> None:
        self.family = family

    def close(self) -> None:
        """Nothing to close."""

    def verdict(self, opening: tuple[int, ...]) -> Verdict:
        """Keep a third, reject a third at the glance and a third later."""
        if StubJudge.lives == 0:
            raise Killed
        StubJudge.lives -= 1
        fault = (None, GLANCE, "lead")[sha256(repr(opening).encode()).digest()[0] % 3]
        return Verdict(fault=fault, score=17, results="fs sf f", lines=3)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for opening files, with an old file of three; verdicts come from the stub."""
    monkeypatch.setattr(arena.openings.files, "FOLDER", str(tmp_path))
    monkeypatch.setattr(command, "Judge", StubJudge)
    monkeypatch.setattr(command, "quick_signature", lambda _family: "0badcafe")
    monkeypatch.setattr(StubJudge, "lives", 1_000_000)
    (tmp_path / f"{GAME}.txt").write_text(OLD + "".join(OLD_LINES))
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *options: str) -> None:
    """Run the command for the game with these options."""
    monkeypatch.setattr(sys, "argv", ["openings", GAME, *options])
    command.main()


def made(folder: Path) -> str:
    """The game's file."""
    return (folder / f"{GAME}.txt").read_text()


def openings_of(folder: Path) -> list[str]:
    """The lines of the game's file without its head."""
    return [line for line in made(folder).splitlines(keepends=True) if line[0] != "#"]


@pytest.mark.parametrize("rescreen", [["--rescreen"], []])
def test_interrupted_runs_give_the_file_of_a_single_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, rescreen: list[str]
) -> None:
    """A command killed after every third verdict, with a torn last line, ends with the same file;
    until then the old file stays.
    """
    old = made(folder)
    run(monkeypatch, "--count", "9", *rescreen)
    single = made(folder)
    (folder / f"{GAME}.txt").write_text(old)
    kills = 0
    while made(folder) == old:
        monkeypatch.setattr(StubJudge, "lives", 3)
        try:
            run(monkeypatch, "--count", "9", *rescreen)
        except Killed:
            kills += 1
            assert made(folder) == old
            with (folder / f"{GAME}.txt.part").open("a") as part:
                part.write('{"number": 12, "o')
        assert kills < 50
    assert kills > 2
    assert made(folder) == single
    openings = read_openings(str(folder / f"{GAME}.txt"), RULES).openings
    assert len({family_named(GAME).canonical(opening) for opening in openings}) == 9
    new = [line for line in openings_of(folder) if line not in OLD_LINES]
    assert all(line.endswith(": +17, fs sf f, 3 lines\n") for line in new)
    assert f"tools.make.openings gomoku-9 {' '.join(('--count 9 --seed 7', *rescreen))}\n" in single
    assert sorted(path.name for path in folder.iterdir()) == [f"{GAME}.txt"]
