"""The rules of a game of Gipf as an immutable record, and the rule book's three games."""

from games.errors import NotationError, UnknownRules
from games.rules import GIPF_FAMILY, RulesRecord

BASIC = "basic"
STANDARD = "standard"
TOURNAMENT = "tournament"

FEWEST_PIECES = 15
MOST_PIECES = 18
LONGEST_GAME = 99_999  # the largest limit of turns


class GipfRules(RulesRecord):
    """The rules of one game of Gipf; immutable, compared by value. White moves first: side 0.

    name        preset name, as the command line spells it
    variant     BASIC: each side starts with three single pieces on the corners
                STANDARD: each side starts with three GIPF-pieces there; a side without one loses
                TOURNAMENT: the board starts empty, and a side may bring in GIPF-pieces until its
                first single piece; then a side without one loses
    pieces      (White's, Black's) pieces in all, a GIPF-piece counts as two: 15 to 18 in the basic
                game, where the sides may differ (a handicap); 18 in the others
    most_turns  turns of both sides together after which the game is a draw, LONGEST_GAME at most;
                0: there is no limit
    """

    __slots__ = ("most_turns", "name", "pieces", "variant")

    family = GIPF_FAMILY
    name: str
    variant: str
    pieces: tuple[int, int]
    most_turns: int

    def __init__(
        self, name: str, variant: str, *, pieces: tuple[int, int] | None = None, most_turns: int = 0
    ) -> None:
        if variant not in (BASIC, STANDARD, TOURNAMENT):
            raise ValueError(f"rules {name!r}: {variant!r} is no variant of Gipf")
        few = FEWEST_PIECES if variant == BASIC else MOST_PIECES
        both = (few, few) if pieces is None else pieces
        if len(both) != 2 or not all(few <= count <= MOST_PIECES for count in both):
            expected = "15 to 18" if variant == BASIC else "18"
            raise ValueError(f"rules {name!r}: a side has {expected} pieces, not {both}")
        if not 0 <= most_turns <= LONGEST_GAME:
            raise ValueError(
                f"rules {name!r}: {most_turns} turns are no limit: expected 0 to {LONGEST_GAME}"
            )
        self._put(name=name, variant=variant, pieces=both, most_turns=most_turns)

    @property
    def has_gipf_pieces(self) -> bool:
        """Whether the game has GIPF-pieces; a side without one loses."""
        return self.variant != BASIC

    def with_pieces(self, pieces: tuple[int, int]) -> "GipfRules":
        """The same rules with other numbers of pieces. Raises ValueError."""
        return GipfRules(self.name, self.variant, pieces=pieces, most_turns=self.most_turns)


GIPF_PRESETS = {
    rules.name: rules
    for rules in (
        GipfRules("gipf-basic", BASIC),
        GipfRules("gipf", STANDARD),
        GipfRules("gipf-tournament", TOURNAMENT),
    )
}


def gipf_rules_named(name: str) -> GipfRules:
    """The preset of this name.

    Raises UnknownRules, listing the names that exist.
    """
    if name not in GIPF_PRESETS:
        raise UnknownRules(
            f"no game of Gipf is called {name!r}; there are {', '.join(GIPF_PRESETS)}"
        )
    return GIPF_PRESETS[name]


def rules_with_limit(name: str, most_turns: str) -> GipfRules:
    """The preset of this name with a limit of turns; the start may change the number of pieces.

    Raises UnknownRules or NotationError.
    """
    digits = most_turns.isascii() and most_turns.isdigit() and len(most_turns) < 10
    if not digits or int(most_turns) > LONGEST_GAME:
        raise NotationError(
            f"{most_turns[:20]!r} is no limit of turns: expected 1 to {LONGEST_GAME}, 0 for none"
        )
    return GipfRules(name, gipf_rules_named(name).variant, most_turns=int(most_turns))
