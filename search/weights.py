"""Every tunable number of the engine, declared once: name, default, range, meaning.

The kernel, the weights files and the tuner all read this list, or Gipf's (`gipf_tunables`). A
weights file is TOML with `[weights]`, `[order]`, `[search]`, `[clock]` and `[provenance]`; it is
whole or it is refused, but that one without `[order]`, which none had at first, means the order of
that time (`by_worth`). The move path does not pay for a TOML library (11 ms): `read_tables`
reads the little of TOML that these files use, and a test holds it against the library.
"""

from __future__ import annotations

from search.errors import WeightsError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.rules import RulesRecord

EVALUATION = "evaluation"
CAPTURES = "captures"
ORDER = "order"
SEARCH = "search"
CLOCK = "clock"
LONGEST_FILE = 65_536  # signs; a file of ours has some 5,000
TABLES = ("weights", ORDER, SEARCH, CLOCK)  # of a file: but the first, groups of their names


class Tunable:
    """One number: its default, its range (both ends allowed), its group, and what it means."""

    __slots__ = ("default", "group", "high", "low", "meaning", "name")

    def __init__(  # noqa: PLR0917 - the list below reads as a table
        self, name: str, default: int, low: int, high: int, group: str, meaning: str
    ) -> None:
        self.name = name
        self.default = default
        self.low = low
        self.high = high
        self.group = group
        self.meaning = meaning

    @property
    def table(self) -> str:
        """The table of a weights file that holds it."""
        return self.group if self.group in TABLES else "weights"


_POINT = "an empty point where one more stone makes, on one line, "
_OURS = "in the order of moves, a point where the mover makes, on one line, "
_HIS = "in the order of moves, a point where the enemy would make "

TUNABLES = (
    Tunable("one", 0, 0, 4000, EVALUATION, _POINT + "a one: blocked, a five still possible"),
    Tunable("open_one", 1, 0, 4000, EVALUATION, _POINT + "an open one"),
    Tunable("two", 9, 0, 4000, EVALUATION, _POINT + "a two: next a three"),
    Tunable("open_two", 25, 0, 4000, EVALUATION, _POINT + "an open two: next an open three"),
    Tunable("three", 32, 0, 4000, EVALUATION, _POINT + "a three: next a four"),
    Tunable("open_three", 140, 0, 4000, EVALUATION, _POINT + "an open three: next an open four"),
    Tunable("four", 160, 0, 4000, EVALUATION, _POINT + "a four: one point completes five"),
    Tunable("open_four", 800, 0, 4000, EVALUATION, _POINT + "an open four: two points do"),
    Tunable("five", 3000, 0, 8000, EVALUATION, _POINT + "a five"),
    Tunable("tempo_percent", 25, 0, 200, EVALUATION, "how much more the mover's patterns count"),
    Tunable("capture", 150, 0, 4000, CAPTURES, "a ray along which a stone here captures"),
    Tunable("capture_threat", 20, 0, 4000, CAPTURES, "a ray along which it threatens to capture"),
    Tunable("captured_1", 150, 0, 20000, CAPTURES, "one fifth of the stones to win by captures"),
    Tunable("captured_2", 380, 0, 20000, CAPTURES, "two fifths of them taken"),
    Tunable("captured_3", 800, 0, 20000, CAPTURES, "three fifths of them taken"),
    Tunable("captured_4", 1800, 0, 20000, CAPTURES, "four fifths of them taken: one pair to go"),
    Tunable("own_one", 0, 0, 16000, ORDER, _OURS + "a one"),
    Tunable("own_open_one", 2, 0, 16000, ORDER, _OURS + "an open one"),
    Tunable("own_two", 18, 0, 16000, ORDER, _OURS + "a two"),
    Tunable("own_open_two", 50, 0, 16000, ORDER, _OURS + "an open two"),
    Tunable("own_three", 64, 0, 16000, ORDER, _OURS + "a three"),
    Tunable("own_open_three", 280, 0, 16000, ORDER, _OURS + "an open three"),
    Tunable("own_four", 320, 0, 16000, ORDER, _OURS + "a four"),
    Tunable("own_open_four", 1600, 0, 16000, ORDER, _OURS + "an open four"),
    Tunable("own_five", 6000, 0, 16000, ORDER, _OURS + "a five"),
    Tunable("own_capture", 300, 0, 16000, ORDER, "a ray along which the mover captures"),
    Tunable("own_capture_threat", 40, 0, 16000, ORDER, "along which the mover threatens to"),
    Tunable("enemy_one", 0, 0, 16000, ORDER, _HIS + "a one"),
    Tunable("enemy_open_one", 1, 0, 16000, ORDER, _HIS + "an open one"),
    Tunable("enemy_two", 9, 0, 16000, ORDER, _HIS + "a two"),
    Tunable("enemy_open_two", 25, 0, 16000, ORDER, _HIS + "an open two"),
    Tunable("enemy_three", 32, 0, 16000, ORDER, _HIS + "a three"),
    Tunable("enemy_open_three", 140, 0, 16000, ORDER, _HIS + "an open three"),
    Tunable("enemy_four", 160, 0, 16000, ORDER, _HIS + "a four"),
    Tunable("enemy_open_four", 800, 0, 16000, ORDER, _HIS + "an open four"),
    Tunable("enemy_five", 3000, 0, 16000, ORDER, _HIS + "a five"),
    Tunable("enemy_capture", 150, 0, 16000, ORDER, "a ray along which the enemy captures"),
    Tunable("enemy_capture_threat", 20, 0, 16000, ORDER, "along which the enemy threatens to"),
    Tunable("width", 24, 1, 400, SEARCH, "moves looked at in a node, best by static order"),
    Tunable("aspiration", 120, 1, 20000, SEARCH, "half the first window around the last score"),
    Tunable("killer_bonus", 600, 0, 20000, SEARCH, "order bonus of the latest killer move"),
    Tunable("history_limit", 2000, 0, 20000, SEARCH, "most that history adds to the order"),
    Tunable("futility", 250, 0, 20000, SEARCH, "a turn of depth: so far above, a value stands"),
    Tunable("frontier", 600, 0, 20000, SEARCH, "a turn of depth: the most that a quiet move gains"),
    Tunable("share_percent", 160, 10, 400, CLOCK, "aim of a move, of an even share of the clock"),
    Tunable("limit_percent", 350, 100, 1000, CLOCK, "most that a move may take, of its aim"),
    Tunable("begin_percent", 55, 10, 100, CLOCK, "of the aim, from when no iteration begins"),
    Tunable("overrun_percent", 160, 100, 1000, CLOCK, "of the aim, when an iteration breaks off"),
    Tunable("changing_percent", 125, 100, 300, CLOCK, "of the aim, while the best move changes"),
    Tunable("steady_percent", 60, 10, 100, CLOCK, "of the aim, when it has long been the same"),
    Tunable("falling_percent", 170, 100, 500, CLOCK, "of the aim, when the score falls far"),
    Tunable("rising_percent", 70, 10, 100, CLOCK, "of the aim, when the score rises far"),
    Tunable("score_scale", 400, 10, 20000, CLOCK, "a fall of the score that doubles the aim"),
)

# (less, more): the tuner never makes the second worth less than the first. Pairs stand in such an
# order that what a pair raises no earlier pair needs to look at again; both are of one group.
NEVER_LESS = (
    ("one", "open_one"),
    ("one", "two"),
    ("open_one", "open_two"),
    ("two", "open_two"),
    ("two", "three"),
    ("open_two", "open_three"),
    ("three", "open_three"),
    ("three", "four"),
    ("open_three", "open_four"),
    ("four", "open_four"),
    ("open_four", "five"),
    ("capture_threat", "capture"),
    ("captured_1", "captured_2"),
    ("captured_2", "captured_3"),
    ("captured_3", "captured_4"),
)


# What a point may make or stop; in the order of moves it has two weights more, `own_`, `enemy_`.
RANKED = tuple(tunable.name for tunable in TUNABLES[:9])
ORDERED = (*RANKED, "capture", "capture_threat")


class Tunables:
    """The tunables of one family of games; immutable.

    family      the family's name
    tunables    each Tunable, in the order of a weights file
    by_name     the same by name
    never_less  pairs (less, more) as NEVER_LESS
    unit        the name of the one in which the others are told: it is not tuned
    """

    __slots__ = ("by_name", "family", "never_less", "tunables", "unit")

    def __init__(
        self,
        family: str,
        tunables: tuple[Tunable, ...],
        *,
        never_less: tuple[tuple[str, str], ...],
        unit: str,
    ) -> None:
        self.family = family
        self.tunables = tunables
        self.by_name = {tunable.name: tunable for tunable in tunables}
        self.never_less = never_less
        self.unit = unit

    def __reduce__(self) -> tuple[Callable[[str], Tunables], tuple[str]]:
        return tunables_of, (self.family,)


FIVE = Tunables("five", TUNABLES, never_less=NEVER_LESS, unit="five")


def tunables_of(family: str) -> Tunables:
    """The tunables of a family of games (`rules.family`)."""
    if family == FIVE.family:
        return FIVE
    from search.gipf_tunables import GIPF  # noqa: PLC0415 - five in a row does not pay for it

    return GIPF


class Weights:
    """A whole, checked set of values, one for each tunable; read as `weights["four"]`."""

    __slots__ = ("_values", "tunables")

    def __init__(
        self,
        values: dict[str, int] | None = None,
        source: str = "weights",
        tunables: Tunables = FIVE,
    ) -> None:
        """Defaults, with the given values in their place.

        Raises WeightsError for an unknown name or a value out of range; `source` names the culprit.
        """
        self.tunables = tunables
        self._values = {tunable.name: tunable.default for tunable in tunables.tunables}
        for name, value in (values or {}).items():
            tunable = tunables.by_name.get(name)
            if tunable is None:
                raise WeightsError(f"{source}: no tunable is called {name!r}")
            if type(value) is not int or not tunable.low <= value <= tunable.high:
                raise WeightsError(
                    f"{source}: {name} = {value!r} is no integer {tunable.low} to {tunable.high}"
                )
            self._values[name] = value

    def __getitem__(self, name: str) -> int:
        return self._values[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weights) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def as_dict(self) -> dict[str, int]:
        """The values by name, in the order of the declarations."""
        return dict(self._values)

    def digest(self) -> str:
        """Eight hexadecimal digits that change with any value."""
        from binascii import crc32  # noqa: PLC0415 - a sure move does not pay for it

        return f"{crc32(repr(sorted(self._values.items())).encode()):08x}"


def weights_path(game: str) -> str:
    """Where the weights of a game lie: relative to this package, never to the current directory.

    The three games of Gipf share one file.
    """
    return _our_path("gipf" if game.startswith("gipf") else game)


def _our_path(name: str) -> str:
    """Where weights of ours of this name lie, or would."""
    root = __file__.rpartition("/")[0].rpartition("/")[0]
    return f"{root}/data/weights/{name}.toml"


def find_weights(named: str) -> str:
    """The path that was named: of a file, or by its name alone of one of ours, as `gipf-thesis`."""
    from os.path import isfile  # noqa: PLC0415 - the move path names none

    ours = _our_path(named)
    return named if "/" in named or isfile(named) or not isfile(ours) else ours


def game_weights(rules: RulesRecord, named: str | None = None) -> Weights:
    """The weights that are named (`find_weights`), else those of the game. Raises WeightsError."""
    path = find_weights(named) if named else weights_path(rules.name)
    return load_weights(path, tunables_of(rules.family))


def shipped_weights(rules: RulesRecord) -> Weights:
    """The weights that the engine plays a game with: those of its file; rules of one's own, which
    have no file, have the built-in ones.

    Raises WeightsError for a file that is there and cannot be used.
    """
    from os.path import exists  # noqa: PLC0415 - the move path names its file

    if exists(weights_path(rules.name)):
        return game_weights(rules)
    return built_in_weights(rules)


def built_in_weights(rules: RulesRecord) -> Weights:
    """The defaults of the game's tunables, which no file changes: for tests and comparisons."""
    return Weights(tunables=tunables_of(rules.family))


def load_weights(path: str, tunables: Tunables = FIVE) -> Weights:
    """The weights of a file that holds these tunables.

    Raises WeightsError for a file that cannot be read or that is not whole: an unknown, missing or
    out-of-range name refuses the file, it never half-applies. Only `[order]` may be missing, as
    one: then it is by worth.
    """
    try:
        with open(path, encoding="utf-8", opener=_open_at_once) as file:
            tables = read_tables(file.read(LONGEST_FILE), path)
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


def _open_at_once(path: str, flags: int) -> int:
    """A handle of the file; a pipe without a writer is not waited for. Raises OSError."""
    import os  # noqa: PLC0415 - this module loads nothing that a reader of no file needs

    return os.open(path, flags | os.O_NONBLOCK)


def by_worth(name: str, values: dict[str, int]) -> int:
    """A number of the order by what a point is worth: `own_four` is `four` twice, `enemy_` once."""
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
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]") and line[1:-1].isidentifier():
            if line[1:-1] in tables:
                raise WeightsError(f"{source}, line {number}: {line} stands twice")
            table = tables[line[1:-1]] = {}
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        if table is None or not equals or not name.isidentifier() or name in table:
            raise WeightsError(
                f"{source}, line {number}: expected [table] or a new 'name = value', got {line!r}"
            )
        table[name] = _read_value(value, f"{source}, line {number}")
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

    What its strings cannot hold, quotes, backslashes, line ends, is written as something like it.
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
