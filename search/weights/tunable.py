"""The declaration of a tunable number, and the tunables of the clock, which all games share."""

EVALUATION = "evaluation"
CAPTURES = "captures"
ORDER = "order"
SEARCH = "search"
SELECTIVITY = "selectivity"
CLOCK = "clock"
NOT_GIVEN = -1  # of the selectivity: the game has a number of its own
# The tables of a weights file. "weights" holds the groups without a table of their own.
TABLES = ("weights", ORDER, SEARCH, SELECTIVITY, CLOCK)


# How some names begin, and how they did in files of older versions, which are still read.
PRESENT, FORMER = "opponent_", "enemy_"


def former_name(name: str) -> str:
    """The name of a tunable in files of older versions."""
    return FORMER + name[len(PRESENT) :] if name.startswith(PRESENT) else name


def present_name(name: str) -> str:
    """The name of a tunable, given that or its former name."""
    return PRESENT + name[len(FORMER) :] if name.startswith(FORMER) else name


class Tunable:
    """A tunable number: its name, default, inclusive range, group and meaning.

    table     the table of a weights file that holds it
    missing   its value where a file lacks it, as older files do; None: no file may
    """

    __slots__ = ("default", "group", "high", "low", "meaning", "missing", "name", "table")

    def __init__(  # noqa: PLR0917 - keeps each declaration on one line
        self,
        name: str,
        default: int,
        low: int,
        high: int,
        group: str,
        meaning: str,
        *,
        missing: "int | None" = None,
    ) -> None:
        self.name = name
        self.default = default
        self.low = low
        self.high = high
        self.group = group
        self.meaning = meaning
        self.missing = missing
        self.table = group if group in TABLES else "weights"


class Tunables:
    """The tunables of one family of games; immutable.

    family      the family's name
    tunables    each Tunable, in the order of a weights file
    by_name     the same by name, and by former name
    never_less  pairs (less, more): the tuner keeps the second at least as large as the first. Both
                are of one group, and a pair follows the pairs that may raise its first
    unit        the name of the tunable that sets the scale; the tuner does not change it
    nets        whether a net can value positions in place of the weights
    """

    __slots__ = ("by_name", "family", "nets", "never_less", "tunables", "unit")

    def __init__(
        self,
        family: str,
        tunables: "tuple[Tunable, ...]",
        *,
        never_less: "tuple[tuple[str, str], ...]",
        unit: str,
        nets: bool = False,
    ) -> None:
        self.family = family
        self.tunables = tunables
        self.by_name = {former_name(tunable.name): tunable for tunable in tunables}
        self.by_name.update((tunable.name, tunable) for tunable in tunables)
        self.never_less = never_less
        self.unit = unit
        self.nets = nets


CLOCK_TUNABLES = (
    Tunable("share_percent", 160, 10, 400, CLOCK, "aim per move, in % of an even share of time"),
    Tunable("limit_percent", 350, 100, 1000, CLOCK, "limit per move, in % of its aim"),
    Tunable("begin_percent", 55, 10, 100, CLOCK, "% of the aim after which no iteration begins"),
    Tunable("overrun_percent", 160, 100, 1000, CLOCK, "% of the aim at which an iteration ends"),
    Tunable("changing_percent", 125, 100, 300, CLOCK, "% of the aim while the best move changes"),
    Tunable("steady_percent", 60, 10, 100, CLOCK, "% of the aim if the best move stays the same"),
    Tunable("falling_percent", 170, 100, 500, CLOCK, "% of the aim if the score falls far"),
    Tunable("rising_percent", 70, 10, 100, CLOCK, "% of the aim if the score rises far"),
    Tunable("score_scale", 400, 10, 20000, CLOCK, "a fall of the score that doubles the aim"),
)
