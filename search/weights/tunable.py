"""What a tunable number of the engine is, and the tunables of the clock, which all games share."""

EVALUATION = "evaluation"
CAPTURES = "captures"
ORDER = "order"
SEARCH = "search"
CLOCK = "clock"
# The tables of a weights file. "weights" holds every group that has no table of its own name.
TABLES = ("weights", ORDER, SEARCH, CLOCK)


class Tunable:
    """One number: its name, default, range (both ends allowed), group and meaning."""

    __slots__ = ("default", "group", "high", "low", "meaning", "name")

    def __init__(  # noqa: PLR0917 - the declarations read as a table
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


class Tunables:
    """The tunables of one family of games; immutable.

    family      the family's name
    tunables    each Tunable, in the order of a weights file
    by_name     the same by name
    never_less  pairs (less, more): the tuner never makes the second worth less than the first. Both
                are of one group, and a pair stands after the pairs that may raise its first
    unit        the name of the one that the others are measured in; the tuner leaves it alone
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


CLOCK_TUNABLES = (
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
