"""Finds, reads and writes weights files.

A weights file is TOML with `[weights]`, `[order]`, `[search]`, `[selectivity]`, `[clock]` and
`[provenance]`. The reader refuses an incomplete file, except that it computes a missing `[order]`,
as in the oldest files (`by_worth`). A TOML library would cost every move 11 ms. So `read_tables`
reads the subset of TOML that these files use; a test compares it with the library.
"""

from __future__ import annotations

import os

from games.errors import reason_of
from search import READ_FLAGS, ROOT
from search.errors import NetError, WeightsError
from search.weights import Weights, built_in_weights, tunables_of
from search.weights.five import FIVE_TUNABLES
from search.weights.tunable import NOT_GIVEN, ORDER, TABLES, former_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.family import AnyRules
    from search.weights.tunable import Tunables

MOST_DIGITS = 18  # of a value; Python's own limit is 4,300, with other words
LONGEST_FILE = 65_536  # bytes; the shipped files have about 5,000
# Games whose weights serve each other: captures count in all of them, in none, or it is all Gipf.
SISTERS = (
    ("pente", "keryo"),
    (
        *("gomoku-9", "gomoku-15", "gomoku-19", "gomoku-20", "five-19"),
        *("standard-15", "standard-19", "standard-20", "exact-five-19"),
    ),
    ("gipf-basic", "gipf", "gipf-tournament"),
)
# The games that play with the weights of another until they have a file of their own.
SHARED = {
    "standard-15": "gomoku-15",
    **dict.fromkeys(("gomoku-20", "five-19"), "gomoku-19"),
    **dict.fromkeys(("standard-19", "standard-20", "exact-five-19"), "gomoku-19"),
}
GAME = "game"  # in `[provenance]`: the game that the weights were made for


def own_weights_path(game: str) -> str:
    """The path of a game's own weights, whether or not the file exists.

    The three games of Gipf have one file.
    """
    return _shipped_path("gipf" if game in SISTERS[2] else game)


def weights_path(game: str) -> str:
    """The path of the weights that serve a game, whether or not the file exists."""
    own = own_weights_path(game)
    return _shipped_path(SHARED[game]) if game in SHARED and not os.path.isfile(own) else own


def _shipped_path(name: str) -> str:
    return f"{ROOT}/data/weights/{name}.toml"


def find_weights(named: str) -> str:
    """The path of named weights: a file, or shipped weights by their name (`gipf-thesis`)."""
    isfile = os.path.isfile
    shipped = weights_path(named)
    return named if "/" in named or isfile(named) or not isfile(shipped) else shipped


def game_weights(rules: AnyRules, named: str | None = None, net: str | None = None) -> Weights:
    """The named weights (`find_weights`), else those of the game, with a net (`game_net`).

    Raises WeightsError, NetError.
    """
    path = find_weights(named) if named else weights_path(rules.name)
    tunables = tunables_of(rules.family)
    if not named and not tunables.unit:  # the game has no evaluation with weights
        return with_net(built_in_weights(rules), rules, net)
    return with_net(load_weights(path, tunables, rules.name), rules, net)


def shipped_weights(rules: AnyRules, net: str | None = None) -> Weights:
    """The weights of the game's file, else the built-in ones, which serve a user's own rules.

    They come with a net (`game_net`). Raises WeightsError and NetError for a file that cannot be
    used.
    """
    if os.path.exists(weights_path(rules.name)):
        return game_weights(rules, net=net)
    return with_net(built_in_weights(rules), rules, net)


def with_net(weights: Weights, rules: AnyRules, named: str | None) -> Weights:
    """The weights with a net (`game_net`) for these rules. Raises NetError."""
    from search.net.file import NO_NET, game_net  # noqa: PLC0415 - the reference search needs none

    if not weights.tunables.nets:
        if named in (None, NO_NET):
            return weights
        raise NetError(f"{named}: {rules.name} has no net; only games of five in a row have")
    return weights.with_net(game_net(rules.name, named))


def load_weights(path: str, tunables: Tunables = FIVE_TUNABLES, game: str | None = None) -> Weights:
    """The weights of a file for these tunables, to play `game` if given.

    Raises WeightsError for a file that cannot be read, an unknown or missing name, a value out of
    range, or weights made for a game that is no sister of `game`. Only the whole `[order]` may be
    missing (see `by_worth`), names that came later (`Tunable.missing`), and the game, as in older
    files.
    """
    try:
        tables = read_tables(_content(path).decode(), path)
    except OSError as error:
        raise WeightsError(f"{path}: cannot be read: {reason_of(error)}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise WeightsError(f"{path}, line {line}: not text in UTF-8") from error
    _require_sister(path, tables.get("provenance", {}).get(GAME), game)
    values: dict[str, int] = {}
    for tunable in tunables.tunables:
        name, table = tunable.name, tunable.table
        if table in tables:
            value = tables[table].pop(name, tables[table].pop(former_name(name), None))
        else:
            value = by_worth(name, values) if table == ORDER else None
        if value is None:
            value = tunable.missing
        if value is None:
            raise WeightsError(f"{path}: [{table}] {name} is missing")
        values[name] = value  # type: ignore[assignment]  # Weights checks that it is an int
    for table in TABLES:
        for name in tables.get(table, {}):
            raise WeightsError(f"{path}: [{table}] has an unknown name {name!r}")
    return Weights(values, path, tunables)


def _require_sister(path: str, made_for: int | str | None, game: str | None) -> None:
    """Raise WeightsError if a file says that it was made for a game whose weights do not fit.

    A user's own rules are in no table and take any weights.
    """
    for sisters in SISTERS:
        if game in sisters and made_for not in (None, *sisters):
            raise WeightsError(
                f"{path}: has weights of {made_for}: {game} expects those of {', '.join(sisters)}"
            )


def _content(path: str) -> bytes:
    """The first LONGEST_FILE bytes of a file; does not wait for a pipe. Raises OSError.

    A bundle in a single file (`agent.bundle`) has no other files: its loader holds the data.
    """
    try:
        handle = os.open(path, READ_FLAGS)
    except FileNotFoundError:
        return bytes(__spec__.loader.get_data(path))  # type: ignore[union-attr]
    try:
        content, piece = b"", os.read(handle, LONGEST_FILE)
        while piece:
            content += piece
            piece = os.read(handle, LONGEST_FILE - len(content))
    finally:
        os.close(handle)
    return content


def by_worth(name: str, values: dict[str, int]) -> int:
    """An order weight from a weight of the value: `own_four` is twice `four`."""
    whose, _, worth = name.partition("_")
    return values[worth] * (2 if whose == "own" else 1)


def read_tables(text: str, source: str) -> dict[str, dict[str, int | str]]:
    """The tables of a weights file: integers and basic strings without escapes, one per line.

    Raises WeightsError with the line number for anything else.
    """
    tables: dict[str, dict[str, int | str]] = {}
    table: dict[str, int | str] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line[0] == "#":
            continue
        if line[0] == "[" and line[-1] == "]" and line[1:-1].isidentifier():
            if line[1:-1] in tables:
                raise WeightsError(f"{source}, line {number}: {line} occurs twice")
            table = tables[line[1:-1]] = {}
            continue
        name, equals, value = line.partition("=")
        name = name.rstrip()
        if table is None or not equals or not name.isidentifier() or name in table:
            raise WeightsError(
                f"{source}, line {number}: expected [table] or a new 'name = value', "
                f"got {line[:40]!r}"
            )
        table[name] = _read_value(value.strip(), source, number)
    return tables


def _read_value(text: str, source: str, line: int) -> int | str:
    """The value of one line. Raises WeightsError."""
    if text[:1] == '"':
        if len(text) >= 2 and text[-1] == '"' and not set(text[1:-1]) & {'"', "\\"}:
            return text[1:-1]
    else:
        number = text.partition("#")[0].rstrip()
        digits = number[1:] if number[:1] in ("-", "+") else number
        if digits.isascii() and digits.isdigit() and (digits == "0" or digits[0] != "0"):
            if len(digits) > MOST_DIGITS:
                raise WeightsError(
                    f"{source}, line {line}: a number of {len(digits)} digits, "
                    f"expected {MOST_DIGITS} at most"
                )
            return int(number)
    raise WeightsError(
        f'{source}, line {line}: {text[:40]!r} is neither an integer nor a plain "string"'
    )


def _plain(text: str) -> str:
    replaced = text.replace('"', "'").replace("\\", "/")
    return "".join(sign if sign.isprintable() else " " for sign in replaced)


def format_weights(weights: Weights, provenance: dict[str, str]) -> str:
    """The text of a weights file, with a comment above each number.

    Replaces quotes, backslashes and unprintable characters, which its strings cannot hold.
    """
    lines = []
    for table in TABLES:
        held = [
            tunable
            for tunable in weights.tunables.tunables
            if tunable.table == table and weights[tunable.name] != NOT_GIVEN
        ]
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
