"""The rules of a five-in-a-row game as an immutable record, and the named presets."""

from games.errors import UnknownRules
from games.rules import BLACK, FIVE_FAMILY, WHITE, RulesRecord


class FiveRules(RulesRecord):
    """The rules of one game of the five-in-a-row family; immutable, compared by value.

    name                    preset name, as the command line spells it
    size                    lines a side, 5 to 20; points are 0..size*size-1, row-major from the top
    exactly_five            six or more in a row do not win
    capture_lengths         lengths of the opponent's runs that are taken when flanked: () none,
                            (2,) Pente, (2, 3) Keryo
    captured_stones_to_win  stones (not pairs: Keryo takes threes too) a side must take to win;
                            0 in games without captures
    opening_distance        0: free opening. d > 0: the first player's first stone lies on the
                            centre, the second at least d intersections from it (Chebyshev)
    first_colour            colour of the side that moves first, side 0
    """

    __slots__ = (
        "capture_lengths",
        "captured_stones_to_win",
        "exactly_five",
        "first_colour",
        "name",
        "opening_distance",
        "size",
    )

    family = FIVE_FAMILY

    name: str
    size: int
    exactly_five: bool
    capture_lengths: "tuple[int, ...]"
    captured_stones_to_win: int
    opening_distance: int
    first_colour: str

    def __init__(
        self,
        name: str,
        size: int,
        *,
        exactly_five: bool = False,
        capture_lengths: "tuple[int, ...]" = (),
        captured_stones_to_win: int = 0,
        opening_distance: int = 0,
        first_colour: str = BLACK,
    ) -> None:
        if not 5 <= size <= 20:
            raise ValueError(f"rules {name!r}: size {size} is outside 5 to 20")
        if any(length not in (2, 3) for length in capture_lengths):
            raise ValueError(f"rules {name!r}: captures take 2 or 3 stones, not {capture_lengths}")
        if len(set(capture_lengths)) != len(capture_lengths):
            raise ValueError(f"rules {name!r}: duplicate capture length: {capture_lengths}")
        if captured_stones_to_win > 40:
            raise ValueError(f"rules {name!r}: more than 40 stones to win by captures")
        if bool(capture_lengths) != (captured_stones_to_win > 0):
            raise ValueError(f"rules {name!r}: captures and captured_stones_to_win go together")
        if opening_distance and (size % 2 == 0 or opening_distance > size // 2):
            raise ValueError(f"rules {name!r}: no centre, or no point {opening_distance} from it")
        if first_colour not in (BLACK, WHITE):
            raise ValueError(f"rules {name!r}: first_colour {first_colour!r} is no colour")
        self._put(
            name=name,
            size=size,
            exactly_five=exactly_five,
            capture_lengths=capture_lengths,
            captured_stones_to_win=captured_stones_to_win,
            opening_distance=opening_distance,
            first_colour=first_colour,
        )

    @property
    def centre(self) -> int:
        """The middle point; on an even board, the one below and right of the middle."""
        return self.size // 2 * self.size + self.size // 2

    def without_opening(self) -> "FiveRules":
        """The same rules with a free opening."""
        return FiveRules(
            self.name,
            self.size,
            exactly_five=self.exactly_five,
            capture_lengths=self.capture_lengths,
            captured_stones_to_win=self.captured_stones_to_win,
            first_colour=self.first_colour,
        )


PRESETS = {
    rules.name: rules
    for rules in (
        FiveRules(
            "pente",
            19,
            capture_lengths=(2,),
            captured_stones_to_win=10,
            opening_distance=3,
            first_colour=WHITE,
        ),
        FiveRules(
            "keryo",
            19,
            capture_lengths=(2, 3),
            captured_stones_to_win=15,
            opening_distance=3,
            first_colour=WHITE,
        ),
        FiveRules("five-19", 19, first_colour=WHITE),
        FiveRules("gomoku-9", 9),
        FiveRules("gomoku-15", 15),
        FiveRules("gomoku-19", 19),
        FiveRules("gomoku-20", 20),
        FiveRules("standard-15", 15, exactly_five=True),
        FiveRules("standard-19", 19, exactly_five=True),
        FiveRules("standard-20", 20, exactly_five=True),
        FiveRules("exact-five-19", 19, exactly_five=True, first_colour=WHITE),  # pente.org's Gomoku
    )
}


def rules_named(name: str) -> FiveRules:
    """The preset of this name.

    Raises UnknownRules, listing the names that exist.
    """
    if name not in PRESETS:
        raise UnknownRules(f"no game is called {name!r}; there are {', '.join(PRESETS)}")
    return PRESETS[name]
