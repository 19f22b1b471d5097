"""Weights files: where they lie, how they are read and written.

A weights file is TOML with `[weights]`, `[order]`, `[search]`, `[clock]` and `[provenance]`. The
reader refuses a file that is not whole. One exception: the oldest files have no `[order]`, and
`by_worth` fills it in. The move path does not pay for a TOML library (11 ms): `read_tables` reads
the little of TOML that these files use, and a test compares it with the library.
"""

from __future__ import annotations

import os

from search.errors import WeightsError
from search.weights import Weights, built_in_weights, tunables_of
from search.weights.five import FIVE
from search.weights.tunable import ORDER, TABLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.rules import RulesRecord
    from search.weights.tunable import Tunables

LONGEST_FILE = 65_536  # bytes; a file of ours has some 5,000
ROOT = __file__.rpartition("/search/weights/")[0]


def weights_path(game: str) -> str:
    """Where the weights of a game lie: relative to this module, never to the current directory.

    The three games of Gipf share one file.
    """
    return _our_path("gipf" if game.startswith("gipf") else game)


def _our_path(name: str) -> str:
    """Where the shipped weights of this name lie, or would."""
    return f"{ROOT}/data/weights/{name}.toml"


def find_weights(named: str) -> str:
    """The path of named weights: a file, or one of the shipped ones by its name (`gipf-thesis`)."""
    isfile = os.path.isfile
    ours = _our_path(named)
    return named if "/" in named or isfile(named) or not isfile(ours) else ours


def game_weights(rules: RulesRecord, named: str | None = None) -> Weights:
    """The weights that are named (`find_weights`), else those of the game. Raises WeightsError."""
    path = find_weights(named) if named else weights_path(rules.name)
    return load_weights(path, tunables_of(rules.family))


def shipped_weights(rules: RulesRecord) -> Weights:
    """The weights that the engine plays a game with: those of its file, else the built-in ones.

    Rules that the user made have no file. Raises WeightsError for a file that cannot be used.
    """
    if os.path.exists(weights_path(rules.name)):
        return game_weights(rules)
    return built_in_weights(rules)


def load_weights(path: str, tunables: Tunables = FIVE) -> Weights:
    """The weights of a file that holds these tunables.

    Raises WeightsError for a file that cannot be read, and for one with an unknown, missing or
    out-of-range name. Only the whole `[order]` may be missing (see `by_worth`).
    """
    try:
        tables = read_tables(_content(path).decode(), path)
    except (OSError, UnicodeDecodeError) as error:
        raise WeightsError(f"{path}: cannot be read: {error}") from error
    values: dict[str, int] = {}
    for tunable in tunables.tunables:
        found = tables.get(tunable.table, {}).pop(tunable.name, None)
        if tunable.table == ORDER and ORDER not in tables:
            found = by_worth(tunable.name, values)
        if found is None:
            raise WeightsError(f"{path}: [{tunable.table}] {tunable.name} is missing")
        values[tunable.name] = found  # type: ignore[assignment]  # Weights checks that it is an int
    for table in TABLES:
        for name in tables.get(table, {}):
            raise WeightsError(f"{path}: [{table}] has an unknown name {name!r}")
    return Weights(values, path, tunables)


def _content(path: str) -> bytes:
    """The first LONGEST_FILE bytes of a file, without waiting for a pipe. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # `open` would cost a move 0.1 ms more
    try:
        content = b""
        while piece := os.read(handle, LONGEST_FILE - len(content)):
            content += piece
    finally:
        os.close(handle)
    return content


def by_worth(name: str, values: dict[str, int]) -> int:
    """A number of the order from a point's worth: `own_four` is twice `four`, `enemy_four` once."""
    whose, _, worth = name.partition("_")
    return values[worth] * (2 if whose == "own" else 1)


def read_tables(text: str, source: str) -> dict[str, dict[str, int | str]]:
    """The tables of a weights file: integers and basic strings without escapes, one to a line.

    Raises WeightsError with the line's number for anything else.
    """
    tables: dict[str, dict[str, int | str]] = {}
    table: dict[str, int | str] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line[0] == "#":
            continue
        if line[0] == "[" and line[-1] == "]" and line[1:-1].isidentifier():
            if line[1:-1] in tables:
                raise WeightsError(f"{source}, line {number}: {line} stands twice")
            table = tables[line[1:-1]] = {}
            continue
        name, equals, value = line.partition("=")
        name = name.rstrip()
        if table is None or not equals or not name.isidentifier() or name in table:
            raise WeightsError(
                f"{source}, line {number}: expected [table] or a new 'name = value', got {line!r}"
            )
        table[name] = _read_value(value.strip(), f"{source}, line {number}")
    return tables


def _read_value(text: str, where: str) -> int | str:
    if len(text) >= 2 and text[0] == text[-1] == '"' and not set(text[1:-1]) & {'"', "\\"}:
        return text[1:-1]
    number = text.partition("#")[0].strip()
    digits = number[1:] if number[:1] in ("-", "+") else number
    if digits.isascii() and digits.isdigit() and (digits == "0" or digits[0] != "0"):
        return int(number)
    raise WeightsError(f'{where}: {text!r} is neither an integer nor a plain "string"')


def _plain(text: str) -> str:
    likeness = text.replace('"', "'").replace("\\", "/")
    return "".join(each if each.isprintable() else " " for each in likeness)


def format_weights(weights: Weights, provenance: dict[str, str]) -> str:
    """The text of a weights file, each number with its meaning beside it.

    Quotes, backslashes and line ends, which its strings cannot hold, are replaced.
    """
    lines = []
    for table in TABLES:
        held = [each for each in weights.tunables.tunables if each.table == table]
        if not held:
            continue
        lines.append(f"[{table}]")
        for tunable in held:
            lines.append(f"# {tunable.meaning}; {tunable.low} to {tunable.high}")
            lines.append(f"{tunable.name} = {weights[tunable.name]}")
        lines.append("")
    lines.append("[provenance]")
    lines += [f'{name} = "{_plain(value)}"' for name, value in provenance.items()]
    return "\n".join(lines) + "\n"
