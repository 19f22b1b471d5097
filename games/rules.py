"""What the rules and positions of all games share: colours, families, records, outcomes."""

BLACK = "black"
WHITE = "white"
FIVE_FAMILY = "five"
GIPF_FAMILY = "gipf"
DEFAULT_FAMILY = FIVE_FAMILY  # of the harness, and where nobody names a game
EMPTY = 0  # an empty cell; each family numbers its pieces from 1


class Immutable:
    """A slotted record whose fields are set once, by `_put`, in `__init__`.

    It replaces dataclasses on the move path, where their import would cost 11 ms.
    """

    __slots__: "tuple[str, ...]" = ()

    def _put(self, **fields: object) -> None:
        for slot, value in fields.items():
            object.__setattr__(self, slot, value)

    def __setattr__(self, attribute: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot set {attribute}")

    def __setstate__(self, state: "tuple[None, dict[str, object]]") -> None:
        self._put(**state[1])


class RulesRecord(Immutable):
    """The base class of all rules records: slotted, immutable, compared by value.

    family        the name of the family
    name          preset name, as the command line spells it
    first_colour  colour of the side that moves first, side 0
    """

    __slots__: "tuple[str, ...]" = ()

    family: str
    name: str
    first_colour = WHITE

    def colour_of(self, side: int) -> str:
        """The colour of side 0 (moves first) or side 1."""
        if side == 0:
            return self.first_colour
        return BLACK if self.first_colour == WHITE else WHITE

    def side_of(self, colour: str) -> int:
        """The side, 0 or 1, that plays this colour."""
        return 0 if colour == self.first_colour else 1

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(
            getattr(self, slot) == getattr(other, slot) for slot in self.__slots__
        )

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, slot) for slot in self.__slots__))

    def __repr__(self) -> str:
        return f"<Rules {getattr(self, 'name', '')}>"


class Outcome:
    """How a game ended on the board.

    winner       side 0 or 1, None for a draw
    termination  one of the names in `games.five.position` or `games.gipf.position`
    line         the points of the winning row, in board order; () where no row won
    """

    __slots__ = ("line", "termination", "winner")

    def __init__(
        self, winner: "int | None", termination: str, line: "tuple[int, ...]" = ()
    ) -> None:
        self.winner = winner
        self.termination = termination
        self.line = line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and (self.winner, self.termination, self.line) == (
            other.winner,
            other.termination,
            other.line,
        )

    def __hash__(self) -> int:
        return hash((self.winner, self.termination, self.line))

    def __repr__(self) -> str:
        return f"Outcome(winner={self.winner}, termination={self.termination!r}, line={self.line})"
