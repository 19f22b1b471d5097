"""`pente convert`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import pente

WORD = "pente:K10J11K7K8"


def converted(*words: str, stdin: str = "") -> str:
    """What the command prints."""
    result = CliRunner().invoke(pente, ["convert", *words], input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_convert_goes_through_every_format_and_back(tmp_path: Path) -> None:
    """From a shared word through files of each kind to the same word."""
    source = tmp_path / "game.share"
    source.write_text(WORD, encoding="ascii")
    for suffix in (".sgf", ".txt", ".jsonl", ".psq", ".share"):
        target = tmp_path / f"game{suffix}"
        converted(str(source), str(target), "-g", "pente")
        source = target
    assert source.read_text(encoding="ascii") == WORD + "\n"


def test_convert_reads_and_writes_the_standard_streams() -> None:
    """With `-` for both, `--to` says the format."""
    text = converted("-", "-", "--to", "sgf", stdin="gipf-basic:b1-b2.c1-c2")
    assert "GM[39]" in text
    assert converted("-", "-", "--to", "share", stdin=text) == "gipf-basic:b1-b2.c1-c2\n"


@pytest.mark.parametrize(
    ("words", "stdin", "reason"),
    [
        (("-", "game.xyz"), WORD, "--to"),
        (("-", "-", "--to", "gipf"), WORD, "not written"),
        (("-", "-", "--to", "sgf"), "hello", "neither"),
        (("-", "-", "--to", "sgf", "--from", "psq"), WORD, "Piskvorky"),
    ],
)
def test_convert_says_what_is_wrong(words: tuple[str, ...], stdin: str, reason: str) -> None:
    """An error in words, and nothing is written."""
    result = CliRunner().invoke(pente, ["convert", *words], input=stdin)
    assert result.exit_code != 0
    assert reason in result.output or reason in str(result.exception)
