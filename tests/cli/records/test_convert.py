"""`pente convert`."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.game.transcript import format_transcript
from arena.match.match import MatchSpec, play_match
from cli.main import pente

WORD = "pente:K10J11K7K8"


def converted(*words: str, stdin: str = "") -> str:
    """Return what the command prints."""
    result = CliRunner().invoke(pente, ["convert", *words], input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_convert_goes_through_every_format_and_back(tmp_path: Path) -> None:
    """A shared word, converted to files of each format, converts back to the same word."""
    source = tmp_path / "game.share"
    source.write_text(WORD, encoding="ascii")
    for suffix in (".sgf", ".txt", ".jsonl", ".psq", ".share"):
        target = tmp_path / f"game{suffix}"
        converted(str(source), str(target), "-g", "pente")
        source = target
    assert source.read_text(encoding="ascii") == WORD + "\n"


def test_convert_reads_and_writes_the_standard_streams() -> None:
    """With `-` for both files, `--to` names the format."""
    text = converted("-", "-", "--to", "sgf", stdin="gipf-basic:b1-b2.c1-c2")
    assert "GM[39]" in text
    assert converted("-", "-", "--to", "share", stdin=text) == "gipf-basic:b1-b2.c1-c2\n"


@pytest.mark.parametrize(
    ("words", "stdin", "reason"),
    [
        (("-", "game.xyz"), WORD, "--to"),
        (("-", "-", "--to", "gipf"), WORD, "cannot write"),
        (("-", "-", "--to", "sgf"), "hello", "unknown format"),
        (("-", "-", "--to", "sgf", "--from", "psq"), WORD, "Piskvorky"),
    ],
)
def test_convert_says_what_is_wrong(words: tuple[str, ...], stdin: str, reason: str) -> None:
    """An error has a message, and nothing is written."""
    result = CliRunner().invoke(pente, ["convert", *words], input=stdin)
    assert result.exit_code != 0
    assert reason in result.output or reason in str(result.exception)


def test_convert_writes_every_game_of_a_collection(tmp_path: Path) -> None:
    """Every game of a collection is converted; an option selects one by its number."""
    words = [f"pente:K10{move}" for move in ("J11", "K11", "L11", "M11")]
    source = tmp_path / "games.share"
    source.write_text("\n".join(words), encoding="ascii")
    for suffix in (".sgf", ".txt", ".jsonl", ".share"):
        target = tmp_path / f"games{suffix}"
        assert "4 games" in converted(str(source), str(target), "-g", "pente")
        source = target
    assert source.read_text(encoding="ascii").split() == words
    assert converted(str(source), "-", "--to", "share", "--number", "3") == words[2] + "\n"


def test_convert_refuses_to_lose_games(tmp_path: Path) -> None:
    """A format for one game refuses several, and the message says what to do."""
    source = tmp_path / "games.share"
    source.write_text("pente:K10\npente:K10J11\n", encoding="ascii")
    target = tmp_path / "game.psq"
    result = CliRunner().invoke(pente, ["convert", str(source), str(target)])
    assert "holds 2 games" in str(result.exception)
    assert "--number" in str(result.exception)
    assert not target.exists()
    converted(str(source), str(target), "--number", "2")
    assert "10,10,0\n9,9,0" in target.read_text(encoding="ascii")


def test_convert_reads_what_the_board_opens() -> None:
    """It reads harness input, and transcripts of both families."""
    harness = "BLACK\n100.0\n0,0\n" + ("." * 19 + "\n") * 19
    assert converted("-", "-", "--to", "position", stdin=harness).endswith(" b 0,0\n")
    for game in ("pente", "gipf"):
        spec = MatchSpec(a="random", b="random", games=1, rules=game)
        (record,) = play_match(spec)
        text = converted("-", "-", "--to", "json", stdin=format_transcript(record))
        assert json.loads(text)["termination"] == record.termination


ARCHIVED = """[Game "Pente"]
[Site "Pente.org"]
[Rated "Y"]
[Player 1 Name "alice"]
[Result "1-0"]

1. K10 {the centre} J11 1-0
"""


def test_convert_keeps_headers_and_names_what_is_lost(tmp_path: Path) -> None:
    """Headers pass through JSON and SGF; what PSQ lacks is named; --strict writes nothing."""
    source = tmp_path / "game.txt"
    source.write_text(ARCHIVED, encoding="ascii")
    for suffix in (".jsonl", ".sgf", ".json"):
        target = tmp_path / f"game{suffix}"
        assert converted(str(source), str(target), "--strict") == ""
        source = target
    text = converted(str(source), "-", "--to", "pente")
    assert '[Site "Pente.org"]' in text
    assert '[Rated "Y"]' in text
    assert "pente does not hold 1 comment" in text
    psq = tmp_path / "game.psq"
    said = converted(str(source), str(psq))
    assert "psq does not hold the rules pente (other programs take it for Gomoku)" in said
    assert "the headers Site, Rated" in said
    psq.unlink()
    result = CliRunner().invoke(pente, ["convert", str(source), str(psq), "--strict"])
    assert "--strict: nothing is written" in str(result.exception)
    assert not psq.exists()


def test_convert_reads_folders_and_patterns(tmp_path: Path) -> None:
    """A folder and a pattern give the games of all their files; other files are named."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.share").write_text("pente:K10\npente:K10J11\n", encoding="ascii")
    (folder / "b.sgf").write_text("(;GM[4]RU[1]SZ[15];B[hh])", encoding="ascii")
    (folder / "note.doc").write_text("hello", encoding="ascii")
    said = converted(str(folder), "-", "--to", "share", "--all")
    assert "files that are no records are left out: note.doc" in said
    assert [line for line in said.splitlines() if ":" in line and "pente: " not in line] == [
        "pente:K10",
        "pente:K10J11",
        "standard-15:H8",
    ]
    pattern = str(folder / "*.share")
    assert "pente: 2 games" in converted(pattern, "-", "--to", "share")
    both = converted(pattern, str(folder / "b.sgf"), "-", "--to", "share", "--number", "3")
    assert both == "standard-15:H8\n"


def test_convert_writes_a_file_for_each_game_into_a_folder(tmp_path: Path) -> None:
    """A format for one game takes a collection in a folder; files there are not replaced."""
    source = tmp_path / "games.share"
    source.write_text("pente:K10\npente:K10J11\n", encoding="ascii")
    folder = str(tmp_path / "out") + "/"
    converted(str(source), folder, "--to", "psq")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "games-1.psq",
        "games-2.psq",
    ]
    result = CliRunner().invoke(pente, ["convert", str(source), folder, "--to", "psq"])
    assert "exists already: nothing is written" in str(result.exception)


def test_convert_tells_programs_what_it_wrote_and_lost(tmp_path: Path) -> None:
    """`--json` names the files and what they do not hold, and needs standard output for itself."""
    source = tmp_path / "games.share"
    source.write_text("pente:K10\npente:K10J11\n", encoding="ascii")
    words = ["convert", str(source), str(tmp_path / "out") + "/", "--to", "psq", "--json"]
    told = json.loads(CliRunner().invoke(pente, words).stdout)
    assert (told["format"], told["games"]) == ("psq", 2)
    assert sorted(map(Path, told["files"])) == sorted((tmp_path / "out").iterdir())
    assert "and 1 more games: psq does not hold the rules pente" in told["warnings"][0]
    refused = CliRunner().invoke(pente, ["convert", str(source), "-", "--to", "share", "--json"])
    assert "--json needs a file or folder" in " ".join(refused.output.split())


def test_convert_asks_for_the_notation_of_a_list(tmp_path: Path) -> None:
    """A list that may start at either end is refused until the notation is stated."""
    source = tmp_path / "list.txt"
    source.write_text("h8h9i9\nh8i9\n", encoding="ascii")
    result = CliRunner().invoke(
        pente, ["convert", str(source), "-", "--to", "share", "-g", "gomoku-15"]
    )
    assert "say which: --from pos-bottom" in str(result.exception)
    found = CliRunner().invoke(
        pente, ["analyse", str(source), "-g", "gomoku-15", "--from", "pos-top", "--nodes", "50"]
    )
    assert "holds 2 games; this is number 1" in found.output
    words = (str(source), "-", "--to", "share", "-g", "gomoku-15", "--from", "pos-top")
    assert converted(*words).startswith("gomoku-15:H8H7J7\ngomoku-15:H8J7\n")


BAD_OF_THREE = "".join(
    f"(;GM[4]RU[gomoku-15]SZ[15];B[hh];W[{second}])\n" for second in ("hi", "hh", "ii")
)


def test_games_that_can_be_read_are_written(tmp_path: Path) -> None:
    """The bad one is named, the exit code is 1; --strict writes nothing."""
    source, target = tmp_path / "club.sgf", tmp_path / "out.share"
    source.write_text(BAD_OF_THREE)
    strict = CliRunner().invoke(pente, ["convert", str(source), str(target), "--strict"])
    assert "--strict: nothing is written" in str(strict.exception)
    assert not target.exists()
    result = CliRunner().invoke(pente, ["convert", str(source), str(target), "--json"])
    assert result.exit_code == 1
    assert "club.sgf, game 2 of 3, from line 2: move 2, H8" in result.stderr
    assert "1 of 3 games missing" in result.stderr
    said = json.loads(result.stdout)
    assert (said["games"], len(said["missing"])) == (2, 1)
    assert target.read_text() == "gomoku-15:H8H7\ngomoku-15:H8J7\n"


def test_archives_are_converted(tmp_path: Path) -> None:
    """A zip archive is read like a folder; what is no record in it is named."""
    with zipfile.ZipFile(tmp_path / "results.zip", "w") as made:
        made.writestr("one/a.psq", "Piskvorky 20x20, 11:11, 0\n8,8,0\n-1\n")
        made.writestr("two/a.psq", "Piskvorky 20x20, 11:11, 0\n9,8,0\n-1\n")
        made.writestr("result.htm", "<p>")
    output = converted(str(tmp_path / "results.zip"), f"{tmp_path}/out/", "--to", "share")
    assert "results.zip/result.htm" in output
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["a.share", "a_2.share"]


def test_a_named_file_without_a_game_is_missing(tmp_path: Path) -> None:
    """In a folder such a text is left out; one that the user names counts as missing."""
    (tmp_path / "a.sgf").write_text(BAD_OF_THREE.splitlines()[0])
    (tmp_path / "notes.txt").write_text("nothing of the kind")
    sources = [str(tmp_path / name) for name in ("a.sgf", "notes.txt")]
    result = CliRunner().invoke(pente, ["convert", *sources, "-", "--to", "share"])
    assert (result.exit_code, result.stdout) == (1, "gomoku-15:H8H7\n")
    assert "notes.txt: unknown format" in result.stderr
    assert "notes.txt" in converted(str(tmp_path), "-", "--to", "share")
